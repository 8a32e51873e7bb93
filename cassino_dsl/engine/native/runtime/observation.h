/* What a seat is told of a position and of its plays, as rows of numbers: cassino_dsl/match/observation.py and play_rows.py say
   what they mean. The slots of an observation are handed over as a table, whose kinds (TELL_…) the generated text before this
   file names. */

typedef signed char i8;
typedef struct {
    i32 kind, what, of, owner, build, length, at; /* of: 0 nobody's, 1 a seat's, 2 a side's */
} Slot;

/* the rows in which cards lie, one after the other, beside builds */
enum { TABLE_ROW = SEATS, STOCK_ROW, PILE_ROWS, ZONE_ROWS = PILE_ROWS + SIDES, CARD_ROWS = ZONE_ROWS + ZONES };

static inline Mask cards_of_row(const State *S, int row) {
    return row < SEATS       ? S->hand[row]
           : row == TABLE_ROW ? S->loose
           : row == STOCK_ROW ? S->stock_set
           : row < ZONE_ROWS ? S->pile[row - PILE_ROWS]
                             : S->zone[row - ZONE_ROWS];
}
static inline const Cards *order_of_row(const State *S, int row) {
    return row == TABLE_ROW   ? &S->lie
           : row == STOCK_ROW ? &S->stock
           : row < ZONE_ROWS  ? &S->pile_order[row - PILE_ROWS]
                              : &S->zone_order[row - ZONE_ROWS];
}

/* what a seat sees now: of each row, and in all */
typedef struct {
    Frame frame;
    Mask row[CARD_ROWS], all;
} Sight;

static inline int fit(i64 number) { return number > 127 ? 127 : number < -128 ? -128 : (int)number; }
static inline int from_seat(int seat, int me) { return seat < 0 ? 0 : (seat - me + SEATS) % SEATS + 1; }
static inline int from_side(int side, int us) { return side < 0 ? 0 : (side - us + SIDES) % SIDES + 1; }
static inline void tell_faces(Mask cards, i8 *out) {
    while (is_some(cards)) out[take_bit(&cards) / COPIES]++;
}
static inline void tell_numbers(Numbers numbers, int length, i8 *out) {
    while (any_number(numbers)) out[lesser(take_number(&numbers), length - 1)] = 1;
}
static inline void tell_words(Words words, int first, int length, i8 *out) {
    while (words) out[(take_word(&words) - first + length) % length] = 1;
}

/* printed from the plan, after this file */
static void sees_cards(Context *x, const State *S, const Frame *f, Mask *seen);
static void tell_memory(const State *S, const Frame *f, const Slot *slot, int s, i8 *out);
static void tell_memory_of(const BuildMemory *m, const Frame *f, const Slot *slot, i8 *out);

static void look_around(Context *x, const State *S, int me, Sight *v) {
    scoring_frame(&v->frame, S);
    v->frame.me = me;
    v->frame.us = side_of(me);
    sees_cards(x, S, &v->frame, v->row);
    if (decides(S) && TURNED_UP[row_of(S)] && S->stock.n) /* all that can be done is to play the next card of the stock */
        v->row[STOCK_ROW] = join(v->row[STOCK_ROW], bit(top_of(&S->stock)));
    v->all = cards_of_builds(S, S->builds);
    for (int i = 0; i < CARD_ROWS; i++) v->all = join(v->all, v->row[i]);
}

static void tell_of_build(Context *x, const State *S, const Sight *v, const Slot *slot, int build, i8 *out) {
    const Build *b = &S->build[build];
    switch (slot->kind) {
    case TELL_BUILD_FACES: tell_faces(b->cards, out); return;
    case TELL_BUILD_VALUE: *out = (i8)fit(b->value); return;
    case TELL_BUILD_GROUPS: *out = (i8)fit(b->groups); return;
    case TELL_BUILD_OWED: *out = (i8)is_some(meet(S->owed, bit(build))); return;
    case TELL_BUILD_KNOWN: *out = (i8)sees_memory_of(x, S, &v->frame, slot->what, build); return;
    default:
        if (sees_memory_of(x, S, &v->frame, slot->what, build)) tell_memory_of(&b->memory, &v->frame, slot, out);
    }
}

/* a position as a seat sees it, that has seen these cards in the round */
static void observe(Context *x, const State *S, const Sight *v, Mask seen, const Slot *slots, int n, const u8 *asked, i8 *out) {
    const Frame *f = &v->frame;
    const int me = f->me;
    List builds;
    builds.n = 0;
    if (is_some(S->builds)) list_builds(&builds, S, S->builds);
    for (const Slot *slot = slots; slot < slots + n; slot++) {
        const int owner = slot->of == 1 ? (me + slot->owner) % SEATS : slot->of == 2 ? (f->us + slot->owner) % SIDES : 0;
        const int row = slot->what + owner;
        i8 *to = out + slot->at;
        i64 number = 0;
        switch (slot->kind) {
        case TELL_FACES: tell_faces(v->row[row], to); continue;
        case TELL_SEEN: tell_faces(seen, to); continue;
        case TELL_TOP: {
            const int top = top_of(order_of_row(S, row));
            number = top >= 0 && has_card(v->row[row], top) ? top / COPIES + 1 : 0;
            break;
        }
        case TELL_CARDS: number = count_bits(cards_of_row(S, row)); break;
        case TELL_KNOWN: number = sees_memory(x, S, f, slot->what, owner); break;
        case TELL_MEMORY:
            if (sees_memory(x, S, f, slot->what, owner)) tell_memory(S, f, slot, owner, to);
            continue;
        case TELL_BUILDS: number = builds.n; break;
        case TELL_SCORE: number = S->scores[owner]; break;
        case TELL_POINTS: number = points_of(S, owner); break;
        case TELL_ROUND: number = S->round; break;
        case TELL_DEAL: number = S->deals; break;
        case TELL_TURN: number = S->turns; break;
        case TELL_PASSES: number = S->passes; break;
        case TELL_DECIDES: number = from_seat(decider(S), me); break;
        case TELL_DEALER: number = from_seat((S->leader - 1 + SEATS) % SEATS, me); break;
        case TELL_STEP: number = greater(0, S->asks ? S->ask[0].at : S->at); break;
        case TELL_ASKED: number = S->asks ? asked[S->ask[0].pattern] : 0; break;
        default:
            if (slot->build < builds.n) tell_of_build(x, S, v, slot, builds.code[slot->build] - BUILD_CODE, to);
            continue;
        }
        *to = (i8)fit(number);
    }
}

/* ---- plays: a row for each, by action, faces played, faces taken, value and decision, as far as the seat sees them; what is
   alike in that comes by its lots */

enum {
    AT_PLAYED = ACTIONS + 1,
    AT_TAKEN = AT_PLAYED + CARDS / COPIES,
    AT_VALUE = AT_TAKEN + CARDS / COPIES,
    AT_DECISION,
    AT_KIND,
    AT_PLAYED_CARDS = AT_KIND + 4,
    AT_TAKEN_CARDS,
    AT_TAKEN_BUILDS,
    FEATURES
};

typedef struct {
    Mask played, taken; /* those seen, of twins the first ones */
    u64 lot;
    int action, kind, value, decision, cards, takes, builds;
    u32 which;
} Told; /* what stands in the row of a play */

static void tell_of_play(const State *S, const Sight *v, const Play *p, u64 key, u32 which, Told *t) {
    const int done = p->action == DONE;
    t->played = as_faces(meet(p->cards, v->all), ALL_CARDS);
    t->taken = as_faces(meet(p->taken, v->all), ALL_CARDS);
    t->lot = lot_of(key, p->code);
    t->action = done ? ACTIONS : p->action;
    t->kind = done ? OTHER : KIND[p->action];
    t->value = p->value;
    t->decision = p->decision;
    t->cards = count_bits(p->cards);
    t->takes = count_bits(p->taken);
    t->builds = is_some(S->builds) ? count_bits(items_of(S, p->taken).builds) : 0;
    t->which = which;
}

/* of two sets of cards, read as lists in pack order, the one that ends first or has the earlier face comes first */
static inline int compare_cards(Mask a, Mask b) {
    const Mask apart = differing(a, b);
    if (!is_some(apart)) return 0;
    const int first = lowest(apart), in_a = has_card(a, first);
    const int other_ends = !is_some(shifted_down(shifted_down(in_a ? b : a, first), 1));
    return in_a == other_ends ? 1 : -1;
}

static int compare_lots(const void *left, const void *right) {
    const Told *a = left, *b = right;
    return (a->lot > b->lot) - (a->lot < b->lot);
}

static int compare_told(const void *left, const void *right) {
    const Told *a = left, *b = right;
    int found = a->action - b->action;
    if (!found) found = compare_cards(a->played, b->played);
    if (!found) found = compare_cards(a->taken, b->taken);
    if (!found) found = (a->value > b->value) - (a->value < b->value);
    if (!found) found = (a->decision > b->decision) - (a->decision < b->decision);
    return found ? found : compare_lots(a, b);
}

static void sort_told(Told *t, u32 n) {
    if (n > 64) {
        qsort(t, n, sizeof *t, compare_told);
        return;
    }
    for (u32 i = 1; i < n; i++) {
        if (compare_told(&t[i - 1], &t[i]) <= 0) continue;
        const Told one = t[i];
        u32 at = i;
        do t[at] = t[at - 1];
        while (--at && compare_told(&t[at - 1], &one) > 0);
        t[at] = one;
    }
}

static void write_told(const Told *t, i8 *out) {
    memset(out, 0, FEATURES);
    out[t->action] = 1;
    tell_faces(t->played, out + AT_PLAYED);
    tell_faces(t->taken, out + AT_TAKEN);
    out[AT_VALUE] = (i8)fit(t->value);
    out[AT_DECISION] = (i8)fit(t->decision);
    out[AT_KIND + t->kind] = 1;
    out[AT_PLAYED_CARDS] = (i8)fit(t->cards);
    out[AT_TAKEN_CARDS] = (i8)fit(t->takes);
    out[AT_TAKEN_BUILDS] = (i8)t->builds;
}
