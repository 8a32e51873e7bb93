/* Shuffling and dealing: how a round begins. */

#define NO_SEAT_NAMED NOTHING

static void shuffle(State *S, u64 key) {
    u64 deal = scramble(mix(mix(key, 2 * (u64)S->round), (u64)S->redeals) + GOLDEN);
    u64 key_of[CARDS];
    u32 half_of[(CARDS + 7) / 8 * 8] = {0};
    for (int c = 0; c < CARDS; c++) {
        u64 face = scramble(deal + FACE_CODE[c / COPIES] * GOLDEN);
        key_of[c] = scramble(scramble(face + GOLDEN) + (u64)(c % COPIES) * GOLDEN);
        half_of[c] = (u32)(key_of[c] >> 32);
    }
    /* the highest key first, of equal ones the higher card: the last of the stock is dealt first. Counting who comes
       before is faster than sorting here: it has no branch that could be guessed wrong. Two cards whose keys begin alike
       claim one place, and are told apart only then */
    Mask claimed = EMPTY;
    for (int c = 0; c < CARDS; c++) {
        u32 before = 0;
        for (int i = 0; i < (int)(sizeof half_of / sizeof *half_of); i++) before += half_of[i] > half_of[c];
        S->stock.card[before] = (u8)c;
        claimed = join(claimed, only(before));
    }
    for (int c = 0; !are_same(claimed, ALL_CARDS) && c < CARDS; c++) {
        int before = 0;
        for (int i = 0; i < CARDS; i++) before += key_of[i] > key_of[c] || (key_of[i] == key_of[c] && i > c);
        S->stock.card[before] = (u8)c;
    }
    S->stock.n = CARDS;
    S->stock_set = ALL_CARDS;
    for (int i = 0; i < SEATS; i++) S->hand[i] = EMPTY;
    for (int i = 0; i < SIDES; i++) S->pile[i] = EMPTY, S->pile_order[i].n = 0;
    for (int i = 0; i < ZONES; i++) S->zone[i] = EMPTY, S->zone_order[i].n = 0;
    S->loose = S->builds = EMPTY;
    S->lie.n = 0;
    S->clock = 0;
}

static inline int draw(State *S) {
    int card = S->stock.card[--S->stock.n];
    S->stock_set = without(S->stock_set, bit(card));
    return card;
}

static inline void deal_to_zones(State *S, i64 batch, i64 *due) {
    for (int i = 0; i < DEALT_ZONES; i++) {
        const int zone = dealt_zone(S, i);
        for (i64 n = lesser(batch, due[i]); n > 0 && S->stock.n; n--) {
            int card = draw(S);
            S->zone[zone] = join(S->zone[zone], bit(card));
            lay(&S->zone_order[zone], card);
        }
        due[i] -= lesser(batch, due[i]);
    }
}

/* hand out one deal, in batches round the table: the table, then the zones of the variant are served before the dealer;
   0: there are no cards */
static int deal(Context *x, State *S) {
    Frame frame, *f = &frame;
    scoring_frame(f, S);
    S->deals++;
    const int first = S->deals == 1;
    i64 wanted[SEATS], due[DEALT_ZONES + 1], each = 0, zones = 0;
    for (f->me = 0; f->me < SEATS; f->me++) {
        f->us = side_of(f->me);
        wanted[f->me] = greater(0, first ? deal_hand(x, S, f) : deal_refill(x, S, f));
        each |= wanted[f->me];
    }
    for (int i = 0; i < DEALT_ZONES; i++) {
        due[i] = first ? greater(0, zone_due(x, S, f, i)) : 0;
        zones |= due[i];
    }
    f->me = f->us = NOTHING;
    i64 table = first ? greater(0, deal_table(x, S, f)) : 0;
    if (!S->stock.n || (!first && !each)) {
        S->deals--;
        return 0;
    }
    reset(x, S, RESET_DEAL);
    i64 batch = greater(1, deal_at_a_time(x, S, f));
    for (int open = (each | table | zones) != 0; open && S->stock.n;) {
        open = 0;
        for (int i = 0; i < SEATS; i++) {
            int seat = (S->leader + i) % SEATS;
            if (i == SEATS - 1) {
                for (i64 n = lesser(batch, table); n > 0 && S->stock.n; n--) {
                    int card = draw(S);
                    S->loose = join(S->loose, bit(card));
                    lay(&S->lie, card);
                }
                table -= lesser(batch, table);
                deal_to_zones(S, batch, due);
            }
            for (i64 n = lesser(batch, wanted[seat]); n > 0 && S->stock.n; n--) S->hand[seat] = join(S->hand[seat], bit(draw(S)));
            wanted[seat] -= lesser(batch, wanted[seat]);
        }
        for (int i = 0; i < SEATS; i++) open |= wanted[i] > 0;
        open |= table > 0;
        for (int i = 0; i < DEALT_ZONES; i++) open |= due[i] > 0;
    }
    if (first && S->lie.n) fire_layout_dealt(x, S, f);
    if (!S->redeal) fire_hands_dealt(x, S, f);
    return 1;
}

/* shuffle and make the first deal, again and again while something says `redeal`; points and memory stay */
static void lay_out(Context *x, State *S) {
    for (;;) {
        S->seat = S->leader;
        S->at = S->turns = S->passes = 0;
        S->owed = EMPTY;
        S->owed_action = NOTHING;
        S->asks = 0;
        S->next_seat = NO_SEAT_NAMED;
        reset(x, S, RESET_TURN);
        shuffle(S, x->key);
        S->deals = S->redeal = 0;
        deal(x, S);
        if (S->round_over || !S->redeal) return;
        if (S->redeals > MAX_REDEALS) fail(x, FAULT_DEALS, 0, MAX_REDEALS);
    }
}

static void start_round(Context *x, State *S) {
    memset(S->points, 0, sizeof S->points);
    S->round_over = 0;
    S->decisions = S->chances = S->deals = S->redeals = 0;
    reset(x, S, RESET_ROUND);
    lay_out(x, S);
}
