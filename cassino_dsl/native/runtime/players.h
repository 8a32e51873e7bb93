/* Players: each picks one of the legal plays x->plays[first … first + n - 1]. */

enum { RANDOM, GREEDY };

static inline u64 code_of(const Play *p) {
    if (p->action == DONE) return scramble(mix(4, 0));
    u64 sum = 0;
    for (Mask m = p->cards; m;) sum += PLAYED_CODE[take_bit(&m) / COPIES];
    if (p->taken) sum += taken_sum(p->taken);
    const int kind = KIND[p->action];
    if (kind == OTHER) return scramble(sum + mix(4 + 16 * (u64)(i64)p->value, (u64)FINGERPRINT[p->action] + (u64)(i64)p->decision));
    if (p->value < 64) return scramble(sum + VALUE_CODE[kind][p->value]);
    return scramble(sum + mix((u64)kind + 1 + 16 * (u64)p->value, 0));
}

/* of the plays that are marked (or of all), the one with the lowest lot; ties go by the lower code */
static u32 lowest_lot(const Context *x, u32 first, u32 n, const u8 *marked, u64 decision) {
    u64 lot = ~0ull, code = ~0ull;
    u32 best = first;
    while (marked && !marked[best - first]) best++;
    for (u32 i = best; i < first + n; i++) {
        if (marked && !marked[i - first]) continue;
        u64 c = code_of(&x->plays[i]), l = lot_of(decision, c);
        int lower = (l < lot) | ((l == lot) & (c < code)); /* without a branch: which it is cannot be guessed */
        const u64 turn = -(u64)lower;
        lot ^= (lot ^ l) & turn;
        code ^= (code ^ c) & turn;
        best ^= (best ^ i) & (u32)turn;
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

static u32 choose_greedy(Context *x, const State *S, int seat, u32 first, u32 n, u8 *marked, u64 decision) {
    i64 best = 0;
    int found = 0;
    i64 *lead = malloc(n * sizeof(i64));
    if (!lead) fail(x, FAULT_MEMORY, 0, 0);
    jmp_buf outer;
    memcpy(&outer, &x->fault, sizeof outer);
    if (setjmp(x->fault)) {
        free(lead);
        memcpy(&x->fault, &outer, sizeof outer);
        longjmp(x->fault, 1);
    }
    x->unaware = 1;
    for (u32 i = 0; i < n; i++) {
        if (!marked[i]) continue;
        State after = *S;
        Play play = x->plays[first + i];
        step(x, &after, &play);
        i64 points[SIDES], rival = 0;
        int rivals = 0, us = side_of(seat);
        points_so_far(x, &after, points);
        for (int s = 0; s < SIDES; s++)
            if (s != us && (!rivals++ || points[s] > rival)) rival = points[s];
        lead[i] = points[us] - rival;
        if (!found || lead[i] > best) best = lead[i];
        found = 1;
    }
    x->unaware = 0;
    for (u32 i = 0; i < n; i++) marked[i] = marked[i] && lead[i] == best;
    free(lead);
    memcpy(&x->fault, &outer, sizeof outer);
    return lowest_lot(x, first, n, marked, decision);
}

static u32 choose(Context *x, const State *S, int player, u32 first, u32 n, u64 decision) {
    if (n == 1) return first;
    if (player == RANDOM && !ANY_SENSIBLE) return lowest_lot(x, first, n, 0, decision);
    if (n > x->mark_room) {
        x->mark = grown(x, x->mark, 2 * n);
        x->mark_room = 2 * n;
    }
    int seat = decider(S);
    mark_sensible(x, S, seat, first, n, x->mark);
    if (player == GREEDY) return choose_greedy(x, S, seat, first, n, x->mark, decision);
    return lowest_lot(x, first, n, x->mark, decision);
}
