/* Remembered cards: as a set, and in the order in which they came. */
#define remembered_at(row, owner) (&(row)[(owner) < 0 ? 0 : (owner)])
/* each face once: a card that is remembered stands for every copy */
static inline void remember_more(Remembered *r, const List *l) {
    for (int i = 0; i < l->n; i++) {
        if (has_card(all_copies(r->set), l->code[i]) || r->order.n >= CARDS) continue;
        r->set = join(r->set, bit(l->code[i]));
        r->order.card[r->order.n++] = (u8)l->code[i];
    }
}
static inline void remember(Remembered *r, const List *l) {
    r->set = EMPTY;
    r->order.n = 0;
    remember_more(r, l);
}
static inline void remember_less(Remembered *r, const List *l) {
    Mask gone = EMPTY;
    int n = 0;
    for (int i = 0; i < l->n; i++) gone = join(gone, bit(l->code[i]));
    gone = all_copies(gone);
    for (int i = 0; i < r->order.n; i++)
        if (!has_card(gone, r->order.card[i])) r->order.card[n++] = r->order.card[i];
    r->order.n = (u8)n;
    r->set = without(r->set, gone);
}
