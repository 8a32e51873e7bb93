/* The course of a game: deals, turns, rounds, the match. A game stands still only where a seat has to decide. */

/* What a simulation wants to know; play itself does not look at it. */
typedef struct Listener {
    void (*looked)(struct Listener *, const i64 *points);
    void (*round)(struct Listener *, const State *);
    int single_rounds, stopped;
    int standing_over, standing_winner; /* of the round that was just scored */
} Listener;

enum { REASON_NONE, REASON_PLAY, REASON_RACE, REASON_ENDED, REASON_TARGET, REASON_ROUNDS, REASON_OVER };
#define REASON_TIE 16
#define REASON_DRAW 32

#define NO_SEAT_NAMED NOTHING

static u32 legal(Context *x, State *S);

static inline void frame_of_seat(Frame *f, const State *S, int seat) {
    scoring_frame(f, S);
    f->me = seat;
    f->us = side_of(seat);
}

/* ---- dealing */

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

static void start_round(Context *x, State *S) {
    memset(S->points, 0, sizeof S->points);
    S->round_over = 0;
    S->seat = S->leader;
    S->at = S->turns = S->passes = S->decisions = 0;
    S->owed = 0;
    S->owed_action = NOTHING;
    S->asks = 0;
    S->next_seat = NO_SEAT_NAMED;
    S->redeals = 0;
    reset(x, S, RESET_ROUND);
    for (;;) {
        shuffle(S, x->key);
        S->deals = S->redeal = 0;
        deal(x, S);
        if (!S->redeal) return;
        if (++S->redeals > MAX_REDEALS) fail(x, FAULT_DEALS, 0, MAX_REDEALS);
    }
}

/* ---- decisions */

static inline int decider(const State *S) { return S->asks ? S->ask[0].seat : S->seat; }
static inline int row_of(const State *S) {
    int pattern = S->asks ? 1 + S->ask[0].pattern : 0, at = S->asks ? S->ask[0].at : S->at;
    int count = ROW_FIRST[pattern + 1] - ROW_FIRST[pattern];
    if (at < 0) at += count;
    return ROW_FIRST[pattern] + (at < 0 || at >= count ? 0 : at);
}

/* the plays that actions, rules and preferences allow, appended to x->plays; where the first of them stands */
static u32 list_plays(Context *x, const State *S, int seat, int row, int may_end) {
    u32 first = x->play_count;
    list_begin(x);
    list_row(x, S, seat, row);
    if (PREFERENCES) prefer(x, S, seat, first);
    if (may_end && x->play_count > first) {
        Play *done = new_play(x);
        memset(done, 0, sizeof *done);
        done->action = DONE;
        x->index_on = 0;
    }
    return first;
}

static void step(Context *x, State *S, const Play *play);

/* whether the debts of the turn are paid by this play, or can be paid by the next one */
static int can_pay(Context *x, const State *S, const Play *play) {
    if (play->action == DONE) return !S->owed;
    Items items = items_of(S, play->taken);
    if (S->owed && play->action == S->owed_action && !(S->owed & ~items.builds)) return 1;
    if (!S->owed && OWES[play->action] < 0) return 1;
    State after = *S;
    step(x, &after, play);
    if (after.seat != S->seat || after.at == 0 || !after.owed) return !after.owed;
    int count = ROW_FIRST[1], at = after.at < 0 ? after.at + count : after.at, found = 0;
    u32 first = x->play_count, outer = x->first_play;
    list_plays(x, &after, after.seat, at < 0 || at >= count ? 0 : at, 0);
    for (u32 i = first; i < x->play_count && !found; i++)
        found = x->plays[i].action == after.owed_action &&
                !(after.owed & ~items_of(&after, x->plays[i].taken).builds);
    x->play_count = first;
    x->first_play = outer;
    x->index_on = 0;
    return found;
}

/* the legal plays of the seat that has to decide, appended to x->plays; how many there are */
static u32 legal(Context *x, State *S) {
    if (S->round_over || S->match_over) return 0;
    int row = row_of(S);
    u32 first = list_plays(x, S, decider(S), row, FINAL[row]);
    if (DEBTS) {
        int debts = S->owed != 0;
        for (u32 i = first; i < x->play_count && !debts; i++)
            debts = x->plays[i].action != DONE && OWES[x->plays[i].action] >= 0;
        if (debts) {
            u32 kept = first, end = x->play_count;
            for (u32 i = first; i < end; i++) {
                Play play = x->plays[i];
                if (can_pay(x, S, &play)) x->plays[kept++] = play;
            }
            x->play_count = kept;
        }
    }
    if (x->play_count == first + 1 && x->plays[first].action == DONE) x->play_count = first;
    return x->play_count - first;
}

/* make a play and go on in the pattern of the turn, without ending the turn */
static void step(Context *x, State *S, const Play *play) {
    const int asked = S->asks > 0, row = row_of(S), me = decider(S);
    Ask ask = S->ask[0];
    if (play->action == DONE) {
        if (asked) {
            memmove(S->ask, S->ask + 1, (size_t)(--S->asks) * sizeof(Ask));
        } else {
            S->at = S->at ? TURN_OVER : PASSED;
        }
        S->decisions++;
        return;
    }
    if (S->owed && play->action == S->owed_action && !(S->owed & ~items_of(S, play->taken).builds)) S->owed = 0;
    if (asked)
        memmove(S->ask, S->ask + 1, (size_t)(--S->asks) * sizeof(Ask));
    else if (!S->at)
        S->passes = 0;
    Frame frame;
    look_at(S, &frame, play, me);
    make_play(x, S, &frame);
    S->decisions++;
    int following = NEXT_ROW[row][STEP[play->action]];
    if (asked) {
        if (following >= 0 && GOES_ON[ROW_FIRST[1 + ask.pattern] + following]) {
            if (S->asks == MAX_ASKS) fail(x, FAULT_ASKS, 0, MAX_ASKS);
            memmove(S->ask + 1, S->ask, (size_t)S->asks++ * sizeof(Ask));
            ask.at = following;
            ask.seat = me;
            S->ask[0] = ask;
        }
    } else {
        S->at = following >= 0 && GOES_ON[following] ? following : TURN_OVER;
    }
    if (S->decisions > MAX_DECISIONS) fail(x, FAULT_ROUND, 0, MAX_DECISIONS);
}

/* ---- what follows by itself */

static void goto_next_seat(Context *x, State *S) {
    S->seat = S->next_seat == NO_SEAT_NAMED || S->next_seat < 0 ? (S->seat + 1) % SEATS : S->next_seat;
    S->next_seat = NO_SEAT_NAMED;
    S->at = 0;
    S->turns++;
    S->owed = 0;
    S->owed_action = NOTHING;
    reset(x, S, RESET_TURN);
}

static void end_turn(Context *x, State *S) {
    Frame f;
    frame_of_seat(&f, S, S->seat);
    fire_turn_over(x, S, &f);
    goto_next_seat(x, S);
}

static void pass_turn(Context *x, State *S) {
    Frame f;
    frame_of_seat(&f, S, S->seat);
    fire_passed(x, S, &f);
    if (++S->passes >= SEATS)
        S->round_over = 1;
    else
        goto_next_seat(x, S);
}

static i64 points_so_far(Context *x, State *S, i64 *points);

static void next_deal(Context *x, State *S) {
    Frame f;
    scoring_frame(&f, S);
    if (S->deals) fire_deal_over(x, S, &f);
    if (S->round_over || S->match_over) return;
    if (S->deals >= MAX_DEALS) fail(x, FAULT_MANY_DEALS, 0, MAX_DEALS);
    i64 before[SIDES];
    int look = x->listener && x->listener->single_rounds && S->deals;
    if (look) points_so_far(x, S, before);
    if (!deal(x, S)) {
        S->round_over = 1;
        return;
    }
    if (look) x->listener->looked(x->listener, before);
    S->seat = S->leader;
    S->redeals += S->redeal;
    S->redeal = 0;
}

static inline int hands_empty(const State *S) {
    Mask any = 0;
    for (int i = 0; i < SEATS; i++) any |= S->hand[i];
    return !any;
}

/* go on to the next decision of the round, or to its end; its plays stand in x->plays from x->play_count's old value */
static u32 settle(Context *x, State *S) {
    u32 n;
    while (!(S->round_over || S->match_over)) {
        if (S->asks) {
            if ((n = legal(x, S))) return n;
            memmove(S->ask, S->ask + 1, (size_t)(--S->asks) * sizeof(Ask));
        } else if (S->at == TURN_OVER) {
            end_turn(x, S);
        } else if (S->at == PASSED) {
            pass_turn(x, S);
        } else if (S->at == 0 && hands_empty(S)) {
            next_deal(x, S);
        } else if ((n = legal(x, S))) {
            return n;
        } else if (S->at == 0) {
            pass_turn(x, S);
        } else {
            S->at = TURN_OVER;
        }
    }
    return 0;
}

/* ---- the end of a round and of the match */

static void add_award(Context *x, State *S, int award) {
    i64 won[SIDES];
    award_points(x, S, award, won);
    for (int s = 0; s < SIDES; s++) {
        S->points[award][s] += won[s];
        S->scores[s] += won[s];
    }
}

/* what the round would bring as it stands: awards can look at what was given before them, so they are given and taken
   back */
static i64 points_so_far(Context *x, State *S, i64 *points) {
    i64 old_scores[SIDES], old_points[AWARDS][SIDES];
    memcpy(old_scores, S->scores, sizeof old_scores);
    memcpy(old_points, S->points, sizeof old_points);
    for (int a = 0; a < PLAN_AWARDS; a++) add_award(x, S, a);
    for (int s = 0; s < SIDES; s++) {
        points[s] = S->scores[s] - old_scores[s];
        for (int a = 0; a < AWARDS; a++) points[s] += old_points[a][s];
    }
    memcpy(S->scores, old_scores, sizeof old_scores);
    memcpy(S->points, old_points, sizeof old_points);
    return points[0];
}

/* the side that is ahead of all others, or nothing */
static int ahead(const i64 *points, int lowest_wins) {
    int best = 0, alone = 1;
    for (int s = 1; s < SIDES; s++) {
        if (points[s] == points[best]) alone = 0;
        if (lowest_wins ? points[s] < points[best] : points[s] > points[best]) {
            best = s;
            alone = 1;
        }
    }
    return alone ? best : NOTHING;
}

static i64 highest(const i64 *points) {
    i64 best = points[0];
    for (int s = 1; s < SIDES; s++) best = greater(best, points[s]);
    return best;
}

typedef struct {
    int over, winner, reason, award, has_target;
    i64 target, next_target; /* of this round, and of the next: a playoff has its own */
} Standing;

/* score a finished round in a copy of the state, and say whether the match is over */
static Standing score_round(Context *x, State *S) {
    const i64 target = S->has_target ? S->target : TARGET;
    Standing st = {0, NOTHING, REASON_NONE, NOTHING, S->has_target || HAS_TARGET, target, target};
    int raced = RACE && st.has_target;
    Frame f;
    for (int a = 0; a < PLAN_AWARDS; a++) {
        add_award(x, S, a);
        int leader = ahead(S->scores, 0);
        if (raced && S->winner < 0 && leader >= 0 && S->scores[leader] >= st.target) {
            S->winner = leader;
            S->reason = REASON_RACE;
            S->reason_award = a;
        }
    }
    const int won_by_race = raced && S->winner >= 0;
    if (!won_by_race) {
        scoring_frame(&f, S);
        fire_round_scored(x, S, &f);
    }
    if (S->winner >= 0) {
        st.over = 1;
        st.winner = S->winner;
        st.reason = won_by_race || S->reason ? S->reason : REASON_PLAY;
        st.award = S->reason_award;
        return st;
    }
    scoring_frame(&f, S);
    int reason = S->ending ? REASON_ENDED
                 : st.has_target && highest(S->scores) >= st.target ? REASON_TARGET
                 : HAS_ROUNDS && S->round >= ROUNDS ? REASON_ROUNDS
                 : match_over_by(x, S, &f) ? REASON_OVER
                                           : REASON_NONE;
    st.reason = reason;
    if (!reason) return st;
    st.winner = ahead(S->scores, LOWEST_WINS);
    if (st.winner >= 0) {
        st.over = 1;
    } else if (TIE == TIE_IS_DRAW) {
        st.over = 1;
        st.reason |= REASON_DRAW;
    } else {
        st.reason |= REASON_TIE;
        if (TIE == TIE_IS_PLAYOFF && HAS_PLAYOFF) {
            memset(S->scores, 0, sizeof S->scores);
            st.next_target = PLAYOFF;
            st.has_target = 1;
        }
    }
    return st;
}

/* the events of the end of a round, its awards and its checks */
static Standing finish(Context *x, State *S) {
    Frame f;
    scoring_frame(&f, S);
    if (!S->match_over) fire_round_over(x, S, &f);
    State copy = *S;
    Standing st = score_round(x, &copy);
    memcpy(S->scores, copy.scores, sizeof S->scores);
    memcpy(S->points, copy.points, sizeof S->points);
    S->target = st.next_target;
    S->has_target = st.has_target;
    if (CHECKS && !S->match_over && !x->unchecked) {
        scoring_frame(&f, S);
        for (int c = 0; c < CHECKS; c++)
            if (!check(x, S, &f, c)) {
                for (int a = 0; a < AWARDS; a++)
                    for (int s = 0; s < SIDES; s++) x->fault_points[a][s] = S->points[a][s];
                fail(x, FAULT_CHECK, c, 0);
            }
    }
    return st;
}

static void finish_round(Context *x, State *S) {
    Standing st = finish(x, S);
    if (x->listener) {
        x->listener->standing_over = st.over;
        x->listener->standing_winner = st.winner;
        x->listener->round(x->listener, S);
        if (x->listener->single_rounds) {
            x->listener->stopped = 1;
            return;
        }
    }
    if (st.over) {
        S->match_over = 1;
        S->round_over = 0;
        S->winner = st.winner;
        S->reason = st.reason;
        S->reason_award = st.award;
        return;
    }
    if (S->round >= MAX_ROUNDS) fail(x, FAULT_MATCH, 0, MAX_ROUNDS);
    Frame f;
    scoring_frame(&f, S);
    int leader = next_leader(x, S, &f);
    if (leader >= 0) S->leader = leader;
    S->round++;
    start_round(x, S);
}

/* go on to the next decision, scoring rounds and starting new ones on the way; 0: the match is over, or stopped */
static u32 advance(Context *x, State *S) {
    u32 n;
    for (;;) {
        n = settle(x, S);
        if (S->match_over || !S->round_over) break;
        finish_round(x, S);
        if (x->listener && x->listener->stopped) return 0;
    }
    if (S->round_over) {
        finish_round(x, S);
        if (x->listener && x->listener->stopped) return 0;
    }
    return n;
}

static void fresh_state(Context *x, State *S) {
    memset(S, 0, sizeof *S);
    S->round = 1;
    S->owed_action = NOTHING;
    S->next_seat = NO_SEAT_NAMED;
    S->winner = S->reason_award = NOTHING;
    reset(x, S, RESET_ALL);
}

static u32 new_match(Context *x, State *S, u64 key) {
    x->key = key;
    x->depth = 0;
    fresh_state(x, S);
    start_round(x, S);
    return advance(x, S);
}
