/* Recording a match through the C ABI: what is pulled, what memory it takes, what is refused. */
#include "support_map/outputs.h"
#include "support_map/structs.h"

#define TICK (50 * MILLISECOND)
#define CHECK_STATUS(status, call) CHECK(has_status(call, status))

static AntRecorder recorder_of(uint32_t capacity) {
    AntRecorderDesc desc;
    AntRecorder recorder;
    AntRecordEntity entity;
    MUST(ant_recorder_desc_init(&desc));
    desc.capacity = capacity;
    desc.block_bytes = 4096;
    MUST(ant_recorder_create(&desc, &recorder));
    MUST(ant_record_entity_init(&entity));
    for (entity.id = 0; entity.id < 3; entity.id++) MUST(ant_recorder_add_entity(recorder, &entity));
    return recorder;
}

static AntRecorderStats stats_of(AntRecorder recorder) {
    AntRecorderStats stats;
    stats.struct_size = sizeof stats;
    MUST(ant_recorder_stats(recorder, &stats));
    return stats;
}

static uint32_t ids[3];
static float positions[3][3];
static double velocities[3][3];
static float facings[3][4];
static float health[3];
static uint8_t flags[3];

#define FILL(stream, array, type)              \
    do {                                       \
        (stream).data = (array);               \
        (stream).byte_len = sizeof(array);     \
        (stream).format = (type);              \
    } while (0)

static AntRecordSamples samples(void) {
    AntRecordSamples batch;
    uint32_t i;
    MUST(ant_record_samples_init(&batch));
    for (i = 0; i < 3; i++) {
        ids[i] = i;
        positions[i][0] = (float)i;
        positions[i][1] = positions[i][2] = 0;
        velocities[i][0] = 1;
        velocities[i][1] = velocities[i][2] = 0;
        facings[i][0] = facings[i][1] = facings[i][2] = 0;
        facings[i][3] = 1;
        health[i] = 100;
        flags[i] = 0;
    }
    batch.count = 3;
    FILL(batch.ids, ids, ANT_U32);
    FILL(batch.positions, positions, ANT_F32X3);
    FILL(batch.velocities, velocities, ANT_F64X3);
    FILL(batch.orientations, facings, ANT_F32X4);
    FILL(batch.health, health, ANT_F32);
    FILL(batch.flags, flags, ANT_U8);
    return batch;
}

static void what_is_recorded_can_be_pulled_in_any_pieces(void) {
    AntRecorder recorder = recorder_of(1 << 20), other = recorder_of(1 << 20);
    AntRecordSamples batch = samples();
    static unsigned char whole[1 << 20], pieces[1 << 20];
    uint64_t length = 0, at = 0, n;
    AntStatus status;
    int k;
    for (k = 0; k < 100; k++) {
        positions[1][0] = (float)k;
        flags[2] = k == 50 ? ANT_SAMPLE_JUMPED : 0;
        CHECK_STATUS(ANT_OK, ant_recorder_sample_batch(recorder, k * TICK, &batch));
        CHECK_STATUS(ANT_OK, ant_recorder_sample_batch(other, k * TICK, &batch));
        CHECK_STATUS(ANT_OK, ant_recorder_event(recorder, k * TICK, ANT_RECORD_HIT, 0, ANT_RECORD_NOBODY, 20));
        CHECK_STATUS(ANT_OK, ant_recorder_event(other, k * TICK, ANT_RECORD_HIT, 0, ANT_RECORD_NOBODY, 20));
        status = ant_recorder_pull(other, pieces + at, 7, &n);
        CHECK(status >= 0 && n <= 7);
        at += n;
    }
    CHECK(stats_of(recorder).samples == 300 && stats_of(recorder).events == 100 && stats_of(recorder).ticks == 100);
    CHECK_STATUS(ANT_OK, ant_recorder_finish(recorder));
    CHECK_STATUS(ANT_OK, ant_recorder_finish(other));
    CHECK_STATUS(ANT_OK, ant_recorder_pull(recorder, whole, sizeof whole, &length));
    CHECK(length == stats_of(recorder).written && stats_of(recorder).waiting == 0);
    while ((status = ant_recorder_pull(other, pieces + at, 1000, &n)) != ANT_EMPTY) {
        CHECK(status == ANT_OK || (status == ANT_TRUNCATED && n == 1000));
        at += n;
    }
    CHECK(at == length && memcmp(whole, pieces, (size_t)length) == 0);
    CHECK(memcmp(whole, "ANTM", 4) == 0);
    REFUSED(STATE, "finished", ant_recorder_sample_batch, (recorder, 200 * TICK, &batch));
    REFUSED(STATE, "finished", ant_recorder_finish, (recorder));
    MUST(ant_destroy(recorder.id));
    MUST(ant_destroy(other.id));
}

static void memory_is_bounded_and_nothing_is_allocated(void) {
    AntRecorder recorder = recorder_of(65536);
    AntRecordSamples batch = samples();
    static unsigned char buffer[65536];
    uint64_t before = bytes_in_use(), n;
    AntStatus status = ANT_OK;
    AntRecorderStats full;
    int k;
    for (k = 0; k < 100000 && status == ANT_OK; k++) {
        positions[1][0] = (float)(k % 100) * 0.37f;
        status = ant_recorder_sample_batch(recorder, k * TICK, &batch);
    }
    CHECK(has_status(status, ANT_ERROR_BUDGET));
    full = stats_of(recorder);
    CHECK(full.samples % 3 == 0);
    REFUSED(BUDGET, "pull", ant_recorder_sample_batch, (recorder, k * TICK, &batch));
    CHECK(stats_of(recorder).samples == full.samples);
    CHECK_STATUS(ANT_OK, ant_recorder_pull(recorder, buffer, sizeof buffer, &n));
    CHECK(n == full.waiting && n > 50000);
    CHECK_STATUS(ANT_OK, ant_recorder_flush(recorder));
    CHECK_STATUS(ANT_OK, ant_recorder_pull(recorder, buffer, sizeof buffer, &n));
    CHECK_STATUS(ANT_OK, ant_recorder_sample_batch(recorder, k * TICK, &batch));
    CHECK_STATUS(ANT_EMPTY, ant_recorder_pull(recorder, buffer, sizeof buffer, &n));
    CHECK_STATUS(ANT_OK, ant_recorder_flush(recorder));
    CHECK_STATUS(ANT_OK, ant_recorder_pull(recorder, buffer, sizeof buffer, &n));
    CHECK(bytes_in_use() == before);
    MUST(ant_destroy(recorder.id));
}

static void a_level_is_recorded_once(void) {
    AntRecorder recorder = recorder_of(65536);
    AntWorldDesc desc;
    AntGridDesc grid;
    AntWorld world;
    static unsigned char buffer[65536];
    uint64_t n, all = 0;
    int calls = 1;
    MUST(ant_world_desc_init(&desc));
    MUST(ant_grid_desc_init(&grid));
    grid.width = grid.depth = 200;
    MUST(ant_world_create_grid(&desc, &grid, &world));
    while (ant_recorder_level(recorder, world) == ANT_TRUNCATED && calls < 100) {
        MUST(ant_recorder_pull(recorder, buffer, sizeof buffer, &n));
        all += n;
        calls++;
    }
    CHECK(calls > 1 && calls < 100 && all > 100000);
    REFUSED(STATE, "already", ant_recorder_level, (recorder, world));
    MUST(ant_destroy(world.id));
    REFUSED(INVALID_HANDLE, "world", ant_recorder_level, (recorder, world));
    MUST(ant_destroy(recorder.id));
}

static AntStatus create(void *desc) {
    AntRecorder made;
    AntStatus status = ant_recorder_create((const AntRecorderDesc *)desc, &made);
    if (status >= 0) MUST(ant_destroy(made.id));
    return status;
}

static AntRecorder shared;

static AntStatus add(void *entity) {
    static uint32_t next = 50;
    memcpy((unsigned char *)entity + 4, &next, 4);
    next++;
    return ant_recorder_add_entity(shared, (const AntRecordEntity *)entity);
}
static AntStatus sample_all(void *batch) { return ant_recorder_sample_batch(shared, 0, (const AntRecordSamples *)batch); }
static AntStatus fill_stats(void *out) { return ant_recorder_stats(shared, (AntRecorderStats *)out); }

static void structs_may_grow(void) {
    AntRecorderDesc desc;
    AntRecordEntity entity;
    AntRecordSamples batch = samples();
    shared = recorder_of(1 << 20);
    MUST(ant_recorder_desc_init(&desc));
    MUST(ant_record_entity_init(&entity));
    CHECK(grows_in(&desc, sizeof desc, create));
    CHECK(grows_in(&entity, sizeof entity, add));
    CHECK(grows_in(&batch, sizeof batch, sample_all));
    CHECK(grows_out(sizeof(AntRecorderStats), fill_stats));
    MUST(ant_destroy(shared.id));
}

static void descriptors_are_checked(void) {
    AntRecorderDesc good, bad;
    AntRecorder made;
    made.id = 77;
    MUST(ant_recorder_desc_init(&good));
    REFUSED(NULL_POINTER, "desc", ant_recorder_create, (NULL, &made));
    REFUSED(NULL_POINTER, "out_recorder", ant_recorder_create, (&good, NULL));
#define WRONG(status, field, value)                                            \
    do {                                                                       \
        bad = good;                                                            \
        bad.field = (value);                                                   \
        REFUSED(status, "desc." #field, ant_recorder_create, (&bad, &made));   \
    } while (0)
    WRONG(OUT_OF_RANGE, capacity, 65535);
    WRONG(OUT_OF_RANGE, block_bytes, 255);
    WRONG(OUT_OF_RANGE, block_bytes, 1 << 19);
    WRONG(OUT_OF_RANGE, max_entities, 0);
    WRONG(OUT_OF_RANGE, block_time, 0);
    WRONG(OUT_OF_RANGE, tick_hz, 0);
    WRONG(NOT_FINITE, v_max, NAN);
    WRONG(OUT_OF_RANGE, body_width, -1);
    WRONG(OUT_OF_RANGE, resolution, 2);
#undef WRONG
    bad = good;
    bad.frame.kind = 9;
    REFUSED(INVALID_ARGUMENT, "frame.kind", ant_recorder_create, (&bad, &made));
    bad = good;
    memset(bad.name, 'x', sizeof bad.name);
    REFUSED(INVALID_ARGUMENT, "desc.name", ant_recorder_create, (&bad, &made));
    bad = good;
    strcpy(bad.name, "../up");
    REFUSED(INVALID_ARGUMENT, "name", ant_recorder_create, (&bad, &made));
    bad = good;
    strcpy(bad.game, "a,b");
    REFUSED(INVALID_ARGUMENT, "game", ant_recorder_create, (&bad, &made));
    bad = good;
    bad.map[0] = (char)0xff;
    REFUSED(INVALID_ARGUMENT, "desc.map", ant_recorder_create, (&bad, &made));
    CHECK(made.id == 77);
}

static void bad_records_are_refused_and_leave_no_trace(void) {
    AntRecorder recorder = recorder_of(1 << 20);
    AntRecordSamples batch = samples();
    AntRecordEntity entity;
    AntRecorderStats before = stats_of(recorder), after;
    double place[3] = {0, 0, 0}, nowhere[3] = {0, NAN, 0}, turned[4] = {0, 0, 0, 2};
    MUST(ant_record_entity_init(&entity));
    REFUSED(INVALID_ARGUMENT, "entity 0", ant_recorder_add_entity, (recorder, &entity));
    entity.id = 9;
    entity.kind = 4;
    REFUSED(INVALID_ARGUMENT, "entity.kind", ant_recorder_add_entity, (recorder, &entity));
    entity.kind = ANT_RECORD_ITEM;
    entity.flags = 2;
    REFUSED(INVALID_ARGUMENT, "entity.flags", ant_recorder_add_entity, (recorder, &entity));
    entity.flags = 0;
    entity.position[1] = INFINITY;
    REFUSED(NOT_FINITE, "entity.position", ant_recorder_add_entity, (recorder, &entity));
    entity.position[1] = 0;
    entity.reserved = 1;
    REFUSED(INVALID_ARGUMENT, "entity.reserved", ant_recorder_add_entity, (recorder, &entity));
    entity.reserved = 0;
    entity.id = ANT_RECORD_NOBODY;
    REFUSED(OUT_OF_RANGE, "entity.id", ant_recorder_add_entity, (recorder, &entity));
    REFUSED(NULL_POINTER, "entity", ant_recorder_add_entity, (recorder, NULL));

    REFUSED(NULL_POINTER, "samples", ant_recorder_sample_batch, (recorder, 0, NULL));
    ids[2] = 8;
    REFUSED(NOT_FOUND, "entity 8", ant_recorder_sample_batch, (recorder, 0, &batch));
    ids[2] = 2;
    positions[2][2] = NAN;
    REFUSED(NOT_FINITE, "samples.positions[2]", ant_recorder_sample_batch, (recorder, 0, &batch));
    positions[2][2] = 0;
    facings[1][3] = 0;
    REFUSED(OUT_OF_RANGE, "samples.orientations[1]", ant_recorder_sample_batch, (recorder, 0, &batch));
    facings[1][3] = 1;
    flags[0] = 4;
    REFUSED(INVALID_ARGUMENT, "flags", ant_recorder_sample_batch, (recorder, 0, &batch));
    flags[0] = 0;
    batch.count = 4;
    REFUSED(BUFFER_TOO_SMALL, "samples.ids", ant_recorder_sample_batch, (recorder, 0, &batch));
    batch.count = 3;
    batch.ids.format = ANT_U64;
    REFUSED(INVALID_ARGUMENT, "samples.ids", ant_recorder_sample_batch, (recorder, 0, &batch));
    batch.ids.format = ANT_U32;
    batch.positions.data = NULL;
    REFUSED(NULL_POINTER, "samples.positions", ant_recorder_sample_batch, (recorder, 0, &batch));
    batch.positions.data = positions;

    REFUSED(NULL_POINTER, "position", ant_recorder_sample, (recorder, 0, 1, NULL, NULL, NULL, 0));
    REFUSED(NOT_FINITE, "position", ant_recorder_sample, (recorder, 0, 1, nowhere, NULL, NULL, 0));
    REFUSED(NOT_FINITE, "velocity", ant_recorder_sample, (recorder, 0, 1, place, nowhere, NULL, 0));
    REFUSED(OUT_OF_RANGE, "orientation", ant_recorder_sample, (recorder, 0, 1, place, NULL, turned, 0));
    REFUSED(INVALID_ARGUMENT, "flags", ant_recorder_sample, (recorder, 0, 1, place, NULL, NULL, 8));
    REFUSED(NOT_FOUND, "entity 7", ant_recorder_sample, (recorder, 0, 7, place, NULL, NULL, 0));
    REFUSED(INVALID_ARGUMENT, "kind", ant_recorder_event, (recorder, 0, 7, 0, 1, 0));
    REFUSED(NOT_FOUND, "entity 7", ant_recorder_event, (recorder, 0, ANT_RECORD_HIT, 7, 1, 0));
    REFUSED(NOT_FINITE, "value", ant_recorder_event, (recorder, 0, ANT_RECORD_HIT, 0, 1, NAN));
    after = stats_of(recorder);
    CHECK(memcmp(&before, &after, sizeof before) == 0);

    CHECK_STATUS(ANT_OK, ant_recorder_sample(recorder, 5, 1, place, place, NULL, ANT_SAMPLE_DEAD));
    REFUSED(INVALID_ARGUMENT, "time", ant_recorder_sample, (recorder, 4, 1, place, NULL, NULL, 0));
    REFUSED(INVALID_ARGUMENT, "time", ant_recorder_sample_batch, (recorder, 4, &batch));
    REFUSED(INVALID_ARGUMENT, "time", ant_recorder_event, (recorder, 4, ANT_RECORD_KILL, 0, 1, 0));
    MUST(ant_destroy(recorder.id));
}

static void bad_handles_are_refused_by_every_call(void) {
    uint64_t bad[BAD_HANDLES], length = 77;
    AntRecorder dead = recorder_of(65536), good = recorder_of(65536);
    AntRecordSamples batch = samples();
    AntRecordEntity entity;
    AntRecorderStats stats;
    AntNeedModel other;
    AntWorld world;
    double place[3] = {0, 0, 0};
    unsigned char buffer[8];
    int i;
    world.id = 0;
    stats.struct_size = sizeof stats;
    MUST(ant_record_entity_init(&entity));
    MUST(ant_destroy(dead.id));
    MUST(ant_need_model_create(2, &other));
    bad_handles(good.id, dead.id, other.id, bad);
    for (i = 0; i < BAD_HANDLES; i++) {
        AntRecorder recorder;
        recorder.id = bad[i];
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_add_entity, (recorder, &entity));
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_level, (recorder, world));
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_sample_batch, (recorder, 0, &batch));
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_sample, (recorder, 0, 0, place, NULL, NULL, 0));
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_event, (recorder, 0, 0, 0, 1, 0));
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_pull, (recorder, buffer, 8, &length));
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_flush, (recorder));
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_finish, (recorder));
        REFUSED(INVALID_HANDLE, "recorder", ant_recorder_stats, (recorder, &stats));
    }
    REFUSED(NULL_POINTER, "buf", ant_recorder_pull, (good, NULL, 8, &length));
    REFUSED(NULL_POINTER, "out_len", ant_recorder_pull, (good, buffer, 8, NULL));
    REFUSED(OUT_OF_RANGE, "capacity", ant_recorder_pull, (good, buffer, 0, &length));
    REFUSED(NULL_POINTER, "out_stats", ant_recorder_stats, (good, NULL));
    CHECK(length == 77 && ant_is_valid(good.id) == ANT_OK);
    MUST(ant_destroy(good.id));
    MUST(ant_destroy(other.id));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(what_is_recorded_can_be_pulled_in_any_pieces);
    RUN_TEST(memory_is_bounded_and_nothing_is_allocated);
    RUN_TEST(a_level_is_recorded_once);
    RUN_TEST(structs_may_grow);
    RUN_TEST(descriptors_are_checked);
    RUN_TEST(bad_records_are_refused_and_leave_no_trace);
    RUN_TEST(bad_handles_are_refused_by_every_call);
    return ensure_end();
}
