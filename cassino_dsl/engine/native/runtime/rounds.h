/* The end of a round and of the match: awards, targets, ties. */

enum { REASON_NONE, REASON_PLAY, REASON_RACE, REASON_ENDED, REASON_TARGET, REASON_ROUNDS, REASON_OVER };
#define REASON_TIE 16
#define REASON_DRAW 32

static void add_award(Context *x, State *S, int award) {
    i64 won[SIDES];
    award_points(x, S, award, won);
    for (int s = 0; s < SIDES; s++) {
        S->points[award][s] += won[s];
        S->scores[s] += won[s];
    }
}

/* the awards of the round as it stands are given */
static void count_now(Context *x, State *S) {
    for (int a = 0; a < PLAN_AWARDS; a++) add_award(x, S, a);
}

/* what the round would bring as it stands: where awards look at what was given before them, they are given and taken
   back */
static void points_so_far(Context *x, State *S, i64 *points) {
    for (int s = 0; s < SIDES; s++) points[s] = points_of(S, s);
#if AWARDS_ASK_POINTS
    i64 old_scores[SIDES], old_points[AWARDS][SIDES];
    memcpy(old_scores, S->scores, sizeof old_scores);
    memcpy(old_points, S->points, sizeof old_points);
    count_now(x, S);
    for (int s = 0; s < SIDES; s++) points[s] += S->scores[s] - old_scores[s];
    memcpy(S->scores, old_scores, sizeof old_scores);
    memcpy(S->points, old_points, sizeof old_points);
#else
    for (int a = 0; a < PLAN_AWARDS; a++) {
        i64 won[SIDES];
        award_points(x, S, a, won);
        for (int s = 0; s < SIDES; s++) points[s] += won[s];
    }
#endif
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

/* the numbers of the sides that decide a match: their scores, unless it compares something else */
static void numbers_of(Context *x, const State *S, i64 *numbers) {
    Frame f;
    scoring_frame(&f, S);
    for (int s = 0; s < SIDES; s++) {
        f.us = s;
        numbers[s] = COMPARES ? compared(x, S, &f) : S->scores[s];
    }
}

typedef struct {
    int over, winner, reason, award;
    i64 target; /* of this round */
} Standing;

/* score a finished round, and say whether the match is over; the state has a target of its own in a playoff alone */
static Standing score_round(Context *x, State *S) {
    const int playoff = S->has_target, has_target = playoff || HAS_TARGET, raced = RACE && has_target;
    Standing st = {0, NOTHING, REASON_NONE, NOTHING, playoff ? S->target : TARGET};
    Frame f;
    for (int a = 0; a < PLAN_AWARDS; a++) {
        add_award(x, S, a);
        for (int s = 0; s < SIDES; s++) points_within(x, S, a, s);
        int leader = ahead(S->scores, 0);
        if (raced && S->winner < 0 && leader >= 0 && S->scores[leader] >= st.target) {
            S->winner = leader;
            S->reason = REASON_RACE;
            S->reason_award = a;
        }
    }
    if (!S->reason) { /* a race has a reason, what was won in play has none yet */
        scoring_frame(&f, S);
        fire_round_scored(x, S, &f);
    }
    if (S->winner >= 0) {
        st.over = 1;
        st.winner = S->winner;
        st.reason = S->reason ? S->reason : REASON_PLAY;
        st.award = S->reason_award;
        return st;
    }
    scoring_frame(&f, S);
    int reason = S->ending ? REASON_ENDED
                 : has_target && highest(S->scores) >= st.target ? REASON_TARGET
                 : playoff                                       ? REASON_NONE /* it goes on to its own target */
                 : HAS_ROUNDS && S->round >= ROUNDS ? REASON_ROUNDS
                 : match_over_by(x, S, &f) ? REASON_OVER
                                           : REASON_NONE;
    st.reason = reason;
    if (!reason) return st;
    i64 numbers[SIDES];
    numbers_of(x, S, numbers);
    st.winner = ahead(numbers, LOWEST_WINS);
    if (st.winner >= 0) {
        st.over = 1;
    } else if (TIE == TIE_IS_DRAW) {
        st.over = 1;
        st.reason |= REASON_DRAW;
    } else {
        st.reason |= REASON_TIE;
        if (TIE == TIE_IS_PLAYOFF && HAS_PLAYOFF) {
            memset(S->scores, 0, sizeof S->scores);
            S->target = PLAYOFF;
            S->has_target = 1;
        }
    }
    return st;
}

/* the events of the end of a round, its awards and its checks */
static Standing finish(Context *x, State *S) {
    Frame f;
    scoring_frame(&f, S);
    if (!S->match_over) fire_round_over(x, S, &f);
    const int whole = !S->match_over;
    const Standing st = score_round(x, S);
    if (CHECKS && whole && !x->unchecked) {
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

/* whether the round is over because every seat passed, with cards in a hand or in the stock */
static int is_stuck(const State *S) { return S->passes >= SEATS && (S->stock.n || !hands_empty(S)); }

static void finish_round(Context *x, State *S) {
    if (x->listener) x->listener->stuck = is_stuck(S); /* as the events of the end of a round find it */
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
        S->target = st.target; /* for the words of the reason */
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
    while (!(n = settle(x, S))) {
        if (S->round_over) finish_round(x, S);
        if ((S->match_over && !S->round_over) || (x->listener && x->listener->stopped)) return 0;
        if (S->redeal) lay_out(x, S);
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
    x->unaware = 0;
    x->depth = 0;
    fresh_state(x, S);
    start_round(x, S);
    return advance(x, S);
}
