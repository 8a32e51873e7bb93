/* What expressions ask of the zones: as they are, and as they will be after the play in the frame, with its cards
   moved and nothing else. The generated text before this file defines the tables of cards. */

#define NEW SLOTS /* the build that the play in the frame makes */
#define ALL_CARDS (~(Mask)0 >> (MASK_BITS - CARDS))

static inline int side_of(int seat) { return seat < 0 ? NOTHING : seat % SIDES; }
static inline int seat_after(int seat) { return seat < 0 ? NOTHING : (seat + 1) % SEATS; }
static inline int seat_before(int seat) { return seat < 0 ? NOTHING : (seat + SEATS - 1) % SEATS; }

static inline int look_up(const i32 *table, int item) { return item < 0 || item >= CARDS ? NOTHING : table[item]; }
static inline int look_up_number(const i32 *table, int item) { return item < 0 || item >= CARDS ? 0 : table[item]; }
static inline i64 rank_order(int rank) { return rank >= 0 && rank < RANKS ? rank + 1 : 0; }
static inline int face_of(int item) { return item < 0 ? NOTHING : item < BUILD_CODE ? item / COPIES : item; }
static inline Numbers card_numbers(const Numbers *table, int card) { return card < 0 || card >= CARDS ? 0 : table[card]; }

static inline Mask all_copies(Mask cards) {
#if COPIES == 1
    return cards;
#elif COPIES == 2
    return ((cards | cards >> 1) & ~(Mask)0 / 3) * 3;
#endif
    Mask all = 0;
    while (cards) {
        int first = take_bit(&cards) / COPIES * COPIES;
        for (int i = 0; i < COPIES; i++) all |= bit(first + i);
    }
    return all;
}

static inline Mask hand_of(const State *s, int seat) { return seat < 0 ? 0 : s->hand[seat]; }
static inline Mask pile_of(const State *s, int side) { return side < 0 ? 0 : s->pile[side]; }
static inline int top_of_pile(const State *s, int side) { return side < 0 ? NOTHING : top_of(&s->pile_order[side]); }
static inline int bottom_of_pile(const State *s, int side) { return side < 0 ? NOTHING : bottom_of(&s->pile_order[side]); }
static inline i64 score_of(const State *s, int side) { return side < 0 ? 0 : s->scores[side]; }
static inline i64 points_of(const State *s, int side) {
    i64 sum = 0;
    for (int a = 0; side >= 0 && a < AWARDS; a++) sum += s->points[a][side];
    return sum;
}
static inline i64 earned_of(const State *s, int award, int side) {
    return award < 0 || side < 0 ? 0 : s->points[award][side];
}
static inline Mask tops_of(const State *s, int us) {
    Mask tops = 0;
    for (int i = 0; i < SIDES; i++)
        if (i != us) tops |= bit(top_of(&s->pile_order[i]));
    return tops;
}
static inline int is_older(const State *s, int a, int b) {
    return s->build[a - BUILD_CODE].since < s->build[b - BUILD_CODE].since;
}
static inline void list_code(List *l, int code) {
    if (code >= 0) list_add(l, code);
}
static inline void list_pile(const State *s, int side, List *l) {
    if (side >= 0) list_zone(l, &s->pile_order[side]);
}
static inline void list_tops(const State *s, int us, List *l) {
    for (int i = 0; i < SIDES; i++)
        if (i != us) list_code(l, top_of(&s->pile_order[i]));
}

/* ---- numbers of items where they lie */

static inline Numbers numbers_of_loose(const State *s, int card) {
    if (has_card(s->loose, card)) return VALUE_TABLE[card];
    for (int i = 0; i < SIDES; i++)
        if (top_of(&s->pile_order[i]) == card) return VALUE_PILE[card];
    for (int i = 0; i < SEATS; i++)
        if (has_card(s->hand[i], card)) return VALUE_HAND[card];
    return VALUE_TABLE[card];
}
static inline Numbers numbers_now(const State *s, int item) {
    if (item < 0) return 0;
    if (item >= BUILD_CODE) return number_bit(s->build[item - BUILD_CODE].value);
    return numbers_of_loose(s, item);
}
static inline Numbers numbers_of_cards(const Numbers *table, Mask cards) {
    Numbers all = 0;
    while (cards) all |= table[take_bit(&cards)];
    return all;
}
static inline Held held_of(const Numbers *table, Mask cards) {
    Held held = {0, 0};
    while (cards) {
        Numbers numbers = table[take_bit(&cards)];
        held.twice |= held.once & numbers;
        held.once |= numbers;
    }
    return held;
}
/* the same of a hand, once in a listing */
static inline Held held_in(Context *x, const Numbers *table, Mask hand) {
    if (x->held_at != x->listing) {
        x->held_at = x->listing;
        x->held = held_of(table, hand);
    }
    return x->held;
}
/* the numbers of all cards but one that has these */
static inline Numbers held_without(Held held, Numbers numbers) { return held.twice | (held.once & ~numbers); }

static inline Numbers total_of_cards(const Numbers *table, Mask cards) {
    Numbers total = 1;
    while (cards) total = add_numbers(total, table[take_bit(&cards)]);
    return total;
}
static inline Numbers total_now(const State *s, Items items) {
    Numbers total = 1;
    while (items.cards | items.builds) total = add_numbers(total, numbers_now(s, take_item(&items)));
    return total;
}

/* ---- after the play in the frame */

static inline Mask hand_after(const State *s, const Frame *f, int seat) {
    return seat < 0 ? 0 : seat == f->me ? f->kept : s->hand[seat];
}
static inline Mask loose_after(const State *s, const Frame *f) {
    return (s->loose & ~f->items.cards) | (f->to == TO_TABLE ? f->cards : 0);
}
static inline Mask builds_after(const State *s, const Frame *f) {
    return (s->builds & ~f->items.builds) | (f->to == TO_BUILD ? bit(NEW) : 0);
}
static inline Mask pile_after(const State *s, const Frame *f, int side) {
    if (side < 0) return 0;
    if (f->to != TO_PILE) return s->pile[side];
    return (s->pile[side] & ~f->taken) | (side == f->us ? f->taken | f->cards : 0);
}
static inline void list_loose_after(const State *s, const Frame *f, List *l) {
    for (int i = 0; i < s->lie.n; i++)
        if (!has_card(f->items.cards, s->lie.card[i])) list_add(l, s->lie.card[i]);
    if (f->to == TO_TABLE) list_mask(l, f->cards);
}
static inline void list_pile_after(const State *s, const Frame *f, int side, List *l) {
    if (side < 0) return;
    for (int i = 0; i < s->pile_order[side].n; i++) {
        int c = s->pile_order[side].card[i];
        if (f->to != TO_PILE || !has_card(f->taken, c)) list_add(l, c);
    }
    if (f->to == TO_PILE && side == f->us) {
        list_mask(l, f->taken);
        list_mask(l, f->cards);
    }
}
static inline int top_of_pile_after(const State *s, const Frame *f, int side) {
    List l;
    l.n = 0;
    list_pile_after(s, f, side, &l);
    return l.n ? l.code[l.n - 1] : NOTHING;
}
static inline Mask tops_after(const State *s, const Frame *f) {
    Mask tops = 0;
    for (int i = 0; i < SIDES; i++)
        if (i != f->us) tops |= bit(top_of_pile_after(s, f, i));
    return tops;
}
static inline void list_tops_after(const State *s, const Frame *f, List *l) {
    for (int i = 0; i < SIDES; i++)
        if (i != f->us) list_code(l, top_of_pile_after(s, f, i));
}
static inline Numbers numbers_after(const State *s, const Frame *f, int item) {
    if (item < 0) return 0;
    if (item >= BUILD_CODE) return number_bit(item == BUILD_CODE + NEW ? f->value : s->build[item - BUILD_CODE].value);
    if (has_card(loose_after(s, f), item)) return VALUE_TABLE[item];
    for (int i = 0; i < SIDES; i++)
        if (top_of_pile_after(s, f, i) == item) return VALUE_PILE[item];
    for (int i = 0; i < SEATS; i++)
        if (has_card(hand_after(s, f, i), item)) return VALUE_HAND[item];
    return VALUE_TABLE[item];
}
static inline Numbers total_after(const State *s, const Frame *f, Items items) {
    Numbers total = 1;
    while (items.cards | items.builds) total = add_numbers(total, numbers_after(s, f, take_item(&items)));
    return total;
}
static inline Mask cards_after(const State *s, const Frame *f, Items items) {
    Mask made = items.builds & bit(NEW) ? f->taken | f->cards : 0;
    return items.cards | made | cards_of_builds(s, items.builds & ~bit(NEW));
}
