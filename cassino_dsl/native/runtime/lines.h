/* Lines of play, for players that search: a game stands at a decision, its plays are listed, it can be copied, one of
   its plays made, and the round played out at random. Every function gives 0, or the number of a fault. */

/* go on to the next decision, also where the round is dealt anew */
static u32 settle_on(Context *x, State *S) {
    u32 n;
    while (!(n = settle(x, S)) && S->redeal && !S->round_over) lay_out(x, S);
    return n;
}

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

/* play the round out at random so many times, each with plays and chance of its own; the points of the round are added
   up by side */
EXPORT int cassino_play_out(Game *g, u64 seed, u64 times, i64 *points) {
    Context *x = &g->x;
    const u32 first = x->play_count;
    const u64 kept = x->key;
    if (setjmp(x->fault)) {
        x->play_count = first;
        x->key = kept;
        return x->fault_code;
    }
    for (u64 t = 0; t < times; t++) {
        State S = g->state;
        const u64 key = x->key = mix(seed, t);
        u64 decisions = 0;
        for (u32 n = settle_on(x, &S); n; n = settle_on(x, &S)) {
            const Play play = x->plays[choose(x, &S, RANDOM, first, n, decision_key(key, decisions++))];
            x->play_count = first;
            step(x, &S, &play);
        }
        x->play_count = first;
        finish(x, &S);
        for (int s = 0; s < SIDES; s++) points[s] += points_of(&S, s);
    }
    x->key = kept;
    return 0;
}

enum { COST_COPY, COST_LIST, COST_PLAY };

/* do one step of a search so many times over, for benchmarks: copy the state, list its plays too, or make one of them */
EXPORT int cassino_cost(Game *g, int what, u64 times, u64 *sum) {
    Context *x = &g->x;
    const u32 first = x->play_count;
    if (setjmp(x->fault)) {
        x->play_count = first;
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
        x->play_count = first;
    }
    return 0;
}
