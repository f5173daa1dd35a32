/* Directed trails of a map: life, saved forms, and bad input to every function. */
#include "support_map/entities.h"
#include "support_map/outputs.h"
#include "support_map/structs.h"

static AntWorld world;
static AntPheromoneMap map;
static AntTrailReading readings[ANT_TRAIL_HORIZONS];

static AntTrailDesc trail_desc(void) {
    AntTrailDesc desc;
    MUST(ant_trail_desc_init(&desc));
    return desc;
}

static AntMapStats info_of(AntPheromoneMap map) {
    AntMapStats stats;
    MUST(ant_map_stats_init(&stats));
    MUST(ant_map_stats(map, &stats));
    return stats;
}

static void set_up(void) {
    AntTrailDesc desc = trail_desc();
    world = grid_world(8, 8, NULL);
    map = map_of(world, 0.5f, 0.5f);
    MUST(ant_map_enable_trails(map, &desc));
    memset(readings, 0xa5, sizeof readings);
}

static void tear_down(void) {
    MUST(ant_destroy(map.id));
    MUST(ant_destroy(world.id));
}

static int readings_are_untouched(void) {
    const unsigned char *bytes = (const unsigned char *)readings;
    size_t i;
    for (i = 0; i < sizeof readings; i++) {
        if (bytes[i] != 0xa5) {
            return 0;
        }
    }
    return 1;
}

/* The saved form, to be freed. */
static unsigned char *saved_of(AntPheromoneMap map, uint64_t *size) {
    unsigned char *bytes;
    MUST(ant_map_trails_save(map, NULL, 0, size));
    bytes = (unsigned char *)malloc((size_t)*size);
    if (bytes == NULL) {
        exit(EXIT_FAILURE);
    }
    MUST(ant_map_trails_save(map, bytes, *size, NULL));
    return bytes;
}

static void a_map_has_no_trails_until_they_are_enabled(void) {
    AntTrailDesc desc = trail_desc();
    AntMapStats info;
    uint64_t without;
    AntPheromoneMap bare;
    set_up();
    bare = map_of(world, 0.5f, 0.5f);
    info = info_of(bare);
    CHECK(info.has_trails == 0 && info.trail_cells == 0 && info.trail_passages == 0 && info.trail_bytes == 0);
    REFUSED(STATE, "trails", ant_map_trails_save, (bare, NULL, 0, NULL));
    REFUSED(STATE, "trails", ant_map_trail_read, (bare, at(1, 1), at(1, 0), 0.5, readings));
    CHECK(readings_are_untouched());
    without = map_hash(bare);
    CHECK(ant_map_enable_trails(bare, &desc) == ANT_OK);
    info = info_of(bare);
    CHECK(info.has_trails == 1 && info.trail_cells == 0 && info.trail_passages == 0 && info.trail_bytes > 0);
    CHECK(map_hash(bare) != without && map_hash(bare) == map_hash(map));
    CHECK(ant_map_enable_trails(bare, &desc) == ANT_OK);
    MUST(ant_destroy(bare.id));
    tear_down();
}

static void trails_nobody_walked_say_nothing(void) {
    int h;
    set_up();
    ENSURE_OK(ant_map_trail_read(map, at(4, 4), at(5, 0), 0.7, readings));
    for (h = 0; h < (int)ANT_TRAIL_HORIZONS; h++) {
        CHECK(near3(readings[h].mean, 0, 0, 0, 0) && readings[h].spread == 0 && readings[h].evidence == 0);
    }
    tear_down();
}

/* One player runs along +x at 8 m/s over and over; from x = 30 on it turns aside. */
static void run_often(AntWorld level, AntPheromoneMap trodden) {
    AntPredictor predictor = predictor_on(level, trodden);
    AntProfile profile = bare_profile(ANT_MODEL_DR1);
    AntEntity runner = add_entity(predictor, &profile);
    int64_t time = 0;
    int run, k;
    for (run = 0; run < 5; run++) {
        for (k = 0; k < 80; k++) {
            double x = 4 + 0.4 * (k < 65 ? k : 65), z = 4 + 0.4 * (k < 65 ? 0 : k - 65);
            AntObservation seen = moving(time += STEP, x, z, k < 65 ? 8 : 0, k < 65 ? 0 : 8);
            seen.flags |= k == 0 ? ANT_OBSERVE_TELEPORTED : 0;
            observe(predictor, runner, &seen);
        }
    }
    MUST(ant_destroy(predictor.id));
}

static void players_leave_trails_that_are_read_saved_and_merged(void) {
    AntTrailDesc desc = trail_desc();
    AntWorld level = grid_world(64, 16, NULL);
    AntPheromoneMap one = map_of(level, 0.5f, 0.5f), other = map_of(level, 0.5f, 0.5f);
    AntMapStats info;
    AntTrailReading merged[ANT_TRAIL_HORIZONS];
    unsigned char *bytes, *again;
    uint64_t size, size_again;
    MUST(ant_map_enable_trails(one, &desc));
    run_often(level, one);
    info = info_of(one);
    CHECK(info.trail_cells > 50 && info.trail_passages > 100 && info.trail_bytes > 64 * info.trail_passages);
    CHECK(ant_map_trail_read(one, at(20.2, 4), at(8, 0), 0, readings) == ANT_OK);
    CHECK(readings[2].evidence > 3 && readings[0].evidence > 3);
    /* A visit or two less than all is what shrinking leaves of 2 and 8 metres. */
    CHECK(readings[0].mean[0] > 1.3 && readings[0].mean[0] < 2.1 && fabs(readings[0].mean[2]) < 0.1);
    CHECK(readings[2].mean[0] > 5 && readings[2].mean[0] < 8.4);
    /* Before the corner one goes aside within two seconds. */
    CHECK(ant_map_trail_read(one, at(25.8, 4), at(8, 0), 0, readings) == ANT_OK);
    CHECK(readings[2].mean[2] > 1 && readings[2].mean[0] < 6);
    /* Whoever comes the other way finds nothing. */
    CHECK(ant_map_trail_read(one, at(20.2, 4), at(-8, 0), 0, merged) == ANT_OK && merged[2].evidence == 0);

    bytes = saved_of(one, &size);
    CHECK(ant_map_trails_load(other, bytes, size) == ANT_OK);
    again = saved_of(other, &size_again);
    CHECK(size == size_again && memcmp(bytes, again, (size_t)size) == 0);
    CHECK(ant_map_trails_merge(other, 1, stream(bytes, size, 0, ANT_U8)) == ANT_OK);
    CHECK(ant_map_trail_read(other, at(25.8, 4), at(8, 0), 0, merged) == ANT_OK);
    CHECK(merged[2].evidence > 1.5 * readings[2].evidence && merged[2].mean[2] > readings[2].mean[2]);
    free(again);
    free(bytes);
    MUST(ant_destroy(one.id));
    MUST(ant_destroy(other.id));
    MUST(ant_destroy(level.id));
}

static void a_saved_form_comes_back(void) {
    uint64_t size, before;
    unsigned char *bytes, small[4] = {1, 2, 3, 4};
    AntPheromoneMap other;
    uint64_t i;
    set_up();
    bytes = saved_of(map, &size);
    CHECK(size > 24);
    REFUSED(BUFFER_TOO_SMALL, "capacity", ant_map_trails_save, (map, small, sizeof small, NULL));
    CHECK(small[0] == 1 && small[3] == 4);
    other = map_of(world, 0.5f, 0.5f);
    before = map_hash(other);
    for (i = 0; i < size; i += 7) {
        CHECK(ant_map_trails_load(other, bytes, i) == ANT_ERROR_CORRUPT);
        bytes[i] ^= 16;
        CHECK(ant_map_trails_load(other, bytes, size) == ANT_ERROR_CORRUPT);
        CHECK(ant_map_trails_merge(other, 1, stream(bytes, size, 0, ANT_U8)) == ANT_ERROR_CORRUPT);
        bytes[i] ^= 16;
    }
    CHECK(map_hash(other) == before);
    CHECK(ant_map_trails_load(other, bytes, size) == ANT_OK);
    CHECK(map_hash(other) == map_hash(map));
    free(bytes);
    MUST(ant_destroy(other.id));
    tear_down();
}

static void saved_forms_are_merged(void) {
    AntTrailDesc desc = trail_desc();
    AntStream saved[2];
    uint64_t size, before;
    unsigned char *bytes;
    AntPheromoneMap other;
    set_up();
    bytes = saved_of(map, &size);
    saved[0] = saved[1] = *stream(bytes, size, 0, ANT_U8);
    other = map_of(world, 0.5f, 0.5f);
    CHECK(ant_map_trails_merge(other, 2, saved) == ANT_OK);
    CHECK(info_of(other).has_trails == 1);
    desc.v_max = 5;
    MUST(ant_map_enable_trails(other, &desc));
    before = map_hash(other);
    REFUSED(INVALID_ARGUMENT, "v_max", ant_map_trails_merge, (other, 2, saved));
    REFUSED(OUT_OF_RANGE, "count", ant_map_trails_merge, (map, 0, saved));
    REFUSED(NULL_POINTER, "saved", ant_map_trails_merge, (map, 1, NULL));
    saved[1].data = NULL;
    REFUSED(NULL_POINTER, "saved.data", ant_map_trails_merge, (map, 2, saved));
    saved[1] = saved[0];
    saved[1].format = ANT_F32;
    REFUSED(INVALID_ARGUMENT, "saved[1]", ant_map_trails_merge, (map, 2, saved));
    saved[1].format = ANT_U8;
    saved[1].stride = 2;
    REFUSED(INVALID_ARGUMENT, "saved[1]", ant_map_trails_merge, (map, 2, saved));
    saved[1].stride = 1;
    CHECK(ant_map_trails_merge(map, 2, saved) == ANT_OK);
    saved[1].byte_len = 0;
    CHECK(ant_map_trails_merge(map, 2, saved) == ANT_ERROR_CORRUPT);
    CHECK(map_hash(other) == before);
    free(bytes);
    MUST(ant_destroy(other.id));
    tear_down();
}

static void every_function_refuses_every_bad_handle(void) {
    uint64_t bad[BAD_HANDLES], size = 77;
    AntTrailDesc desc = trail_desc();
    AntPheromoneMap gone;
    uint32_t i;
    set_up();
    gone = map_of(world, 0.5f, 0.5f);
    MUST(ant_destroy(gone.id));
    bad_handles(map.id, gone.id, world.id, bad);
    for (i = 0; i < BAD_HANDLES; i++) {
        AntPheromoneMap handle;
        unsigned char bytes[1] = {0};
        handle.id = bad[i];
        REFUSED(INVALID_HANDLE, "handle", ant_map_enable_trails, (handle, &desc));
        REFUSED(INVALID_HANDLE, "handle", ant_map_trails_save, (handle, NULL, 0, &size));
        REFUSED(INVALID_HANDLE, "handle", ant_map_trails_load, (handle, bytes, 1));
        REFUSED(INVALID_HANDLE, "handle", ant_map_trails_merge, (handle, 1, STREAM(bytes, ANT_U8)));
        REFUSED(INVALID_HANDLE, "handle", ant_map_trail_read, (handle, at(1, 1), at(1, 1), 1, readings));
    }
    CHECK(size == 77 && readings_are_untouched());
    tear_down();
}

static void every_pointer_that_must_be_given_is_checked(void) {
    set_up();
    REFUSED(NULL_POINTER, "desc", ant_map_enable_trails, (map, NULL));
    REFUSED(NULL_POINTER, "buf", ant_map_trails_save, (map, NULL, 8, NULL));
    REFUSED(NULL_POINTER, "bytes", ant_map_trails_load, (map, NULL, 8));
    CHECK(ant_map_trails_load(map, NULL, 0) == ANT_ERROR_CORRUPT);
    REFUSED(NULL_POINTER, "position", ant_map_trail_read, (map, NULL, at(1, 0), 0.5, readings));
    REFUSED(NULL_POINTER, "velocity", ant_map_trail_read, (map, at(1, 1), NULL, 0.5, readings));
    REFUSED(NULL_POINTER, "out_readings", ant_map_trail_read, (map, at(1, 1), at(1, 0), 0.5, NULL));
    CHECK(readings_are_untouched());
    tear_down();
}

static void numbers_outside_their_ranges_are_refused_by_name(void) {
    AntTrailDesc desc;
    uint64_t before;
    set_up();
    before = map_hash(map);
#define BAD_DESC(status, field, value)                                              \
    desc = trail_desc();                                                            \
    desc.field = value;                                                             \
    REFUSED(status, #field, ant_map_enable_trails, (map, &desc))
    BAD_DESC(OUT_OF_RANGE, v_max, 0);
    BAD_DESC(OUT_OF_RANGE, v_max, -8);
    BAD_DESC(OUT_OF_RANGE, v_max, 2e6);
    BAD_DESC(NOT_FINITE, v_max, NAN);
    BAD_DESC(OUT_OF_RANGE, half_life, 0.5);
    BAD_DESC(OUT_OF_RANGE, half_life, -1);
    BAD_DESC(NOT_FINITE, half_life, INFINITY);
    BAD_DESC(OUT_OF_RANGE, diffusion, 0.51f);
    BAD_DESC(OUT_OF_RANGE, diffusion, -0.1f);
    BAD_DESC(NOT_FINITE, diffusion, NAN);
    BAD_DESC(OUT_OF_RANGE, max_cells, 63);
    BAD_DESC(OUT_OF_RANGE, max_cells, 16777217);
    BAD_DESC(OUT_OF_RANGE, max_passages, 0);
    BAD_DESC(OUT_OF_RANGE, max_passages, 0xffffffffu);
    REFUSED(OUT_OF_RANGE, "tau", ant_map_trail_read, (map, at(1, 1), at(1, 0), -1, readings));
    REFUSED(NOT_FINITE, "tau", ant_map_trail_read, (map, at(1, 1), at(1, 0), NAN, readings));
    REFUSED(NOT_FINITE, "tau", ant_map_trail_read, (map, at(1, 1), at(1, 0), INFINITY, readings));
    REFUSED(NOT_FINITE, "position", ant_map_trail_read, (map, at(NAN, 1), at(1, 0), 1, readings));
    REFUSED(OUT_OF_RANGE, "position", ant_map_trail_read, (map, at(1, 2e9), at(1, 0), 1, readings));
    REFUSED(NOT_FINITE, "velocity", ant_map_trail_read, (map, at(1, 1), at(1, INFINITY), 1, readings));
    CHECK(readings_are_untouched() && map_hash(map) == before);
    CHECK(ant_map_trail_read(map, at(9e8, -9e8), at(1e6, 0), 1e6, readings) == ANT_OK);
    CHECK(readings[4].evidence == 0);
    tear_down();
}

static void trails_are_not_changed_within_a_step(void) {
    AntTrailDesc desc = trail_desc();
    uint32_t tasks, i;
    set_up();
    MUST(ant_map_step_begin(map, SECOND, &tasks));
    REFUSED(STATE, "step", ant_map_enable_trails, (map, &desc));
    CHECK(ant_map_trail_read(map, at(1, 1), at(1, 0), 1, readings) == ANT_OK);
    for (i = 0; i < tasks; i++) {
        MUST(ant_map_step_task(map, i));
    }
    MUST(ant_map_step_end(map, NULL));
    CHECK(ant_map_enable_trails(map, &desc) == ANT_OK);
    tear_down();
}

static AntStatus enable_with(void *memory) { return ant_map_enable_trails(map, (const AntTrailDesc *)memory); }

static void structs_of_other_headers_are_understood_or_refused(void) {
    AntTrailDesc desc = trail_desc();
    set_up();
    CHECK(grows_in(&desc, sizeof desc, enable_with));
    tear_down();
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_map_has_no_trails_until_they_are_enabled);
    RUN_TEST(trails_nobody_walked_say_nothing);
    RUN_TEST(players_leave_trails_that_are_read_saved_and_merged);
    RUN_TEST(a_saved_form_comes_back);
    RUN_TEST(saved_forms_are_merged);
    RUN_TEST(every_function_refuses_every_bad_handle);
    RUN_TEST(every_pointer_that_must_be_given_is_checked);
    RUN_TEST(numbers_outside_their_ranges_are_refused_by_name);
    RUN_TEST(trails_are_not_changed_within_a_step);
    RUN_TEST(structs_of_other_headers_are_understood_or_refused);
    return ensure_end();
}
