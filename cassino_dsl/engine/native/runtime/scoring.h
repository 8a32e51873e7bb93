/* Points: what an award for the most of something gives. */

enum { TIE_NOBODY, TIE_EACH, TIE_SPLIT, TIE_BY };

typedef i64 (*Number)(Context *, const State *, const Frame *);

static inline void scoring_frame(Frame *f, const State *S) {
    f->me = f->us = f->card = f->built = NOTHING;
    f->action = f->kind = f->to = 0;
    f->value = 0;
    f->cards = f->kept = f->taken = f->items.cards = f->items.builds = EMPTY;
    f->before = S;
    for (int i = 0; i < LETS; i++) f->let[i] = 0;
}

static inline void most_of(Context *x, const State *S, Frame *f, const i64 *points, i64 *won, Number most, Number holds,
                           int tie, Number tie_number, int round_up) {
    i64 number[SIDES], best = 0;
    int at_best[SIDES], some = 0, tied = 0, last = 0;
    for (int s = 0; s < SIDES; s++) {
        f->us = s;
        at_best[s] = !holds || holds(x, S, f);
        number[s] = at_best[s] ? most(x, S, f) : 0;
        if (at_best[s] && (!some || number[s] > best)) best = number[s];
        some |= at_best[s];
    }
    for (int s = 0; s < SIDES; s++) {
        at_best[s] = at_best[s] && number[s] == best;
        if (at_best[s]) {
            tied++;
            last = s;
        }
    }
    if (tied == 1) {
        won[last] = points[last];
        return;
    }
    if (tie == TIE_NOBODY) return;
    i64 deciding[SIDES], top = 0;
    int first = 1, at_top = 0;
    for (int s = 0; s < SIDES; s++) {
        if (!at_best[s]) continue;
        f->us = s;
        if (tie == TIE_SPLIT)
            won[s] = divide(points[s], tied) + (remainder_of(points[s], tied) && round_up ? 1 : 0);
        else if (tie == TIE_EACH)
            won[s] = tie_number(x, S, f);
        else {
            deciding[s] = tie_number(x, S, f);
            if (first || deciding[s] > top) top = deciding[s];
            first = 0;
        }
    }
    if (tie != TIE_BY) return;
    for (int s = 0; s < SIDES; s++)
        if (at_best[s] && deciding[s] == top) {
            at_top++;
            last = s;
        }
    if (at_top == 1) won[last] = points[last];
}
