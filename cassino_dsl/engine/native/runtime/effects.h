/* What effects do to a state: cards move, points are given. */

static void fire_score_changed(Context *x, State *S, Frame *f);

static inline void put_card(State *S, int zone, int owner, int card) {
    Mask one = bit(card);
    switch (zone) {
    case TO_TABLE:
        S->loose = join(S->loose, one);
        lay(&S->lie, card);
        return;
    case TO_STOCK:
        S->stock_set = join(S->stock_set, one);
        lay(&S->stock, card);
        return;
    case TO_HAND:
        S->hand[owner] = join(S->hand[owner], one);
        return;
    case TO_PILE:
        S->pile[owner] = join(S->pile[owner], one);
        lay(&S->pile_order[owner], card);
        return;
    default:
        S->zone[owner] = join(S->zone[owner], one);
        lay(&S->zone_order[owner], card);
    }
}

/* lay cards into a zone, the last on top; `owner`: of a hand or a pile, or which zone of the variant it is */
static inline void put_cards(State *S, int zone, int owner, const List *cards) {
    if (zone == TO_BOTTOM) {
        Cards old = S->stock;
        S->stock.n = 0;
        for (int i = 0; i < cards->n; i++) {
            lay(&S->stock, cards->code[i]);
            S->stock_set = join(S->stock_set, bit(cards->code[i]));
        }
        for (int i = 0; i < old.n; i++) lay(&S->stock, old.card[i]);
        return;
    }
    for (int i = 0; i < cards->n; i++) put_card(S, zone, owner, cards->code[i]);
}

/* take a card from wherever it lies; whether it lay anywhere */
static int take_card(State *S, int card) {
    Mask one = bit(card);
    if (!is_some(one)) return 0;
    if (is_some(meet(S->loose, one))) {
        S->loose = without(S->loose, one);
        drop(&S->lie, card);
        return 1;
    }
    if (is_some(meet(S->stock_set, one))) {
        S->stock_set = without(S->stock_set, one);
        drop(&S->stock, card);
        return 1;
    }
    for (int i = 0; i < SEATS; i++)
        if (is_some(meet(S->hand[i], one))) {
            S->hand[i] = without(S->hand[i], one);
            return 1;
        }
    for (int i = 0; i < SIDES; i++)
        if (is_some(meet(S->pile[i], one))) {
            S->pile[i] = without(S->pile[i], one);
            drop(&S->pile_order[i], card);
            return 1;
        }
    for (int i = 0; i < ZONES; i++)
        if (is_some(meet(S->zone[i], one))) {
            S->zone[i] = without(S->zone[i], one);
            drop(&S->zone_order[i], card);
            return 1;
        }
    return 0;
}

/* take items from wherever they lie; their cards in the order given. Nothing is owed for a build that is gone. */
static void take_away(State *S, const List *items, List *cards) {
    for (int i = 0; i < items->n; i++) {
        int code = items->code[i];
        if (code >= BUILD_CODE) {
            Mask slot = bit(code - BUILD_CODE);
            if (!is_some(meet(S->builds, slot))) continue;
            S->builds = without(S->builds, slot);
            S->owed = without(S->owed, slot);
            list_mask(cards, S->build[code - BUILD_CODE].cards);
        } else if (take_card(S, code)) {
            list_add(cards, code);
        }
    }
}

static void put_down(Context *x, State *S, int zone, int owner, const List *cards) {
    if (zone == TO_ANYWHERE)
        put_anywhere(x, S, cards);
    else
        put_cards(S, zone, owner, cards);
}

static void move_items(Context *x, State *S, const List *items, int zone, int owner) {
    List cards;
    cards.n = 0;
    take_away(S, items, &cards);
    put_down(x, S, zone, owner, &cards);
}

static void deal_cards(Context *x, State *S, i64 number, int zone, int owner) {
    List cards;
    cards.n = 0;
    for (; number > 0 && S->stock.n; number--) {
        int card = top_of(&S->stock);
        S->stock.n--;
        S->stock_set = without(S->stock_set, bit(card));
        list_add(&cards, card);
    }
    put_down(x, S, zone, owner, &cards);
}

/* add items to a build: each is a further group of it, a build brings its groups */
static void absorb(State *S, const List *items, int slot) {
    if (slot < 0 || !is_some(meet(S->builds, bit(slot)))) return;
    List one, cards;
    const Mask owed = S->owed;
    Build *build = &S->build[slot];
    cards.n = 0;
    for (int i = 0; i < items->n; i++) {
        const int code = items->code[i], before = cards.n;
        if (code == BUILD_CODE + slot) continue;
        one.n = 0;
        list_add(&one, code);
        take_away(S, &one, &cards); /* a card of a build is no item: it stays where it is */
        if (cards.n > before) build->groups += code >= BUILD_CODE ? S->build[code - BUILD_CODE].groups : 1;
    }
    if (!are_same(S->owed, owed)) S->owed = join(S->owed, bit(slot)); /* what was owed for a build is owed for the one that it is added to */
    for (int i = 0; i < cards.n; i++) build->cards = join(build->cards, bit(cards.code[i]));
}

/* a number that is remembered: past the limit something multiplies without end */
static inline i64 within(Context *x, i64 number) {
    if (kept_number(number) != number) fail(x, FAULT_NUMBER, 0, LARGEST_KEPT);
    return number;
}

/* what an award has brought a side, and the score with it: they have the same limit */
static inline void points_within(Context *x, const State *S, int award, int side) {
    const i64 points = S->points[award][side], score = S->scores[side];
    if (kept_number(points) != points || kept_number(score) != score) fail(x, FAULT_POINTS, award, LARGEST_KEPT);
}

static void give_points(Context *x, State *S, const Frame *f, int award, i64 points, int side) {
    if (side < 0) return;
    S->points[award][side] += points;
    S->scores[side] += points;
    points_within(x, S, award, side);
    if (x->depth >= MAX_NESTING) fail(x, FAULT_CHAIN, 0, MAX_NESTING);
    x->chain = x->depth ? x->chain + 1 : 1;
    if (x->chain > MAX_CHAIN) fail(x, FAULT_LONG_CHAIN, 0, MAX_CHAIN);
    x->depth++;
    Frame inner;
    memset(&inner, 0, sizeof inner);
    inner.me = f->me;
    inner.us = side;
    inner.card = inner.built = NOTHING;
    inner.before = S;
    fire_score_changed(x, S, &inner);
    x->depth--;
}

static void ask_seat(Context *x, State *S, int seat, int pattern) {
    if (seat < 0) return;
    if (S->asks == MAX_ASKS) fail(x, FAULT_ASKS, 0, MAX_ASKS);
    Ask a = {seat, pattern, 0};
    S->ask[S->asks++] = a;
}

static int first_free_slot(Context *x, const State *S, const Frame *f) {
    Mask free = without(all_if(1), join(S->builds, f->items.builds));
    int slot = is_some(free) ? lowest(free) : SLOTS;
    if (slot >= SLOTS) fail(x, FAULT_BUILDS, 0, SLOTS);
    return slot;
}

/* the cards of the play in the frame leave their places and come to lie where they go, those of a build as its own;
   `to`: what the action says of that */
ALWAYS_INLINE static inline void move_play(Context *x, State *S, const Frame *f, const int to) {
    List moved;
    moved.n = 0;
    if (to != TO_BUILD && to != TO_NOTHING) list_moved(x, S, f, &moved); /* in the state before the play */
    Mask elsewhere = join(without(f->cards, S->hand[f->me]), without(f->items.cards, S->loose));
    const Mask lay_loose = meet(f->items.cards, S->loose);
    S->hand[f->me] = without(S->hand[f->me], f->cards);
    S->builds = without(S->builds, f->items.builds);
    if (is_some(lay_loose)) {
        keep(&S->lie, lay_loose);
        S->loose = without(S->loose, lay_loose);
    }
    while (is_some(elsewhere)) take_card(S, take_bit(&elsewhere));
    if (moved.n) put_cards(S, to, f->owner, &moved);
}
