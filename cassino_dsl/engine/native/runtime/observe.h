/* What is counted of every unit (a match or a single round), into a row and histograms: the meaning of the columns
   stands in cassino_dsl/engine/layout.py, and the generated text before this file says where each begins. */

typedef struct {
    Listener listener;
    i64 row[WIDTH];
    i64 *histogram;
    i64 plays_before;
    int ended;
    u8 sitting[SEATS]; /* the player of each seat, by number */
    Context *x;
    struct Log *log;
} Observer;

typedef struct Log {
    u64 *word;
    size_t n, room;
} Log; /* what a record needs: plays, rounds, ends */

static void log_word(Context *x, Log *log, u64 word) {
    if (log->n == log->room) {
        size_t room = log->room ? 2 * log->room : 4096;
        log->word = grown(x, log->word, room * sizeof(u64));
        log->room = room;
    }
    log->word[log->n++] = word;
}
static void log_mask(Context *x, Log *log, Mask m) {
    log_word(x, log, lower_word(m));
    log_word(x, log, upper_word(m));
}
enum { LOG_PLAY = 1, LOG_ROUND, LOG_END };

static void log_play(Context *x, Log *log, const Play *p) {
    log_word(x, log, LOG_PLAY);
    log_word(x, log, (u64)(i64)p->action);
    log_word(x, log, (u64)(i64)p->value);
    log_word(x, log, (u64)(i64)p->decision);
    log_mask(x, log, p->cards);
    log_mask(x, log, p->taken);
}

static inline void count_in(Observer *o, int histogram, i64 value) {
    int bins = HISTOGRAM_AT[histogram + 1] - HISTOGRAM_AT[histogram];
    o->histogram[HISTOGRAM_AT[histogram] + (value < 0 ? 0 : value >= bins ? bins - 1 : value)]++;
}

static void observe_decision(Observer *o, u32 n, int action) {
    o->row[AT_plays]++;
    o->row[AT_legal] += n;
    o->row[AT_forced] += n == 1;
    o->row[AT_actions + (action >= 0 ? action : ACTIONS)]++;
    count_in(o, H_LEGAL, n);
}

static void observe_end(Observer *o, const State *S, const i64 *scores, int winner) {
    remember_row(o->row, S, RESET_MATCH);
    i64 margin = winner < 0 || SIDES == 1 ? 0 : INT64_MAX;
    for (int s = 0; winner >= 0 && s < SIDES; s++) {
        i64 before = LOWEST_WINS ? scores[s] - scores[winner] : scores[winner] - scores[s];
        if (s != winner && before < margin) margin = before < 0 ? 0 : before;
    }
    o->row[AT_margin] += margin;
    count_in(o, H_MARGIN, margin);
    count_in(o, H_ROUNDS, o->row[AT_rounds]);
    o->ended = 1;
    if (winner < 0) {
        o->row[AT_ties]++;
        return;
    }
    o->row[AT_wins + winner]++;
    for (int seat = 0; seat < SEATS; seat++) /* once, however many seats of the side he has */
        if (side_of(seat) == winner) o->row[AT_player_wins + o->sitting[seat]] = 1;
    if (ahead(o->row + AT_points, LOWEST_WINS) != winner) return;
    for (int a = 0; a < PLAN_AND_PLAY_AWARDS; a++) {
        i64 others[SIDES];
        for (int s = 0; s < SIDES; s++) others[s] = o->row[AT_points + s] - o->row[AT_award_points + a * SIDES + s];
        o->row[AT_award_decided + a] += ahead(others, LOWEST_WINS) != winner;
    }
}

static void observe_round(Listener *listener, const State *S) {
    Observer *o = (Observer *)listener;
    int first = side_of(S->leader);
    i64 points[SIDES];
    for (int s = 0; s < SIDES; s++) points[s] = points_of(S, s);
    count_in(o, H_PLAYS, o->row[AT_plays] - o->plays_before);
    o->plays_before = o->row[AT_plays];
    o->row[AT_rounds]++;
    o->row[AT_stuck] += listener->stuck;
    for (int s = 0; s < SIDES; s++) {
        o->row[AT_points + s] += points[s];
        o->row[AT_place_points + (s - first + SIDES) % SIDES] += points[s];
        count_in(o, H_POINTS + s, points[s] + POINTS_ZERO);
        count_in(o, H_PLACE_POINTS + (s - first + SIDES) % SIDES, points[s] + POINTS_ZERO);
    }
    i64 of_player[SEATS] = {0};
    for (int seat = 0; seat < SEATS; seat++) of_player[o->sitting[seat]] += points[side_of(seat)];
    for (int player = 0; player < SEATS; player++) {
        o->row[AT_player_points + player] += of_player[player];
        count_in(o, H_PLAYER_POINTS + player, of_player[player] + POINTS_ZERO);
    }
    int winner = ahead(points, LOWEST_WINS);
    if (S->round == 1 && listener->standing_over && listener->standing_winner >= 0) winner = listener->standing_winner;
    o->row[AT_tied_rounds] += winner < 0;
    if (winner >= 0) o->row[AT_place_wins + (winner - first + SIDES) % SIDES]++;
    for (int a = 0; a < PLAN_AND_PLAY_AWARDS; a++) {
        int any = 0;
        i64 total = 0;
        for (int s = 0; s < SIDES; s++) {
            i64 p = S->points[a][s];
            total += p;
            int place = (s - first + SIDES) % SIDES;
            o->row[AT_award_points + a * SIDES + s] += p;
            o->row[AT_award_place_points + a * SIDES + place] += p;
            o->row[AT_award_given + a * SIDES + s] += p != 0;
            o->row[AT_award_place_given + a * SIDES + place] += p != 0;
            any |= p != 0;
        }
        o->row[AT_award_total + a] += total;
        count_in(o, H_AWARD_TOTAL + a, total + POINTS_ZERO);
        if (IS_MAJORITY[a]) o->row[AT_award_void + a] += !any;
    }
    remember_row(o->row, S, RESET_ROUND);
    if (o->log) {
        log_word(o->x, o->log, LOG_ROUND);
        log_word(o->x, o->log, (u64)(i64)S->leader);
        log_word(o->x, o->log, (u64)listener->stuck);
        for (int s = 0; s < SIDES; s++) log_word(o->x, o->log, (u64)S->scores[s]);
        for (int a = 0; a < AWARDS; a++)
            for (int s = 0; s < SIDES; s++) log_word(o->x, o->log, (u64)S->points[a][s]);
    }
    if (listener->single_rounds)
        observe_end(o, S, points, winner);
    else if (listener->standing_over)
        observe_end(o, S, S->scores, listener->standing_winner);
}
