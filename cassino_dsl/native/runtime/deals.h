/* Shuffling and dealing: how a round begins. */

#define NO_SEAT_NAMED NOTHING

static void shuffle(State *S, u64 key) {
    u64 deal = scramble(mix(mix(key, 2 * (u64)S->round), (u64)S->redeals) + GOLDEN);
    u64 key_of[CARDS];
    for (int c = 0; c < CARDS; c++) {
        u64 face = scramble(deal + FACE_CODE[c / COPIES] * GOLDEN);
        key_of[c] = scramble(scramble(face + GOLDEN) + (u64)(c % COPIES) * GOLDEN);
    }
    /* the highest key first, of equal ones the higher card: the last of the stock is dealt first. Counting who comes
       before is faster than sorting here: it has no branch that could be guessed wrong. Two cards of equal keys would
       claim one place, and are told apart only then */
    Mask claimed = 0;
    for (int c = 0; c < CARDS; c++) {
        u64 before = 0;
        for (int i = 0; i < CARDS; i++) before += key_of[i] > key_of[c];
        S->stock.card[before] = (u8)c;
        claimed |= (Mask)1 << before;
    }
    for (int c = 0; claimed != ALL_CARDS && c < CARDS; c++) {
        int before = 0;
        for (int i = 0; i < CARDS; i++) before += key_of[i] > key_of[c] || (key_of[i] == key_of[c] && i > c);
        S->stock.card[before] = (u8)c;
    }
    S->stock.n = CARDS;
    S->stock_set = ALL_CARDS;
    for (int i = 0; i < SEATS; i++) S->hand[i] = 0;
    for (int i = 0; i < SIDES; i++) S->pile[i] = 0, S->pile_order[i].n = 0;
    S->loose = S->aside = S->builds = 0;
    S->lie.n = S->laid_aside.n = 0;
    S->clock = 0;
}

static inline int draw(State *S) {
    int card = S->stock.card[--S->stock.n];
    S->stock_set &= ~bit(card);
    return card;
}

/* hand out one deal, in batches round the table, the table served before the dealer; 0: there are no cards */
static int deal(Context *x, State *S) {
    Frame frame, *f = &frame;
    scoring_frame(f, S);
    S->deals++;
    const int first = S->deals == 1;
    i64 each = greater(0, first ? deal_hand(x, S, f) : deal_later(x, S, f));
    i64 table = first ? greater(0, deal_table(x, S, f)) : 0;
    if (!S->stock.n || (!first && !each)) {
        S->deals--;
        return 0;
    }
    reset(x, S, RESET_DEAL);
    i64 batch = greater(1, deal_batch(x, S, f)), wanted[SEATS];
    for (int i = 0; i < SEATS; i++) wanted[i] = each;
    for (int open = 1; open && S->stock.n;) {
        open = 0;
        for (int i = 0; i < SEATS; i++) {
            int seat = (S->leader + i) % SEATS;
            if (i == SEATS - 1) {
                for (i64 n = lesser(batch, table); n > 0 && S->stock.n; n--) {
                    int card = draw(S);
                    S->loose |= bit(card);
                    lay(&S->lie, card);
                }
                table -= lesser(batch, table);
            }
            for (i64 n = lesser(batch, wanted[seat]); n > 0 && S->stock.n; n--) S->hand[seat] |= bit(draw(S));
            wanted[seat] -= lesser(batch, wanted[seat]);
        }
        for (int i = 0; i < SEATS; i++) open |= wanted[i] > 0;
        open |= table > 0;
        if (!open) break;
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
        S->owed = 0;
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
