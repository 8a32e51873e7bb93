/* What expressions ask of the zones: as they are, and as they will be after the play in the frame, with its cards
   moved and nothing else. The generated text before this file defines the tables of cards. */

#if CARDS > 64
#define ALL_CARDS set_of(~0ull >> (128 - CARDS), ~0ull)
#else
#define ALL_CARDS set_of(0, ~0ull >> (64 - CARDS))
#endif
#define FIRST_TWINS set_of(0x5555555555555555ull, 0x5555555555555555ull) /* the first of each face of two copies */

static inline int side_of(int seat) { return seat < 0 ? NOTHING : SIDES == SEATS ? seat : seat % SIDES; }
static inline int seat_after(int seat) { return seat < 0 ? NOTHING : (seat + 1) % SEATS; }
static inline int seat_before(int seat) { return seat < 0 ? NOTHING : (seat + SEATS - 1) % SEATS; }

static inline int look_up(const i32 *table, int item) { return item < 0 || item >= CARDS ? NOTHING : table[item]; }
static inline int look_up_number(const i32 *table, int item) { return item < 0 || item >= CARDS ? 0 : table[item]; }
static inline i64 rank_order(int rank) { return rank >= 0 && rank < RANKS ? rank + 1 : 0; }
static inline int face_of(int item) { return item < 0 ? NOTHING : item < BUILD_CODE ? item / COPIES : item; }
/* the numbers that a card counts for in a place: what memory decides of them is printed from the plan */
#if MEMORY_DECIDES
static Numbers numbers_in(const State *S, int place, int card);
#else
#define numbers_in(s, place, card) ((void)(s), VALUES[place][card])
#endif
static inline Numbers card_numbers(const State *s, int place, int card) {
    return card < 0 || card >= CARDS ? NO_NUMBERS : numbers_in(s, place, card);
}

static inline Mask all_copies(Mask cards) {
#if COPIES == 1
    return cards;
#elif COPIES == 2
    const Mask firsts = meet(join(cards, shifted_down(cards, 1)), FIRST_TWINS);
    return join(firsts, shifted_up(firsts, 1));
#endif
    Mask all = EMPTY;
    while (is_some(cards)) {
        int first = take_bit(&cards) / COPIES * COPIES;
        for (int i = 0; i < COPIES; i++) all = join(all, bit(first + i));
    }
    return all;
}

static inline Items all_twins(Items i) {
    Items all = {all_copies(i.cards), i.builds};
    return all;
}

static inline Mask hand_of(const State *s, int seat) { return seat < 0 ? EMPTY : s->hand[seat]; }
static inline Mask pile_of(const State *s, int side) { return side < 0 ? EMPTY : s->pile[side]; }
static inline int top_of_pile(const State *s, int side) { return side < 0 ? NOTHING : top_of(&s->pile_order[side]); }
static inline int bottom_of_pile(const State *s, int side) { return side < 0 ? NOTHING : bottom_of(&s->pile_order[side]); }
/* a zone of the variant by its place in the row of all: that of an owner stands so far after the first */
static inline int zone_at(int first, int owner) { return owner < 0 ? NOTHING : first + owner; }
static inline Mask zone_of(const State *s, int zone) { return zone < 0 ? EMPTY : s->zone[zone]; }
static inline int top_of_zone(const State *s, int zone) { return zone < 0 ? NOTHING : top_of(&s->zone_order[zone]); }
static inline int bottom_of_zone(const State *s, int zone) { return zone < 0 ? NOTHING : bottom_of(&s->zone_order[zone]); }
static inline void list_own_zone(const State *s, int zone, List *l) {
    if (zone >= 0) list_zone(l, &s->zone_order[zone]);
}
static inline i64 score_of(const State *s, int side) { return side < 0 ? 0 : s->scores[side]; }
static inline i64 points_of(const State *s, int side) {
    i64 sum = 0;
    for (int a = 0; side >= 0 && a < AWARDS; a++) sum += s->points[a][side];
    return sum;
}
/* what awards see where all are added before anybody looks at the totals */
static inline i64 score_before_round(const State *s, int side) { return score_of(s, side) - points_of(s, side); }
static inline i64 earned_of(const State *s, int award, int side) {
    return award < 0 || side < 0 ? 0 : s->points[award][side];
}
static inline Mask tops_of(const State *s, int us) {
    Mask tops = EMPTY;
    for (int i = 0; i < SIDES; i++)
        if (i != us) tops = join(tops, bit(top_of(&s->pile_order[i])));
    return tops;
}
static inline int is_older(const State *s, int a, int b) {
    return since(s, a - BUILD_CODE) < since(s, b - BUILD_CODE);
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
    if (has_card(s->loose, card)) return numbers_in(s, IN_TABLE, card);
    for (int i = 0; i < SIDES; i++)
        if (top_of(&s->pile_order[i]) == card) return numbers_in(s, IN_PILE, card);
    for (int i = 0; i < SEATS; i++)
        if (has_card(s->hand[i], card)) return numbers_in(s, IN_HAND, card);
    return numbers_in(s, IN_TABLE, card);
}
static inline Numbers numbers_now(const State *s, int item) {
    if (item < 0) return NO_NUMBERS;
    if (item >= BUILD_CODE) return number_bit(s->build[item - BUILD_CODE].value);
    return numbers_of_loose(s, item);
}
static inline Numbers numbers_of_cards(const State *s, int place, Mask cards) {
    Numbers all = NO_NUMBERS;
    while (is_some(cards)) all = join_numbers(all, numbers_in(s, place, take_bit(&cards)));
    return all;
}
static inline Held held_of(const State *s, int place, Mask cards) {
    Held held = {NO_NUMBERS, NO_NUMBERS};
    while (is_some(cards)) {
        Numbers numbers = numbers_in(s, place, take_bit(&cards));
        held.twice = join_numbers(held.twice, meet_numbers(held.once, numbers));
        held.once = join_numbers(held.once, numbers);
    }
    return held;
}
/* the same of a hand, once in a listing */
static inline Held held_in(Context *x, const State *s, Mask hand) {
    if (x->held_at != x->listing) {
        x->held_at = x->listing;
        x->held = held_of(s, IN_HAND, hand);
    }
    return x->held;
}
/* the numbers of all cards but one that has these */
static inline Numbers held_without(Held held, Numbers numbers) { return join_numbers(held.twice, without_numbers(held.once, numbers)); }

static inline Numbers total_of_cards(const State *s, int place, Mask cards) {
    Numbers total = only_number(0);
    while (is_some(cards)) total = add_numbers(total, numbers_in(s, place, take_bit(&cards)));
    return total;
}
static inline Numbers total_now(const State *s, Items items) {
    Numbers total = only_number(0);
    while (any_items(items)) total = add_numbers(total, numbers_now(s, take_item(&items)));
    return total;
}

/* ---- after the play in the frame: every zone is without what the play moves, and with it where that goes */

/* say where the cards of a play go, and whose hand or pile that is, or which zone of the variant; nobody's: there is no such play */
static inline void goes_to(Frame *f, int zone, int owner) {
    f->to = zone;
    f->owner = owner;
}
/* the cards of a play as they come to lie; printed, because the variant may order its piles */
static inline void list_moved(Context *x, const State *S, const Frame *f, List *l);

static inline Mask moved_by(const Frame *f) { return join(f->taken, f->cards); }
static inline Mask left_by(const Frame *f, Mask zone, int comes) {
    return join(without(zone, moved_by(f)), comes ? moved_by(f) : EMPTY);
}
static inline Mask hand_after(const State *s, const Frame *f, int seat) {
    return seat < 0 ? EMPTY : left_by(f, s->hand[seat], f->to == TO_HAND && f->owner == seat);
}
static inline Mask loose_after(const State *s, const Frame *f) { return left_by(f, s->loose, f->to == TO_TABLE); }
static inline Mask zone_after(const State *s, const Frame *f, int zone) {
    return zone < 0 ? EMPTY : left_by(f, s->zone[zone], f->to == TO_ZONE && f->owner == zone);
}
static inline Mask stock_after(const State *s, const Frame *f) {
    return left_by(f, s->stock_set, f->to == TO_STOCK || f->to == TO_BOTTOM);
}
static inline Mask builds_after(const State *s, const Frame *f) {
    return join(without(s->builds, f->items.builds), f->to == TO_BUILD ? bit(NEW) : EMPTY);
}
static inline Mask pile_after(const State *s, const Frame *f, int side) {
    return side < 0 ? EMPTY : left_by(f, s->pile[side], f->to == TO_PILE && f->owner == side);
}
static inline void list_left(const Frame *f, const Cards *zone, List *l) {
    for (int i = 0; i < zone->n; i++)
        if (!has_card(moved_by(f), zone->card[i])) list_add(l, zone->card[i]);
}
static inline void list_loose_after(Context *x, const State *s, const Frame *f, List *l) {
    list_left(f, &s->lie, l);
    if (f->to == TO_TABLE) list_moved(x, s, f, l);
}
static inline void list_zone_after(Context *x, const State *s, const Frame *f, int zone, List *l) {
    if (zone < 0) return;
    list_left(f, &s->zone_order[zone], l);
    if (f->to == TO_ZONE && f->owner == zone) list_moved(x, s, f, l);
}
static inline void list_stock_after(Context *x, const State *s, const Frame *f, List *l) {
    if (f->to == TO_BOTTOM) list_moved(x, s, f, l);
    list_left(f, &s->stock, l);
    if (f->to == TO_STOCK) list_moved(x, s, f, l);
}
static inline void list_pile_after(Context *x, const State *s, const Frame *f, int side, List *l) {
    if (side < 0) return;
    list_left(f, &s->pile_order[side], l);
    if (f->to == TO_PILE && f->owner == side) list_moved(x, s, f, l);
}
static inline int top_of_pile_after(Context *x, const State *s, const Frame *f, int side) {
    List l;
    l.n = 0;
    list_pile_after(x, s, f, side, &l);
    return l.n ? l.code[l.n - 1] : NOTHING;
}
static inline Mask tops_after(Context *x, const State *s, const Frame *f) {
    Mask tops = EMPTY;
    for (int i = 0; i < SIDES; i++)
        if (i != f->us) tops = join(tops, bit(top_of_pile_after(x, s, f, i)));
    return tops;
}
static inline void list_tops_after(Context *x, const State *s, const Frame *f, List *l) {
    for (int i = 0; i < SIDES; i++)
        if (i != f->us) list_code(l, top_of_pile_after(x, s, f, i));
}
static inline Numbers numbers_after(Context *x, const State *s, const Frame *f, int item) {
    if (item < 0) return NO_NUMBERS;
    if (item >= BUILD_CODE) return number_bit(item == BUILD_CODE + NEW ? f->value : s->build[item - BUILD_CODE].value);
    if (has_card(loose_after(s, f), item)) return numbers_in(s, IN_TABLE, item);
    for (int i = 0; i < SIDES; i++)
        if (top_of_pile_after(x, s, f, i) == item) return numbers_in(s, IN_PILE, item);
    for (int i = 0; i < SEATS; i++)
        if (has_card(hand_after(s, f, i), item)) return numbers_in(s, IN_HAND, item);
    return numbers_in(s, IN_TABLE, item);
}
static inline Numbers total_after(Context *x, const State *s, const Frame *f, Items items) {
    Numbers total = only_number(0);
    while (any_items(items)) total = add_numbers(total, numbers_after(x, s, f, take_item(&items)));
    return total;
}
static inline Mask cards_after(const State *s, const Frame *f, Items items) {
    Mask made = is_some(meet(items.builds, bit(NEW))) ? join(f->taken, f->cards) : EMPTY;
    return join(join(items.cards, made), cards_of_builds(s, without(items.builds, bit(NEW))));
}

/* for piles that the variant orders */
typedef struct {
    i64 key;
    int place, card;
} Keyed;

static int compare_keyed(const void *left, const void *right) {
    const Keyed *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->place - b->place;
}
