/* Replays the recorded match (tools/data/match.bin.gz, unpacked) through the C ABI and prints hashes of all state and of everything that was shown.
 * tests/csharp/RecordedMatch.cs makes the same calls; both must print the same text.
 *
 * usage: match MATCH.BIN */
#include "antreckon.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 8, ITEMS = 32, COLUMNS = 10, INTERVAL = 10, REPORT = 900 };

static const uint32_t MODELS[PLAYERS] = {ANT_MODEL_AUTO,   ANT_MODEL_ANT, ANT_MODEL_TRAIL,    ANT_MODEL_KINEMATIC,
                                         ANT_MODEL_DAMPED, ANT_MODEL_DR2, ANT_MODEL_INTEREST, ANT_MODEL_HYBRID};

static const unsigned char *cursor;
static uint64_t shown = 0xcbf29ce484222325u;

static void check(AntStatus status, const char *what) {
    if (status < 0) {
        char text[512] = "";
        ant_last_error(text, sizeof text, NULL);
        fprintf(stderr, "%s: %s: %s\n", what, ant_status_name(status), text);
        exit(1);
    }
}
#define CHECK(call) check(call, #call)

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

static void note(const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        shown = (shown ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    }
}

static AntStream stream(void *data, uint64_t bytes, uint32_t format) {
    AntStream made = {data, bytes, 0, format};
    return made;
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
    unsigned char *bytes = malloc((size_t)length);
    if (!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length) {
        exit(1);
    }
    fclose(file);
    return bytes;
}

static AntWorld make_world(void) {
    union {
        uint32_t bits;
        float value;
    } cell = {number(4)};
    int32_t west = (int32_t)number(4), south = (int32_t)number(4);
    uint32_t width = number(4), depth = number(4), floors = number(4), squares = width * depth * floors;
    double *heights = calloc(squares, sizeof *heights);
    unsigned char *blocked = calloc(squares, 1);
    if (!heights || !blocked) {
        exit(1);
    }
    for (uint32_t i = 0; i < squares; i++) {
        int16_t height = (int16_t)number(2);
        blocked[i] = height == INT16_MIN;
        heights[i] = blocked[i] ? 0.0 : height / 8.0;
    }
    AntWorldDesc desc;
    AntGridDesc grid;
    AntWorld world;
    CHECK(ant_world_desc_init(&desc));
    CHECK(ant_grid_desc_init(&grid));
    desc.frame.kind = ANT_FRAME_Z_UP;
    desc.frame.metres_per_unit = 0.0254;
    desc.cell_size = (double)cell.value * 0.0254;
    grid.width = width, grid.depth = depth, grid.floors = floors;
    grid.corner[0] = west * (double)cell.value, grid.corner[1] = south * (double)cell.value;
    grid.blocked = stream(blocked, squares, ANT_U8);
    grid.heights = stream(heights, squares * sizeof *heights, ANT_F64);
    CHECK(ant_world_create_grid(&desc, &grid, &world));
    free(heights);
    free(blocked);
    return world;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    unsigned char *bytes = whole_file(argv[1]);
    cursor = bytes + 12; /* magic, version */
    uint32_t hz = number(4), ticks = number(4), players = number(4), items = number(4), events = number(4);
    if (players != PLAYERS || items != ITEMS) {
        return 3;
    }
    AntWorld world = make_world();

    AntMapDesc map_desc;
    AntTrailDesc trail_desc;
    AntPheromoneMap map;
    CHECK(ant_map_desc_init(&map_desc));
    CHECK(ant_trail_desc_init(&trail_desc));
    CHECK(ant_map_create(world, &map_desc, &map));
    CHECK(ant_map_enable_trails(map, &trail_desc));
    uint32_t item_ids[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        AntSourceDesc source;
        CHECK(ant_source_desc_init(&source));
        item_ids[i] = number(2);
        number(1);
        for (int axis = 0; axis < 3; axis++) {
            source.position[axis] = (int16_t)number(2) / 8.0;
        }
        source.flags = ANT_SOURCE_FIXED;
        if (ant_map_add_source(map, item_ids[i], &source) == ANT_ERROR_INVALID_ARGUMENT) {
            item_ids[i] = UINT32_MAX; /* off the level: nobody smells it */
            continue;
        }
        CHECK(ant_map_set_source_active(map, item_ids[i], 0));
    }
    const unsigned char *event = cursor;
    cursor += 7 * events;
    int32_t *samples = malloc(sizeof *samples * PLAYERS * COLUMNS * ticks);
    if (!samples) {
        return 4;
    }
    for (uint32_t column = 0; column < PLAYERS * COLUMNS; column++) {
        int32_t value = 0;
        for (uint32_t tick = 0; tick < ticks; tick++) {
            value += difference();
            samples[column * ticks + tick] = value;
        }
    }

    AntPredictorDesc predictor_desc;
    AntPredictor predictor;
    AntSmootherDesc smoother_desc;
    AntSmoother smoother;
    AntEntity entities[PLAYERS];
    CHECK(ant_predictor_desc_init(&predictor_desc));
    predictor_desc.map = map;
    CHECK(ant_predictor_create(&predictor_desc, &predictor));
    CHECK(ant_smoother_desc_init(&smoother_desc));
    smoother_desc.predictor = predictor;
    CHECK(ant_smoother_create(&smoother_desc, &smoother));
    for (int p = 0; p < PLAYERS; p++) {
        AntProfile profile;
        CHECK(ant_profile_init(&profile));
        CHECK(ant_map_add_avatar(map, (uint64_t)p, 10.0f, NULL));
        profile.model = MODELS[p];
        profile.avatar = (uint64_t)p;
        profile.flags = ANT_PROFILE_HAS_AVATAR;
        CHECK(ant_predictor_add_entity(predictor, &profile, &entities[p]));
    }

    int known[PLAYERS] = {0};
    uint64_t answers = 0;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        int64_t time = (int64_t)tick * 1000000000 / hz;
        for (; events && (uint32_t)(event[0] | event[1] << 8 | event[2] << 16 | event[3] << 24) <= tick; event += 7, events--) {
            uint32_t actor = (uint32_t)(event[5] | event[6] << 8);
            for (int i = 0; i < ITEMS && event[4] >= 3; i++) {
                if (item_ids[i] == actor) {
                    CHECK(ant_map_set_source_active(map, actor, event[4] == 3));
                }
            }
        }
        CHECK(ant_map_step_to(map, time, NULL));

        /* What is shown before the news of this tick. */
        AntEntity asked[PLAYERS];
        double positions[PLAYERS][3];
        float drawn[PLAYERS][3];
        uint32_t count = 0;
        for (int p = 0; p < PLAYERS; p++) {
            if (known[p]) {
                asked[count++] = entities[p];
            }
        }
        AntPredictBatch predict;
        AntDrawBatch draw;
        CHECK(ant_predict_batch_init(&predict));
        CHECK(ant_draw_batch_init(&draw));
        predict.count = draw.count = count;
        predict.time = draw.time = time;
        predict.entities = draw.entities = stream(asked, sizeof asked, ANT_U64);
        predict.positions = stream(positions, sizeof positions, ANT_F64X3);
        draw.positions = stream(drawn, sizeof drawn, ANT_F32X3);
        CHECK(ant_predictor_predict_batch(predictor, &predict));
        CHECK(ant_smoother_draw_batch(smoother, &draw));
        note(positions, count * sizeof positions[0]);
        note(drawn, count * sizeof drawn[0]);
        answers += count;

        for (uint32_t p = 0; p < PLAYERS; p++) {
            const int32_t *column = samples + p * COLUMNS * ticks + tick;
            int32_t state = column[9 * ticks];
            if (!(state & 1)) {
                known[p] = 0;
                continue;
            }
            if ((tick + p * INTERVAL / PLAYERS) % INTERVAL) {
                continue;
            }
            AntObservation seen;
            CHECK(ant_observation_init(&seen));
            seen.time = time;
            for (int axis = 0; axis < 3; axis++) {
                seen.position[axis] = column[(uint32_t)axis * ticks] / 8.0;
                seen.velocity[axis] = column[(uint32_t)(3 + axis) * ticks] / 4.0;
            }
            seen.position[2] -= 24.0; /* the feet */
            seen.flags = ANT_OBSERVE_HAS_VELOCITY | (state & 4 ? 0 : ANT_OBSERVE_AIRBORNE) | (known[p] ? 0 : ANT_OBSERVE_TELEPORTED);
            CHECK(ant_predictor_observe(predictor, entities[p], &seen));
            AntSmoothCorrection correction;
            CHECK(ant_smooth_correction_init(&correction));
            correction.time = time;
            correction.flags = known[p] ? 0 : ANT_SMOOTH_TELEPORTED;
            CHECK(ant_smoother_correct(smoother, entities[p], &correction, NULL));
            /* Over no known square nothing is emitted. */
            ant_map_move_avatar(map, p, seen.position);
            known[p] = 1;
        }
        CHECK(ant_predictor_adapt(predictor, 4, NULL));
        if ((tick + 1) % REPORT == 0) {
            uint64_t hashes[4];
            CHECK(ant_state_hash(world.id, &hashes[0]));
            CHECK(ant_state_hash(map.id, &hashes[1]));
            CHECK(ant_state_hash(predictor.id, &hashes[2]));
            CHECK(ant_state_hash(smoother.id, &hashes[3]));
            printf("tick %u world %016llx map %016llx predictor %016llx smoother %016llx shown %016llx of %llu\n", tick + 1,
                   (unsigned long long)hashes[0], (unsigned long long)hashes[1], (unsigned long long)hashes[2],
                   (unsigned long long)hashes[3], (unsigned long long)shown, (unsigned long long)answers);
        }
    }
    CHECK(ant_destroy(smoother.id));
    CHECK(ant_destroy(predictor.id));
    CHECK(ant_destroy(map.id));
    CHECK(ant_destroy(world.id));
    free(samples);
    free(bytes);
    return 0;
}
