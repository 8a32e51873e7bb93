/* Lines of play: a game stands at a decision, its plays are listed, it can be copied, one of its plays made, and the
   round played out by a policy. Every function gives 0, or the number of a fault. */

/* stand at the next decision of a position; *count is how many plays there are, 0 at the end of the round */
EXPORT int cassino_stand(Game *g, const i64 *words, u64 n, u64 key, u64 *count) {
    if (setjmp(g->x.fault)) return g->x.fault_code;
    if (load_state(g, words, n)) return BAD_POSITION;
    g->x.unaware = 0;
    g->x.key = key;
    g->x.play_count = 0;
    *count = settle_on(&g->x, &g->state);
    return 0;
}

EXPORT int cassino_copy(Game *to, const Game *from) {
    Context *x = &to->x;
    if (setjmp(x->fault)) return x->fault_code;
    to->state = from->state;
    x->listener = 0;
    x->depth = 0;
    x->unaware = from->x.unaware;
    x->key = from->x.key;
    x->play_count = 0;
    for (u32 i = 0; i < from->x.play_count; i++) {
        x->first_play = i; /* no limit is met: they were listed before */
        *new_play(x) = from->x.plays[i];
    }
    return 0;
}

/* make the play with this number, and stand at the next decision */
EXPORT int cassino_go(Game *g, u64 which, u64 *count) {
    if (which >= g->x.play_count) return BAD_POSITION;
    if (setjmp(g->x.fault)) return g->x.fault_code;
    const Play play = g->x.plays[which];
    g->x.play_count = 0;
    step(&g->x, &g->state, &play);
    *count = settle_on(&g->x, &g->state);
    return 0;
}

/* play the round out so many times, each with a key of its own; what came of each follows the last in `out` */
EXPORT int cassino_play_out(Game *g, u64 seed, int policy, u64 times, Outcome *out) {
    Context *x = &g->x;
    const u32 first = x->play_count;
    const u64 kept = x->key;
    if (setjmp(x->fault)) {
        x->play_count = first;
        x->key = kept;
        x->unchecked = 0;
        return x->fault_code;
    }
    for (u64 t = 0; t < times; t++) {
        State S = g->state;
        play_out(x, &S, policy, mix(seed, t), &out[t]);
    }
    return 0;
}

enum { COST_COPY, COST_LIST, COST_PLAY, COST_PLAY_OUT /* and beyond: by a policy */ };

/* do one step of a search so many times over, for benchmarks: copy the state, list its plays too, make one of
   them, or play the round out */
EXPORT int cassino_cost(Game *g, int what, u64 times, u64 *sum) {
    Context *x = &g->x;
    const u32 first = x->play_count;
    if (setjmp(x->fault)) {
        x->play_count = first;
        x->unchecked = 0;
        return x->fault_code;
    }
    for (u64 t = 0; t < times; t++) {
        State S = g->state;
        __asm__ volatile("" : : "r"(&S) : "memory"); /* the copy is not left out because nobody looks at it */
        if (what == COST_LIST) *sum += legal(x, &S);
        if (what == COST_PLAY && first) {
            const Play play = x->plays[t % first];
            step(x, &S, &play);
            *sum += S.turns;
        }
        if (what >= COST_PLAY_OUT) {
            Outcome outcome;
            play_out(x, &S, what - COST_PLAY_OUT, mix(1, t), &outcome);
            *sum += (u64)outcome.points[0];
        }
        x->play_count = first;
    }
    return 0;
}
