/* By how much a side is ahead, if the round is scored as it stands, and what that is worth: now, and after a play. */

/* how far a side is ahead of its best rival; where the lowest wins, how far below */
static i64 lead_of(const i64 *points, int us) {
    i64 rival = 0;
    int rivals = 0;
    for (int s = 0; s < SIDES; s++)
        if (s != us && (!rivals++ || (LOWEST_WINS ? points[s] < rival : points[s] > rival))) rival = points[s];
    return LOWEST_WINS ? rival - points[us] : points[us] - rival;
}

/* what it is worth to a side that a match stands so: cassino_dsl/players/policies.py */
static i64 reward(const i64 *numbers, int us, int over, int winner, i64 target) {
    if (!over) return lead_of(numbers, us);
    i64 stake = target;
    for (int s = 0; s < SIDES; s++) stake = greater(stake, numbers[s] < 0 ? -numbers[s] : numbers[s]);
    return winner < 0 ? 0 : winner == us ? stake : -stake;
}

/* a decision, for who looks one play ahead from it */
typedef struct {
    const State *state;
    int seat, in_match, known; /* in_match: at how the match stands, not at points of the round */
    i64 before;                /* how it stands before the play, where that is known */
    Mask at_hand;              /* the cards of the hand and of the table */
} Decision;

static void begin_decision(Decision *d, const State *S, int in_match) {
    d->state = S;
    d->in_match = in_match;
    d->seat = decider(S);
    d->known = 0;
    d->at_hand = join(join(S->hand[d->seat], S->loose), cards_of_builds(S, S->builds));
}

/* whether all would stand the same after a play: then it need not be made to see that */
static inline int brings_nothing(const Decision *d, const Play *p) {
    return !COUNTS[p->action == DONE ? ACTIONS : p->action] && !is_some(without(join(p->cards, p->taken), d->at_hand)) &&
           d->state->decisions < MAX_DECISIONS;
}

/* how it stands for the side that decides; changes the state */
static i64 stands_in(Context *x, State *S, const Decision *d) {
    const int us = side_of(d->seat);
    i64 numbers[SIDES];
    if (!d->in_match) {
        points_so_far(x, S, numbers);
        return lead_of(numbers, us);
    }
    count_now(x, S);
    numbers_of(x, S, numbers);
    return reward(numbers, us, S->winner >= 0, S->winner, S->has_target ? S->target : TARGET);
}

/* how it stands for the side that decides after a play; what chance would decide is not seen */
static i64 stands_after(Context *x, Decision *d, const Play *p) {
    const int nothing = brings_nothing(d, p);
    if (nothing && d->known) return d->before;
    State after;
    copy_state(&after, d->state);
    x->unaware = 1;
    if (!nothing) step(x, &after, p);
    const i64 stands = stands_in(x, &after, d);
    x->unaware = 0;
    if (nothing) d->before = stands, d->known = 1;
    return stands;
}
