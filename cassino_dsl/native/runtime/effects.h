/* What effects do to a state: cards move, points are given. */

static void fire_score_changed(Context *x, State *S, Frame *f);

static void put_card(State *S, int zone, int owner, int card) {
    Mask one = bit(card);
    switch (zone) {
    case TO_TABLE:
        S->loose |= one;
        lay(&S->lie, card);
        return;
    case TO_STOCK:
        S->stock_set |= one;
        lay(&S->stock, card);
        return;
    case TO_HAND:
        if (owner < 0) break;
        S->hand[owner] |= one;
        return;
    case TO_PILE:
        if (owner < 0) break;
        S->pile[owner] |= one;
        lay(&S->pile_order[owner], card);
        return;
    default:
        break;
    }
    S->aside |= one;
    lay(&S->laid_aside, card);
}

/* lay cards into a zone, the last on top */
static void put_cards(State *S, int zone, int owner, const List *cards) {
    if (zone == TO_BOTTOM) {
        Cards old = S->stock;
        S->stock.n = 0;
        for (int i = 0; i < cards->n; i++) {
            lay(&S->stock, cards->code[i]);
            S->stock_set |= bit(cards->code[i]);
        }
        for (int i = 0; i < old.n; i++) lay(&S->stock, old.card[i]);
        return;
    }
    for (int i = 0; i < cards->n; i++) put_card(S, zone, owner, cards->code[i]);
}

/* take a card from wherever it lies; whether it lay anywhere */
static int take_card(State *S, int card) {
    Mask one = bit(card);
    if (!one) return 0;
    if (S->loose & one) {
        S->loose &= ~one;
        drop(&S->lie, card);
        return 1;
    }
    if (S->stock_set & one) {
        S->stock_set &= ~one;
        drop(&S->stock, card);
        return 1;
    }
    if (S->aside & one) {
        S->aside &= ~one;
        drop(&S->laid_aside, card);
        return 1;
    }
    for (int i = 0; i < SEATS; i++)
        if (S->hand[i] & one) {
            S->hand[i] &= ~one;
            return 1;
        }
    for (int i = 0; i < SIDES; i++)
        if (S->pile[i] & one) {
            S->pile[i] &= ~one;
            drop(&S->pile_order[i], card);
            return 1;
        }
    return 0;
}

/* take items from wherever they lie; their cards in the order given */
static void take_away(State *S, const List *items, List *cards) {
    for (int i = 0; i < items->n; i++) {
        int code = items->code[i];
        if (code >= BUILD_CODE) {
            Mask slot = bit(code - BUILD_CODE);
            if (!(S->builds & slot)) continue;
            S->builds &= ~slot;
            list_mask(cards, S->build[code - BUILD_CODE].cards);
        } else if (take_card(S, code)) {
            list_add(cards, code);
        }
    }
}

static void move_items(State *S, const List *items, int zone, int owner) {
    List cards;
    cards.n = 0;
    take_away(S, items, &cards);
    put_cards(S, zone, owner, &cards);
}

static void deal_cards(State *S, i64 number, int zone, int owner) {
    List cards;
    cards.n = 0;
    for (; number > 0 && S->stock.n; number--) {
        int card = top_of(&S->stock);
        S->stock.n--;
        S->stock_set &= ~bit(card);
        list_add(&cards, card);
    }
    put_cards(S, zone, owner, &cards);
}

/* add items to a build: each is a further group of it, a build brings its groups */
static void absorb(State *S, const List *items, int slot) {
    if (slot < 0 || !(S->builds & bit(slot))) return;
    List others, cards;
    Build *build = &S->build[slot];
    others.n = cards.n = 0;
    for (int i = 0; i < items->n; i++) {
        int code = items->code[i];
        if (code == BUILD_CODE + slot) continue;
        list_add(&others, code);
        build->groups += code >= BUILD_CODE ? S->build[code - BUILD_CODE].groups : 1;
    }
    take_away(S, &others, &cards);
    for (int i = 0; i < cards.n; i++) build->cards |= bit(cards.code[i]);
}

/* a number that is remembered or scored: past the limit something multiplies without end */
static inline i64 within(Context *x, i64 number) {
    if (number > MAX_NUMBER || number < -MAX_NUMBER) fail(x, FAULT_NUMBER, 0, MAX_NUMBER);
    return number;
}

static void give_points(Context *x, State *S, const Frame *f, int award, i64 points, int side) {
    if (side < 0) return;
    S->points[award][side] = within(x, S->points[award][side] + points);
    S->scores[side] = within(x, S->scores[side] + points);
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
    Mask free = ~(S->builds | f->items.builds);
    int slot = free ? lowest(free) : SLOTS;
    if (slot >= SLOTS) fail(x, FAULT_BUILDS, 0, SLOTS);
    return slot;
}

/* the cards of the play leave their places */
static void remove_play(State *S, const Frame *f) {
    Mask from_hand = f->cards & S->hand[f->me], rest = f->cards & ~from_hand;
    S->hand[f->me] &= ~from_hand;
    while (rest) {
        int card = take_bit(&rest);
        S->stock_set &= ~bit(card);
        drop(&S->stock, card);
    }
    S->builds &= ~f->items.builds;
    if (!f->items.cards) return;
    Mask elsewhere = f->items.cards & ~S->loose;
    if (f->items.cards & S->loose) {
        keep(&S->lie, f->items.cards & S->loose);
        S->loose &= ~f->items.cards;
    }
    while (elsewhere) {
        int card = take_bit(&elsewhere);
        Mask one = bit(card);
        int found = 0;
        for (int i = 0; i < SIDES && !found; i++)
            if (S->pile[i] & one) {
                S->pile[i] &= ~one;
                drop(&S->pile_order[i], card);
                found = 1;
            }
        if (!found) take_card(S, card);
    }
}

typedef struct {
    i64 key;
    int place, card;
} Keyed;

static int compare_keyed(const void *left, const void *right) {
    const Keyed *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->place - b->place;
}
