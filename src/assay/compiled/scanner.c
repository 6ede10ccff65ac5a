/* The compiled half: lines of TREC files to columns, and rows of a run to the ranks of what is judged.
 *
 * Arrays come from Python as buffers that it allocated, and nothing of Python is touched while rows are worked
 * through, so threads run side by side. What is not plain (a bad line, a score of 20 digits) is left to the same
 * functions in Python, whose answers these must give: tests/contract holds both to them. Only the stable ABI is used.
 */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "words are loaded with their first byte lowest"
#endif
#if FLT_EVAL_METHOD != 0
#error "a double must be rounded once"
#endif

#ifdef _MSC_VER
#define SWAPPED(word) _byteswap_uint64(word)
#else
#define SWAPPED(word) __builtin_bswap64(word)
#endif

typedef unsigned char byte;
enum { SLACK = 8, MOST_ARRAYS = 8, PAGE = 4096, LARGE = 4 << 20 };

/* ---- arrays of the caller ------------------------------------------------------------------------------------- */

typedef struct { Py_buffer view[MOST_ARRAYS]; int n; } Arrays;

#define INTS(arrays, i) ((int64_t *)(arrays)->view[i].buf)
#define DOUBLES(arrays, i) ((double *)(arrays)->view[i].buf)
#define BYTES(arrays, i) ((byte *)(arrays)->view[i].buf)
#define COUNT(arrays, i) ((int64_t)((arrays)->view[i].len / 8))

static void release(Arrays *arrays)
{
    while (arrays->n > 0)
        PyBuffer_Release(&arrays->view[--arrays->n]);
}

/* Take the buffers of a tuple from `first` on; those from `written` on are written to. */
static int take(PyObject *args, int first, int n, int written, Arrays *arrays)
{
    arrays->n = 0;
    if (PyTuple_Size(args) != first + n) {
        PyErr_Format(PyExc_TypeError, "expected %d arguments", first + n);
        return 0;
    }
    for (int i = 0; i < n; i++) {
        int flags = PyBUF_C_CONTIGUOUS | (i >= written ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(PyTuple_GetItem(args, first + i), &arrays->view[i], flags)) {
            release(arrays);
            return 0;
        }
        arrays->n++;
    }
    return 1;
}

static PyObject *refuse(Arrays *arrays, const char *why)
{
    release(arrays);
    PyErr_SetString(PyExc_ValueError, why);
    return NULL;
}

/* Texts lie at start[i] to start[i] + length[i] of a run of bytes. */
typedef struct { const byte *data; int64_t size; const int64_t *start, *length; int64_t n; } Texts;

static Texts texts_of(Arrays *arrays, int i)
{
    int64_t n = COUNT(arrays, i + 1), m = COUNT(arrays, i + 2);
    return (Texts){BYTES(arrays, i), arrays->view[i].len, INTS(arrays, i + 1), INTS(arrays, i + 2), n < m ? n : m};
}

static int all_inside(const Texts *t)
{
    for (int64_t i = 0; i < t->n; i++)
        if (t->start[i] < 0 || t->length[i] < 0 || t->length[i] > UINT32_MAX || t->start[i] > t->size - t->length[i])
            return 0;
    return 1;
}

static int same(const Texts *t, int64_t i, const byte *id, int64_t length)
{
    return t->length[i] == length && memcmp(t->data + t->start[i], id, (size_t)length) == 0;
}

/* ---- hashing: finds candidates, bytes decide -------------------------------------------------------------------- */

static uint64_t seed = 0x9E3779B97F4A7C15u; /* another one in each process, so that no file can be made to collide */

static uint64_t load(const byte *at, size_t n)
{
    uint64_t word = 0;
    memcpy(&word, at, n);
    return word;
}

static uint64_t hash_of(const byte *id, int64_t length)
{
    const uint64_t step = 0xD6E8FEB86659FD93u;
    uint64_t hash = seed ^ (uint64_t)length, n = (uint64_t)length;
#ifdef WEAK_HASH /* for the tests: everything collides */
    return 7;
#endif
    for (; n > 8; n -= 8, id += 8) {
        hash = (hash ^ load(id, 8)) * step;
        hash ^= hash >> 32;
    }
    hash = (hash ^ (length >= 8 ? load(id + n - 8, 8) : load(id, n))) * step; /* the last word overlaps the one before */
    hash = (hash ^ (hash >> 32)) * step;
    return hash ^ (hash >> 29);
}

/* Tables of 64-bit slots: the upper half of a hash, and a number + 1; 0 is empty. */
#define SLOT(hash, number) (((hash) & 0xFFFFFFFF00000000u) | (uint32_t)((number) + 1))
#define IS_LIKE(slot, hash) (((slot) ^ (hash)) >> 32 == 0)
#define NUMBER(slot) ((int64_t)(uint32_t)(slot)-1) /* -1 of an empty one */
static const int64_t MOST_NUMBERS = 0xFFFFFFFE;

static size_t room_for(int64_t n)
{
    size_t room = 4;
    while (room < 2 * (size_t)n)
        room *= 2;
    return room;
}

/* Return so many empty slots, large tables in large pages, which are there at the first touch and all at once. */
static uint64_t *empty_slots(size_t n)
{
    size_t size = n * sizeof(uint64_t);
    uint64_t *slots = calloc(n, sizeof(uint64_t));
#ifdef MADV_HUGEPAGE
    if (slots && size >= LARGE)
        madvise((void *)(((uintptr_t)slots + PAGE - 1) & ~(uintptr_t)(PAGE - 1)), size - PAGE, MADV_HUGEPAGE);
#endif
    return slots;
}

/* ---- numbers, correctly rounded ---------------------------------------------------------------------------------- */

static const double POWERS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Return 1 where digits * 10^power is found exactly rounded, 0 where that takes longer arithmetic. */
static int scaled(uint64_t digits, int power, double *value)
{
    if (power == 0 || digits == 0) {
        *value = (double)digits;
        return 1;
    }
    if (digits <= (uint64_t)1 << 53 && power >= -22 && power <= 22) { /* both exact: one rounding (Clinger 1990) */
        *value = power < 0 ? (double)digits / POWERS[-power] : (double)digits * POWERS[power];
        return 1;
    }
#ifdef __SIZEOF_INT128__
    if (power < 0 && power >= -27) { /* digits / 5^n in 63 bits or more, what is left in the last: one rounding */
        uint64_t five = 1;
        for (int i = 0; i < -power; i++)
            five *= 5;
        int up = __builtin_clzll(digits), down = __builtin_clzll(five);
        unsigned __int128 above = (unsigned __int128)(digits << up) << 63;
        uint64_t below = five << down, quotient = (uint64_t)(above / below);
        quotient |= above % below != 0;
        *value = ldexp((double)quotient, down - up - 63 + power);
        return 1;
    }
#endif
    return 0;
}

static int is_digit(byte c) { return c >= '0' && c <= '9'; }

/* Return the first byte that is no digit, before `end`; digits are added to what was read before, and may wrap around. */
static const byte *digits_end(const byte *p, const byte *end, uint64_t *digits)
{
    for (; p < end && is_digit(*p); p++)
        *digits = *digits * 10 + (uint64_t)(*p - '0');
    return p;
}

/* Read [+-]digits[.digits][e[+-]digits]. 0: no number; 1: read; 2: of too many digits, or maybe infinity. */
static int number(const byte *p, const byte *end, double *value)
{
    int negative = p < end && *p == '-';
    int64_t power = 0, exponent = 0, n_digits;
    uint64_t digits = 0;
    p += p < end && (*p == '-' || *p == '+');
    if (p < end && (*p | 0x20) == 'i')
        return 2;
    const byte *first = p;
    p = digits_end(p, end, &digits);
    n_digits = p - first;
    if (p < end && *p == '.') {
        const byte *point = p;
        p = digits_end(p + 1, end, &digits);
        power = -(p - point - 1);
        n_digits -= power;
    }
    if (!n_digits)
        return 0;
    for (; n_digits > 19 && (*first == '0' || *first == '.'); first++)
        n_digits -= *first == '0'; /* zeros in front count for nothing */
    if (p < end && (*p | 0x20) == 'e') {
        p++;
        int down = p < end && *p == '-';
        p += p < end && (*p == '-' || *p == '+');
        if (p == end)
            return 0;
        for (; p < end && is_digit(*p); p++)
            exponent = exponent < 100000 ? exponent * 10 + (*p - '0') : exponent;
        power += down ? -exponent : exponent;
    }
    if (p != end)
        return 0;
    if (n_digits > 19 || exponent > 10000 || power < -10000 || power > 10000 || !scaled(digits, (int)power, value))
        return 2;
    *value = negative ? -*value : *value;
    return 1;
}

/* Read what Python reads, of what begins as a number does. Return 0 where that is none, or memory is. */
static int pythons_number(const byte *text, int64_t length, double *value, PyThreadState **saved)
{
    PyEval_RestoreThread(*saved);
    char *copy = PyMem_Malloc((size_t)length + 1);
    int is_number = 0;
    if (copy) {
        memcpy(copy, text, (size_t)length);
        copy[length] = 0;
        char *stop; /* a NUL within is no end */
        *value = PyOS_string_to_double(copy, &stop, NULL); /* beyond the range it is infinite */
        is_number = stop == copy + length && !PyErr_Occurred();
        PyMem_Free(copy);
    }
    PyErr_Clear();
    *saved = PyEval_SaveThread();
    return is_number;
}

/* ---- lines to columns -------------------------------------------------------------------------------------------- */

static const byte IS_BLANK[256] = {['\t'] = 1, ['\n'] = 1, ['\v'] = 1, ['\f'] = 1, ['\r'] = 1, [' '] = 1};

static const uint64_t HIGH_BITS = 0x8080808080808080u;

/* Return the first blank from `p` on, looked for 8 bytes at a time: 8 may be read behind the line feed that ends it. */
static const byte *word_end(const byte *p)
{
#ifdef __GNUC__
    for (;; p++) {
        uint64_t word, low;
        for (; word = load(p, 8), !(low = (word - 0x2121212121212121u) & ~word & HIGH_BITS); p += 8)
            ;
        p += __builtin_ctzll(low) >> 3; /* the first byte below 0x21 */
        if (IS_BLANK[*p])
            return p;
    }
#else
    while (!IS_BLANK[*p])
        p++;
    return p;
#endif
}

static int is_utf8(const byte *p, const byte *end)
{
    while (end - p >= 32 && !((load(p, 8) | load(p + 8, 8) | load(p + 16, 8) | load(p + 24, 8)) & HIGH_BITS))
        p += 32;
    while (p < end) {
        byte c = *p++, low = 0x80, high = 0xBF;
        if (c < 0x80)
            continue;
        if (c < 0xC2 || c > 0xF4)
            return 0;
        low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : low;
        high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : high;
        for (int more = c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3; more; more--, low = 0x80, high = 0xBF) {
            if (p == end || *p < low || *p > high)
                return 0;
            p++;
        }
    }
    return 1;
}

/* Return the bytes of a word as a number that orders as whole numbers without leading zeros do; 0 beyond 8 bytes. */
static uint64_t rank_word(const byte *p, int64_t length)
{
    return length <= 8 ? SWAPPED(load(p, 8)) >> (64 - 8 * length) : 0; /* 8 may be read, as by word_end */
}

/* Where the columns of rows go: arrays of `room` rows, one after the other, and those of runs of one query. */
typedef struct {
    const byte *block, *end;
    int n_columns;
    int64_t longest, room, run_room, *start, *length, *rank, *line, *run_row, *run_start, *run_length;
    double *value;
    int64_t n, n_runs, n_lines, suspect;
} Lines;

static int is_suspect(const double *value, const uint64_t *rank, int64_t row)
{
    return (value[row] > value[row - 1] && rank[row] > rank[row - 1]) ||
           (value[row] < value[row - 1] && rank[row] < rank[row - 1]);
}

/* Return 0 where a line is not plain, or no room is left. */
static int scan(Lines *s, PyThreadState **saved)
{
    const Lines in = *s; /* a copy that no store below can be thought to change */
    const byte *p = in.block, *column[6], *stop[6], *id = NULL;
    const int wanted = in.n_columns, of_value = wanted == 6 ? 4 : 3;
    int64_t row = 0, n_runs = 0, n_lines = 0, width = -1;
    for (; p < in.end; p++) {
        const byte *begin = p;
        int n = 0;
        n_lines++;
        for (;; n++) {
            while (IS_BLANK[*p] && *p != '\n')
                p++;
            if (*p == '\n')
                break;
            if (n == wanted)
                return 0;
            column[n] = p;
            stop[n] = p = word_end(p);
        }
        if (p - begin >= in.longest)
            return 0;
        if (n == 0)
            continue;
        if (n != wanted || row == in.room)
            return 0;
        int goes_on = stop[0] - column[0] == width && !memcmp(id, column[0], (size_t)width);
        if (!goes_on) {
            if (n_runs == in.run_room)
                return 0;
            id = column[0], width = stop[0] - id;
            in.run_row[n_runs] = row;
            in.run_start[n_runs] = id - in.block;
            in.run_length[n_runs++] = width;
        }
        int read = number(column[of_value], stop[of_value], &in.value[row]);
        if (read == 2)
            read = pythons_number(column[of_value], stop[of_value] - column[of_value], &in.value[row], saved);
        if (!read)
            return 0;
        in.start[row] = column[2] - in.block;
        in.length[row] = stop[2] - column[2];
        if (wanted == 6) {
            in.line[row] = n_lines;
            in.rank[row] = (int64_t)rank_word(column[3], stop[3] - column[3]);
            if (goes_on && s->suspect < 0 && is_suspect(in.value, (uint64_t *)in.rank, row))
                s->suspect = row;
        }
        row++;
    }
    s->n = row, s->n_runs = n_runs, s->n_lines = n_lines;
    return 1;
}

static PyObject *lines(PyObject *module, PyObject *args)
{
    Arrays a;
    if (!take(args, 2, 4, 1, &a))
        return NULL;
    int64_t size = a.view[0].len - SLACK;
    Lines s = {.block = BYTES(&a, 0), .end = BYTES(&a, 0) + size, .suspect = -1};
    long n_columns = PyLong_AsLong(PyTuple_GetItem(args, 0));
    s.n_columns = n_columns == 4 || n_columns == 6 ? (int)n_columns : 0;
    s.longest = PyLong_AsLongLong(PyTuple_GetItem(args, 1));
    if (PyErr_Occurred())
        return release(&a), NULL;
    if ((s.n_columns != 4 && s.n_columns != 6) || size <= 0 || s.end[-1] != '\n')
        return refuse(&a, "expected 4 or 6 columns, and whole lines");
    s.room = COUNT(&a, 2);
    s.run_room = COUNT(&a, 3) / 3;
    if (COUNT(&a, 1) != 4 * s.room)
        return refuse(&a, "expected four whole numbers a row");
    s.start = INTS(&a, 1), s.length = s.start + s.room, s.rank = s.length + s.room, s.line = s.rank + s.room;
    s.run_row = INTS(&a, 3), s.run_start = s.run_row + s.run_room, s.run_length = s.run_start + s.run_room;
    s.value = DOUBLES(&a, 2);
    PyThreadState *saved = PyEval_SaveThread();
    int plain = is_utf8(s.block, s.end) && scan(&s, &saved);
    PyEval_RestoreThread(saved);
    release(&a);
    if (!plain)
        Py_RETURN_NONE;
    return Py_BuildValue("(LLLL)", s.n, s.n_runs, s.n_lines, s.suspect);
}

/* ---- judgements, ready to be looked for -------------------------------------------------------------------------- */

typedef struct {
    Arrays arrays; /* query texts, first label of each query and one more, document texts: held until the end */
    Texts query, doc;
    const int64_t *first;
    size_t query_room;
    uint64_t *query_slots, *slots; /* slots of query q: at slot_start[q], up to slot_start[q + 1] */
    size_t *slot_start;
} Index;

static const char INDEX[] = "assay.compiled.Index";

static void free_index(Index *index)
{
    release(&index->arrays);
    free(index->query_slots);
    free(index->slots);
    free(index->slot_start);
    free(index);
}

static void drop_index(PyObject *capsule) { free_index(PyCapsule_GetPointer(capsule, INDEX)); }

/* Return the slot of a text, or the empty one it would take; numbers in slots are counted from `from`. */
static uint64_t *find(const Texts *t, int64_t from, uint64_t *slots, size_t room, uint64_t hash, const byte *id,
                      int64_t length)
{
    size_t at = (size_t)hash & (room - 1);
    while (slots[at] && !(IS_LIKE(slots[at], hash) && same(t, from + NUMBER(slots[at]), id, length)))
        at = (at + 1) & (room - 1);
    return &slots[at];
}

/* Return the label a query gives to a document, counted from its first; -1 where it has none. */
static int64_t label_of(const Index *index, int64_t q, uint64_t hash, const byte *id, int64_t length)
{
    size_t from = index->slot_start[q], room = index->slot_start[q + 1] - from;
    return NUMBER(*find(&index->doc, index->first[q], index->slots + from, room, hash, id, length));
}

/* Enter a text under its number; return the number it has already, or the same one. */
static int64_t enter(const Texts *t, int64_t from, int64_t number, uint64_t *slots, size_t room)
{
    const byte *id = t->data + t->start[from + number];
    uint64_t hash = hash_of(id, t->length[from + number]);
    uint64_t *slot = find(t, from, slots, room, hash, id, t->length[from + number]);
    if (!*slot)
        *slot = SLOT(hash, number);
    return NUMBER(*slot);
}

/* Enter the queries, and make room for the labels of each. */
static int build(Index *index, int64_t *twin)
{
    int64_t n = index->query.n;
    index->query_room = room_for(n);
    index->query_slots = empty_slots(index->query_room);
    index->slot_start = calloc((size_t)n + 1, sizeof(size_t));
    if (!index->query_slots || !index->slot_start)
        return 0;
    for (int64_t q = 0; q < n; q++) {
        twin[q] = enter(&index->query, 0, q, index->query_slots, index->query_room);
        index->slot_start[q + 1] = index->slot_start[q] + room_for(index->first[q + 1] - index->first[q]);
    }
    return (index->slots = empty_slots(index->slot_start[n] + 1)) != NULL;
}

static PyObject *index_labels(PyObject *module, PyObject *args)
{
    Arrays a;
    if (!take(args, 0, 8, 7, &a))
        return NULL;
    Texts query = texts_of(&a, 0), doc = texts_of(&a, 4);
    const int64_t *first = INTS(&a, 3);
    int plain = all_inside(&query) && all_inside(&doc) && query.n <= MOST_NUMBERS && COUNT(&a, 3) == query.n + 1 &&
                first[0] == 0 && first[query.n] == doc.n && COUNT(&a, 7) == query.n;
    for (int64_t q = 0; plain && q < query.n; q++)
        plain = first[q] <= first[q + 1] && first[q + 1] - first[q] <= MOST_NUMBERS;
    if (!plain)
        return refuse(&a, "texts, starts and labels do not fit");
    Index *index = calloc(1, sizeof(Index));
    if (!index) {
        release(&a);
        return PyErr_NoMemory();
    }
    *index = (Index){.arrays = a, .query = query, .doc = doc, .first = first};
    int built;
    Py_BEGIN_ALLOW_THREADS
    built = build(index, INTS(&a, 7));
    Py_END_ALLOW_THREADS
    PyObject *capsule = built ? PyCapsule_New(index, INDEX, drop_index) : PyErr_NoMemory();
    if (!capsule)
        free_index(index);
    return capsule;
}

/* Enter the labels of some queries, which no other thread does; return how many say again what another one says. */
static PyObject *enter_labels(PyObject *module, PyObject *args)
{
    Arrays a;
    Index *index = PyCapsule_GetPointer(PyTuple_GetItem(args, 0), INDEX);
    if (!index || !take(args, 3, 1, 0, &a))
        return NULL;
    int64_t from = PyLong_AsLongLong(PyTuple_GetItem(args, 1)), until = PyLong_AsLongLong(PyTuple_GetItem(args, 2));
    int64_t *twin = INTS(&a, 0), n_twins = 0;
    if (PyErr_Occurred())
        return release(&a), NULL;
    if (from < 0 || until < from || until > index->query.n || COUNT(&a, 0) != index->doc.n)
        return refuse(&a, "queries and labels do not fit");
    Py_BEGIN_ALLOW_THREADS
    for (int64_t q = from; q < until; q++) {
        const int64_t first = index->first[q], count = index->first[q + 1] - first;
        const size_t start = index->slot_start[q], room = index->slot_start[q + 1] - start;
        for (int64_t i = 0; i < count; i++) {
            int64_t known = enter(&index->doc, first, i, index->slots + start, room);
            twin[first + i] = first + known;
            n_twins += known != i;
        }
    }
    Py_END_ALLOW_THREADS
    release(&a);
    return PyLong_FromLongLong(n_twins);
}

static PyObject *query_numbers(PyObject *module, PyObject *args)
{
    Arrays a;
    Index *index = PyCapsule_GetPointer(PyTuple_GetItem(args, 0), INDEX);
    if (!index || !take(args, 1, 4, 3, &a))
        return NULL;
    Texts asked = texts_of(&a, 0);
    if (!all_inside(&asked) || COUNT(&a, 3) < asked.n)
        return refuse(&a, "texts and numbers do not fit");
    Py_BEGIN_ALLOW_THREADS
    for (int64_t i = 0; i < asked.n; i++) {
        const byte *id = asked.data + asked.start[i];
        uint64_t hash = hash_of(id, asked.length[i]);
        INTS(&a, 3)[i] =
            NUMBER(*find(&index->query, 0, index->query_slots, index->query_room, hash, id, asked.length[i]));
    }
    Py_END_ALLOW_THREADS
    release(&a);
    Py_RETURN_NONE;
}

/* ---- rows to ranks ------------------------------------------------------------------------------------------------ */

typedef struct { double score; const byte *id; uint32_t length, row; int64_t label; } Row;

static int by_id(const void *left, const void *right)
{
    const Row *a = left, *b = right;
    uint32_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(b->id, a->id, shorter);
    return order ? order : (a->length < b->length) - (a->length > b->length);
}

static int by_score(const void *left, const void *right)
{
    const Row *a = left, *b = right;
    return a->score != b->score ? (a->score < b->score ? 1 : -1) : by_id(left, right);
}

typedef struct {
    const Index *index;
    Texts doc;
    const int64_t *query, *starts;
    const double *score;
    int drops_repeats, drops_self;
    int64_t n_groups, room, *n_kept, *group, *label, *rank, *tie_start, *tie_size;
    int64_t n_found, n_repeats, n_self, first, repeat; /* rows of the first repeat */
    Row *rows;
    uint64_t *seen;
    size_t n_rows;
} Placing;

/* Write what is found into the five parts of an array. */
static void into(Placing *s, Arrays *arrays, int i)
{
    s->room = COUNT(arrays, i) / 5;
    s->group = INTS(arrays, i), s->label = s->group + s->room, s->rank = s->label + s->room;
    s->tie_start = s->rank + s->room, s->tie_size = s->tie_start + s->room;
}

static int make_room(Placing *s, size_t n)
{
    if (n > s->n_rows) {
        free(s->rows);
        free(s->seen);
        s->n_rows = n + n / 2;
        s->rows = malloc(s->n_rows * sizeof(Row));
        s->seen = malloc(room_for((int64_t)s->n_rows) * sizeof(uint64_t));
    }
    return s->rows && s->seen;
}

/* Gather the rows of a group; return how many take a rank, and whether they stand in order. */
static int64_t gather(Placing *s, int64_t group, int *in_order)
{
    int64_t q = s->query[group], from = s->starts[group], until = s->starts[group + 1], n = 0;
    size_t room = room_for(until - from), place;
    memset(s->seen, 0, room * sizeof(uint64_t));
    *in_order = 1;
    for (int64_t row = from; row < until; row++) {
        const byte *id = s->doc.data + s->doc.start[row];
        int64_t length = s->doc.length[row];
        if (s->drops_self && same(&s->index->query, q, id, length)) {
            s->n_self++;
            continue;
        }
        uint64_t hash = hash_of(id, length);
        Row *now = &s->rows[n];
        *now = (Row){s->score[row], id, (uint32_t)length, (uint32_t)(row - from), -1};
        for (place = (size_t)hash & (room - 1); s->seen[place]; place = (place + 1) & (room - 1)) {
            Row *known = &s->rows[NUMBER(s->seen[place])];
            if (IS_LIKE(s->seen[place], hash) && known->length == length && !memcmp(known->id, id, (size_t)length))
                break;
        }
        if (s->seen[place]) {
            Row *known = &s->rows[NUMBER(s->seen[place])];
            if (!s->n_repeats++)
                s->first = from + known->row, s->repeat = row;
            now->label = known->label;
            if (s->drops_repeats) {
                if (now->score > known->score)
                    known->score = now->score, *in_order = 0;
                continue;
            }
        } else {
            s->seen[place] = SLOT(hash, n);
            now->label = label_of(s->index, q, hash, id, length);
        }
        *in_order &= n == 0 || now[-1].score >= now->score;
        n++;
    }
    return n;
}

/* Write down rank and tie of each labelled row of a group. Return 0 where no room is left. */
static int rank_group(Placing *s, int64_t group, int64_t q, int64_t n, int in_order)
{
    if (!in_order)
        qsort(s->rows, (size_t)n, sizeof(Row), by_score);
    for (int64_t i = 0, until; i < n; i = until) {
        int labelled = s->rows[i].label >= 0;
        for (until = i + 1; until < n && s->rows[until].score == s->rows[i].score; until++)
            labelled |= s->rows[until].label >= 0;
        if (!labelled)
            continue;
        if (in_order && until - i > 1)
            qsort(s->rows + i, (size_t)(until - i), sizeof(Row), by_id);
        for (int64_t j = i; j < until; j++) {
            if (s->rows[j].label < 0)
                continue;
            if (s->n_found == s->room)
                return 0;
            int64_t at = s->n_found++;
            s->group[at] = group;
            s->label[at] = s->index->first[q] + s->rows[j].label;
            s->rank[at] = j + 1;
            s->tie_start[at] = i + 1;
            s->tie_size[at] = until - i;
        }
    }
    return 1;
}

static const char *place_groups(Placing *s)
{
    for (int64_t g = 0; g < s->n_groups; g++) {
        int64_t q = s->query[g], from = s->starts[g], until = s->starts[g + 1], n;
        int in_order;
        if (q < 0 || q >= s->index->query.n || from < 0 || until < from || until > s->doc.n)
            return "queries and rows do not fit";
        n = until - from;
        if (n > MOST_NUMBERS)
            return "more than 4294967294 rows of one query";
        if (!make_room(s, (size_t)n + 1))
            return "";
        s->n_kept[g] = gather(s, g, &in_order);
        if (!rank_group(s, g, q, s->n_kept[g], in_order))
            return "no room for what is found";
    }
    return NULL;
}

static PyObject *place(PyObject *module, PyObject *args)
{
    Arrays a;
    PyObject *drops_repeats = PyTuple_GetItem(args, 1), *drops_self = PyTuple_GetItem(args, 2);
    Index *index = PyCapsule_GetPointer(PyTuple_GetItem(args, 0), INDEX);
    if (!index || !take(args, 3, 8, 6, &a))
        return NULL;
    Placing s = {.index = index, .query = INTS(&a, 0), .starts = INTS(&a, 1), .doc = texts_of(&a, 2),
                 .score = DOUBLES(&a, 5), .n_kept = INTS(&a, 6), .n_groups = COUNT(&a, 0)};
    s.drops_repeats = PyObject_IsTrue(drops_repeats);
    s.drops_self = PyObject_IsTrue(drops_self);
    if (PyErr_Occurred())
        return release(&a), NULL;
    into(&s, &a, 7);
    int fits = all_inside(&s.doc) && COUNT(&a, 5) == s.doc.n && COUNT(&a, 1) == s.n_groups + 1 && COUNT(&a, 6) == s.n_groups;
    for (int64_t i = 0; fits && i < s.doc.n; i++)
        fits = s.score[i] == s.score[i];
    if (!fits)
        return refuse(&a, "texts, scores and groups do not fit, or a score is NaN");
    const char *failed;
    Py_BEGIN_ALLOW_THREADS
    failed = place_groups(&s);
    Py_END_ALLOW_THREADS
    free(s.rows);
    free(s.seen);
    if (failed && !*failed)
        PyErr_NoMemory();
    else if (failed)
        PyErr_SetString(PyExc_ValueError, failed);
    release(&a);
    return failed ? NULL : Py_BuildValue("(LLLLL)", s.n_found, s.n_repeats, s.n_self, s.first, s.repeat);
}

/* ---- dicts of Python ---------------------------------------------------------------------------------------------- */

/* Gather a ranking {text: number}. Return how many rows it has, -1 where it is not plain, -2 without memory. */
static int64_t gather_dict(Placing *s, int64_t q, PyObject *docs, int *in_order)
{
    PyObject *key, *value;
    int64_t n = 0;
    if (!PyDict_CheckExact(docs) || q < 0 || q >= s->index->query.n)
        return -1;
    if (!make_room(s, (size_t)PyDict_Size(docs) + 1))
        return -2;
    *in_order = 1;
    for (Py_ssize_t at = 0, length; PyDict_Next(docs, &at, &key, &value);) {
        if (!PyUnicode_CheckExact(key) || !(PyFloat_CheckExact(value) || PyLong_CheckExact(value)))
            return -1;
        double score = PyFloat_AsDouble(value);
        const byte *id = (const byte *)PyUnicode_AsUTF8AndSize(key, &length);
        if (!id || !length || length > UINT32_MAX || score != score || (score == -1.0 && PyErr_Occurred()))
            return -1;
        s->rows[n] = (Row){score, id, (uint32_t)length, 0, label_of(s->index, q, hash_of(id, length), id, length)};
        *in_order &= n == 0 || s->rows[n - 1].score >= score;
        n++;
    }
    return n;
}

/* Rank the labelled documents of rankings held as dicts. Return how many were found; None where one is not plain. */
static PyObject *place_dicts(PyObject *module, PyObject *args)
{
    Arrays a;
    Index *index = PyCapsule_GetPointer(PyTuple_GetItem(args, 0), INDEX);
    PyObject *runs = PyTuple_GetItem(args, 1);
    if (!index || !take(args, 2, 3, 1, &a))
        return NULL;
    int64_t n_runs = COUNT(&a, 0), n = 0;
    if (!PyList_Check(runs) || PyList_Size(runs) != n_runs || COUNT(&a, 1) != n_runs)
        return refuse(&a, "expected a list of as many rankings as queries");
    Placing s = {.index = index, .n_kept = INTS(&a, 1)};
    into(&s, &a, 2);
    for (int64_t g = 0; g < n_runs && n >= 0; g++) {
        int in_order;
        n = gather_dict(&s, INTS(&a, 0)[g], PyList_GetItem(runs, g), &in_order);
        s.n_kept[g] = n;
        if (n >= 0 && !rank_group(&s, g, INTS(&a, 0)[g], n, in_order))
            n = -1;
    }
    free(s.rows);
    free(s.seen);
    release(&a);
    PyErr_Clear();
    if (n == -1)
        Py_RETURN_NONE;
    return n < 0 ? PyErr_NoMemory() : PyLong_FromLongLong(s.n_found);
}

/* ---- columns of fixed width ---------------------------------------------------------------------------------------- */

/* Return where runs of equal items begin: their number. */
static PyObject *runs_of(PyObject *module, PyObject *args)
{
    Arrays a;
    if (!take(args, 1, 2, 1, &a))
        return NULL;
    int64_t width = PyLong_AsLongLong(PyTuple_GetItem(args, 0)), n_runs = 0, *starts = INTS(&a, 1);
    const byte *item = BYTES(&a, 0);
    if (width <= 0 || a.view[0].len / width > COUNT(&a, 1))
        return refuse(&a, "items and starts do not fit");
    Py_BEGIN_ALLOW_THREADS
    for (int64_t i = 0, n = a.view[0].len / width; i < n; i++, item += width)
        if (i == 0 || memcmp(item - width, item, (size_t)width))
            starts[n_runs++] = i;
    Py_END_ALLOW_THREADS
    release(&a);
    return PyLong_FromLongLong(n_runs);
}

/* Write a number in decimal digits; return how many bytes it takes. */
static int64_t decimal(int64_t value, byte *to)
{
    byte digits[20];
    int64_t n = 0, negative = value < 0;
    uint64_t left = negative ? 0 - (uint64_t)value : (uint64_t)value;
    do
        digits[n++] = (byte)('0' + left % 10);
    while (left /= 10);
    *to = '-';
    for (int64_t i = 0; i < n; i++)
        to[negative + i] = digits[n - 1 - i];
    return negative + n;
}

/* Pack items of `width` ASCII characters of `step` = 1 or 4 bytes, filled up with NUL, or int64 for 8, as texts.
 * Return the bytes used; -1 where a character is not ASCII. */
static PyObject *pack(PyObject *module, PyObject *args)
{
    Arrays a;
    if (!take(args, 2, 4, 1, &a))
        return NULL;
    int64_t step = PyLong_AsLongLong(PyTuple_GetItem(args, 0)), width = PyLong_AsLongLong(PyTuple_GetItem(args, 1));
    int64_t n = COUNT(&a, 2), used = 0, *start = INTS(&a, 2), *length = INTS(&a, 3);
    const byte *from = BYTES(&a, 0);
    byte *to = BYTES(&a, 1);
    uint32_t bits = 0, c;
    if ((step != 1 && step != 4 && step != 8) || width <= 0 || width > INT64_MAX / 8 || COUNT(&a, 3) != n ||
        a.view[0].len / (step * width) != n || a.view[1].len / (step == 8 ? 20 : width) < n)
        return refuse(&a, "items and texts do not fit");
    Py_BEGIN_ALLOW_THREADS
    for (int64_t i = 0; i < n && bits < 0x80; i++, from += step * width, used += length[i - 1]) {
        start[i] = used;
        length[i] = step == 8 ? decimal((int64_t)load(from, 8), to + used) : width;
        for (int64_t j = 0; step != 8 && j < width; j++, bits |= c)
            to[used + j] = (byte)(c = step == 1 ? from[j] : (uint32_t)load(from + 4 * j, 4));
        while (step != 8 && length[i] > 0 && !to[used + length[i] - 1])
            length[i]--;
    }
    Py_END_ALLOW_THREADS
    release(&a);
    return PyLong_FromLongLong(bits < 0x80 ? used : -1);
}

/* ---- the module ---------------------------------------------------------------------------------------------------- */

static PyMethodDef functions[] = {
    {"lines", lines, METH_VARARGS, NULL},
    {"index_labels", index_labels, METH_VARARGS, NULL},
    {"enter_labels", enter_labels, METH_VARARGS, NULL},
    {"query_numbers", query_numbers, METH_VARARGS, NULL},
    {"place", place, METH_VARARGS, NULL},
    {"place_dicts", place_dicts, METH_VARARGS, NULL},
    {"runs_of", runs_of, METH_VARARGS, NULL},
    {"pack", pack, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "assay.compiled.scanner", .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC PyInit_scanner(void)
{
    PyObject *text = PyUnicode_FromString("assay"); /* hashed with what Python draws at random for each process */
    if (!text)
        return NULL;
    seed ^= (uint64_t)PyObject_Hash(text);
    Py_DECREF(text);
    return PyModule_Create(&definition);
}
