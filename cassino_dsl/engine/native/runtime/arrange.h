/* How the taken items are grouped: the first partition in pack order that the parts of the action allow. Only the
   number of groups of a build, and what each part takes, depend on it. */

typedef struct {
    Mask set;
    int part;
} Piece;

typedef struct {
    const Piece *piece;
    int n;
    const u8 *quantity;
    int parts;
    int used[MAX_PARTS];
    int chosen[2 * CARDS + 2], depth;
} Cover;

/* whether the cards of one set come before those of another, compared as lists in pack order */
static int comes_before(Mask a, Mask b) {
    if (are_same(a, b)) return 0;
    int d = lowest(differing(a, b));
    Mask above = d + 1 < MASK_BITS ? shifted_up(all_if(1), d + 1) : EMPTY;
    return has_card(a, d) ? is_some(meet(b, above)) : !is_some(meet(a, above));
}

static int compare_pieces(const void *left, const void *right) {
    const Piece *a = left, *b = right;
    if (!are_same(a->set, b->set)) return comes_before(a->set, b->set) ? -1 : 1;
    return a->part - b->part;
}

static int cover(Cover *c, Mask left) {
    if (!is_some(left)) {
        for (int i = 0; i < c->parts; i++)
            if ((c->quantity[i] == ONE || c->quantity[i] == SOME) && !c->used[i]) return 0;
        return 1;
    }
    Mask low = only(lowest(left));
    for (int i = 0; i < c->n; i++) {
        const Piece *p = &c->piece[i];
        if (!is_some(meet(p->set, low)) || is_some(without(p->set, left))) continue;
        if ((c->quantity[p->part] == ONE || c->quantity[p->part] == MAYBE) && c->used[p->part]) continue;
        c->used[p->part]++;
        c->chosen[c->depth++] = i;
        if (cover(c, without(left, p->set))) return 1;
        c->depth--;
        c->used[p->part]--;
    }
    return 0;
}

/* what each part takes of what the play in the frame takes, into the frame; gives how many groups the build has that
   it makes. `choice` is what each part may take. */
static i64 take_apart(Context *x, const State *S, Frame *f, const Choices *choice, const u8 *quantity,
                      const u8 *grouped, const u8 *with_card, int parts) {
    Cover c;
    int total = 0, placed = 0;
    Mask taken[MAX_PARTS] = {0};
    i64 groups = 0;
    Mask left = f->taken;
    for (int i = 0; i < parts; i++) total += (int)choice[i].count;
    Piece few[64], *piece = total <= 64 ? few : malloc((size_t)total * sizeof(Piece));
    if (!piece) fail(x, FAULT_MEMORY, 0, 0);
    c.piece = piece;
    c.n = c.depth = 0;
    c.quantity = quantity;
    c.parts = parts;
    memset(c.used, 0, sizeof c.used);
    for (int i = 0; i < parts; i++)
        for (u32 k = choice[i].first; k < choice[i].first + choice[i].count; k++) {
            Mask set = choice[i].list->at[k];
            if (is_some(without(set, f->taken))) continue;
            if (quantity[i] == ALL) {
                left = without(left, set);
                taken[i] = join(taken[i], set);
                if (grouped[i]) groups++;
                else groups += is_some(items_of(S, set).builds) ? S->build[lowest(items_of(S, set).builds)].groups : 1;
            } else {
                piece[c.n].set = set;
                piece[c.n++].part = i;
            }
        }
    if (c.n > 1) qsort(piece, (size_t)c.n, sizeof(Piece), compare_pieces);
    if (cover(&c, left)) {
        for (int i = 0; i < c.depth; i++) {
            const Piece *p = &piece[c.chosen[i]];
            taken[p->part] = join(taken[p->part], p->set);
            if (grouped[p->part]) {
                if (with_card[p->part]) placed = 1;
                groups++;
            } else {
                Mask builds = items_of(S, p->set).builds;
                groups += is_some(builds) ? S->build[lowest(builds)].groups : 1;
            }
        }
    }
    if (piece != few) free(piece);
    for (int i = 0; i < parts; i++) f->part[i] = items_of(S, taken[i]);
    return groups + (!placed && is_some(f->cards) ? 1 : 0);
}
