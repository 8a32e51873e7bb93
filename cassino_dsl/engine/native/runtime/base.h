/* Sets of cards as bits, sets of numbers as bits, and the generator of random numbers (docs/random.md).

   The generated text before this file defines: CARDS (how many), COPIES of each face, WIDE (more than 64 cards),
   SEATS, SIDES, AWARDS, LETS (bindings of an action, at most). */

#define LARGEST (NARROW ? 63 : 127)
#define MASK_BITS (WIDE ? 128 : 64)
typedef u64 Words;    /* a set of ranks, suits, seats, actions … by their index */
typedef struct {
    u8 n;
    u8 card[CARDS];
} Cards; /* cards in an order */

static inline int count_bits(Mask m) { return ones(lower_word(m)) + (WIDE ? ones(upper_word(m)) : 0); }
#if WIDE
/* in which half of two words cannot be guessed: without a branch */
static inline int lowest(Mask m) {
    const u64 low = lower_word(m), above = -(u64)!low;
    return (int)(above & 64) + lowest_one(low | (above & upper_word(m)));
}
#else
#define lowest(m) lowest_one(m)
#endif
static inline int highest_bit(Mask m) {
    if (!WIDE) return highest_one(lower_word(m));
    const u64 high = upper_word(m), below = -(u64)!high;
    return 64 - (int)(below & 64) + highest_one(high | (below & lower_word(m)));
}

#define BUILD_CODE 128 /* items are coded as one number: cards as they are, builds as this and their slot, nothing as -1 */
#define NOTHING (-1)

static inline Mask bit(int i) { return i < 0 || i >= MASK_BITS ? EMPTY : only(i); }
static inline Words word_bit(int i) { return i < 0 || i > 63 ? 0 : (Words)1 << i; }
static inline Numbers number_bit(i64 n) { return n < 0 || n > LARGEST ? NO_NUMBERS : only_number(n); }
static inline int has_number(Numbers s, i64 n) { return n >= 0 && n <= LARGEST && has_number_bit(s, n); }
static inline int has_word(Words s, int i) { return i >= 0 && i < 64 && (int)(s >> i & 1); }
static inline int has_card(Mask s, int c) { return c >= 0 && c < CARDS && has_bit(s, c); }

static inline int take_bit(Mask *m) {
    int i = lowest(*m);
    *m = without_lowest(*m);
    return i;
}
static inline int take_highest(Mask *m) {
    int i = highest_bit(*m);
    *m = without(*m, only(i));
    return i;
}
static inline int take_word(Words *w) {
    int i = lowest_one(*w);
    *w &= *w - 1;
    return i;
}
static inline int lowest_number(Numbers s) {
    return NARROW || lower_numbers(s) ? lowest_one(lower_numbers(s)) : 64 + lowest_one(upper_numbers(s));
}
static inline int count_numbers(Numbers s) { return ones(lower_numbers(s)) + (NARROW ? 0 : ones(upper_numbers(s))); }
static inline int take_number(Numbers *s) {
    int i = lowest_number(*s);
    *s = without_lowest_number(*s);
    return i;
}

/* numbers from low to high, as far as they are from 0 to LARGEST */
static inline Numbers number_range(i64 low, i64 high) {
    if (low < 0) low = 0;
    if (high > LARGEST) high = LARGEST;
    if (low > high) return NO_NUMBERS;
    return numbers_up(numbers_down(ALL_NUMBERS, LARGEST - (high - low)), low);
}

/* every sum of a number of one set and a number of the other, as far as 127 */
static inline Numbers add_numbers(Numbers total, Numbers more) {
    Numbers made = NO_NUMBERS;
    while (any_number(more)) made = join_numbers(made, numbers_up(total, take_number(&more)));
    return made;
}

/* ---- members of a set who are each given a card of their own */

typedef struct {
    int members;
    Mask given;
    Mask wanted[CARDS + 1]; /* by member: one more than there are cards is the last that is asked */
    u8 owner[CARDS];        /* of each card given: the member */
} Given;

static inline void nothing_given(Given *g) { g->members = 0, g->given = EMPTY; }

/* Whether a member can have a card that was not asked for yet: one that is free, or one whose owner can have another. */
static int give(Given *g, int member, Mask *asked) {
    Mask free_ones = without(g->wanted[member], g->given);
    if (is_some(free_ones)) {
        int card = lowest(free_ones);
        g->given = join(g->given, bit(card));
        g->owner[card] = (u8)member;
        return 1;
    }
    for (Mask rest; is_some(rest = without(g->wanted[member], *asked));) {
        int card = lowest(rest);
        *asked = join(*asked, bit(card));
        if (give(g, g->owner[card], asked)) {
            g->owner[card] = (u8)member;
            return 1;
        }
    }
    return 0;
}

static int give_one_of(Given *g, Mask wanted) {
    Mask asked = EMPTY;
    g->wanted[g->members] = wanted;
    return give(g, g->members++, &asked);
}

/* ---- numbers: none is further from 0 than this (ruleset/numbers.py), so that no sum of a set leaves 64 bits */

#define LARGEST_NUMBER 1000000000000ll
#define NO_NUMBER INT64_MIN /* where there may be nothing in place of a number */
static inline i64 bounded(i64 n) {
    return n > LARGEST_NUMBER ? LARGEST_NUMBER : n < -LARGEST_NUMBER ? -LARGEST_NUMBER : n;
}
#define MOST_DOUBLINGS 40
#define LARGEST_KEPT 1000000000ll /* that is remembered or scored */
static inline i64 kept_number(i64 n) { return n > LARGEST_KEPT ? LARGEST_KEPT : n < -LARGEST_KEPT ? -LARGEST_KEPT : n; }
static inline i64 add(i64 a, i64 b) { return bounded(a + b); }
static inline i64 subtract(i64 a, i64 b) { return bounded(a - b); }
static inline i64 without_sign(i64 a) { return a < 0 ? -a : a; }
static inline i64 product(i64 a, i64 b) {
    if (!b || without_sign(a) <= LARGEST_NUMBER / without_sign(b)) return a * b;
    return (a < 0) == (b < 0) ? LARGEST_NUMBER : -LARGEST_NUMBER;
}
static inline i64 divide(i64 a, i64 b) {
    if (!b) return 0;
    if (b == -1) return -a;
    i64 q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}
/* what n doublings bring beyond the bound, more bring there: of those only whether they are even can matter */
static inline i64 power(i64 a, i64 n) {
    i64 made = 1;
    const i64 size = without_sign(n);
    for (int left = (int)(size > MOST_DOUBLINGS ? MOST_DOUBLINGS + size % 2 : size); left > 0; left--) made = product(made, a);
    return n < 0 ? divide(1, made) : made;
}
static inline i64 remainder_of(i64 a, i64 b) { return b ? a - divide(a, b) * b : 0; }
static inline i64 lesser(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 greater(i64 a, i64 b) { return a > b ? a : b; }

/* ---- random numbers */

#define GOLDEN 0x9E3779B97F4A7C15ull

static inline u64 scramble(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}
static inline u64 mix(u64 a, u64 b) { return scramble(scramble(a + GOLDEN) + b * GOLDEN); }
static inline u64 decision_key(u64 match, u64 number) { return scramble(mix(match, 2 * number + 1) + GOLDEN); }
static inline u64 lot_of(u64 decision, u64 code) { return scramble(decision + code * GOLDEN); }
