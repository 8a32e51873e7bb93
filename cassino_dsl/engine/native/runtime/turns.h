/* The course of a round: who decides, what is legal, what follows by itself. A game stands still only where a seat has
   to decide. */

/* What a simulation wants to know; play itself does not look at it. */
typedef struct Listener {
    void (*round)(struct Listener *, const State *);
    int single_rounds, stopped;
    int stuck, standing_over, standing_winner; /* of the round that was just scored */
} Listener;

static inline void frame_of_seat(Frame *f, const State *S, int seat) {
    scoring_frame(f, S);
    f->me = seat;
    f->us = side_of(seat);
}

/* ---- decisions */

/* nobody decides here: the round or the match is over, or the cards are to be dealt anew */
static inline int stopped(const State *S) { return S->round_over | S->match_over | S->redeal; }

/* whether something is to be decided */
static inline int decides(const State *S) { return !stopped(S) && (S->at >= 0 || S->asks); }

static inline int decider(const State *S) { return S->asks ? S->ask[0].seat : S->seat; }
static inline int row_of(const State *S) {
    int pattern = S->asks ? 1 + S->ask[0].pattern : 0, at = S->asks ? S->ask[0].at : S->at;
    int count = ROW_FIRST[pattern + 1] - ROW_FIRST[pattern];
    if (at < 0) at += count;
    return ROW_FIRST[pattern] + (at < 0 || at >= count ? 0 : at);
}

/* the plays that actions, rules and preferences allow, appended to x->plays; where the first of them stands. Where they
   are all of steps that can be left out, the spare ones, the seat may also pass */
static u32 list_plays(Context *x, const State *S, int seat, int row, int may_end, u64 spare) {
    u32 first = x->play_count;
    list_begin(x);
    list_row(x, S, seat, row);
    if (spare) {
        may_end = 1;
        for (u32 i = first; i < x->play_count && may_end; i++) may_end = spare >> STEP[x->plays[i].action] & 1;
    }
    if (PREFERENCES) prefer(x, S, seat, first);
    if (may_end && x->play_count > first) {
        Play *done = new_play(x);
        memset(done, 0, sizeof *done);
        done->action = DONE;
        done->code = scramble(mix(4, 0));
        x->index_on = 0;
    }
    return first;
}

static void step(Context *x, State *S, const Play *play);

/* whether the debts of the turn are paid by this play, or can be paid by the next one */
static int can_pay(Context *x, const State *S, const Play *play) {
    if (play->action == DONE) return !is_some(S->owed);
    Items items = items_of(S, play->taken);
    if (is_some(S->owed) && play->action == S->owed_action && !is_some(without(S->owed, items.builds))) return 1;
    if (!is_some(S->owed) && OWES[play->action] < 0) return 1;
    State after;
    copy_state(&after, S);
    const int unaware = x->unaware;
    x->unaware = 1;
    step(x, &after, play);
    x->unaware = unaware;
    if (after.seat != S->seat || after.at <= 0 || !is_some(after.owed)) return !is_some(after.owed);
    int found = 0;
    u32 first = x->play_count, outer = x->first_play;
    list_plays(x, &after, after.seat, after.at, 0, 0);
    for (u32 i = first; i < x->play_count && !found; i++)
        found = x->plays[i].action == after.owed_action &&
                !is_some(without(after.owed, items_of(&after, x->plays[i].taken).builds));
    x->play_count = first;
    x->first_play = outer;
    x->index_on = 0;
    return found;
}

/* the legal plays of the seat that has to decide, appended to x->plays; how many there are */
static u32 legal(Context *x, State *S) {
    if (!decides(S)) return 0;
    int row = row_of(S);
    u32 first = list_plays(x, S, decider(S), row, FINAL[row], SPARE[row]);
    if (DEBTS) {
        int debts = is_some(S->owed);
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

static void break_off(Context *x, State *S);

/* make a play and go on in the pattern of the turn, without ending the turn */
static void step(Context *x, State *S, const Play *play) {
    const int asked = S->asks > 0, row = row_of(S), me = decider(S);
    Ask ask = S->ask[0];
    if (play->action == DONE) {
        if (asked) {
            memmove(S->ask, S->ask + 1, (size_t)(--S->asks) * sizeof(Ask));
        } else if (S->at) {
            break_off(x, S);
        } else {
            S->at = PASSED;
        }
        S->decisions++;
        return;
    }
    if (is_some(S->owed) && play->action == S->owed_action && !is_some(without(S->owed, items_of(S, play->taken).builds))) S->owed = EMPTY;
    if (asked)
        memmove(S->ask, S->ask + 1, (size_t)(--S->asks) * sizeof(Ask));
    else if (!S->at)
        S->passes = 0;
    Frame frame;
    look_at(x, S, &frame, play, me);
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
    S->turns += S->turns < LARGEST_KEPT;
    S->owed = EMPTY;
    S->owed_action = NOTHING;
    reset(x, S, RESET_TURN);
}

static void end_turn(Context *x, State *S) {
    Frame f;
    frame_of_seat(&f, S, S->seat);
    fire_turn_over(x, S, &f);
    goto_next_seat(x, S);
}

/* nothing follows in the turn: it is over, and where its pattern wants more the seat passes there */
static void break_off(Context *x, State *S) {
    if (!FINAL[row_of(S)]) {
        Frame f;
        frame_of_seat(&f, S, S->seat);
        fire_passed(x, S, &f);
    }
    S->at = TURN_OVER;
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

static void next_deal(Context *x, State *S) {
    Frame f;
    scoring_frame(&f, S);
    if (S->deals) fire_deal_over(x, S, &f);
    if (S->round_over || S->match_over) return;
    if (S->deals >= MAX_DEALS) fail(x, FAULT_MANY_DEALS, 0, MAX_DEALS);
    if (!deal(x, S)) {
        S->round_over = 1;
        return;
    }
    S->seat = S->leader;
}

static inline int hands_empty(const State *S) {
    Mask any = EMPTY;
    for (int i = 0; i < SEATS; i++) any = join(any, S->hand[i]);
    return !is_some(any);
}

/* go on to the next decision of the round, to its end, or to where it is to be dealt anew (lay_out does it); its plays
   stand in x->plays from x->play_count's old value */
static u32 settle(Context *x, State *S) {
    u32 n;
    while (!stopped(S)) {
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
            break_off(x, S);
        }
    }
    return 0;
}
