/* Many games at once, for who learns to play: each stands at a decision, and one call makes a play in every one of them
   and goes on to the next decision. What comes of it is written into arrays of the caller. */

#define BAD_ACTION 101
#define MANY_UNITS 1000 /* without a decision, one after the other */

typedef struct {
    State state;
    u64 key, unit;    /* of the unit that it plays: those of game i are i, i + games, i + 2 games … of the run */
    Mask seen[SEATS]; /* cards that each seat has seen in the round `seen_round`, dealt anew so often */
    i32 seen_round, seen_redeals;
    u32 plays; /* legal ones */
} Place;

/* where answers go, an array of each: a row for each game, of plays as many as there is room for */
typedef struct {
    i8 *observation, *features; /* of plays FEATURES each */
    u8 *mask, *done;
    i32 *seat, *left_out;
    float *reward; /* of each seat */
} Answers;

typedef struct {
    Game game; /* whose context all games use in turn */
    u64 games, most, seed;
    int single_rounds;
    double point;     /* what a point is worth */
    u64 slots, width; /* of an observation */
    Slot *slot;
    u8 asked[PATTERNS + 1]; /* the numbers of the patterns of asks in observations */
    Answers to;
    Place *place;
    Play *play; /* the legal plays of each game, in their order */
    Told *told; /* of the decision that is told */
    u32 told_room;
} Games;

EXPORT void cassino_free_games(Games *g) {
    if (!g) return;
    free(g->place);
    free(g->play);
    free(g->told);
    free(g->slot);
    free_room(&g->game);
    free(g);
}

/* so many games, of which each can be told `most` plays; null where there is no room */
EXPORT Games *cassino_new_games(u64 games, u64 most, int single_rounds, double point, const Slot *slots, u64 count,
                                u64 width, const u8 *asked, const Answers *to) {
    Games *g = calloc(1, sizeof *g);
    if (!g) return 0;
    g->games = games;
    g->most = most;
    g->single_rounds = single_rounds;
    g->point = point;
    g->slots = count;
    g->width = width;
    g->to = *to;
    memcpy(g->asked, asked, PATTERNS);
    g->place = calloc(games, sizeof *g->place);
    g->play = calloc(games * most, sizeof *g->play);
    g->slot = calloc(count, sizeof *g->slot);
    if (g->place && g->play && g->slot) {
        memcpy(g->slot, slots, count * sizeof *slots);
        return g;
    }
    cassino_free_games(g);
    return 0;
}

/* ---- going on */

/* go on to the next decision of a unit, or to its end, which is no decision; how many plays there are, in x->plays */
static u32 go_on(Games *g, State *S) {
    Context *x = &g->game.x;
    u32 n;
    while (!(n = settle(x, S))) {
        if (S->round_over) {
            if (g->single_rounds) {
                finish(x, S);
                return 0;
            }
            finish_round(x, S);
        }
        if (S->match_over && !S->round_over) return 0;
        if (S->redeal) lay_out(x, S);
    }
    return n;
}

/* what a unit that has ended so is worth to each seat: `rewards` of cassino_dsl/env/episode.py */
static void pay(const Games *g, const State *S, float *to) {
    double worth[SIDES], all = 0;
    for (int s = 0; s < SIDES; s++) {
        worth[s] = g->single_rounds ? (LOWEST_WINS ? -1 : 1) * g->point * (double)points_of(S, s) : S->winner == s;
        all += worth[s];
    }
    for (int seat = 0; seat < SEATS; seat++) {
        const double own = worth[side_of(seat)];
        to[seat] = (float)(SIDES > 1 ? own - (all - own) / (SIDES - 1) : own);
    }
}

/* each seat looks at a decision, and at the play that came before it: what is played and taken was shown, but what is
   trailed face down and what plays of kind other move. Gives the sight of the seat that decides */
static void look(Context *x, Place *place, const Play *before, Sight *decides) {
    const State *S = &place->state;
    const int seat = decider(S), anew = place->seen_round != S->round || place->seen_redeals != S->redeals;
    const int kind = !before || before->action == DONE ? OTHER : KIND[before->action];
    place->seen_round = S->round;
    place->seen_redeals = S->redeals;
    for (int i = 1; i <= SEATS; i++) { /* who decides comes last */
        const int me = (seat + i) % SEATS;
        look_around(x, S, me, decides);
        Mask seen = decides->all;
        if (!anew && kind != OTHER) {
            const Mask covered = kind == TRAIL ? without(meet(before->cards, S->loose), seen) : EMPTY;
            seen = join(seen, without(join(before->cards, before->taken), covered));
        }
        place->seen[me] = anew ? seen : join(place->seen[me], seen);
    }
}

/* a decision, whose plays stand in x->plays: they are kept in their order, and all that is said of it is written */
static void tell_decision(Games *g, u64 i, u32 n, const Play *before) {
    Context *x = &g->game.x;
    Place *place = &g->place[i];
    const State *S = &place->state;
    Sight v;
    look(x, place, before, &v);
    const int seat = v.frame.me;
    const u64 key = decision_key(place->key, (u64)S->decisions);
    Play *plays = g->play + i * g->most;
    if (n > g->told_room) {
        g->told = grown(x, g->told, 2 * n * sizeof *g->told);
        g->told_room = 2 * n;
    }
    for (u32 k = 0; k < n; k++) tell_of_play(S, &v, &x->plays[k], key, k, &g->told[k]);
    g->to.left_out[i] = n > g->most ? (i32)(n - g->most) : 0;
    if (n > g->most) { /* as many as there is room for, by their lots */
        qsort(g->told, n, sizeof *g->told, compare_lots);
        n = (u32)g->most;
    }
    sort_told(g->told, n);
    i8 *features = g->to.features + i * g->most * FEATURES;
    for (u32 k = 0; k < n; k++) {
        plays[k] = x->plays[g->told[k].which];
        write_told(&g->told[k], features + k * FEATURES);
    }
    if (n < place->plays) memset(features + n * FEATURES, 0, (place->plays - n) * FEATURES);
    u8 *mask = g->to.mask + i * g->most;
    if (n > place->plays) memset(mask + place->plays, 1, n - place->plays);
    else memset(mask + n, 0, place->plays - n);
    i8 *observation = g->to.observation + i * g->width;
    memset(observation, 0, g->width);
    observe(x, S, &v, place->seen[seat], g->slot, (int)g->slots, g->asked, observation);
    place->plays = n;
    g->to.seat[i] = seat;
}

/* ---- what is called from outside: 0, or the number of a fault, and in which game and which unit it happened */

static void begin(Games *g, i64 *where, u64 i) {
    Context *x = &g->game.x;
    where[0] = (i64)i;
    where[1] = (i64)g->place[i].unit;
    x->key = g->place[i].key;
    x->play_count = 0;
}

/* the next unit of a game */
static void deal_unit(Games *g, i64 *where, u64 i) {
    Place *place = &g->place[i];
    for (int tries = 0; tries < MANY_UNITS; tries++, place->unit += g->games) {
        place->key = mix(g->seed, place->unit);
        place->seen_round = 0;
        begin(g, where, i);
        fresh_state(&g->game.x, &place->state);
        start_round(&g->game.x, &place->state);
        const u32 n = go_on(g, &place->state);
        if (n) {
            tell_decision(g, i, n, 0);
            return;
        }
    }
    fail(&g->game.x, FAULT_IDLE, 0, MANY_UNITS);
}

/* all games begin: game i with unit i of the run that this seed makes */
EXPORT int cassino_reset_games(Games *g, u64 seed, i64 *where) {
    Context *x = &g->game.x;
    if (setjmp(x->fault)) return x->fault_code;
    x->listener = 0;
    x->unaware = x->depth = x->unchecked = 0;
    x->left = 0;
    g->seed = seed;
    memset(g->to.done, 0, g->games);
    memset(g->to.reward, 0, g->games * SEATS * sizeof *g->to.reward);
    for (u64 i = 0; i < g->games; i++) {
        g->place[i].unit = i;
        deal_unit(g, where, i);
    }
    return 0;
}

/* each game makes the play with this number among its legal ones; an action that is none changes nothing in any game */
EXPORT int cassino_step_games(Games *g, const i64 *actions, i64 *where) {
    Context *x = &g->game.x;
    for (u64 i = 0; i < g->games; i++) {
        where[0] = (i64)i;
        where[1] = g->place[i].plays;
        if (actions[i] < 0 || actions[i] >= g->place[i].plays) return BAD_ACTION;
    }
    if (setjmp(x->fault)) return x->fault_code;
    for (u64 i = 0; i < g->games; i++) {
        Place *place = &g->place[i];
        const Play play = g->play[i * g->most + (u64)actions[i]];
        float *reward = g->to.reward + i * SEATS;
        begin(g, where, i);
        step(x, &place->state, &play);
        x->play_count = 0;
        const u32 n = go_on(g, &place->state);
        g->to.done[i] = !n;
        if (n) {
            memset(reward, 0, SEATS * sizeof *reward);
            tell_decision(g, i, n, &play);
        } else {
            pay(g, &place->state, reward);
            place->unit += g->games;
            deal_unit(g, where, i);
        }
    }
    return 0;
}
