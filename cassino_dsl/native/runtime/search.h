/* Which sets of items an action can take: groups found by their total, unions of disjoint groups. A play is what is
   taken, not how it is grouped, so every step works with distinct sets and never with partitions. */

static inline void push(Context *x, Masks *list, Mask m) {
    if (list->n == list->room) {
        u32 room = list->room ? 2 * list->room : 256;
        list->at = grown(x, list->at, room * sizeof(Mask));
        list->room = room;
    }
    list->at[list->n++] = m;
}

static inline u32 hash_mask(Mask m) {
    u64 h = (u64)m;
#if WIDE
    h ^= (u64)(m >> 64) * 0xD6E8FEB86659FD93ull;
#endif
    return (u32)((h * 0x9E3779B97F4A7C15ull) >> 32);
}

/* ---- the set of what has been met in list->at[from …]: short lists are looked through, long ones hashed */

#define SHORT_LIST 12

static void seen_fill(Context *x, const Masks *list, u32 from, u32 room) {
    Seen *seen = &x->seen;
    if (room > seen->room) {
        seen->key = grown(x, seen->key, room * sizeof(Mask));
        seen->stamp = grown(x, seen->stamp, room * sizeof(u32));
        memset(seen->stamp, 0, room * sizeof(u32));
        seen->room = room;
        seen->now = 0;
    }
    if (++seen->now == 0) {
        memset(seen->stamp, 0, seen->room * sizeof(u32));
        seen->now = 1;
    }
    seen->used = room;
    for (u32 i = from; i < list->n; i++) {
        u32 h = hash_mask(list->at[i]) & (room - 1);
        while (seen->stamp[h] == seen->now) h = (h + 1) & (room - 1);
        seen->stamp[h] = seen->now;
        seen->key[h] = list->at[i];
    }
}

/* add m unless it is among list->at[from …]; whether it was new */
static inline int add_new(Context *x, Masks *list, u32 from, Mask m) {
    u32 n = list->n - from;
    if (n <= SHORT_LIST) {
        for (u32 i = from; i < list->n; i++)
            if (list->at[i] == m) return 0;
        push(x, list, m);
        if (n == SHORT_LIST) seen_fill(x, list, from, 64);
        return 1;
    }
    Seen *seen = &x->seen;
    u32 h = hash_mask(m) & (seen->used - 1);
    while (seen->stamp[h] == seen->now) {
        if (seen->key[h] == m) return 0;
        h = (h + 1) & (seen->used - 1);
    }
    seen->stamp[h] = seen->now;
    seen->key[h] = m;
    push(x, list, m);
    if (n >= MAX_PLAYS) fail(x, FAULT_PLAYS, 0, MAX_PLAYS);
    if (2 * n > seen->used) seen_fill(x, list, from, 4 * seen->used);
    return 1;
}

/* ---- groups by their total */

typedef struct {
    Context *x;
    const Numbered *item;
    const Numbers *reach; /* reach[i]: the totals that items i … can still make */
    int n, single;
    u32 from;
} TotalSearch;

static void totals_from(const TotalSearch *t, int i, int left, Mask mask) {
    for (; i < t->n && (t->reach[i] >> left & 1); i++) {
        Numbers numbers = t->item[i].numbers;
        while (numbers) {
            int n = take_number(&numbers);
            if (n > left) break;
            if (n < left) {
                totals_from(t, i + 1, left - n, mask | t->item[i].bit);
            } else if (t->single) {
                push(t->x, &t->x->choices, mask | t->item[i].bit);
                if (t->x->choices.n - t->from > MAX_PLAYS) fail(t->x, FAULT_PLAYS, 0, MAX_PLAYS);
            } else {
                add_new(t->x, &t->x->choices, t->from, mask | t->item[i].bit);
            }
        }
    }
}

/* append to x->choices every non-empty group whose members' numbers can add up to the total */
static inline void groups_by_total(Context *x, const Numbered *items, int n, i64 total) {
    if (total <= 0 || total > 127) return;
    Numbered usable[2 * CARDS + 2];
    Numbers reach[2 * CARDS + 3];
    TotalSearch t = {x, usable, reach, 0, 1, x->choices.n};
    Numbers small = number_range(1, total);
    for (int i = 0; i < n; i++) {
        Numbers numbers = items[i].numbers & small;
        if (!numbers) continue;
        usable[t.n].bit = items[i].bit;
        usable[t.n++].numbers = numbers;
        if (numbers & (numbers - 1)) t.single = 0;
    }
    reach[t.n] = 1;
    for (int i = t.n; i-- > 0;) reach[i] = reach[i + 1] | add_numbers(reach[i + 1], usable[i].numbers);
    totals_from(&t, 0, (int)total, 0);
}

/* ---- unions: x->sets grows by what each part takes from what the others leave */

enum { ONE, MAYBE, SOME, ANY, ALL, MAXIMAL };

static inline void unions_begin(Context *x) {
    x->sets.n = 0;
    push(x, &x->sets, 0);
}

/* the sets of x->sets from `from` on, each extended by one part; gives where the extended ones begin */
static inline u32 unions_extend(Context *x, u32 from, Choices part, int quantity) {
    u32 end = x->sets.n;
    const u32 first = part.first, last = part.first + part.count;
    if (quantity == ALL) {
        Mask whole = 0;
        for (u32 i = first; i < last; i++) whole |= x->choices.at[i];
        if (!whole) return from;
        for (u32 i = from; i < end; i++) {
            Mask s = x->sets.at[i];
            if (!(s & whole)) add_new(x, &x->sets, end, s | whole);
        }
        return end;
    }
    if (quantity == ONE || quantity == MAYBE) {
        for (u32 i = from; i < end; i++) {
            Mask s = x->sets.at[i];
            if (quantity == MAYBE && part.empty_fits) add_new(x, &x->sets, end, s);
            for (u32 k = first; k < last; k++)
                if (!(x->choices.at[k] & s)) add_new(x, &x->sets, end, s | x->choices.at[k]);
        }
        return end;
    }
    if (quantity == SOME) {
        for (u32 i = from; i < end; i++)
            for (u32 k = first; k < last; k++)
                if (!(x->choices.at[k] & x->sets.at[i])) add_new(x, &x->sets, end, x->sets.at[i] | x->choices.at[k]);
        for (u32 i = end; i < x->sets.n; i++)
            for (u32 k = first; k < last; k++)
                if (!(x->choices.at[k] & x->sets.at[i])) add_new(x, &x->sets, end, x->sets.at[i] | x->choices.at[k]);
        return end;
    }
    if (!part.count) return from;
    if (end - from > SHORT_LIST) {
        u32 room = 64;
        while (room < 2 * (end - from)) room *= 4;
        seen_fill(x, &x->sets, from, room);
    }
    for (u32 i = from; i < x->sets.n; i++)
        for (u32 k = first; k < last; k++)
            if (!(x->choices.at[k] & x->sets.at[i])) add_new(x, &x->sets, from, x->sets.at[i] | x->choices.at[k]);
    return from;
}

static inline int could_grow(const Context *x, Choices part, Mask taken) {
    for (u32 k = part.first; k < part.first + part.count; k++)
        if (!(x->choices.at[k] & taken)) return 1;
    return 0;
}
