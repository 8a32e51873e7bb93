/* Worlds as a seat may imagine them: the cards that it cannot place dealt anew, as cassino_dsl/engine/determinize.py
   says, and its plays tried out in each. */

typedef struct {
    Mask open, kept; /* the cards to be dealt; of these, those that stay in their row */
    Mask left;       /* of the others, by rank, those not dealt yet */
    u8 card[CARDS], rank[CARDS]; /* the cards by their lots, and the place of each among them */
    u8 instead[CARDS];           /* what lies in the place of each */
} Dealing;

/* a row, or with an order one by its places: what lies there now */
static Mask exchanged(const Dealing *d, Mask row, Cards *order) {
    Mask now = without(row, d->open);
    for (Mask m = meet(row, d->open); is_some(m);) now = join(now, bit(d->instead[take_bit(&m)]));
    for (int i = 0; order && i < order->n; i++)
        if (has_card(d->open, order->card[i])) order->card[i] = d->instead[order->card[i]];
    return now;
}

static void exchange_cards(const Dealing *d, State *S) {
    for (int i = 0; i < SEATS; i++) S->hand[i] = exchanged(d, S->hand[i], 0);
    S->loose = exchanged(d, S->loose, &S->lie);
    for (int i = 0; i < SIDES; i++) S->pile[i] = exchanged(d, S->pile[i], &S->pile_order[i]);
    for (int i = 0; i < ZONES; i++) S->zone[i] = exchanged(d, S->zone[i], &S->zone_order[i]);
    S->stock_set = exchanged(d, S->stock_set, &S->stock);
}

/* settle what lies in the places of a row, that of a hand in pack order */
static void deal_row(Dealing *d, Mask row, const Cards *order) {
    Mask places = meet(row, d->open), ranks = EMPTY;
    for (Mask m = meet(places, d->kept); is_some(m);) ranks = join(ranks, only(d->rank[take_bit(&m)]));
    for (int n = count_bits(without(places, d->kept)); n; n--) ranks = join(ranks, only(take_bit(&d->left)));
    if (order) {
        for (int i = 0; i < order->n; i++)
            if (has_card(d->open, order->card[i])) d->instead[order->card[i]] = d->card[take_bit(&ranks)];
    } else {
        while (is_some(places)) d->instead[take_bit(&places)] = d->card[take_bit(&ranks)];
    }
}

static void deal_anew(Dealing *d, State *S, Mask unknown, Mask unplaced, u64 key) {
    u64 lot[CARDS];
    int n = 0;
    d->open = join(unknown, unplaced);
    d->kept = unplaced;
    d->left = EMPTY;
    for (Mask m = d->open; is_some(m);) {
        int card = take_bit(&m), i = n++;
        lot[card] = mix(mix(key, card_code(card)), (u64)(card % COPIES));
        for (; i && lot[d->card[i - 1]] > lot[card]; i--) d->card[i] = d->card[i - 1];
        d->card[i] = (u8)card;
    }
    for (int i = 0; i < n; i++) d->rank[d->card[i]] = (u8)i;
    for (Mask m = unknown; is_some(m);) d->left = join(d->left, only(d->rank[take_bit(&m)]));
    for (int i = 0; i < SEATS; i++) deal_row(d, S->hand[i], 0);
    deal_row(d, S->loose, &S->lie);
    for (int i = 0; i < SIDES; i++) deal_row(d, S->pile[i], &S->pile_order[i]);
    for (int i = 0; i < ZONES; i++) deal_row(d, S->zone[i], &S->zone_order[i]);
    deal_row(d, S->stock_set, &S->stock);
    exchange_cards(d, S);
}

/* the play with this code among some that are listed; `n` where it is not */
static u32 play_with(const Context *x, u32 n, u64 code) {
    u32 which = 0;
    while (which < n && x->plays[which].code != code) which++;
    return which;
}

/* whether a play was legal, had these cards lain in place of others */
static int possible(Context *x, const Past *past, const Dealing *d) {
    State then = past->state;
    exchange_cards(d, &then);
    x->play_count = 0;
    const u32 n = legal(x, &then);
    x->play_count = 0;
    return play_with(x, n, past->play) < n;
}

/* a world in which all plays that the seat saw were legal, or after so many tries that with the fewest that were not */
static void imagine(Game *g, Mask unknown, Mask unplaced, u64 key, int tries, State *world) {
    u64 least = g->past_n + 1;
    for (int attempt = 0; attempt < tries && least; attempt++) {
        Dealing dealing;
        State dealt = g->state;
        u64 contradictions = 0;
        deal_anew(&dealing, &dealt, unknown, unplaced, mix(key, (u64)attempt));
        for (u64 i = 0; i < g->past_n && contradictions < least; i++)
            contradictions += !possible(&g->x, &g->past[i], &dealing);
        if (contradictions < least) *world = dealt, least = contradictions;
    }
}

EXPORT int cassino_forget(Game *g) {
    g->past_n = 0;
    return 0;
}

/* a play that the seat saw, and the position in which it was made */
EXPORT int cassino_remember(Game *g, const i64 *words, u64 n, u64 play) {
    if (setjmp(g->x.fault)) return g->x.fault_code;
    if (load_state(g, words, n)) return BAD_POSITION;
    if (g->past_n == g->past_room) {
        const u64 room = g->past_room ? 2 * g->past_room : 8;
        g->past = grown(&g->x, g->past, room * sizeof *g->past);
        g->past_room = room;
    }
    g->past[g->past_n].state = g->state;
    g->past[g->past_n++].play = play;
    return 0;
}

static Mask mask_of(const u64 *words) {
    return set_of(WIDE ? words[1] : 0, words[0]);
}

/* In worlds `first` … `first + count - 1` of a position, make each play that is named by its code (where it is legal
   there), and play the round out. leads[i] adds up how far the side that plays is ahead after play i, worth[i] what the
   standing is then worth to it, and times[i] in how many worlds that was. `cards`: those unknown, those that stay in
   their row, and those that all have seen, two words each. */
EXPORT int cassino_try_plays(Game *g, const i64 *words, u64 n, const u64 *cards, u64 key, u64 first, u64 count,
                             int tries, int policy, const u64 *codes, u64 plays, i64 *leads, i64 *worth,
                             u64 *times) {
    Context *x = &g->x;
    if (setjmp(x->fault)) {
        x->unchecked = 0;
        return x->fault_code;
    }
    if (load_state(g, words, n)) return BAD_POSITION;
    x->unaware = 0;
    const Mask unknown = mask_of(cards), unplaced = mask_of(cards + 2);
    const int us = side_of(decider(&g->state));
    for (u64 t = first; t < first + count; t++) {
        State world;
        Outcome outcome;
        x->key = mix(key, t);
        imagine(g, unknown, unplaced, x->key, tries, &world);
        x->play_count = 0;
        const u32 legal_plays = legal(x, &world);
        for (u64 i = 0; i < plays; i++) {
            const u32 which = play_with(x, legal_plays, codes[i]);
            if (which == legal_plays) continue;
            State after;
            copy_state(&after, &world);
            const Play play = x->plays[which];
            step(x, &after, &play);
            x->play_count = legal_plays;
            if (after.winner >= 0) come_out(x, &after, 1, &outcome); /* won at once */
            else {
                see_again(x, &world, mask_of(cards + 4), &play);
                play_out(x, &after, policy, x->key, &outcome);
            }
            leads[i] += lead_of(outcome.points, us);
            worth[i] += outcome.worth[us];
            times[i]++;
        }
    }
    return 0;
}

/* by how much a side will be ahead (`in_match`: what the standing will be worth to it) if two sides that see all play on
   as well as they can, as far as it lies between `low` and `high`; nobody knows what chance would decide. Of the
   positions that may be looked at, `left` are left: there is no going on without */
static i64 solved(Context *x, State *S, int us, int in_match, i64 low, i64 high, u64 *left) {
    if (!*left) return 0;
    --*left;
    const u32 first = x->play_count, n = settle_on(x, S);
    if (!n) {
        Outcome outcome;
        come_out(x, S, 1, &outcome);
        return in_match ? outcome.worth[us] : lead_of(outcome.points, us);
    }
    const int ours = side_of(decider(S)) == us;
    u64 before = 0;
    for (u32 i = 0; i < n && low < high; i++) {
        /* by their codes, lowest first, so that both engines look at the same positions */
        u64 next = 0;
        u32 which = n;
        for (u32 k = 0; k < n; k++) {
            const u64 code = x->plays[first + k].code;
            if ((!i || code > before) && (which == n || code < next)) next = code, which = k;
        }
        if (which == n) break;
        before = next;
        State after;
        copy_state(&after, S);
        const Play play = x->plays[first + which];
        step(x, &after, &play);
        x->play_count = first + n;
        const i64 value = solved(x, &after, us, in_match, low, high, left);
        x->play_count = first + n;
        if (ours) low = greater(low, value);
        else high = lesser(high, value);
    }
    x->play_count = first;
    return ours ? low : high;
}

/* what each play comes to, in a position without unknown cards; *left is 0 where that would be too much */
EXPORT int cassino_solve(Game *g, const i64 *words, u64 n, const u64 *codes, u64 plays, int in_match, u64 *left,
                         i64 *values) {
    Context *x = &g->x;
    if (setjmp(x->fault)) {
        x->unchecked = 0;
        return x->fault_code;
    }
    if (load_state(g, words, n)) return BAD_POSITION;
    x->unaware = 1;
    x->key = 0;
    x->play_count = 0;
    const u32 legal_plays = legal(x, &g->state);
    for (u64 i = 0; i < plays; i++) {
        const u32 which = play_with(x, legal_plays, codes[i]);
        if (which == legal_plays) return BAD_POSITION;
        State after;
        copy_state(&after, &g->state);
        const Play play = x->plays[which];
        step(x, &after, &play);
        x->play_count = legal_plays;
        values[i] = solved(x, &after, side_of(decider(&g->state)), in_match, -LARGEST_NUMBER, LARGEST_NUMBER, left);
        x->play_count = legal_plays;
    }
    return 0;
}

/* what each play (0 where it is not legal) is worth by what was learned, in a position as a seat knows it; `shown`: as
   below */
EXPORT int cassino_worths(Game *g, const i64 *words, u64 n, const u64 *shown, const u64 *codes, u64 plays, i64 *worth) {
    Context *x = &g->x;
    if (setjmp(x->fault)) return x->fault_code;
    if (load_state(g, words, n)) return BAD_POSITION;
    Decision d;
    Weighing w;
    x->key = 0;
    x->play_count = 0;
    x->shown = mask_of(shown);
    const u32 legal_plays = legal(x, &g->state);
    begin_decision(&d, &g->state, 0);
    begin_weighing(&w, x, &g->state, d.seat);
    for (u64 i = 0; i < plays; i++) {
        const u32 which = play_with(x, legal_plays, codes[i]);
        worth[i] = 0;
        if (which == legal_plays) continue;
        const Play play = x->plays[which];
        worth[i] = worth_of(&w, &play, stands_after(x, &d, &play));
    }
    return 0;
}

/* the code of the play that a simple player makes in a position; `shown`: cards that all have seen, in two words */
EXPORT int cassino_choose(Game *g, const i64 *words, u64 n, int player, u64 decision, const u64 *shown, u64 *code) {
    Context *x = &g->x;
    if (setjmp(x->fault)) return x->fault_code;
    if (load_state(g, words, n)) return BAD_POSITION;
    x->play_count = 0;
    x->shown = mask_of(shown);
    const u32 plays = legal(x, &g->state);
    if (!plays) return BAD_POSITION;
    *code = x->plays[choose(x, &g->state, player, 0, plays, decision)].code;
    return 0;
}
