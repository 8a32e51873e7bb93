/* What the player `learned` counts of a play, and what that weighs: cassino_dsl/learned/slots.py says what the slots
   are. */

enum {
    SLOT_GAINED,
    SLOT_LEFT = SLOT_GAINED + CARDS,
    SLOT_KEPT = SLOT_LEFT + CARDS,
    SLOT_BUILT = SLOT_KEPT + CARDS,
    SLOT_ACTION = SLOT_BUILT + CARDS,
    SLOT_ITEMS = SLOT_ACTION + ACTIONS + 1,
    SLOT_TOTAL = SLOT_ITEMS + 16,
    SLOT_UNSEEN = SLOT_TOTAL + 32,
    SLOT_HELD = SLOT_UNSEEN + 5,
    SLOT_CLEARING = SLOT_HELD + 4,
    SLOT_BUILDS = SLOT_CLEARING + 5,
    SLOT_IN_BUILDS = SLOT_BUILDS + 10,
    SLOT_LEAD = SLOT_IN_BUILDS + 10,
    SLOTS_OF_PLAYS
};

/* before the weights of the slots stand, card by card, its lowest number on the table, its numbers in the hand as bits,
   and which rank it has */
enum { LEARNED_WORDS = 3 * CARDS + SLOTS_OF_PLAYS };

typedef struct {
    i32 number[64], rank[CARDS];
} Unseen; /* how many cards that the seat has never seen have a number, or a rank */

static inline i64 lowest_value(const Context *x, int card) { return x->learned[card]; }
static inline u64 numbers_in_hand(const Context *x, int card) { return (u64)x->learned[CARDS + card]; }
static inline i64 rank_of_learned(const Context *x, int card) { return x->learned[2 * CARDS + card]; }

static inline int most(i64 n, int largest) { return n > largest ? largest : (int)n; }

/* what all have seen: the table at every decision of a round, and the cards of its plays */
static void see_table(Context *x, const State *S) {
    if (x->shown_round != S->round || x->shown_redeals != S->redeals) x->shown = 0;
    x->shown_round = S->round;
    x->shown_redeals = S->redeals;
    x->shown |= S->loose | cards_of_builds(S, S->builds);
}
static void see_play(Context *x, const Play *p) {
    if (p->action != DONE && KIND[p->action] != OTHER) x->shown |= p->cards | p->taken;
}

static void count_unseen(const Context *x, const State *S, int seat, Unseen *u) {
    memset(u, 0, sizeof *u);
    const Mask seen = x->shown | S->loose | cards_of_builds(S, S->builds) | S->hand[seat];
    for (int card = 0; card < CARDS; card++) {
        if (has_card(seen, card)) continue;
        u->rank[rank_of_learned(x, card)]++;
        for (u64 numbers = numbers_in_hand(x, card); numbers; numbers &= numbers - 1) u->number[__builtin_ctzll(numbers)]++;
    }
}

static inline i64 weight_of_cards(const i64 *weight, Mask cards) {
    i64 sum = 0;
    while (cards) sum += weight[take_bit(&cards)];
    return sum;
}

static i64 weight_of_build(const i64 *weight, const Unseen *u, u64 held, i64 value, Mask cards) {
    const int known = value > 0 && value < 64;
    const int slot = (known && held >> value & 1 ? 5 : 0) + (known ? most(u->number[value], 4) : 0);
    return weight[SLOT_BUILDS + slot] + weight[SLOT_IN_BUILDS + slot] * count_bits(cards);
}

/* what a play is worth that brings its side so far ahead */
static i64 worth_of(const Context *x, const State *S, int seat, const Play *p, const Unseen *u, i64 lead) {
    const i64 *weight = x->learned + 3 * CARDS;
    const int kind = p->action == DONE ? OTHER : KIND[p->action];
    const Mask kept = S->hand[seat] & ~p->cards, moved = p->cards | p->taken;
    Mask left = S->loose & ~p->taken;
    if (kind == TRAIL) left |= p->cards;
    i64 sum = weight[SLOT_ACTION + (p->action == DONE ? ACTIONS : p->action)] + weight[SLOT_LEAD] * lead;
    if (kind == CAPTURE) sum += weight_of_cards(weight + SLOT_GAINED, moved);
    if (kind == BUILD) sum += weight_of_cards(weight + SLOT_BUILT, moved);
    sum += weight_of_cards(weight + SLOT_KEPT, kept);
    u64 held = 0;
    u8 of_rank[CARDS] = {0};
    for (Mask m = kept; m;) {
        const int card = take_bit(&m);
        held |= numbers_in_hand(x, card);
        of_rank[rank_of_learned(x, card)]++;
    }
    i64 total = 0;
    for (Mask m = left; m;) {
        const int card = take_bit(&m);
        const i64 rank = rank_of_learned(x, card);
        total += lowest_value(x, card);
        sum += weight[SLOT_LEFT + card] + weight[SLOT_UNSEEN + most(u->rank[rank], 4)];
        sum += weight[SLOT_HELD + most(of_rank[rank], 3)];
    }
    int builds = kind == BUILD;
    for (Mask m = S->builds; m;) {
        const Build *b = &S->build[take_bit(&m)];
        if (b->cards & p->taken) continue;
        sum += weight_of_build(weight, u, held, b->value, b->cards);
        builds++;
    }
    if (kind == BUILD) sum += weight_of_build(weight, u, held, p->value, moved);
    const int items = count_bits(left) + builds;
    sum += weight[SLOT_ITEMS + (kind == CAPTURE ? 8 : 0) + most(items, 7)] + weight[SLOT_TOTAL + most(total, 31)];
    if (items && !builds && total > 0 && total < 64) sum += weight[SLOT_CLEARING + most(u->number[total], 4)];
    return sum;
}
