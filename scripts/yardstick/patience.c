/* The patience by hand in C: the yardstick of the benchmark.
 *
 * Plays the strategies `builder` and `random` by the rules P1 to P8 with their default options and
 * the same named streams, so that its totals must equal the engine's. It keeps no move list, calls
 * no strategy and writes no log: it is what such a game costs at the least.
 *
 * cc -O3 -march=native -o patience patience.c && ./patience builder 1000000
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint8_t u8;

static u64 state[4];

static u64 mix(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static u64 fold(u64 key, u64 item) { return mix((key + 0x9E3779B97F4A7C15u) ^ item); }

static void seed_stream(u64 key) {
    for (int i = 0; i < 4; i++) state[i] = mix(key += 0x9E3779B97F4A7C15u);
}

static inline u64 rotate(u64 x, int k) { return (x << k) | (x >> (64 - k)); }

static inline u64 draw(void) {
    u64 result = rotate(state[1] * 5, 7) * 9, t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = rotate(state[3], 45);
    return result;
}

static inline unsigned below(unsigned n) {
    u64 m = (draw() >> 32) * n;
    if ((uint32_t)m < n) {
        uint32_t limit = -n % n;
        while ((uint32_t)m < limit) m = (draw() >> 32) * n;
    }
    return m >> 32;
}

/* A card is 16 * suit + rank; a set of cards is a word. */
#define CARDS 0x3FFE3FFE3FFE3FFEu
#define ACES 0x0002000200020002u

static u8 reserve[8][4], left[8], top[8], pile[96], foundation[8];
static int waste, stock, redeals, home;
static long moves;
static u64 wanted, shown;
static u8 showing[64];

static inline u64 near(u64 c) {
    return (((c << 1) | (c >> 1)) & CARDS) | ((c >> 12) & ACES) | ((c & ACES) << 12);
}

static inline void show(int p, int card) {
    int old = top[p];
    showing[old] &= ~(1 << p);
    if (!showing[old]) shown &= ~(1ull << old);
    top[p] = card;
    showing[card] |= 1 << p;
    shown = (shown | 1ull << card) & CARDS;
}

static inline void want(int suit) {
    u64 lane = (1ull << (foundation[suit] + 1) | 1ull << (foundation[4 + suit] - 1)) & 0x3FFE;
    wanted = (wanted & ~(0x3FFEull << 16 * suit)) | lane << 16 * suit;
}

static inline void uncover(int p) {
    int n = --left[p];
    show(p, n ? reserve[p][n - 1] : 0);
}

static inline void found(int card, int foundation_number) {
    foundation[foundation_number] = card & 15;
    home++;
    moves++;
    want(card >> 4);
}

static void begin(u64 deal, u64 cards_key) {
    static u8 deck[96];
    if (!deck[0]) {
        int n = 0;
        for (int suit = 0; suit < 4; suit++)
            for (int rank = 1; rank <= 13; rank++)
                for (int k = 0; k < (rank == 1 || rank == 13 ? 1 : 2); k++)
                    deck[n++] = 16 * suit + rank;
    }
    seed_stream(fold(cards_key, deal));
    memcpy(pile, deck, 96);
    for (int i = 95; i > 0; i--) {
        int j = below(i + 1);
        u8 card = pile[i];
        pile[i] = pile[j];
        pile[j] = card;
    }
    memset(showing, 0, 64);
    shown = 0;
    memset(top, 0, 8);
    for (int p = 0; p < 8; p++) {
        memcpy(reserve[p], pile + 4 * p, 4);
        left[p] = 4;
        show(p, reserve[p][3]);
    }
    wanted = 0;
    for (int suit = 0; suit < 4; suit++) {
        foundation[suit] = 1;
        foundation[4 + suit] = 13;
        want(suit);
    }
    waste = 0;
    stock = 32;
    redeals = 2;
    home = 8;
}

static inline int piles_of(u64 cards) {
    int piles = 0;
    for (; cards; cards &= cards - 1) piles |= showing[__builtin_ctzll(cards)];
    return piles;
}

static inline int turn_or_redeal(void) {
    if (stock < 96) {
        pile[waste++] = pile[stock++];
    } else if (waste && redeals) {
        memmove(pile + 96 - waste, pile, waste);
        stock = 96 - waste;
        waste = 0;
        redeals--;
    } else {
        return 0;
    }
    moves++;
    return 1;
}

static inline int first_of(int card) {
    int suit = card >> 4;
    return foundation[suit] + 1 == (card & 15) ? suit : 4 + suit;
}

static void play_builder(void) {
    for (;;) {
        u64 fits = shown & wanted;
        int w = waste ? pile[waste - 1] : 0;
        if (!fits && stock < 96) {
            u64 stops = wanted | near(shown);
            int from = stock;
            while (!((stops >> w) & 1) && stock < 96) w = pile[waste++] = pile[stock++];
            moves += stock - from;
        }
        if ((wanted >> w) & 1) {
            waste--;
            found(w, first_of(w));
        } else if (fits) {
            int p = __builtin_ctz(piles_of(fits)), card = top[p];
            uncover(p);
            found(card, first_of(card));
        } else {
            u64 builders = w ? near(1ull << w) & shown : 0;
            if (builders) {
                int p = __builtin_ctz(piles_of(builders));
                pile[waste++] = top[p];
                moves++;
                uncover(p);
            } else if (!turn_or_redeal()) {
                return;
            }
        }
    }
}

static inline int put_founds(u8 *list, int n, int card, int source) {
    int suit = card >> 4, rank = card & 15;
    list[n] = source << 4 | suit;
    n += foundation[suit] + 1 == rank;
    list[n] = source << 4 | 4 | suit;
    return n + (foundation[4 + suit] - 1 == rank);
}

static void play_random(void) {
    u8 list[32]; /* high half: source, 0 waste, 1 to 8; low half: foundation, 8 waste, 9 turn on */
    for (;;) {
        int n = 0, w = waste ? pile[waste - 1] : 0;
        if ((wanted >> w) & 1) n = put_founds(list, n, w, 0);
        for (int piles = piles_of(shown & wanted); piles; piles &= piles - 1) {
            int p = __builtin_ctz(piles);
            n = put_founds(list, n, top[p], p + 1);
        }
        u64 builders = w ? near(1ull << w) & shown : 0;
        for (int piles = piles_of(builders); piles; piles &= piles - 1)
            list[n++] = (__builtin_ctz(piles) + 1) << 4 | 8;
        if (stock < 96 || (waste && redeals)) list[n++] = 9;
        if (!n) return;
        int move = list[n > 1 ? below(n) : 0], source = move >> 4, target = move & 15;
        if (target == 9) {
            turn_or_redeal();
        } else {
            int card = source ? top[source - 1] : pile[--waste];
            if (source) uncover(source - 1);
            if (target == 8) {
                pile[waste++] = card;
                moves++;
            } else {
                found(card, target);
            }
        }
    }
}

int main(int count, char **argument) {
    if (count != 5) {
        fprintf(stderr, "patience builder|random GAMES CARDS_KEY CHOICES_KEY\n");
        return 2;
    }
    int is_random = !strcmp(argument[1], "random");
    long games = atol(argument[2]), won = 0, total = 0;
    u64 cards_key = strtoull(argument[3], 0, 10), choices_key = strtoull(argument[4], 0, 10);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long deal = 0; deal < games; deal++) {
        begin(deal, cards_key);
        seed_stream(fold(choices_key, deal));
        is_random ? play_random() : play_builder();
        won += home == 104;
        total += home;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = end.tv_sec - start.tv_sec + 1e-9 * (end.tv_nsec - start.tv_nsec);
    printf("%ld %ld %ld %ld %.6f\n", games, won, total, moves, seconds);
    return 0;
}
