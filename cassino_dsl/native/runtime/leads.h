/* By how much a side is ahead, if the round is scored as it stands: now, and after a play. */

/* how far a side is ahead of its best rival; where the lowest wins, how far below */
static i64 lead_of(const i64 *points, int us) {
    i64 rival = 0;
    int rivals = 0;
    for (int s = 0; s < SIDES; s++)
        if (s != us && (!rivals++ || (LOWEST_WINS ? points[s] < rival : points[s] > rival))) rival = points[s];
    return LOWEST_WINS ? rival - points[us] : points[us] - rival;
}

/* a decision, for who looks one play ahead from it */
typedef struct {
    const State *state;
    int seat, known;
    i64 lead; /* before the play, where it is known */
    Mask at_hand; /* the cards of the hand and of the table */
} Decision;

static void begin_decision(Decision *d, const State *S) {
    d->state = S;
    d->seat = decider(S);
    d->known = 0;
    d->at_hand = S->hand[d->seat] | S->loose | cards_of_builds(S, S->builds);
}

/* whether awards would bring the same after a play: then it need not be made to see that */
static inline int brings_nothing(const Decision *d, const Play *p) {
    return !COUNTS[p->action == DONE ? ACTIONS : p->action] && !((p->cards | p->taken) & ~d->at_hand) &&
           d->state->decisions < MAX_DECISIONS;
}

static i64 lead_in(Context *x, State *S, int seat) {
    i64 points[SIDES];
    points_so_far(x, S, points);
    return lead_of(points, side_of(seat));
}

/* by how much the side that decides is ahead after a play; what chance would decide is not seen */
static i64 lead_after(Context *x, Decision *d, const Play *p) {
    const int nothing = brings_nothing(d, p);
    if (nothing && d->known) return d->lead;
    State after;
    copy_state(&after, d->state);
    x->unaware = 1;
    if (!nothing) step(x, &after, p);
    const i64 lead = lead_in(x, &after, d->seat);
    x->unaware = 0;
    if (nothing) d->lead = lead, d->known = 1;
    return lead;
}
