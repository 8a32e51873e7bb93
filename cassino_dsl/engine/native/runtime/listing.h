/* The list of legal plays: each play once, whatever actions, bindings and groupings yield it. */

static void *room_for(Context *x, void **room, size_t *have, size_t bytes) {
    if (bytes > *have) {
        *room = grown(x, *room, 2 * bytes);
        *have = 2 * bytes;
    }
    return *room;
}

static void list_begin(Context *x) {
    x->first_play = x->play_count;
    x->index_on = 0;
    x->listing++;
    x->groups.n = 0;
}

/* whether another binding or action has listed plays of this kind, card and value: only then can plays coincide */
static inline int met_before(const Context *x, int kind, const Frame *f) {
    if (f->card < 0 || kind == OTHER || f->value > LARGEST) return 1;
    const int face = f->card / COPIES;
    return (x->met_at[face] == x->listing) & has_number(x->met[face][kind], f->value);
}
static inline void met_now(Context *x, int kind, const Frame *f) {
    if (f->card < 0) return;
    const int face = f->card / COPIES;
    if (x->met_at[face] != x->listing) {
        x->met_at[face] = x->listing;
        memset(x->met[face], 0, sizeof x->met[face]);
    }
    x->met[face][kind] = join_numbers(x->met[face][kind], number_bit(f->value));
}

static inline Mask cards_of_item(const State *s, int item) {
    return item >= BUILD_CODE ? s->build[item - BUILD_CODE].cards : bit(item);
}
static inline Mask subset(const Mask *items, u64 chosen) {
    Mask whole = EMPTY;
    for (; chosen; chosen &= chosen - 1) whole = join(whole, items[lowest_one(chosen)]);
    return whole;
}

/* where all parts have one choice between them, and none must take more, that is the one set */
static inline void sets_of_one(Context *x, Choices part) {
    x->sets.n = 0;
    push(x, &x->sets, part.list->at[part.first]);
}

/* the ways to choose some cards of a hand, in pack order */
typedef struct {
    Mask cards;
    int of, n;
    u8 card[CARDS];
    u8 place[CARDS];
} Combination;

static void combination_set(Combination *c) {
    c->cards = EMPTY;
    for (int i = 0; i < c->n; i++) c->cards = join(c->cards, bit(c->card[c->place[i]]));
}
static int combination_first(Combination *c, Mask hand, int n) {
    c->of = 0;
    c->n = n;
    while (is_some(hand)) c->card[c->of++] = (u8)take_bit(&hand);
    if (n > c->of) return 0;
    for (int i = 0; i < n; i++) c->place[i] = (u8)i;
    combination_set(c);
    return 1;
}
static int combination_next(Combination *c) {
    int i = c->n - 1;
    while (i >= 0 && c->place[i] == c->of - c->n + i) i--;
    if (i < 0) return 0;
    c->place[i]++;
    for (i++; i < c->n; i++) c->place[i] = (u8)(c->place[i - 1] + 1);
    combination_set(c);
    return 1;
}

/* of twins the first ones: the k that are meant become the first k of those they are among */
static inline Mask as_faces(Mask cards, Mask among) {
#if COPIES == 2
    const Mask first = meet(among, FIRST_TWINS), second = meet(shifted_down(among, 1), FIRST_TWINS);
    const Mask one = meet(cards, FIRST_TWINS), other = meet(shifted_down(cards, 1), FIRST_TWINS);
    const Mask any = join(one, other), twice = meet(one, other);
    return join(meet(any, first), shifted_up(meet(join(twice, without(any, first)), second), 1));
#elif COPIES > 1
    Mask faces = EMPTY;
    while (is_some(cards)) {
        int first = lowest(cards) / COPIES * COPIES;
        Mask twins = shifted_up(set_of(0, (1u << COPIES) - 1), first);
        int k = count_bits(meet(cards, twins));
        cards = without(cards, twins);
        for (Mask free = meet(among, twins); k && is_some(free); k--) faces = join(faces, only(take_bit(&free)));
    }
    return faces;
#else
    (void)among;
    return cards;
#endif
}

/* of each face among some cards the first */
static inline Mask firsts_of(Mask cards) {
#if COPIES == 2
    return without(cards, shifted_up(meet(cards, FIRST_TWINS), 1));
#elif COPIES > 1
    Mask firsts = EMPTY;
    while (is_some(cards)) {
        const int card = take_bit(&cards);
        firsts = join(firsts, bit(card));
        cards = without(cards, shifted_up(set_of(0, (1u << COPIES) - 1), card / COPIES * COPIES));
    }
    return firsts;
#else
    return cards;
#endif
}

#if COPIES > 1
typedef struct {
    Mask order, set;
} Ordered;

static int compare_ordered(const void *left, const void *right) {
    const Ordered *a = left, *b = right;
    const u64 high = upper_word(a->order), higher = upper_word(b->order);
    if (high != higher) return high < higher ? -1 : 1;
    const u64 low = lower_word(a->order), lower = lower_word(b->order);
    return low < lower ? -1 : low > lower;
}

/* whether there may be two cards of one face among some */
static inline int may_hold_twins(Mask cards) { return COPIES > 2 || is_some(meet(meet(cards, shifted_down(cards, 1)), FIRST_TWINS)); }

/* whether twins may make plays of sets the same; then the one with what came to lie first comes first: loose, built, in
   each pile, zone and the stock from the bottom up, then the cards of hands as in the pack */
static int sort_sets(Context *x, const State *s, u32 from) {
    u32 n = x->sets.n - from;
    if (n < 2) return 0;
    Mask all = EMPTY;
    for (u32 k = from; k < x->sets.n; k++) all = join(all, x->sets.at[k]);
    if (!may_hold_twins(all)) return 0;
    List index;
    index.n = 0;
    list_zone(&index, &s->lie);
    list_builds(&index, s, s->builds);
    Mask known = join(s->loose, cards_of_builds(s, s->builds));
    if (is_some(without(all, known))) {
        for (int i = 0; i < SIDES; i++) list_zone(&index, &s->pile_order[i]);
        for (int i = 0; i < ZONES; i++) list_zone(&index, &s->zone_order[i]);
        list_zone(&index, &s->stock);
        for (int i = 0; i < index.n; i++)
            if (index.code[i] < BUILD_CODE) known = join(known, bit(index.code[i]));
        for (Mask more = without(all, known); is_some(more);) list_add(&index, take_bit(&more));
    }
    Ordered *sorted = room_for(x, &x->judged, &x->judged_room, n * sizeof(Ordered));
    for (u32 i = 0; i < n; i++) {
        sorted[i].set = x->sets.at[from + i];
        sorted[i].order = EMPTY;
        for (int k = 0; k < index.n; k++)
            if (is_some(meet(cards_of_item(s, index.code[k]), sorted[i].set))) sorted[i].order = join(sorted[i].order, bit(k));
    }
    qsort(sorted, n, sizeof(Ordered), compare_ordered);
    for (u32 i = 0; i < n; i++) x->sets.at[from + i] = sorted[i].set;
    return 1;
}
#endif

/* ---- what a play is, as one number */

static inline u64 played_sum(Mask cards) {
    u64 sum = 0;
    while (is_some(cards)) sum += PLAYED_CODE[take_bit(&cards) / COPIES];
    return sum;
}
/* what plays of one action, value and decision have in common */
static inline u64 kind_code(int action, i64 value, i64 decision) {
    const int kind = KIND[action];
    if (kind == OTHER) return mix(4 + 16 * (u64)value, (u64)FINGERPRINT[action] + (u64)decision);
    return value < 64 ? VALUE_CODE[kind][value] : mix((u64)kind + 1 + 16 * (u64)value, 0);
}
static inline u64 code_of(u64 common, Mask taken) { return scramble(common + taken_sum(taken)); }

/* ---- the index of what is listed: plays that differ only in twins are the same, and have one code */

static int same_play(const Play *p, const Frame *f, i32 decision) {
    return KIND[p->action] == f->kind && p->value == f->value && p->decision == decision &&
           FINGERPRINT[p->action] == FINGERPRINT[f->action] &&
           are_same(as_faces(p->cards, ALL_CARDS), as_faces(f->cards, ALL_CARDS)) &&
           are_same(as_faces(p->taken, ALL_CARDS), as_faces(f->taken, ALL_CARDS));
}

static inline void index_add(Context *x, u32 place) {
    const u32 last = x->index_on - 1;
    u32 h = (u32)(x->plays[place].code >> 32) & last;
    while (x->play_stamp[h] == x->index_now) h = (h + 1) & last;
    x->play_stamp[h] = x->index_now;
    x->play_index[h] = place;
}

static void index_fill(Context *x, u32 room) {
    if (room > x->index_room) {
        x->play_index = grown(x, x->play_index, room * sizeof(u32));
        x->play_stamp = grown(x, x->play_stamp, room * sizeof(u32));
        memset(x->play_stamp, 0, room * sizeof(u32));
        x->index_room = room;
        x->index_now = 0;
    }
    if (++x->index_now == 0) {
        memset(x->play_stamp, 0, x->index_room * sizeof(u32));
        x->index_now = 1;
    }
    x->index_on = room;
    for (u32 i = x->first_play; i < x->play_count; i++) index_add(x, i);
}

/* whether the play in the frame, of this code, is listed */
static int is_listed(Context *x, const Frame *f, i32 decision, u64 code) {
    u32 n = x->play_count - x->first_play, room = x->index_on ? x->index_on : 64;
    if (!x->index_on || 2 * (n + 1) > room) {
        while (room < 4 * (n + 1)) room *= 4;
        index_fill(x, room);
    }
    for (u32 h = (u32)(code >> 32) & (room - 1); x->play_stamp[h] == x->index_now; h = (h + 1) & (room - 1)) {
        const Play *p = &x->plays[x->play_index[h]];
        if (p->code == code && same_play(p, f, decision)) return 1;
    }
    return 0;
}

static inline void play_of_frame(Play *p, const Frame *f, i32 decision, u64 code) {
    p->cards = f->cards;
    p->taken = f->taken;
    p->code = code;
    p->action = f->action;
    p->value = (i32)f->value;
    p->decision = decision;
    for (int i = 0; i < LETS; i++) p->let[i] = f->let[i];
}

#define one_step(x) (--(x)->left ? (void)0 : fail(x, FAULT_STEPS, 0, MOST_STEPS))

static inline Play *new_play(Context *x) {
    u32 n = x->play_count;
    if (n - x->first_play >= MAX_PLAYS) fail(x, FAULT_PLAYS, 0, MAX_PLAYS);
    if (n == x->play_room) {
        u32 room = x->play_room ? 2 * x->play_room : 256;
        x->plays = grown(x, x->plays, room * sizeof(Play));
        x->play_room = room;
    }
    x->play_count = n + 1;
    return &x->plays[n];
}

/* the newest play goes into the index, unless that is too full: then it is made anew when it is next asked */
static void index_new(Context *x) {
    if (2 * (x->play_count - x->first_play) > x->index_on)
        x->index_on = 0;
    else
        index_add(x, x->play_count - 1);
}

static void set_goal(Context *x, const State *S, Frame *f); /* where the cards of the play in the frame go */

/* set a frame of the state and the seat to a play, as far as what leaves the hand and the value announced */
static inline void glance_at(Frame *f, const State *s, const Play *p, int me) {
    f->me = me;
    f->us = side_of(me);
    f->action = p->action;
    f->kind = p->action < 0 ? OTHER : KIND[p->action];
    f->built = NOTHING;
    f->value = p->value;
    f->cards = p->cards;
    f->card = count_bits(p->cards) == 1 ? lowest(p->cards) : NOTHING;
    f->kept = without(s->hand[me], p->cards);
    f->before = s;
    for (int i = 0; i < LETS; i++) f->let[i] = p->let[i];
}

/* the same with what is taken */
static inline void look_over(Frame *f, const State *s, const Play *p, int me) {
    glance_at(f, s, p, me);
    f->taken = p->taken;
    f->items = items_of(s, p->taken);
}

/* the same with where the cards go */
static void look_at(Context *x, const State *s, Frame *f, const Play *p, int me) {
    look_over(f, s, p, me);
    set_goal(x, s, f);
}

/* ---- for preferences: what is compared with what */

#define judge_room(x, n) ((Judged *)room_for(x, &(x)->judged, &(x)->judged_room, (n) * sizeof(Judged)))
#define number_room(x, n) ((i64 *)room_for(x, &(x)->numbers, &(x)->numbers_room, (n) * sizeof(i64)))

/* `with` of each play is the first play that it is compared with: of the same cards, or of all */
#define play_group(x, judged, first, n, per_card)                                                                     \
    for (u32 i_ = 0, last_ = 0; i_ < (n); i_++) {                                                                     \
        const Mask cards_ = (per_card) ? PLAYED_FACES((x)->plays[(first) + i_].cards) : EMPTY;                        \
        (judged)[i_].cards = cards_;                                                                                  \
        if (!are_same((judged)[last_].cards, cards_))                                                                 \
            for (last_ = 0; !are_same((judged)[last_].cards, cards_);) last_++;                                       \
        (judged)[i_].with = last_;                                                                                    \
        (judged)[i_].number = 0;                                                                                      \
    }

#define drop_gone(x, judged, first, n)                                                                                \
    do {                                                                                                              \
        u32 kept_ = (first);                                                                                          \
        for (u32 i_ = 0; i_ < (n); i_++) { /* without a branch: which are gone cannot be guessed */                   \
            (x)->plays[kept_] = (x)->plays[(first) + i_];                                                             \
            kept_ += !(judged)[i_].gone;                                                                              \
        }                                                                                                             \
        (x)->play_count = kept_;                                                                                      \
        (x)->index_on = 0;                                                                                            \
    } while (0)
