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

/* the play that is worth most */
static u32 choose_best(Context *x, const State *S, int player, u32 first, u32 n, u8 *marked, u64 decision) {
    i64 best = 0;
    int found = 0;
    Decision d;
    Weighing w;
    begin_decision(&d, S, player == GREEDY);
    if (player == LEARNED) begin_weighing(&w, x, S, d.seat);
    for (u32 i = 0; i < n; i++) {
        if (!marked[i]) continue;
        const Play play = x->plays[first + i];
        const i64 stands = stands_after(x, &d, &play), worth = player == LEARNED ? worth_of(&w, &play, stands) : stands;
        x->worth[i] = worth;
        if (!found || worth > best) best = worth;
        found = 1;
    }
    for (u32 i = 0; i < n; i++) marked[i] = marked[i] && x->worth[i] == best;
    return lowest_lot(x, first, n, marked, decision);
}

static u8 *room_for_marks(Context *x, u32 n) {
    if (n > x->mark_room) {
        x->mark = grown(x, x->mark, 2 * n);
        x->worth = grown(x, x->worth, 2 * n * sizeof(i64));
        x->mark_room = 2 * n;
    }
    return x->mark;
}

static u32 choose(Context *x, const State *S, int player, u32 first, u32 n, u64 decision) {
    if (n == 1) return first;
    if (player == RANDOM && !ANY_SENSIBLE) return lowest_lot(x, first, n, 0, decision);
    State known;
    if (HIDES_MEMORY && player != RANDOM) { /* who looks ahead does not see what is hidden */
        copy_state(&known, S);
        forget(x, S, &known, decider(S));
        S = &known;
    }
    u8 *marked = room_for_marks(x, n);
    mark_sensible(x, S, decider(S), first, n, marked);
    if (player != RANDOM) return choose_best(x, S, player, first, n, marked, decision);
    return lowest_lot(x, first, n, marked, decision);
}
