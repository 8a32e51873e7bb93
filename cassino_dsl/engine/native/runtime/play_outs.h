/* Play-outs, for players that search: a round played to its end, as cassino_dsl/players/play_out.py says. */

enum { MOST_CARDS, AS_LEARNED };
enum { ASTRAY = 4 }; /* AS_LEARNED plays one decision in so many by lot */

typedef struct {
    i64 points[SIDES], scores[SIDES], worth[SIDES], winner, over; /* of the round; the standing after it, its worth */
} Outcome;

/* how much a play is wanted where captures of most cards are */
static inline int wanted(const Play *p) {
    return p->action == DONE || KIND[p->action] != CAPTURE ? 0 : count_bits(p->cards) + count_bits(p->taken);
}

/* the play that a policy makes of x->plays[first … first + n - 1] */
static u32 choose_by(Context *x, const State *S, int policy, u32 first, u32 n, u64 decision) {
    if (n == 1) return choose(x, S, RANDOM, first, n, decision);
    if (policy == AS_LEARNED) return choose(x, S, decision % ASTRAY ? LEARNED : RANDOM, first, n, decision);
    u8 *marked = room_for_marks(x, n);
    mark_sensible(x, S, decider(S), first, n, marked);
    int best = 0;
    for (u32 i = 0; i < n; i++)
        if (marked[i]) best = (int)greater(best, wanted(&x->plays[first + i]));
    for (u32 i = 0; i < n; i++) marked[i] = marked[i] && wanted(&x->plays[first + i]) == best;
    return lowest_lot(x, first, n, marked, decision);
}

/* go on to the next decision, also where the round is dealt anew */
static u32 settle_on(Context *x, State *S) {
    u32 n;
    while (!(n = settle(x, S)) && S->redeal && !S->round_over) lay_out(x, S);
    return n;
}

/* what comes of a round that is over, played exactly or by lot; the checks of the variant are left out */
static void come_out(Context *x, State *S, int exact, Outcome *out) {
    x->unchecked = 1;
    const Standing standing = finish(x, S);
    x->unchecked = 0;
    i64 numbers[SIDES];
    numbers_of(x, S, numbers);
    for (int s = 0; s < SIDES; s++) {
        out->points[s] = points_of(S, s);
        out->scores[s] = S->scores[s];
        out->worth[s] = reward(numbers, s, exact && standing.over, standing.winner, standing.target);
    }
    out->winner = standing.winner;
    out->over = standing.over;
}

/* play a round out, with plays and chance that come from a key of their own; the listed plays stay as they are */
static void play_out(Context *x, State *S, int policy, u64 key, Outcome *out) {
    const u32 first = x->play_count;
    const u64 kept = x->key;
    u64 decisions = 0;
    x->key = key;
    x->unchecked = 1;
    for (u32 n = settle_on(x, S); n; n = settle_on(x, S)) {
        if (policy == AS_LEARNED) see_table(x, S);
        const Play play = x->plays[choose_by(x, S, policy, first, n, decision_key(key, decisions++))];
        if (policy == AS_LEARNED) see_play(x, &play);
        x->play_count = first;
        step(x, S, &play);
    }
    x->play_count = first;
    come_out(x, S, 0, out);
    x->key = kept;
}
