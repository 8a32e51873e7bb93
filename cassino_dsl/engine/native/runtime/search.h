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
    const u64 h = lower_word(m) ^ upper_word(m) * 0xD6E8FEB86659FD93ull;
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
            if (are_same(list->at[i], m)) return 0;
        push(x, list, m);
        if (n == SHORT_LIST) seen_fill(x, list, from, 64);
        return 1;
    }
    Seen *seen = &x->seen;
    u32 h = hash_mask(m) & (seen->used - 1);
    while (seen->stamp[h] == seen->now) {
        if (are_same(seen->key[h], m)) return 0;
        h = (h + 1) & (seen->used - 1);
    }
    seen->stamp[h] = seen->now;
    seen->key[h] = m;
    push(x, list, m);
    if (n >= MAX_PLAYS) fail(x, FAULT_PLAYS, 0, MAX_PLAYS);
    if (2 * n > seen->used) seen_fill(x, list, from, 4 * seen->used);
    return 1;
}

/* the next of the subsets of at most so many members, in the order of these numbers: behind one of as many as there may
   be, its lowest member moves up */
static inline u64 next_subset(u64 chosen, int most) {
    return ones(chosen) < most ? chosen + 1 : chosen + (chosen & (~chosen + 1));
}

/* ---- groups by their total */

static inline void source_add_before(Source *s, Mask item, Numbers numbers) {
    if (!s->first || !any_number(numbers)) return;
    s->all = join_numbers(s->all, numbers);
    int i = s->first - 1;
    if (ANY_OF_NONE && s->last_of_none < 0 && has_number(numbers, 0)) s->last_of_none = i;
    u64 after = s->reach[s->first], all = after;
    Numbers others = without_lowest_number(numbers);
    if (NARROW || lower_numbers(numbers)) all |= after << lowest_one(lower_numbers(numbers));
    if (any_number(others)) { /* of few items: most have one number */
        if (lowest_number(others) < s->second) s->second = lowest_number(others);
        for (u64 low = lower_numbers(others); low; low &= low - 1) all |= after << lowest_one(low);
    }
    s->item[i].bit = item;
    s->item[i].numbers = numbers;
    s->reach[i] = all;
    s->first = i;
}
/* what groups are made of, filled from the end: first the builds, then the cards */
static const Source *source_of(Source *source, const State *s, Items left) {
    source->first = source->n = 2 * CARDS + 2;
    source->second = 128;
    source->last_of_none = -1;
    source->all = NO_NUMBERS;
    source->reach[source->n] = 1;
    while (is_some(left.builds)) {
        const Build *build = &s->build[take_highest(&left.builds)];
        source_add_before(source, build->cards, number_bit(build->value));
    }
    while (is_some(left.cards)) {
        const int card = take_highest(&left.cards);
        source_add_before(source, bit(card), numbers_of_loose(s, card));
    }
    return source;
}

typedef struct {
    Context *x;
    const Source *source;
    Masks *found;
    u32 from;
    int single; /* every group is met once */
} TotalSearch;

static void found_group(const TotalSearch *t, Mask group) {
    if (!t->single) {
        add_new(t->x, t->found, t->from, group);
        return;
    }
    push(t->x, t->found, group);
    if (t->found->n - t->from > MAX_PLAYS) fail(t->x, FAULT_PLAYS, 0, MAX_PLAYS);
}

/* whether a group that has its total goes on: what counts 0 goes with it */
static inline int goes_on(const Source *s, int i) { return ANY_OF_NONE && i < s->last_of_none; }

static void totals_from(const TotalSearch *t, int i, int left, Mask mask) {
    const Source *s = t->source;
    for (; i < s->n && (left > 63 || (s->reach[i] >> left & 1)); i++) {
        Numbers numbers = s->item[i].numbers;
        while (any_number(numbers)) {
            int n = take_number(&numbers);
            if (n > left) break;
            if (n == left) found_group(t, join(mask, s->item[i].bit));
            if (n < left || goes_on(s, i)) totals_from(t, i + 1, left - n, join(mask, s->item[i].bit));
        }
    }
}

/* the same for totals below 64 where each item has one number that counts */
static void single_totals_from(const TotalSearch *t, int i, int left, Mask mask) {
    const Source *s = t->source;
    for (; i < s->n && (s->reach[i] >> left & 1); i++) {
        const int rest = left - lowest_number(s->item[i].numbers);
        if ((rest < 0) | !(s->reach[i + 1] >> (rest & 63) & 1)) continue; /* no group has this item */
        if (!rest) found_group(t, join(mask, s->item[i].bit));
        if (rest || goes_on(s, i)) single_totals_from(t, i + 1, rest, join(mask, s->item[i].bit));
    }
}

/* append to a list every non-empty group whose members' numbers can add up to the total */
static void groups_by_total(Context *x, const Source *source, i64 total, Masks *found) {
    if (total < !ANY_OF_NONE || total > 127) return;
    TotalSearch t = {x, source, found, found->n, total < source->second};
    if (total < 64 && t.single) {
        single_totals_from(&t, source->first, (int)total, EMPTY);
    } else {
        totals_from(&t, source->first, (int)total, EMPTY);
    }
}

/* whether some items may add up to a total: with one branch, where most totals that are asked for are out of reach */
static inline int may_total(const Source *source, i64 total) {
    return (total > 63) | ((total >= 0) & (int)(source->reach[source->first] >> (total & 63)) & 1);
}

/* the totals that some items make, as far as it is known; those that none or one makes */
static inline Numbers reach(const Source *source) {
    return number_set(NARROW ? 0 : ~0ull, source->reach[source->first]);
}
static inline Numbers single_reach(const Source *source) { return join_numbers(source->all, only_number(0)); }

/* of some numbers, those that are such a total with an offset taken from them */
static inline Numbers reachable(Numbers totals, i64 offset, Numbers numbers) {
    return offset < 0 || offset > LARGEST ? numbers : meet_numbers(numbers, numbers_up(totals, offset));
}

/* what is less or more than each of some totals by a number; where it is none that can be taken, every number */
static inline Numbers less_than(Numbers totals, i64 by) { return by < 0 || by > LARGEST ? ALL_NUMBERS : numbers_down(totals, by); }
static inline Numbers more_than(Numbers totals, i64 by) { return by < 0 || by > LARGEST ? ALL_NUMBERS : numbers_up(totals, by); }

/* the items that have a number, as groups */
static inline Choices items_with(Context *x, const Source *source, i64 number) {
    Choices c = {&x->choices, x->choices.n, 0, 0};
    if (!has_number(source->all, number)) return c;
    for (int i = source->first; i < source->n; i++) /* without a branch: which have it cannot be guessed */
        push(x, &x->choices, source->item[i].bit), x->choices.n -= !has_number(source->item[i].numbers, number);
    c.count = x->choices.n - c.first;
    return c;
}

/* the groups of a source that the position decides, searched for once in a listing */
static inline Choices groups_known(Context *x, int number, const Source *source, i64 total) {
    Choices c = {&x->groups, x->groups.n, 0, 0};
    if (total < !ANY_OF_NONE) return c;
    if (total > 63) {
        groups_by_total(x, source, total, &x->groups);
        c.count = x->groups.n - c.first;
        return c;
    }
    if (!(source->reach[source->first] >> total & 1)) return c;
    Known *known = &x->known[number][total];
    if (known->at != x->listing) {
        known->at = x->listing;
        known->first = x->groups.n;
        groups_by_total(x, source, total, &x->groups);
        known->count = x->groups.n - known->first;
    }
    c.first = known->first;
    c.count = known->count;
    return c;
}

/* ---- unions: x->sets grows by what each part takes from what the others leave */

enum { ONE, MAYBE, SOME, ANY, ALL, MAXIMAL };

static inline void unions_begin(Context *x) {
    x->sets.n = 0;
    push(x, &x->sets, EMPTY);
}

/* the sets of x->sets from `from` on, each extended by one part; gives where the extended ones begin */
static inline u32 unions_extend(Context *x, u32 from, Choices part, int quantity) {
    u32 end = x->sets.n, from_next = from;
    u64 tried = 0;
    const u32 first = part.first, last = part.first + part.count;
    if (quantity == ALL) {
        Mask whole = EMPTY;
        for (u32 i = first; i < last; i++) whole = join(whole, part.list->at[i]);
        if (!is_some(whole)) return from;
        for (u32 i = from; i < end; i++) {
            Mask s = x->sets.at[i];
            if (!is_some(meet(s, whole))) add_new(x, &x->sets, end, join(s, whole));
        }
        return end;
    }
    if (quantity <= SOME) {
        for (u32 i = from; i < end; i++) {
            Mask s = x->sets.at[i];
            if (quantity == MAYBE && part.empty_fits) add_new(x, &x->sets, end, s);
            for (u32 k = first; k < last; k++)
                if (!is_some(meet(part.list->at[k], s))) add_new(x, &x->sets, end, join(s, part.list->at[k]));
        }
        if (quantity != SOME) return end;
        from = from_next = end; /* and those with one are extended as they would be by any */
    }
    if (!part.count) return from;
    if (end - from > SHORT_LIST) {
        u32 room = 64;
        while (room < 2 * (end - from)) room *= 4;
        seen_fill(x, &x->sets, from, room);
    }
    if (end - from == 1 && !is_some(x->sets.at[from]) && part.count <= SHORT_LIST) {
        /* the choices of a part are distinct */
        for (u32 k = first; k < last; k++) push(x, &x->sets, part.list->at[k]);
        if (part.count < 2) return from;
        if (x->sets.n - from > SHORT_LIST) seen_fill(x, &x->sets, from, 64);
        from_next = from + 1;
    }
    for (u32 i = from_next; i < x->sets.n; i++) {
        if ((tried += part.count) > MAX_TRIED) fail(x, FAULT_PLAYS, 0, MAX_PLAYS);
        for (u32 k = first; k < last; k++)
            if (!is_some(meet(part.list->at[k], x->sets.at[i]))) add_new(x, &x->sets, from, join(x->sets.at[i], part.list->at[k]));
    }
    return from;
}

static inline int could_grow(Choices part, Mask taken) {
    for (u32 k = part.first; k < part.first + part.count; k++)
        if (!is_some(meet(part.list->at[k], taken))) return 1;
    return 0;
}

/* ---- runs: one card of each rank, without a gap */

static inline int place_of(int card) { return card < 0 || card >= CARDS ? 0 : (int)rank_order(RANK[card]); }

/* the places among the ranks, from 0, of cards of which each has its own; whether they have */
static inline int places_of(Items items, Words *places) {
    *places = 0;
    if (is_some(items.builds)) return 0;
    while (is_some(items.cards)) {
        const int place = place_of(take_bit(&items.cards)) - 1;
        if (place < 0 || has_word(*places, place)) return 0;
        *places |= word_bit(place);
    }
    return 1;
}
static inline int is_run(Items items) {
    Words places;
    if (!places_of(items, &places) || !places) return 0;
    places >>= lowest_one(places);
    return !(places & (places + 1));
}

typedef struct {
    Items given;   /* what the groups make a run with */
    Words taken, there; /* the places that are given; those at which there is a card */
    Mask at[RANKS + 1];
} Runs;

static inline int runs_begin(Runs *r, Items given) {
    r->given = given;
    for (int i = 0; i <= RANKS; i++) r->at[i] = EMPTY;
    if (!places_of(given, &r->taken)) return 0;
    r->there = r->taken;
    return 1;
}
static inline void runs_add(Runs *r, int item) {
    const int place = item >= BUILD_CODE ? -1 : place_of(item) - 1;
    if (place < 0) return;
    r->at[place] = join(r->at[place], bit(item));
    r->there |= word_bit(place);
}
static void run_on(Context *x, const Runs *r, Masks *found, u32 from, int place, Mask group) {
    if (place >= RANKS || !has_word(r->there, place)) return;
    Mask left = has_word(r->taken, place) ? EMPTY : r->at[place];
    const int whole = !(r->taken >> place >> 1);
    do {
        const Mask more = join(group, is_some(left) ? only(lowest(left)) : EMPTY);
        left = without_lowest(left);
        if (is_some(more) && whole) {
            push(x, found, more);
            if (found->n - from > MAX_PLAYS) fail(x, FAULT_PLAYS, 0, MAX_PLAYS);
        }
        run_on(x, r, found, from, place + 1, more);
    } while (is_some(left));
}
/* append to a list every non-empty group that makes a run with what is given */
static void groups_by_run(Context *x, const Runs *r, Masks *found) {
    const u32 from = found->n;
    for (int start = 0; start < RANKS; start++) {
        Words needed = 0;
        if (r->taken) {
            if (r->taken & (word_bit(start) - 1)) return;
            needed = (word_bit(highest_one(r->taken)) - 1) & ~(word_bit(start) - 1);
        }
        if (!(needed & ~r->there)) run_on(x, r, found, from, start, EMPTY);
    }
}

/* ---- groups in conditions: of the items of a list, by their places */

typedef struct {
    int n;
    i64 total;
    Numbers numbers[CARDS + 1], lacking[CARDS + 1]; /* of each item; of items from each place on, to which sums they can
                                                       add what is lacking */
} Totalling;

static void totalling_from(Context *x, const Totalling *t, u32 from, int i, Numbers made, Mask group) {
    for (; i < t->n && x->choices.n - from < MOST_GROUPS && any_number(meet_numbers(made, t->lacking[i])); i++) {
        Numbers more = add_numbers(made, t->numbers[i]);
        if (has_number(more, t->total)) push(x, &x->choices, join(group, bit(i)));
        totalling_from(x, t, from, i + 1, more, join(group, bit(i)));
    }
}

/* append the first groups with a total: item by item, each with what it makes together with later ones before the next */
static void first_totalling(Context *x, Totalling *t) {
    if (t->total < 0 || t->total > LARGEST) return;
    Numbers reach = NO_NUMBERS;
    for (int i = t->n; i-- > 0;) {
        reach = join_numbers(reach, add_numbers(join_numbers(reach, only_number(0)), t->numbers[i]));
        t->lacking[i] = NO_NUMBERS;
        for (int n = 0; n <= t->total; n++)
            if (has_number(reach, n)) t->lacking[i] = join_numbers(t->lacking[i], number_bit(t->total - n));
    }
    totalling_from(x, t, x->choices.n, 0, only_number(0), EMPTY);
}
