/* Makes of the recorded match (tools/data/match.bin.gz, unpacked) what the programs beside this one are told, so that all of them
 * are given the same bits: the level as squares, the items, and for each tick what happened and which updates arrived. Of the
 * updates some are lost and some late, a few so late that they are overtaken.
 *
 *   told MATCH.BIN TOLD.BIN
 *
 * TOLD.BIN, all numbers little-endian:
 *   f32 cell size, f32 step height, u32 squares, for each: 4 corners of 3 f32
 *   u32 items, for each: u32 number, 3 f32
 *   u32 players, for each: u32 model
 *   u32 frames, for each: i64 time, u32 events, for each:
 *     u32 kind (0 item taken, 1 item there, 2 update), u32 item or player, u32 sequence, u32 teleported,
 *     i64 time at which it was true, 3 f32 place, 3 f32 velocity, 4 f32 facing */
#include "antreckon.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 8, ITEMS = 32, COLUMNS = 10, INTERVAL = 10, LATEST = 16, NO_FLOOR = -32768 };

static const uint32_t MODELS[PLAYERS] = {ANT_MODEL_AUTO,   ANT_MODEL_ANT, ANT_MODEL_TRAIL,    ANT_MODEL_KINEMATIC,
                                         ANT_MODEL_DAMPED, ANT_MODEL_DR2, ANT_MODEL_INTEREST, ANT_MODEL_HYBRID};

static const double METRES = 0.0254;

typedef struct Told {
    uint32_t kind, number, sequence, teleported;
    int64_t time;
    float place[3], velocity[3], facing[4];
} Told;

static const unsigned char *cursor;
static FILE *out;
static uint32_t state = 5;

static uint32_t number(int bytes) {
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) {
        value |= (uint32_t)*cursor++ << (8 * i);
    }
    return value;
}

static int32_t difference(void) {
    uint32_t bits = 0;
    for (int shift = 0;; shift += 7) {
        unsigned char byte = *cursor++;
        bits |= (uint32_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) {
            return (int32_t)(bits >> 1) ^ -(int32_t)(bits & 1);
        }
    }
}

static void tell(const void *bytes, size_t length) {
    if (fwrite(bytes, 1, length, out) != length) {
        perror("cannot write");
        exit(1);
    }
}

static void tell_number(uint32_t value) { tell(&value, sizeof value); }

/* Quake's z is up. */
static void turn(double x, double y, double z, float turned[3]) {
    turned[0] = (float)(x * METRES);
    turned[1] = (float)(z * METRES);
    turned[2] = (float)(-y * METRES);
}

static uint32_t dice(uint32_t sides) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % sides;
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        exit(1);
    }
    return memory;
}

static unsigned char *whole_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    unsigned char *bytes = room((size_t)length, 1);
    if (fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        exit(1);
    }
    fclose(file);
    return bytes;
}

static void tell_level(void) {
    union {
        uint32_t bits;
        float value;
    } cell = {number(4)};
    double size = cell.value;
    int32_t west = (int32_t)number(4), south = (int32_t)number(4);
    uint32_t width = number(4), depth = number(4), floors = number(4), squares = 0;
    const unsigned char *heights = cursor;
    for (uint32_t i = 0; i < width * depth * floors; i++) {
        squares += (int16_t)number(2) != NO_FLOOR;
    }
    float measures[2] = {(float)(size * METRES), 0.875f};
    tell(measures, sizeof measures);
    tell_number(squares);
    cursor = heights;
    for (uint32_t i = 0; i < width * depth * floors; i++) {
        int16_t height = (int16_t)number(2);
        if (height == NO_FLOOR) {
            continue;
        }
        uint32_t column = i % width, row = i / width % depth;
        static const uint32_t CORNERS[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        for (int corner = 0; corner < 4; corner++) {
            float place[3];
            turn(((double)west + column + CORNERS[corner][0]) * size, ((double)south + row + CORNERS[corner][1]) * size, height / 8.0, place);
            tell(place, sizeof place);
        }
    }
}

/* The update that player `p` sends at a tick. */
static Told update(const int32_t *column, uint32_t ticks, uint32_t p, uint32_t sequence, int teleported, int64_t time) {
    Told told;
    memset(&told, 0, sizeof told);
    told.kind = 2;
    told.number = p;
    told.sequence = sequence;
    told.teleported = (uint32_t)teleported;
    told.time = time;
    /* The feet are 24 units below what was recorded. */
    turn(column[0] / 8.0, column[ticks] / 8.0, column[2 * ticks] / 8.0 - 24.0, told.place);
    turn(column[3 * ticks] / 4.0, column[4 * ticks] / 4.0, column[5 * ticks] / 4.0, told.velocity);
    /* Eighths of a degree about the upward axis. Lengths are off by up to four thousandths, as those of careless hosts are. */
    double half = column[6 * ticks] / 8.0 * (acos(-1.0) / 360.0), length = 1.0 + 0.002 * ((double)(sequence % 5) - 2.0);
    told.facing[1] = (float)(sin(half) * length);
    told.facing[3] = (float)(cos(half) * length);
    return told;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        return 2;
    }
    unsigned char *bytes = whole_file(argv[1]);
    out = fopen(argv[2], "wb");
    if (!out) {
        perror(argv[2]);
        return 1;
    }
    cursor = bytes + 12; /* magic, version */
    uint32_t hz = number(4), ticks = number(4), players = number(4), items = number(4), events = number(4);
    if (players != PLAYERS || items != ITEMS) {
        return 3;
    }
    tell_level();
    uint32_t item_numbers[ITEMS];
    tell_number(ITEMS);
    for (int i = 0; i < ITEMS; i++) {
        float place[3];
        item_numbers[i] = number(2);
        number(1);
        double x = (int16_t)number(2) / 8.0, y = (int16_t)number(2) / 8.0, z = (int16_t)number(2) / 8.0;
        turn(x, y, z, place);
        tell_number(item_numbers[i]);
        tell(place, sizeof place);
    }
    tell_number(PLAYERS);
    tell(MODELS, sizeof MODELS);
    const unsigned char *event = cursor;
    cursor += 7 * events;
    int32_t *samples = room((size_t)PLAYERS * COLUMNS * ticks, sizeof *samples);
    for (uint32_t column = 0; column < PLAYERS * COLUMNS; column++) {
        int32_t value = 0;
        for (uint32_t tick = 0; tick < ticks; tick++) {
            value += difference();
            samples[column * ticks + tick] = value;
        }
    }

    tell_number(ticks);
    /* What is under way: by tick of arrival, round and round. */
    static Told under_way[LATEST][2 * PLAYERS];
    uint32_t waiting[LATEST] = {0}, sequences[PLAYERS] = {0};
    int known[PLAYERS] = {0};
    for (uint32_t tick = 0; tick < ticks; tick++) {
        int64_t now = (int64_t)tick * 1000000000 / hz;
        Told happened[256];
        uint32_t count = 0;
        for (; events && (uint32_t)(event[0] | event[1] << 8 | event[2] << 16 | event[3] << 24) <= tick; event += 7, events--) {
            uint32_t actor = (uint32_t)(event[5] | event[6] << 8);
            for (int i = 0; i < ITEMS && event[4] >= 3 && count < 200; i++) {
                if (item_numbers[i] == actor) {
                    memset(&happened[count], 0, sizeof happened[count]);
                    happened[count].kind = event[4] == 3;
                    happened[count++].number = actor;
                }
            }
        }
        for (uint32_t p = 0; p < PLAYERS; p++) {
            const int32_t *column = samples + p * COLUMNS * ticks + tick;
            if (!(column[9 * ticks] & 1)) {
                known[p] = 0;
                continue;
            }
            if ((tick + p * INTERVAL / PLAYERS) % INTERVAL) {
                continue;
            }
            Told told = update(column, ticks, p, ++sequences[p], !known[p], now);
            known[p] = 1;
            if (dice(16) == 0 && !told.teleported) {
                continue;
            }
            uint32_t delay = dice(8) == 0 ? 2 : dice(32) == 0 ? 12 : 0;
            uint32_t slot = (tick + delay) % LATEST;
            under_way[slot][waiting[slot]++] = told;
        }
        uint32_t slot = tick % LATEST;
        for (uint32_t i = 0; i < waiting[slot]; i++) {
            happened[count++] = under_way[slot][i];
        }
        waiting[slot] = 0;
        tell(&now, sizeof now);
        tell_number(count);
        tell(happened, count * sizeof happened[0]);
    }
    free(samples);
    free(bytes);
    return fclose(out) != 0;
}
