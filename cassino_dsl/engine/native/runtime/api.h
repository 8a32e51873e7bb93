/* What is called from outside. Every function gives 0, or the number of a fault that cassino_fault explains. */

#define BAD_POSITION 100

typedef struct {
    State state;
    u64 play; /* its code */
} Past; /* a decision, and what was played */

typedef struct {
    Context x;
    Observer o;
    State state;
    Log log;
    u64 out_n, out_room, past_n, past_room;
    i64 *out;
    Past *past; /* that a searching player has seen */
} Game;

EXPORT Game *cassino_new(void) {
    Game *g = calloc(1, sizeof *g);
    if (g) g->o.x = &g->x;
    return g;
}

/* what a game holds beside itself */
static void free_room(Game *g) {
    free(g->x.choices.at);
    free(g->x.sets.at);
    free(g->x.groups.at);
    free(g->x.seen.key);
    free(g->x.seen.stamp);
    free(g->x.plays);
    free(g->x.play_index);
    free(g->x.play_stamp);
    free(g->x.learned);
    free(g->x.mark);
    free(g->x.worth);
    free(g->x.judged);
    free(g->x.numbers);
    free(g->log.word);
    free(g->out);
    free(g->past);
}

EXPORT void cassino_free(Game *g) {
    if (!g) return;
    free_room(g);
    free(g);
}

EXPORT void cassino_fault(const Game *g, i64 *what) {
    what[0] = g->x.fault_code;
    what[1] = g->x.fault_index;
    what[2] = g->x.fault_number;
    for (int a = 0; a < AWARDS; a++)
        for (int s = 0; s < SIDES; s++) what[3 + a * SIDES + s] = g->x.fault_points[a][s];
}

/* what the player `learned` has learned, for all that follows on this game */
EXPORT int cassino_learn(Game *g, const i64 *words, u64 n) {
    if (setjmp(g->x.fault)) return g->x.fault_code;
    if (n != LEARNED_WORDS) return BAD_POSITION;
    g->x.learned = grown(&g->x, g->x.learned, sizeof *g->x.learned);
    read_learned(g->x.learned, words);
    return 0;
}

/* one unit, by players of these kinds at the seats, whose lots come from a key of their own */
static void play_unit(Game *g, u64 key, u64 lots, const u8 *kinds, int single_rounds, int logged) {
    Context *x = &g->x;
    State *S = &g->state;
    Observer *o = &g->o;
    u64 decisions = 0;
    memset(o->row, 0, sizeof o->row);
    o->plays_before = 0;
    o->ended = 0;
    o->log = logged ? &g->log : 0;
    o->listener.round = observe_round;
    o->listener.single_rounds = single_rounds;
    o->listener.stopped = 0;
    x->listener = &o->listener;
    x->play_count = 0;
    x->shown_round = 0;
    u32 n = new_match(x, S, key);
    while (n) {
        if (x->learned) see_table(x, S);
        u32 which = choose(x, S, kinds[decider(S)], 0, n, decision_key(lots, decisions));
        Play play = x->plays[which];
        if (x->learned) see_play(x, &play);
        decisions++;
        observe_decision(o, n, play.action);
        if (logged) log_play(x, &g->log, &play);
        x->play_count = 0;
        step(x, S, &play);
        x->play_count = 0;
        n = advance(x, S);
    }
    if (logged) {
        log_word(x, &g->log, LOG_END);
        log_word(x, &g->log, (u64)(i64)(o->listener.stopped ? NOTHING : S->winner));
        log_word(x, &g->log, (u64)(o->listener.stopped ? 0 : S->reason));
        log_word(x, &g->log, (u64)(i64)S->reason_award);
        log_word(x, &g->log, (u64)S->target);
    }
}

/* play `count` units from number `first` on. `kinds` and `numbers`: of the players, as they sit in unit 0; they may move
   on by a seat from unit to unit. Where `again` is not 0, their lots are others. Adds to sums, squares and cross (WIDTH each; the square of a number may be too large
   for a word) and the histograms; rows (WIDTH each) may be null. *stuck is the number of the first unit with a stuck
   round, or stays as it was; *done is how many were played, also where a fault ends it. */
EXPORT int cassino_play(Game *g, u64 seed, u64 first, u64 count, u64 again, const u8 *kinds, const u8 *numbers, int rotates,
                        int single_rounds, int logged, Sum *sums, Sum *squares, Sum *cross, i64 *histogram, i64 *rows,
                        i64 *stuck, u64 *done) {
    g->o.histogram = histogram;
    g->log.n = 0;
    g->x.unchecked = 0;
    *done = 0;
    if (setjmp(g->x.fault)) return g->x.fault_code;
    for (u64 u = 0; u < count; u++) {
        u8 sitting[SEATS];
        for (int seat = 0; seat < SEATS; seat++) {
            const int player = (int)((seat + (rotates ? (first + u) % SEATS : 0)) % SEATS);
            sitting[seat] = kinds[player];
            g->o.sitting[seat] = numbers[player];
        }
        const u64 key = mix(seed, first + u);
        play_unit(g, key, again ? mix(key, again) : key, sitting, single_rounds, logged);
        const i64 *row = g->o.row;
        for (int i = 0; i < WIDTH; i++) {
            if (!row[i]) continue;
            add_product(&sums[i], row[i], 1);
            add_product(&squares[i], row[i], row[i]);
            add_product(&cross[i], row[i], row[AT_rounds]);
        }
        if (row[AT_stuck] && *stuck < 0) *stuck = (i64)(first + u);
        if (rows) memcpy(rows + u * WIDTH, row, sizeof g->o.row);
        *done = u + 1;
    }
    return 0;
}

EXPORT const u64 *cassino_log(const Game *g, u64 *n) {
    *n = g->log.n;
    return g->log.word;
}

/* ---- positions */

typedef struct {
    const i64 *at, *end;
    int bad;
    Mask used;
} Reader;

static i64 read_number(Reader *r, i64 low, i64 high) {
    if (r->at >= r->end || *r->at < low || *r->at > high) {
        r->bad = 1;
        return low > 0 ? low : high < 0 ? high : 0;
    }
    return *r->at++;
}
static int read_card(Reader *r) {
    int card = (int)read_number(r, 0, CARDS - 1);
    if (is_some(meet(r->used, bit(card)))) r->bad = 1;
    r->used = join(r->used, bit(card));
    return card;
}
static Mask read_cards(Reader *r, Cards *zone) {
    Mask all = EMPTY;
    Cards ignored;
    if (!zone) zone = &ignored;
    zone->n = 0;
    for (i64 n = read_number(r, 0, CARDS); n > 0 && !r->bad; n--) {
        int card = read_card(r);
        lay(zone, card);
        all = join(all, bit(card));
    }
    return all;
}
static Numbers read_numbers(Reader *r) {
    u64 low = (u64)read_number(r, INT64_MIN, INT64_MAX), high = (u64)read_number(r, INT64_MIN, INT64_MAX);
    return number_set(NARROW ? 0 : high, low);
}

#define ANY_NUMBER -1000000000000ll, 1000000000000ll

/* how memory and the rows of a state are read: printed from the plan, after this file */
static void read_build_memory(Reader *r, BuildMemory *m);
static void read_memory(Reader *r, Memory *m);
static void read_rows(Reader *r, State *S);

static void read_builds(Reader *r, State *S) {
    int builds = (int)read_number(r, 0, SLOTS);
    for (int i = 0; i < builds && !r->bad; i++) {
        Build *b = &S->build[i];
        b->value = (i32)read_number(r, -1000000000, 1000000000);
        b->groups = (i32)read_number(r, 0, CARDS);
        b->cards = read_cards(r, 0);
        if (!is_some(b->cards)) r->bad = 1;
        b->since = S->clock++;
        S->builds = join(S->builds, bit(i));
        read_build_memory(r, &b->memory);
    }
}
static void read_asks(Reader *r, State *S) {
    S->asks = (i32)read_number(r, 0, PATTERNS ? MAX_ASKS : 0);
    for (int i = 0; i < S->asks && !r->bad; i++) {
        S->ask[i].seat = (i32)read_number(r, 0, SEATS - 1);
        S->ask[i].pattern = (i32)read_number(r, 0, PATTERNS - 1);
        int p = 1 + S->ask[i].pattern;
        S->ask[i].at = r->bad ? 0 : (i32)read_number(r, 0, ROW_FIRST[p + 1] - ROW_FIRST[p] - 1);
    }
}

/* @readers */

/* a position, and before it whether chance has a key in it, and which: a new game begins from it */
static int load_state(Game *g, const i64 *words, u64 n) {
    Reader reader = {words, words + n, 0, EMPTY}, *r = &reader;
    State *S = &g->state;
    Context *x = &g->x;
    x->listener = 0;
    x->depth = 0;
    x->unaware = !read_number(r, 0, 1);
    x->key = (u64)read_number(r, INT64_MIN, INT64_MAX);
    memset(S, 0, sizeof *S);
    S->reason_award = NOTHING;
    read_rows(r, S);
    return r->bad || r->at != r->end;
}

static void out_words(Game *g, const i64 *words, u64 n) {
    if (g->out_n + n > g->out_room) {
        u64 room = 2 * (g->out_n + n);
        g->out = grown(&g->x, g->out, room * sizeof(i64));
        g->out_room = room;
    }
    memcpy(g->out + g->out_n, words, n * sizeof(i64));
    g->out_n += n;
}

/* the legal plays of a position: action, value, decision, cards played and taken (two words each), bindings; where one
   is `drawn`, only that which the random player makes in this decision */
EXPORT int cassino_legal(Game *g, const i64 *words, u64 n, int drawn, u64 decision, const i64 **plays, u64 *count) {
    if (setjmp(g->x.fault)) {
        g->x.left = 0;
        return g->x.fault_code;
    }
    g->x.left = MOST_STEPS;
    if (load_state(g, words, n)) return BAD_POSITION;
    g->x.play_count = 0;
    g->out_n = 0;
    *count = legal(&g->x, &g->state);
    const u32 first = drawn && *count ? choose(&g->x, &g->state, RANDOM, 0, (u32)*count, decision) : 0;
    if (drawn && *count) *count = 1;
    g->x.left = 0;
    for (u32 i = 0; i < *count; i++) {
        const Play *p = &g->x.plays[first + i];
        i64 out[7 + LETS];
        out[0] = p->action;
        out[1] = p->value;
        out[2] = p->decision;
        out[3] = (i64)lower_word(p->cards);
        out[4] = (i64)upper_word(p->cards);
        out[5] = (i64)lower_word(p->taken);
        out[6] = (i64)upper_word(p->taken);
        for (int k = 0; k < LETS; k++) out[7 + k] = p->let[k];
        out_words(g, out, 7 + LETS);
    }
    *plays = g->out;
    return 0;
}

/* of the positions whose plays may be listed, `left` are left; there is no going on without */
static void perft(Context *x, const State *S, int depth, u64 *left, u64 *counts) {
    if (!*left) return;
    --*left;
    u32 first = x->play_count, n = 0;
    State here;
    copy_state(&here, S);
    n = settle(x, &here);
    counts[0] += n;
    if (depth > 1)
        for (u32 i = 0; i < n && *left; i++) {
            State after;
            copy_state(&after, &here);
            Play play = x->plays[first + i];
            step(x, &after, &play);
            perft(x, &after, depth - 1, left, counts + 1);
        }
    x->play_count = first;
}

/* sequences of plays by their length: counts[d] is how many have d + 1 plays */
EXPORT int cassino_perft(Game *g, const i64 *words, u64 n, int depth, u64 left, u64 *counts) {
    if (setjmp(g->x.fault)) return g->x.fault_code;
    if (load_state(g, words, n)) return BAD_POSITION;
    g->x.play_count = 0;
    if (depth > 0) perft(&g->x, &g->state, depth, &left, counts);
    return 0;
}

/* score a finished round: over, winner, reason, award that decided, target, scores, points by award */
EXPORT int cassino_score(Game *g, const i64 *words, u64 n, int checked, i64 *out) {
    if (setjmp(g->x.fault)) return g->x.fault_code;
    if (load_state(g, words, n)) return BAD_POSITION;
    g->x.unchecked = !checked;
    Standing st = finish(&g->x, &g->state);
    g->x.unchecked = 0;
    out[0] = st.over;
    out[1] = st.winner;
    out[2] = st.reason;
    out[3] = st.award;
    out[4] = st.target;
    for (int s = 0; s < SIDES; s++) out[5 + s] = g->state.scores[s];
    for (int a = 0; a < AWARDS; a++)
        for (int s = 0; s < SIDES; s++) out[5 + SIDES + a * SIDES + s] = g->state.points[a][s];
    return 0;
}
