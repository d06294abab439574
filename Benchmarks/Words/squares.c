// Counts the 5x5 squares whose rows and columns are all words of a list: the reference for GridFiller.
//
//     cc -O2 -o squares squares.c && ./squares words.txt
//
// Uses the method of GridFiller.swift: for each cell, the letters allowed by the tries of its row and of its column are
// one `and`; the child for a letter is found by counting the letters before it.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 5, CELLS = 25, MAX_WORDS = 20000 };

static char words[MAX_WORDS][SIDE];
static int word_count;
static uint32_t letters[MAX_WORDS * SIDE + 1], children[MAX_WORDS * SIDE + 1];
static uint32_t node_count = 1;

static int by_letters(const void *left, const void *right) { return memcmp(left, right, SIDE); }

static void read_words(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) { perror(path); exit(1); }
    char line[64];
    while (fgets(line, sizeof line, file) && word_count < MAX_WORDS) {
        if (strcspn(line, "\r\n") == SIDE) memcpy(words[word_count++], line, SIDE);
    }
    fclose(file);
    qsort(words, word_count, SIDE, by_letters);
}

// Sets the letters and children of `node`; the words from `start` up to `end` share their first `depth` letters.
static void grow(uint32_t node, int start, int end, int depth) {
    int starts[32], ends[32], count = 0;
    for (int word = start; word < end;) {
        int next = word;
        while (next < end && words[next][depth] == words[word][depth]) next++;
        letters[node] |= 1u << (words[word][depth] - 'A');
        starts[count] = word;
        ends[count++] = next;
        word = next;
    }
    if (depth == SIDE - 1) return;
    children[node] = node_count;
    node_count += count;
    for (int child = 0; child < count; child++) grow(children[node] + child, starts[child], ends[child], depth + 1);
}

static inline uint32_t child(uint32_t node, uint32_t bit) {
    return children[node] + __builtin_popcount(letters[node] & (bit - 1));
}

static long count_squares(void) {
    uint32_t left[CELLS], across[CELLS + 1] = {0}, down[CELLS + SIDE] = {0};
    long found = 0;
    int cell = 0;
    left[0] = letters[0] & letters[0];
    while (cell >= 0) {
        if (!left[cell]) { cell--; continue; }
        uint32_t bit = left[cell] & -left[cell];
        left[cell] ^= bit;
        if (cell == CELLS - 1) { found++; continue; }
        if (cell % SIDE != SIDE - 1) across[cell + 1] = child(across[cell], bit);
        if (cell < CELLS - SIDE) down[cell + SIDE] = child(down[cell], bit);
        cell++;
        if (cell % SIDE == 0) across[cell] = 0;
        left[cell] = letters[across[cell]] & letters[down[cell]];
    }
    return found;
}

int main(int count, char **arguments) {
    if (count != 2) { fprintf(stderr, "usage: squares WORDS\n"); return 2; }
    read_words(arguments[1]);
    grow(0, 0, word_count, 0);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    long found = count_squares();
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %.3f\n", found, end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9);
    return 0;
}
