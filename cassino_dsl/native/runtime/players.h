/* Players: each picks one of the legal plays x->plays[first … first + n - 1]. */

enum { RANDOM, GREEDY, LEARNED };

/* of the plays that are marked (or of all), the one with the lowest lot: no two codes have the same */
static u32 lowest_lot(const Context *x, u32 first, u32 n, const u8 *marked, u64 decision) {
    u64 lowest = ~0ull;
    u32 best = first;
    while (marked && !marked[best - first]) best++;
    for (u32 i = best; i < first + n; i++) {
        if (marked && !marked[i - first]) continue;
        const u64 lot = lot_of(decision, x->plays[i].code);
        best = lot < lowest ? i : best; /* without a branch: which it is cannot be guessed */
        lowest = lot < lowest ? lot : lowest;
    }
    return best;
}

/* mark the plays that simulated players choose from; all where none is sensible */
static void mark_sensible(Context *x, const State *S, int seat, u32 first, u32 n, u8 *marked) {
    u32 kept = 0;
    Frame f;
    for (u32 i = 0; i < n; i++) {
        const Play *p = &x->plays[first + i];
        marked[i] = 1;
        if (p->action != DONE && HAS_SENSIBLE[p->action]) {
            look_at(x, S, &f, p, seat);
            marked[i] = (u8)sensible_play(x, S, &f);
        }
        kept += marked[i];
    }
    if (!kept) memset(marked, 1, n);
}

/* how far a side is ahead of its best rival; where the lowest wins, how far below */
static i64 lead_of(const i64 *points, int us) {
    i64 rival = 0;
    int rivals = 0;
    for (int s = 0; s < SIDES; s++)
        if (s != us && (!rivals++ || (LOWEST_WINS ? points[s] < rival : points[s] > rival))) rival = points[s];
    return LOWEST_WINS ? rival - points[us] : points[us] - rival;
}

/* what it is worth to a side that a match stands so: cassino_dsl/players/reward.py */
static i64 reward(const i64 *numbers, int us, int over, int winner, i64 target) {
    if (!over) return lead_of(numbers, us);
    i64 stake = target;
    for (int s = 0; s < SIDES; s++) stake = greater(stake, numbers[s] < 0 ? -numbers[s] : numbers[s]);
    return winner < 0 ? 0 : winner == us ? stake : -stake;
}

/* what a play is worth, were the round counted after it: how the match would stand, or for who has learned what the
   lead and all else weigh; what chance would decide is not seen */
static i64 worth_to(Context *x, const State *S, int player, const Unseen *unseen, Play play) {
    const int seat = decider(S);
    State after = *S;
    i64 numbers[SIDES];
    x->unaware = 1;
    step(x, &after, &play);
    count_now(x, &after);
    if (player == GREEDY) numbers_of(x, &after, numbers);
    x->unaware = 0;
    if (player == GREEDY)
        return reward(numbers, side_of(seat), after.winner >= 0, after.winner, after.has_target ? after.target : TARGET);
    for (int s = 0; s < SIDES; s++) numbers[s] = points_of(&after, s);
    return worth_of(x, S, seat, &play, unseen, lead_of(numbers, side_of(seat)));
}

/* the play that is worth most */
static u32 choose_best(Context *x, const State *S, int player, u32 first, u32 n, u8 *marked, u64 decision) {
    i64 best = 0;
    int found = 0;
    Unseen unseen;
    if (player == LEARNED) count_unseen(x, S, decider(S), &unseen);
    i64 *worth = malloc(n * sizeof(i64));
    if (!worth) fail(x, FAULT_MEMORY, 0, 0);
    jmp_buf outer;
    memcpy(&outer, &x->fault, sizeof outer);
    if (setjmp(x->fault)) {
        free(worth);
        memcpy(&x->fault, &outer, sizeof outer);
        longjmp(x->fault, 1);
    }
    for (u32 i = 0; i < n; i++) {
        if (!marked[i]) continue;
        worth[i] = worth_to(x, S, player, &unseen, x->plays[first + i]);
        if (!found || worth[i] > best) best = worth[i];
        found = 1;
    }
    for (u32 i = 0; i < n; i++) marked[i] = marked[i] && worth[i] == best;
    free(worth);
    memcpy(&x->fault, &outer, sizeof outer);
    return lowest_lot(x, first, n, marked, decision);
}

static u8 *room_for_marks(Context *x, u32 n) {
    if (n > x->mark_room) {
        x->mark = grown(x, x->mark, 2 * n);
        x->mark_room = 2 * n;
    }
    return x->mark;
}

static u32 choose(Context *x, const State *S, int player, u32 first, u32 n, u64 decision) {
    if (n == 1) return first;
    if (player == RANDOM && !ANY_SENSIBLE) return lowest_lot(x, first, n, 0, decision);
    u8 *marked = room_for_marks(x, n);
    mark_sensible(x, S, decider(S), first, n, marked);
    if (player != RANDOM) return choose_best(x, S, player, first, n, marked, decision);
    return lowest_lot(x, first, n, marked, decision);
}
