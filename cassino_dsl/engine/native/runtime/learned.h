/* What the player `learned` counts of a play, and what that weighs: cassino_dsl/players/learned/slots.py says what the slots
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

typedef struct Learned {
    i64 number[CARDS], weight[SLOTS_OF_PLAYS]; /* by card its lowest number on the table */
    u64 numbers[CARDS];                        /* in the hand */
    Mask of_rank[CARDS], of_number[64];        /* the cards of the same rank; those that have a number in the hand */
} Learned;

static void read_learned(Learned *l, const i64 *words) {
    memset(l, 0, sizeof *l);
    memcpy(l->number, words, sizeof l->number);
    memcpy(l->numbers, words + CARDS, sizeof l->numbers);
    memcpy(l->weight, words + 3 * CARDS, sizeof l->weight);
    for (int card = 0; card < CARDS; card++) {
        for (int other = 0; other < CARDS; other++)
            if (words[2 * CARDS + card] == words[2 * CARDS + other]) l->of_rank[card] = join(l->of_rank[card], bit(other));
        for (u64 left = l->numbers[card]; left; left &= left - 1) l->of_number[lowest_one(left)] = join(l->of_number[lowest_one(left)], bit(card));
    }
}

/* what all have seen: the table at every decision of a round, and the cards of its plays */
static void see_table(Context *x, const State *S) {
    if (x->shown_round != S->round || x->shown_redeals != S->redeals) x->shown = EMPTY;
    x->shown_round = S->round;
    x->shown_redeals = S->redeals;
    x->shown = join(x->shown, join(S->loose, cards_of_builds(S, S->builds)));
}
static void see_play(Context *x, const Play *p) {
    if (p->action != DONE && KIND[p->action] != OTHER) x->shown = join(x->shown, join(p->cards, p->taken));
}
/* the same, where these cards had been seen before a play */
static void see_again(Context *x, const State *before, Mask shown, const Play *p) {
    x->shown = shown;
    x->shown_round = before->round;
    x->shown_redeals = before->redeals;
    see_table(x, before);
    see_play(x, p);
}

/* what all plays of a decision have in common: what the hand weighs, and the table, if nothing of them were played or
   taken */
typedef struct {
    const Learned *l;
    const State *state;
    Mask hand, unseen;    /* unseen: by the seat, ever */
    i64 kept, left;       /* what all cards of the hand weigh, and all loose cards */
    i64 total;            /* of the loose cards */
    u64 once, twice;      /* numbers that at least one card of the hand has, and at least two */
    i64 loose[CARDS];     /* what each loose card weighs */
    i64 build[SLOTS][2];  /* what each build weighs, where the hand keeps its value too in the second place */
} Weighing;

static inline int count_up_to(Mask cards, int largest) {
    const int n = count_bits(cards);
    return n > largest ? largest : n;
}
static inline int has_value(i64 value) { return value > 0 && value < 64; }

static inline i64 weight_of_cards(const i64 *weight, Mask cards) {
    i64 sum = 0;
    while (is_some(cards)) sum += weight[take_bit(&cards)];
    return sum;
}

/* of a loose card that is left, beside these that are kept */
static inline i64 weight_of_left(const Weighing *w, int card, Mask kept) {
    const i64 *weight = w->l->weight;
    const Mask of_rank = w->l->of_rank[card];
    return weight[SLOT_LEFT + card] + weight[SLOT_UNSEEN + count_up_to(meet(w->unseen, of_rank), 4)] +
           weight[SLOT_HELD + count_up_to(meet(kept, of_rank), 3)];
}

static i64 weight_of_build(const Weighing *w, int held, i64 value, int cards) {
    const int unseen = has_value(value) ? count_up_to(meet(w->unseen, w->l->of_number[value]), 4) : 0;
    const int slot = (held ? 5 : 0) + unseen;
    return w->l->weight[SLOT_BUILDS + slot] + w->l->weight[SLOT_IN_BUILDS + slot] * cards;
}

static void begin_weighing(Weighing *w, const Context *x, const State *S, int seat) {
    const Learned *l = w->l = x->learned;
    w->state = S;
    w->hand = S->hand[seat];
    w->unseen = without(ALL_CARDS, join(join(join(x->shown, S->loose), cards_of_builds(S, S->builds)), w->hand));
    w->kept = weight_of_cards(l->weight + SLOT_KEPT, w->hand);
    w->once = w->twice = 0;
    for (Mask m = w->hand; is_some(m);) {
        const u64 numbers = l->numbers[take_bit(&m)];
        w->twice |= w->once & numbers;
        w->once |= numbers;
    }
    w->left = w->total = 0;
    for (Mask m = S->loose; is_some(m);) {
        const int card = take_bit(&m);
        w->left += w->loose[card] = weight_of_left(w, card, w->hand);
        w->total += l->number[card];
    }
    for (Mask m = S->builds; is_some(m);) {
        const int slot = take_bit(&m), cards = count_bits(S->build[slot].cards);
        for (int held = 0; held < 2; held++)
            w->build[slot][held] = weight_of_build(w, held, S->build[slot].value, cards);
    }
}

/* the numbers of the cards that stay in the hand */
static u64 numbers_kept(const Weighing *w, Mask played) {
    if (!is_some(played)) return w->once;
    if (!is_some(without_lowest(played))) return w->twice | (w->once & ~w->l->numbers[lowest(played)]);
    u64 numbers = 0;
    for (Mask m = without(w->hand, played); is_some(m);) numbers |= w->l->numbers[take_bit(&m)];
    return numbers;
}

/* what the builds weigh that stay, and the one that a play makes; *n is how many they are */
static i64 weight_of_builds(const Weighing *w, const Play *p, int kind, Mask played, int *n) {
    i64 sum = 0;
    *n = kind == BUILD;
    if (!is_some(w->state->builds) && kind != BUILD) return 0;
    const u64 held = numbers_kept(w, played);
    for (Mask m = w->state->builds; is_some(m);) {
        const int slot = take_bit(&m);
        const Build *b = &w->state->build[slot];
        if (is_some(meet(b->cards, p->taken))) continue;
        sum += w->build[slot][has_value(b->value) && held >> b->value & 1];
        ++*n;
    }
    if (kind != BUILD) return sum;
    return sum + weight_of_build(w, has_value(p->value) && held >> p->value & 1, p->value, count_bits(join(p->cards, p->taken)));
}

/* what a play is worth that brings its side so far ahead */
static i64 worth_of(const Weighing *w, const Play *p, i64 lead) {
    const Learned *l = w->l;
    const i64 *weight = l->weight;
    const int kind = p->action == DONE ? OTHER : KIND[p->action];
    const Mask played = meet(w->hand, p->cards), kept = without(w->hand, p->cards), loose = without(w->state->loose, p->taken);
    const Mask laid = kind == TRAIL ? without(p->cards, loose) : EMPTY;
    i64 sum = weight[SLOT_ACTION + (p->action == DONE ? ACTIONS : p->action)] + weight[SLOT_LEAD] * lead;
    if (kind == CAPTURE) sum += weight_of_cards(weight + SLOT_GAINED, join(p->cards, p->taken));
    if (kind == BUILD) sum += weight_of_cards(weight + SLOT_BUILT, join(p->cards, p->taken));
    sum += w->kept + w->left;
    Mask of_played = EMPTY;
    for (Mask m = played; is_some(m);) {
        const int card = take_bit(&m);
        sum -= weight[SLOT_KEPT + card];
        of_played = join(of_played, l->of_rank[card]);
    }
    i64 total = w->total;
    for (Mask m = meet(w->state->loose, join(p->taken, of_played)); is_some(m);) sum -= w->loose[take_bit(&m)];
    for (Mask m = meet(w->state->loose, p->taken); is_some(m);) total -= l->number[take_bit(&m)];
    for (Mask m = laid; is_some(m);) total += l->number[take_bit(&m)];
    for (Mask m = join(meet(loose, of_played), laid); is_some(m);) sum += weight_of_left(w, take_bit(&m), kept);
    int builds;
    sum += weight_of_builds(w, p, kind, played, &builds);
    const int items = count_bits(join(loose, laid)) + builds;
    sum += weight[SLOT_ITEMS + (kind == CAPTURE ? 8 : 0) + (items > 7 ? 7 : items)];
    sum += weight[SLOT_TOTAL + (total > 31 ? 31 : total)];
    if (items && !builds && has_value(total)) sum += weight[SLOT_CLEARING + count_up_to(meet(w->unseen, l->of_number[total]), 4)];
    return sum;
}
