/* What chance decides in play: who of several is drawn, how cards come to lie. Each has a key, each of several a lot. */

#define CHANCES ((u64)1 << 32)
#define DRAWN (2 * CARDS + 2 > 129 ? 2 * CARDS + 2 : 129) /* items, or numbers from 0 to 127, or places among cards */

/* members of a set, in order, each with the code of what it is */
typedef struct {
    int n;
    i32 member[DRAWN];
    u64 code[DRAWN], lot[DRAWN];
} Lots;

static inline void add_lot(Lots *l, int member, u64 code) {
    if (l->n == DRAWN) return;
    l->member[l->n] = member;
    l->code[l->n++] = code;
}

static inline u64 card_code(int card) { return FACE_CODE[card / COPIES]; }
static inline u64 item_code(const State *S, int code) {
    return code >= BUILD_CODE ? taken_sum(S->build[code - BUILD_CODE].cards) : card_code(code);
}

/* the lots of all members, from the next key; 0 for one who looks ahead. Twins are told apart by how many of them came
   before */
static int cast_lots(Context *x, State *S, Lots *l) {
    if (x->unaware) return 0;
    const u64 key = mix(mix(x->key, 2 * (u64)S->round), CHANCES + (u64)S->chances);
    S->chances += S->chances < LARGEST_KEPT;
    for (int i = 0; i < l->n; i++) {
        u64 met = 0;
        for (int k = 0; k < i; k++) met += l->code[k] == l->code[i];
        l->lot[i] = mix(mix(key, l->code[i]), met);
    }
    return 1;
}

/* one member by chance; nothing of an empty set, and for one who looks ahead */
static int drawn(Context *x, State *S, Lots *l) {
    if (!l->n || !cast_lots(x, S, l)) return NOTHING;
    int best = 0;
    for (int i = 1; i < l->n; i++)
        if (l->lot[i] < l->lot[best]) best = i;
    return l->member[best];
}

/* cards in an order by chance, the lowest lot on top */
static void shuffle_cards(Context *x, State *S, Cards *zone) {
    Lots lots;
    lots.n = 0;
    for (int i = 0; i < zone->n; i++) add_lot(&lots, zone->card[i], card_code(zone->card[i]));
    if (!cast_lots(x, S, &lots)) return;
    for (int i = 0; i < lots.n; i++) {
        int below = 0;
        for (int k = 0; k < lots.n; k++)
            below += lots.lot[k] > lots.lot[i] || (lots.lot[k] == lots.lot[i] && k < i);
        zone->card[below] = (u8)lots.member[i];
    }
}

static void shuffle_zone(Context *x, State *S, int zone, int owner) {
    if (owner < 0) return;
    shuffle_cards(x, S, zone == TO_PILE    ? &S->pile_order[owner]
                        : zone == TO_STOCK ? &S->stock
                        : zone == TO_TABLE ? &S->lie
                                           : &S->zone_order[owner]);
}

/* each card in a place of the stock by chance; at its bottom for one who looks ahead */
static void put_anywhere(Context *x, State *S, const List *cards) {
    Lots lots;
    for (int i = 0; i < cards->n; i++) {
        lots.n = 0;
        for (int k = 0; k <= S->stock.n; k++) add_lot(&lots, k, (u64)k);
        const int place = greater(0, drawn(x, S, &lots)), last = S->stock.n;
        lay(&S->stock, cards->code[i]);
        for (int k = last; k > place; k--) S->stock.card[k] = S->stock.card[k - 1];
        S->stock.card[place] = (u8)cards->code[i];
        S->stock_set = join(S->stock_set, bit(cards->code[i]));
    }
}
