/* Snapshots of a level: size first, every truncation and every altered bit refused, nothing changed by a refusal. */
#include "support/yard.h"

#define MOST 2048

typedef struct Taken {
    uint8_t bytes[MOST];
    uint64_t length;
} Taken;

static Taken snapshot_of(AntWorld world) {
    Taken taken;
    memset(&taken, 0, sizeof taken);
    CHECK(status_is(ant_snapshot(world.id, taken.bytes, sizeof taken.bytes, &taken.length), ANT_OK));
    return taken;
}

/* The yard with two doors; the second one closed. */
static AntWorld yard_with_doors(int kind, AntDoor doors[2]) {
    AntWorld world = kind == 0 ? yard_mesh() : yard_grid();
    AntDoorDesc desc;
    int i;
    CHECK(ant_door_desc_init(&desc) == ANT_OK);
    for (i = 0; i < 2; i++) {
        desc.flags = ANT_DOOR_HAS_BOUNDS | (i ? ANT_DOOR_CLOSED : 0);
        set_vector(desc.bounds_min, 4 + i, 0, 0);
        set_vector(desc.bounds_max, 5 + i, 2, 2);
        CHECK(status_is(ant_world_add_door(world, &desc, &doors[i]), ANT_OK));
    }
    return world;
}

static void a_snapshot_brings_doors_costs_and_origin_to_an_equal_level(void) {
    const double shift[3] = {100.1, 0, -33.3};
    int kind;
    for (kind = 0; kind < 2; kind++) {
        AntDoor doors[2], others[2];
        AntWorld world = yard_with_doors(kind, doors), other = yard_with_doors(kind, others);
        uint32_t open = 77;
        Taken taken;
        GIVES(ANT_OK, ant_world_set_door(world, doors[0], 0));
        GIVES(ANT_OK, ant_world_set_door(world, doors[1], 1));
        GIVES(ANT_OK, ant_world_set_area_cost(world, 3, 4));
        GIVES(ANT_OK, ant_rebase(world.id, shift));
        taken = snapshot_of(world);
        CHECK(world_hash(other) != world_hash(world));
        GIVES(ANT_OK, ant_restore(other.id, taken.bytes, taken.length));
        CHECK(world_hash(other) == world_hash(world));
        GIVES(ANT_OK, ant_world_door_state(other, others[0], &open));
        CHECK(open == 0);
        CHECK(stats_of(other).origin[0] == stats_of(world).origin[0]);
        GIVES(ANT_OK, ant_restore(other.id, taken.bytes, taken.length));
        CHECK(world_hash(other) == world_hash(world));
        GIVES(ANT_OK, ant_destroy(world.id));
        GIVES(ANT_OK, ant_destroy(other.id));
    }
    CHECK(bytes_in_use() == 0);
}

static void the_size_is_asked_for_first(void) {
    AntDoor doors[2];
    AntWorld world = yard_with_doors(0, doors);
    uint64_t needed = 0, again = 77;
    uint8_t bytes[MOST];
    GIVES(ANT_OK, ant_snapshot(world.id, NULL, 0, &needed));
    ENSURE(needed > 0 && needed < MOST);
    memset(bytes, 0x5a, sizeof bytes);
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_snapshot", "`capacity`",
          ant_snapshot(world.id, bytes, needed - 1, &again));
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_snapshot", "`capacity`",
          ant_snapshot(world.id, bytes, 0, &again));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_snapshot", "`buf`", ant_snapshot(world.id, NULL, needed, &again));
    CHECK(again == 77 && bytes[0] == 0x5a);
    GIVES(ANT_OK, ant_snapshot(world.id, bytes, needed, &again));
    CHECK(again == needed && bytes[needed] == 0x5a);
    GIVES(ANT_OK, ant_snapshot(world.id, bytes, sizeof bytes, NULL));
    GIVES(ANT_OK, ant_snapshot(world.id, NULL, 0, NULL));
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void equal_states_have_equal_snapshots(void) {
    AntDoor doors[2], others[2];
    AntWorld world = yard_with_doors(0, doors), other = yard_with_doors(0, others);
    Taken first, second;
    GIVES(ANT_OK, ant_world_set_door(other, others[0], 0));
    GIVES(ANT_OK, ant_world_set_door(other, others[0], 1));
    first = snapshot_of(world);
    second = snapshot_of(other);
    CHECK(first.length == second.length && memcmp(first.bytes, second.bytes, MOST) == 0);
    GIVES(ANT_OK, ant_destroy(world.id));
    GIVES(ANT_OK, ant_destroy(other.id));
}

static void every_truncation_is_refused(void) {
    AntDoor doors[2];
    AntWorld world = yard_with_doors(0, doors);
    Taken taken = snapshot_of(world);
    uint64_t hash, length;
    GIVES(ANT_OK, ant_world_set_door(world, doors[0], 0));
    hash = world_hash(world);
    for (length = 0; length < taken.length; length++) {
        ENSURE(ant_restore(world.id, taken.bytes, length) == ANT_ERROR_CORRUPT);
    }
    ENSURE(ant_restore(world.id, taken.bytes, taken.length + 1) == ANT_ERROR_CORRUPT);
    CHECK(world_hash(world) == hash);
    GIVES(ANT_OK, ant_restore(world.id, taken.bytes, taken.length));
    CHECK(world_hash(world) != hash);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void every_altered_bit_is_refused(void) {
    AntDoor doors[2];
    AntWorld world = yard_with_doors(0, doors);
    Taken taken = snapshot_of(world);
    uint64_t hash, bit, stride = (uint64_t)ensure_rounds(1, 13);
    GIVES(ANT_OK, ant_world_set_door(world, doors[0], 0));
    hash = world_hash(world);
    for (bit = 0; bit < 8 * taken.length; bit += stride) {
        taken.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ENSURE(ant_restore(world.id, taken.bytes, taken.length) == ANT_ERROR_CORRUPT);
        taken.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    CHECK(world_hash(world) == hash);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void bytes_of_something_else_are_refused(void) {
    AntDoor doors[2];
    AntWorld world = yard_with_doors(0, doors), plain = yard_mesh(), grid = yard_grid();
    Taken taken = snapshot_of(world);
    uint8_t zeros[64] = {0};
    AntNeedModel model;
    uint64_t hash = world_hash(plain), length = 0;
    FAILS(ANT_ERROR_NULL_POINTER, "ant_restore", "`bytes`", ant_restore(plain.id, NULL, 10));
    FAILS(ANT_ERROR_CORRUPT, "ant_restore", "header", ant_restore(plain.id, NULL, 0));
    FAILS(ANT_ERROR_CORRUPT, "ant_restore", "", ant_restore(plain.id, zeros, sizeof zeros));
    FAILS(ANT_ERROR_CORRUPT, "ant_restore", "another level",
          ant_restore(plain.id, taken.bytes, taken.length));
    FAILS(ANT_ERROR_CORRUPT, "ant_restore", "another level",
          ant_restore(grid.id, taken.bytes, taken.length));
    NEEDS(ANT_OK, ant_need_model_create(4, &model));
    NEEDS(ANT_OK, ant_snapshot(model.id, taken.bytes, MOST, &length));
    FAILS(ANT_ERROR_CORRUPT, "ant_restore", "another kind", ant_restore(plain.id, taken.bytes, length));
    CHECK(world_hash(plain) == hash);
    GIVES(ANT_OK, ant_destroy(model.id));
    GIVES(ANT_OK, ant_destroy(world.id));
    GIVES(ANT_OK, ant_destroy(plain.id));
    GIVES(ANT_OK, ant_destroy(grid.id));
}

static void a_snapshot_may_lie_at_an_odd_address(void) {
    AntDoor doors[2];
    AntWorld world = yard_with_doors(0, doors);
    uint8_t bytes[MOST];
    uint64_t length = 0;
    NEEDS(ANT_OK, ant_snapshot(world.id, bytes + 1, MOST - 1, &length));
    GIVES(ANT_OK, ant_restore(world.id, bytes + 1, length));
    GIVES(ANT_OK, ant_destroy(world.id));
    CHECK(bytes_in_use() == 0);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_snapshot_brings_doors_costs_and_origin_to_an_equal_level);
    RUN_TEST(the_size_is_asked_for_first);
    RUN_TEST(equal_states_have_equal_snapshots);
    RUN_TEST(every_truncation_is_refused);
    RUN_TEST(every_altered_bit_is_refused);
    RUN_TEST(bytes_of_something_else_are_refused);
    RUN_TEST(a_snapshot_may_lie_at_an_odd_address);
    return ensure_end();
}
