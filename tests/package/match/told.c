/* Makes of the recorded match (tools/data/match.bin.gz, unpacked) what the programs beside this one are told, so that all of them
 * are given the same bits: the level as squares, the items, and for each tick what happened and what arrived. States and packets
 * get lost, come late, a few so late that they are overtaken, and come twice.
 *
 *   told MATCH.BIN TOLD.BIN
 *
 * Every player comes as states of the host's netcode, each predicted by another model. The first OWNED of them come a second time,
 * numbered from PLAYERS on, through an outbox: their truth at every tick, and which of its packets and of the replies arrive.
 *
 * TOLD.BIN, all numbers little-endian:
 *   f32 cell size, f32 step height, u32 squares, for each: 4 corners of 3 f32
 *   u32 items, for each: u32 number, 3 f32
 *   u32 players that come as states, for each: u32 model
 *   u32 frames, for each: i64 time, u32 events, for each:
 *     u32 kind, u32 number, u32 teleported, u32 0, i64 time at which it was true, 3 f32 place, 3 f32 velocity, 4 f32 facing
 *   The kinds: 0 item `number` is taken, 1 it is there, 2 a state of player `number` arrives, 3 the truth of avatar `number`, 4 it is
 *   gone, 5 the packet and 6 the reply that frame `number` wrote arrives. */
#include "antreckon.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 8, OWNED = 4, ITEMS = 32, COLUMNS = 10, INTERVAL = 10, LATEST = 16, ROOM = 256, NO_FLOOR = -32768 };
enum { TAKEN, THERE, STATE, TRUTH, GONE, PACKET, REPLY };

static const uint32_t MODELS[PLAYERS] = {ANT_MODEL_AUTO,   ANT_MODEL_ANT, ANT_MODEL_TRAIL,    ANT_MODEL_KINEMATIC,
                                         ANT_MODEL_DAMPED, ANT_MODEL_DR2, ANT_MODEL_INTEREST, ANT_MODEL_HYBRID};

static const double METRES = 0.0254;

typedef struct Told {
    uint32_t kind, number, teleported, reserved;
    int64_t time;
    float place[3], velocity[3], facing[4];
} Told;

static const unsigned char *cursor;
static FILE *out;
static uint32_t seed = 5;
/* What is under way: by tick of arrival, round and round. */
static Told under_way[LATEST][ROOM];
static uint32_t waiting[LATEST];

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
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % sides;
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

static Told event(uint32_t kind, uint32_t number) {
    Told told;
    memset(&told, 0, sizeof told);
    told.kind = kind;
    told.number = number;
    return told;
}

static void arrive(Told told, uint32_t tick) {
    uint32_t slot = tick % LATEST;
    if (waiting[slot] == ROOM) {
        exit(3);
    }
    under_way[slot][waiting[slot]++] = told;
}

/* Sends over a bad network. `soonest` is in ticks; what `must` arrive is not lost. */
static void send(Told told, uint32_t tick, uint32_t soonest, int must) {
    if (dice(16) == 0 && !must) {
        return;
    }
    uint32_t delay = soonest + (dice(8) == 0 ? 2 : dice(32) == 0 ? 12 : 0);
    arrive(told, tick + delay);
    if (dice(16) == 0) {
        arrive(told, tick + delay + 2);
    }
}

/* How a player moves at a tick. Facings are turned about the upward axis, and their lengths off by up to four thousandths, as those
 * of careless hosts are. */
static Told moving(uint32_t kind, uint32_t number, const int32_t *column, uint32_t ticks, uint32_t tick, int64_t time) {
    Told told = event(kind, number);
    told.time = time;
    /* The feet are 24 units below what was recorded. */
    turn(column[0] / 8.0, column[ticks] / 8.0, column[2 * ticks] / 8.0 - 24.0, told.place);
    turn(column[3 * ticks] / 4.0, column[4 * ticks] / 4.0, column[5 * ticks] / 4.0, told.velocity);
    /* Eighths of a degree. */
    double half = column[6 * ticks] / 8.0 * (acos(-1.0) / 360.0), length = 1.0 + 0.002 * ((double)(tick / INTERVAL % 5) - 2.0);
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
    const unsigned char *next = cursor;
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
    int here[PLAYERS] = {0}, told_of[PLAYERS] = {0};
    for (uint32_t tick = 0; tick < ticks; tick++) {
        int64_t now = (int64_t)tick * 1000000000 / hz;
        for (; events && (uint32_t)(next[0] | next[1] << 8 | next[2] << 16 | next[3] << 24) <= tick; next += 7, events--) {
            uint32_t actor = (uint32_t)(next[5] | next[6] << 8);
            for (int i = 0; i < ITEMS && next[4] >= 3; i++) {
                if (item_numbers[i] == actor) {
                    arrive(event(next[4] == 3 ? THERE : TAKEN, actor), tick);
                }
            }
        }
        for (uint32_t p = 0; p < PLAYERS; p++) {
            const int32_t *column = samples + p * COLUMNS * ticks + tick;
            int lives = column[9 * ticks] & 1, born = lives && !here[p];
            if (p < OWNED && (lives || here[p])) {
                Told truth = moving(lives ? TRUTH : GONE, PLAYERS + p, column, ticks, tick, now);
                truth.teleported = (uint32_t)born;
                arrive(truth, tick);
            }
            here[p] = lives;
            told_of[p] &= lives;
            if (!lives || (tick + p * INTERVAL / PLAYERS) % INTERVAL) {
                continue;
            }
            Told state = moving(STATE, p, column, ticks, tick, now);
            state.teleported = (uint32_t)!told_of[p];
            send(state, tick, 0, !told_of[p]);
            told_of[p] = 1;
        }
        uint32_t slot = tick % LATEST;
        tell(&now, sizeof now);
        tell_number(waiting[slot]);
        tell(under_way[slot], waiting[slot] * sizeof under_way[0][0]);
        waiting[slot] = 0;
        /* They are written after everything above and are under way for a tick at least. */
        send(event(PACKET, tick), tick, 1, 0);
        send(event(REPLY, tick), tick, 1, 0);
    }
    free(samples);
    free(bytes);
    return fclose(out) != 0;
}
