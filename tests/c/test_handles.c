/* Handles that must be refused: null, stale, destroyed twice, of another kind, forged, and ids of another level. */
#include "support/world_calls.h"

static AntWorld world_with_id(uint64_t id) {
    AntWorld world;
    world.id = id;
    return world;
}

/* xorshift: the same numbers in each run. */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void a_good_handle_is_good_for_every_call(void) {
    int i;
    world_calls_begin();
    for (i = 0; i < WORLD_CALL_COUNT; i++) {
        AntStatus status;
        world_calls_clear();
        status = WORLD_CALLS[i].call(calls.world);
        if (status < 0) {
            printf("%s: %s\n", WORLD_CALLS[i].name, last_error_text());
        }
        CHECK(status >= 0);
        (void)ant_destroy(calls.out.map.id);
    }
    GIVES(ANT_OK, ant_destroy(calls.world.id));
    CHECK(bytes_in_use() == 0);
}

static void a_null_handle_is_refused_by_every_call(void) {
    world_calls_begin();
    all_world_calls_fail(world_with_id(0), ANT_ERROR_INVALID_HANDLE);
    FAILS(ANT_ERROR_INVALID_HANDLE, "ant_destroy", "handle", ant_destroy(world_with_id(0).id));
    FAILS(ANT_ERROR_INVALID_HANDLE, "ant_is_valid", "handle", ant_is_valid(world_with_id(0).id));
    GIVES(ANT_OK, ant_destroy(calls.world.id));
}

static void a_stale_handle_is_refused_by_every_call_also_when_its_place_is_taken(void) {
    AntWorld stale, other;
    world_calls_begin();
    stale = calls.world;
    GIVES(ANT_OK, ant_is_valid(stale.id));
    GIVES(ANT_OK, ant_destroy(stale.id));
    GIVES(ANT_ERROR_INVALID_HANDLE, ant_is_valid(stale.id));
    all_world_calls_fail(stale, ANT_ERROR_INVALID_HANDLE);
    other = yard_mesh();
    CHECK(other.id != stale.id);
    all_world_calls_fail(stale, ANT_ERROR_INVALID_HANDLE);
    GIVES(ANT_ERROR_INVALID_HANDLE, ant_destroy(stale.id));
    GIVES(ANT_OK, ant_is_valid(other.id));
    GIVES(ANT_OK, ant_destroy(other.id));
    GIVES(ANT_ERROR_INVALID_HANDLE, ant_destroy(other.id));
    CHECK(bytes_in_use() == 0);
}

static void a_handle_of_another_kind_is_refused_by_every_call(void) {
    AntNeedModel model;
    world_calls_begin();
    NEEDS(ANT_OK, ant_need_model_create(4, &model));
    NEEDS(ANT_OK, call_ant_map_create(calls.world));
    {
        AntPheromoneMap map = calls.out.map;
        all_world_calls_fail(world_with_id(map.id), ANT_ERROR_INVALID_HANDLE);
        GIVES(ANT_OK, ant_is_valid(map.id));
        GIVES(ANT_OK, ant_destroy(map.id));
    }
    all_world_calls_fail(world_with_id(model.id), ANT_ERROR_INVALID_HANDLE);
    GIVES(ANT_OK, ant_is_valid(model.id));
    GIVES(ANT_OK, ant_destroy(model.id));
    GIVES(ANT_OK, ant_destroy(calls.world.id));
}

static void handles_that_differ_in_one_bit_are_refused(void) {
    uint64_t hash;
    int bit;
    world_calls_begin();
    hash = world_hash(calls.world);
    for (bit = 0; bit < 64; bit++) {
        AntWorld forged = world_with_id(calls.world.id ^ (uint64_t)1 << bit);
        GIVES(ANT_ERROR_INVALID_HANDLE, ant_is_valid(forged.id));
        GIVES(ANT_ERROR_INVALID_HANDLE, ant_destroy(forged.id));
        GIVES(ANT_ERROR_INVALID_HANDLE, ant_bytes(forged.id, &calls.out.number));
    }
    CHECK(world_hash(calls.world) == hash);
    GIVES(ANT_OK, ant_destroy(calls.world.id));
}

static void random_handles_are_refused(void) {
    uint64_t random = 88172645463325252u;
    int i, rounds = ensure_rounds(20000, 500);
    world_calls_begin();
    for (i = 0; i < rounds; i++) {
        AntWorld forged = world_with_id(next_random(&random));
        ENSURE(ant_is_valid(forged.id) == ANT_ERROR_INVALID_HANDLE);
        ENSURE(ant_destroy(forged.id) == ANT_ERROR_INVALID_HANDLE);
        ENSURE(ant_state_hash(forged.id, &calls.out.number) == ANT_ERROR_INVALID_HANDLE);
    }
    all_world_calls_fail(world_with_id(next_random(&random)), ANT_ERROR_INVALID_HANDLE);
    all_world_calls_fail(world_with_id(UINT64_MAX), ANT_ERROR_INVALID_HANDLE);
    GIVES(ANT_OK, ant_is_valid(calls.world.id));
    GIVES(ANT_OK, ant_destroy(calls.world.id));
}

static void many_levels_live_side_by_side(void) {
    enum { MANY = 300 };
    static AntWorld worlds[MANY];
    AntWorldDesc desc = world_desc();
    int i, j;
    for (i = 0; i < MANY; i++) {
        ENSURE(ant_world_create_mesh(&desc, NULL, &worlds[i]) == ANT_OK && worlds[i].id != 0);
    }
    for (i = 0; i < MANY; i++) {
        for (j = 0; j < i; j++) {
            ENSURE(worlds[i].id != worlds[j].id);
        }
    }
    for (i = 0; i < MANY; i += 2) {
        ENSURE(ant_destroy(worlds[i].id) == ANT_OK);
    }
    for (i = 0; i < MANY; i++) {
        ENSURE(ant_is_valid(worlds[i].id) == (i % 2 ? ANT_OK : ANT_ERROR_INVALID_HANDLE));
    }
    for (i = 1; i < MANY; i += 2) {
        ENSURE(ant_destroy(worlds[i].id) == ANT_OK);
    }
    CHECK(bytes_in_use() == 0);
}

/* What every door call says to an id that is none of this level. */
static void door_is_refused(AntWorld world, uint64_t id) {
    uint32_t open = 77;
    AntDoor door;
    door.id = id;
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_remove_door", "door", ant_world_remove_door(world, door));
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_set_door", "door", ant_world_set_door(world, door, 0));
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_door_state", "door", ant_world_door_state(world, door, &open));
    CHECK(open == 77);
}

static void link_is_refused(AntWorld world, uint64_t id) {
    AntDoorDesc desc;
    AntDoor door;
    AntLink link;
    link.id = id;
    door.id = 77;
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_remove_link", "link", ant_world_remove_link(world, link));
    NEEDS(ANT_OK, ant_door_desc_init(&desc));
    desc.links = &link;
    desc.link_count = 1;
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_add_door", "link", ant_world_add_door(world, &desc, &door));
    CHECK(door.id == 77);
}

static void cell_is_refused(AntWorld world, uint64_t id) {
    AntCellInfo info;
    AntCell cell;
    uint32_t count = 77;
    memset(&info, 0x5a, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    cell.id = id;
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_cell_info", "cell", ant_world_cell_info(world, cell, &info));
    CHECK(info.neighbour_count == 0x5a5a5a5a);
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_cell_neighbours", "cell",
          ant_world_cell_neighbours(world, cell, 0, NULL, &count));
    CHECK(count == 77);
}

static void ids_of_links_doors_and_cells_are_checked_like_handles(void) {
    uint64_t random = 2463534242u, hash;
    int i;
    world_calls_begin();
    hash = world_hash(calls.world);
    for (i = 0; i < 66; i++) {
        uint64_t flipped = i < 64 ? (uint64_t)1 << i : next_random(&random);
        door_is_refused(calls.world, i == 64 ? 0 : calls.door.id ^ flipped);
        link_is_refused(calls.world, i == 64 ? 0 : calls.link.id ^ flipped);
    }
    cell_is_refused(calls.world, 0);
    cell_is_refused(calls.world, UINT64_MAX);
    cell_is_refused(calls.world, next_random(&random));
    CHECK(world_hash(calls.world) == hash);
    GIVES(ANT_OK, ant_destroy(calls.world.id));
}

static void ids_of_removed_links_and_doors_are_refused_also_when_their_place_is_taken(void) {
    AntLink link;
    AntDoor door;
    world_calls_begin();
    GIVES(ANT_OK, ant_world_remove_link(calls.world, calls.link));
    GIVES(ANT_OK, ant_world_remove_door(calls.world, calls.door));
    link_is_refused(calls.world, calls.link.id);
    door_is_refused(calls.world, calls.door.id);
    GIVES(ANT_OK, ant_world_add_link(calls.world, &calls.link_desc, &link));
    GIVES(ANT_OK, ant_world_add_door(calls.world, &calls.door_desc, &door));
    link_is_refused(calls.world, calls.link.id);
    door_is_refused(calls.world, calls.door.id);
    GIVES(ANT_OK, ant_world_remove_link(calls.world, link));
    GIVES(ANT_OK, ant_world_remove_door(calls.world, door));
    GIVES(ANT_OK, ant_destroy(calls.world.id));
}

static void links_and_doors_of_another_level_are_refused(void) {
    AntWorld first;
    AntLink link;
    AntDoor door;
    world_calls_begin();
    first = calls.world;
    link = calls.link;
    door = calls.door;
    world_calls_begin();
    link_is_refused(calls.world, link.id);
    door_is_refused(calls.world, door.id);
    GIVES(ANT_OK, ant_destroy(first.id));
    GIVES(ANT_OK, ant_destroy(calls.world.id));
    CHECK(bytes_in_use() == 0);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_good_handle_is_good_for_every_call);
    RUN_TEST(a_null_handle_is_refused_by_every_call);
    RUN_TEST(a_stale_handle_is_refused_by_every_call_also_when_its_place_is_taken);
    RUN_TEST(a_handle_of_another_kind_is_refused_by_every_call);
    RUN_TEST(handles_that_differ_in_one_bit_are_refused);
    RUN_TEST(random_handles_are_refused);
    RUN_TEST(many_levels_live_side_by_side);
    RUN_TEST(ids_of_links_doors_and_cells_are_checked_like_handles);
    RUN_TEST(ids_of_removed_links_and_doors_are_refused_also_when_their_place_is_taken);
    RUN_TEST(links_and_doors_of_another_level_are_refused);
    return ensure_end();
}
