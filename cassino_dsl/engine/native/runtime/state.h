/* Where every card is, what is remembered, and whose turn it is; the context of one running game.

   The generated text before this file defines Memory, BuildMemory and ROWS_OF_STATE. */

#define SLOTS (CARDS + 1 < MASK_BITS ? CARDS + 1 : MASK_BITS - 1) /* builds; one bit more is for the one being made */
#define NEW SLOTS /* the build that the play in the frame makes, where one looks ahead */
#define MOST_STEPS 1000000 /* bindings and sets tried for one question: beyond them the reference decides */
#define TURN_OVER (-1)
#define PASSED (-2)
#define DONE (-1) /* the action of a play that ends a turn early */

enum { CAPTURE, BUILD, TRAIL, OTHER };
enum { TO_NOTHING, TO_PILE, TO_BUILD, TO_TABLE, TO_HAND, TO_STOCK, TO_BOTTOM, TO_ANYWHERE, TO_ZONE };
enum {
    FAULT_NONE,
    FAULT_PLAYS,
    FAULT_SUBSETS,
    FAULT_ROUND,
    FAULT_MATCH,
    FAULT_DEALS,
    FAULT_CHAIN,
    FAULT_CHECK,
    FAULT_BUILDS,
    FAULT_ASKS,
    FAULT_MEMORY,
    FAULT_LONG_CHAIN,
    FAULT_MANY_DEALS,
    FAULT_NUMBER,
    FAULT_STEPS,
    FAULT_IDLE,
    FAULT_POINTS,
};

typedef struct {
    Mask cards, builds;
} Items; /* a set of items: loose cards, and builds by their slot */

typedef struct {
    Mask cards;
    i32 value, groups;
    u32 since; /* builds lie on the table in this order */
    BuildMemory memory;
} Build;

typedef struct {
    i32 seat, pattern, at;
} Ask;

/* Its rows are printed from the table of what a state is made of. */
typedef struct {
    ROWS_OF_STATE
    i32 reason, reason_award; /* why the match is over */
    u32 clock; /* for `since` */
    Ask ask[MAX_ASKS]; /* the first `asks` of them */
    Build build[SLOTS]; /* those whose slots are in `builds` */
} State;

/* without the room for questions and builds that is not in use, which is most of a state */
static inline void copy_state(State *to, const State *from) {
    memcpy(to, from, offsetof(State, ask));
    for (int i = 0; i < from->asks; i++) to->ask[i] = from->ask[i];
    for (Mask slots = from->builds; is_some(slots);) {
        const int slot = take_bit(&slots);
        to->build[slot] = from->build[slot];
    }
}

/* What an expression is evaluated against besides the state: who plays, and the play in hand. */
typedef struct {
    i32 me, us, card, action, kind, built;
    i32 to, owner; /* where the cards of the play go; of a zone, its place in the row of all */
    i64 value;
    Mask cards, kept;
    Mask taken;        /* all cards taken, those of builds too */
    Items items;       /* the same as items */
    Items part[MAX_PARTS]; /* of these, what each part takes, where something asks for it */
    const State *before;
    i32 let[LETS + 1];
} Frame;

typedef struct {
    Mask cards, taken;
    u64 code; /* what tells it from all others (docs/random.md) */
    i32 action, value, decision;
    i32 let[LETS + 1];
} Play;

typedef struct {
    Mask *at;
    u32 n, room;
} Masks; /* a growing list of sets */

typedef struct {
    Mask *key;
    u32 *stamp;
    u32 room, now, used;
} Seen; /* a hash set that is emptied by counting up `now` */

typedef struct {
    Masks *list;
    u32 first, count;
    u8 empty_fits;
} Choices; /* what one part may take: a stretch of a list */

typedef struct {
    Mask bit;
    Numbers numbers;
} Numbered;

/* Items that groups are made of, with their numbers. `reach[i]`: the totals below 64 that items
   i … can make; `second`: the smallest number that is not the only one of its item; `last_of_none`: the last item
   that may count 0, or -1. */
typedef struct {
    int first, n, second, last_of_none; /* the items from `first` to before `n` */
    Numbers all;          /* of any item */
    u64 reach[2 * CARDS + 3];
    Numbered item[2 * CARDS + 3];
} Source;

typedef struct {
    Numbers once, twice; /* of at least one card, of at least two */
} Held;

typedef struct {
    u64 at;
    u32 first, count;
} Known; /* groups that were searched for in the listing `at` */

typedef struct Context {
    jmp_buf fault;
    i32 fault_code, fault_index;
    i64 fault_number, fault_points[AWARDS][SIDES];
    i32 depth, unchecked, chain;
    i32 unaware; /* somebody looks ahead: what chance would decide is not seen, and does not happen */
    u64 key;     /* of the match: all chance comes from it */
    Masks choices, sets, groups;
    u64 listing; /* counts listings: what was worked out in an earlier one is out of date */
    u64 source_at[SOURCES + 1];
    Source source[SOURCES + 1];
    Known known[SOURCES + 1][64];
    Seen seen;
    Play *plays;
    u32 play_count, play_room;
    u32 *play_index; /* hash table over plays */
    u32 *play_stamp;
    u32 index_room, index_now, index_on;
    u32 first_play; /* of the listing under way */
    u64 left;       /* bindings and sets that a question may still try; 0: any number */
    u64 held_at; /* the listing that `held` is of */
    Held held;   /* by the seat that decides */
    u64 met_at[CARDS];     /* the listing that `met` of a card is of */
    Numbers met[CARDS][4]; /* by card and kind: the values of the plays listed so far */
    struct Listener *listener;
    struct Learned *learned; /* what a player has learned; null: nothing */
    Mask shown;   /* cards that all have seen in the round `shown_round`, dealt anew so often */
    i32 shown_round, shown_redeals;
    u8 *mark; /* of each legal play: whether a player considers it */
    i64 *worth; /* and what it is worth to him */
    u32 mark_room;
    void *judged, *numbers; /* room for preferences */
    size_t judged_room, numbers_room;
} Context;

NEVER_RETURNS static void fail(Context *x, int code, int index, i64 number) {
    x->fault_code = code;
    x->fault_index = index;
    x->fault_number = number;
    longjmp(x->fault, 1);
}

static inline void *grown(Context *x, void *old, size_t bytes) {
    void *new = realloc(old, bytes);
    if (!new) fail(x, FAULT_MEMORY, 0, 0);
    return new;
}

/* ---- cards in an order */

static inline void lay(Cards *z, int card) {
    if (z->n < CARDS) z->card[z->n++] = (u8)card;
}
static inline void drop(Cards *z, int card) {
    int i = 0, n = z->n;
    while (i < n && z->card[i] != card) i++;
    if (i == n) return;
    for (; i + 1 < n; i++) z->card[i] = z->card[i + 1];
    z->n = (u8)(n - 1);
}
static inline int top_of(const Cards *z) { return z->n ? z->card[z->n - 1] : NOTHING; }
static inline int bottom_of(const Cards *z) { return z->n ? z->card[0] : NOTHING; }
static inline void keep(Cards *z, Mask gone) {
    int n = 0;
    for (int i = 0; i < z->n; i++)
        z->card[n] = z->card[i], n += !has_card(gone, z->card[i]); /* without a branch */
    z->n = (u8)n;
}

/* ---- builds */

static inline Mask cards_of_builds(const State *s, Mask slots) {
    Mask cards = EMPTY;
    while (is_some(slots)) cards = join(cards, s->build[take_bit(&slots)].cards);
    return cards;
}
static inline Items items_of(const State *s, Mask cards) {
    Items found = {cards, EMPTY};
    for (Mask b = s->builds; is_some(b);) {
        const int slot = take_bit(&b);
        const Mask of = s->build[slot].cards, taken = all_if(is_some(meet(of, cards))); /* without a branch */
        found.builds = join(found.builds, meet(only(slot), taken));
        found.cards = without(found.cards, meet(of, taken));
    }
    return found;
}

static inline int lowest_of(const State *s, int code) { /* the lowest card of an item */
    return code >= BUILD_CODE ? lowest(s->build[code - BUILD_CODE].cards) : code;
}
static inline int take_item(Items *i) { return is_some(i->cards) ? take_bit(&i->cards) : BUILD_CODE + take_bit(&i->builds); }
static inline Items item_set(int code) {
    Items one = {code >= 0 && code < BUILD_CODE ? bit(code) : EMPTY, code >= BUILD_CODE ? bit(code - BUILD_CODE) : EMPTY};
    return one;
}
static inline int has_item(Items s, int code) {
    return code >= BUILD_CODE ? has_bit(s.builds, code - BUILD_CODE) : has_card(s.cards, code);
}
static inline int slot_of(int code) { return code >= BUILD_CODE ? code - BUILD_CODE : NOTHING; }
static inline int item_of_build(int slot) { return slot < 0 ? NOTHING : BUILD_CODE + slot; }
static inline Items both(Items a, Items b) {
    return a.cards = join(a.cards, b.cards), a.builds = join(a.builds, b.builds), a;
}
static inline Items less(Items a, Items b) {
    return a.cards = without(a.cards, b.cards), a.builds = without(a.builds, b.builds), a;
}
static inline int same_items(Items a, Items b) { return are_same(a.cards, b.cards) && are_same(a.builds, b.builds); }
static inline int any_items(Items a) { return is_some(join(a.cards, a.builds)); }
static inline int count_items(Items a) { return count_bits(a.cards) + count_bits(a.builds); }
static inline Mask cards_in(const State *s, Items i) { return join(i.cards, cards_of_builds(s, i.builds)); }

/* items in an order: loose cards as they came to lie, then builds as they were made */
typedef struct {
    int n;
    i32 code[2 * CARDS + 2 > 64 ? 2 * CARDS + 2 : 64];
} List; /* or words by their numbers, in an order */

static inline void list_add(List *l, int code) {
    if (l->n < (int)(sizeof l->code / sizeof *l->code)) l->code[l->n++] = code;
}
static inline int list_has(const List *l, int code) {
    for (int i = 0; i < l->n; i++)
        if (l->code[i] == code) return 1;
    return 0;
}
/* a member of a set that is written out: each stands in it once, and nothing is in no set */
static inline void list_once(List *l, int code) {
    if (code >= 0 && !list_has(l, code)) list_add(l, code);
}
static inline void list_words(List *l, Words w) {
    while (w) list_add(l, take_word(&w));
}
static inline Words words_listed(const List *l) {
    Words all = 0;
    for (int i = 0; i < l->n; i++) all |= word_bit(l->code[i]);
    return all;
}
static inline Items items_listed(const List *l) {
    Items all = {EMPTY, EMPTY};
    for (int i = 0; i < l->n; i++) all = both(all, item_set(l->code[i]));
    return all;
}
/* of a list the members at these places */
static inline void list_chosen(List *l, const List *of, Mask places) {
    while (is_some(places)) list_add(l, of->code[take_bit(&places)]);
}
static inline Items items_chosen(const List *of, Mask places) {
    Items all = {EMPTY, EMPTY};
    while (is_some(places)) all = both(all, item_set(of->code[take_bit(&places)]));
    return all;
}
static inline void list_mask(List *l, Mask m) {
    while (is_some(m)) list_add(l, take_bit(&m));
}
static inline void list_zone(List *l, const Cards *z) {
    for (int i = 0; i < z->n; i++) list_add(l, z->card[i]);
}
static inline u32 since(const State *s, int slot) { return slot == NEW ? UINT32_MAX : s->build[slot].since; }
static inline void list_builds(List *l, const State *s, Mask slots) {
    int first = l->n;
    while (is_some(slots)) {
        int slot = take_bit(&slots), i = l->n;
        list_add(l, BUILD_CODE + slot);
        for (; i > first && since(s, l->code[i - 1] - BUILD_CODE) > since(s, slot); i--)
            l->code[i] = l->code[i - 1];
        l->code[i] = BUILD_CODE + slot;
    }
}
/* items in the order of the table; what lies elsewhere follows in the order of the piles, then of the pack */
static inline void list_items(List *l, const State *s, Items items) {
    Mask rest = without(items.cards, s->loose);
    if (is_some(meet(items.cards, s->loose)))
        for (int i = 0; i < s->lie.n; i++)
            if (has_card(items.cards, s->lie.card[i])) list_add(l, s->lie.card[i]);
    list_builds(l, s, items.builds);
    for (int i = 0; is_some(rest) && i < SIDES; i++) {
        int c = top_of(&s->pile_order[i]);
        if (has_card(rest, c)) {
            list_add(l, c);
            rest = without(rest, bit(c));
        }
    }
    list_mask(l, rest);
}
