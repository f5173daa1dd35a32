/* Tiles that come, go and are baked anew; what stays and what is refused afterwards; budgets. */
#include "support/yard.h"

/* A room of 8 x 8 m beside the yard's origin, as tile number `x`. */
static void room(Quads *quads, int x) {
    quads_begin(quads);
    quads_add(quads, ANT_FRAME_CANONICAL, 8.0 * x, 0, 8.0 * x + 8, 8, 0);
}

static AntWorld empty_world(void) {
    AntWorldDesc desc = world_desc();
    AntWorld world;
    world.id = 0;
    CHECK(status_is(ant_world_create_mesh(&desc, NULL, &world), ANT_OK));
    return world;
}

static AntStatus set_room(AntWorld world, int x) {
    Quads quads;
    room(&quads, x);
    return ant_world_set_tile(world, x, 0, 0, &quads.desc);
}

static AntStatus way(AntWorld world, double x0, double x1) {
    const double from[3] = {x0, 0, 4.5}, to[3] = {x1, 0, 4.5};
    double distance = 0;
    return path_distance(world, from, to, NULL, &distance);
}

static void an_empty_level_has_nothing_and_answers(void) {
    AntWorld world = empty_world();
    const double point[3] = {1, 0, 1};
    AntLocation location = empty_location();
    uint32_t count = 77;
    CHECK(stats_of(world).cell_count == 0 && stats_of(world).polygon_count == 0);
    GIVES(ANT_ERROR_NOT_FOUND, ant_world_locate(world, point, 0, &location));
    GIVES(ANT_ERROR_NOT_FOUND, ant_world_locate(world, point, 1e9, &location));
    GIVES(ANT_ERROR_NOT_FOUND, way(world, 1, 2));
    GIVES(ANT_OK, ant_world_cells(world, 0, 0, NULL, NULL, &count));
    CHECK(count == 0);
    count = 77;
    GIVES(ANT_OK, ant_world_polygons(world, 0, 0, NULL, &count));
    CHECK(count == 0);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void tiles_join_where_they_touch(void) {
    AntWorld world = empty_world();
    NEEDS(ANT_OK, set_room(world, 0));
    NEEDS(ANT_OK, set_room(world, 2));
    CHECK(stats_of(world).cell_count == 128 && stats_of(world).polygon_count == 2);
    GIVES(ANT_UNREACHABLE, way(world, 4.5, 20.5));
    NEEDS(ANT_OK, set_room(world, 1));
    GIVES(ANT_OK, way(world, 4.5, 20.5));
    GIVES(ANT_OK, ant_world_set_tile(world, 1, 0, 0, NULL));
    CHECK(stats_of(world).cell_count == 128 && stats_of(world).polygon_count == 2);
    GIVES(ANT_UNREACHABLE, way(world, 4.5, 20.5));
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_set_tile", "tile (1, 0, 0)", ant_world_set_tile(world, 1, 0, 0, NULL));
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_set_tile", "tile", ant_world_set_tile(world, INT32_MIN, INT32_MAX, -1, NULL));
    GIVES(ANT_OK, ant_world_set_tile(world, 0, 0, 0, NULL));
    GIVES(ANT_OK, ant_world_set_tile(world, 2, 0, 0, NULL));
    CHECK(stats_of(world).cell_count == 0);
    GIVES(ANT_OK, ant_destroy(world.id));
    CHECK(bytes_in_use() == 0);
}

static void the_order_in_which_tiles_came_does_not_matter_to_walkers(void) {
    AntWorld a = empty_world(), b = empty_world();
    int i;
    for (i = 0; i < 3; i++) {
        NEEDS(ANT_OK, set_room(a, i));
        NEEDS(ANT_OK, set_room(b, 2 - i));
    }
    CHECK(stats_of(a).cell_count == 192 && stats_of(b).cell_count == 192);
    GIVES(ANT_OK, way(a, 0.5, 23.5));
    GIVES(ANT_OK, way(b, 0.5, 23.5));
    GIVES(ANT_OK, ant_destroy(a.id));
    GIVES(ANT_OK, ant_destroy(b.id));
}

static void cells_of_changed_places_are_refused_and_others_stay(void) {
    AntWorld world = empty_world();
    const double here[3] = {4.5, 0, 4.5}, there[3] = {20.5, 0, 4.5};
    AntCellInfo info;
    AntCell changed, kept, again;
    uint64_t revision;
    Quads smaller;
    memset(&info, 0, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    NEEDS(ANT_OK, set_room(world, 0));
    NEEDS(ANT_OK, set_room(world, 2));
    NEEDS(ANT_OK, find_cell(world, here, &changed));
    NEEDS(ANT_OK, find_cell(world, there, &kept));
    revision = stats_of(world).revision;
    quads_begin(&smaller);
    quads_add(&smaller, ANT_FRAME_CANONICAL, 0, 0, 4, 4, 0);
    GIVES(ANT_OK, ant_world_set_tile(world, 0, 0, 0, &smaller.desc));
    CHECK(stats_of(world).revision > revision && stats_of(world).cell_count == 16 + 64);
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_cell_info", "cell", ant_world_cell_info(world, changed, &info));
    GIVES(ANT_OK, ant_world_cell_info(world, kept, &info));
    CHECK(distance_between(info.center, 20.5, 0, 4.5) < 1e-6);
    NEEDS(ANT_OK, set_room(world, 0));
    GIVES(ANT_ERROR_NOT_FOUND, ant_world_cell_info(world, changed, &info));
    NEEDS(ANT_OK, find_cell(world, here, &again));
    CHECK(again.id != changed.id);
    GIVES(ANT_OK, ant_world_cell_info(world, kept, &info));
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void links_come_and_go_with_their_tile(void) {
    AntWorld world = empty_world();
    AntLinkDesc links[2];
    Quads quads;
    int i;
    for (i = 0; i < 2; i++) {
        NEEDS(ANT_OK, ant_link_desc_init(&links[i]));
        links[i].flags = ANT_LINK_TWO_WAY;
        set_vector(links[i].from, 4.5, 0, 2.5 + i);
        set_vector(links[i].to, 20.5, 0, 2.5 + i);
    }
    room(&quads, 0);
    quads.desc.links = links;
    quads.desc.link_count = 2;
    NEEDS(ANT_OK, ant_world_set_tile(world, 0, 0, 0, &quads.desc));
    NEEDS(ANT_OK, set_room(world, 2));
    GIVES(ANT_OK, way(world, 4.5, 20.5));
    NEEDS(ANT_OK, set_room(world, 0));
    GIVES(ANT_UNREACHABLE, way(world, 4.5, 20.5));
    links[1].kind = 8;
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_set_tile", "link", ant_world_set_tile(world, 0, 0, 0, &quads.desc));
    links[1].kind = 0;
    links[1].struct_size = 0;
    FAILS(ANT_ERROR_BAD_STRUCT, "ant_world_set_tile", "mesh.links[1]",
          ant_world_set_tile(world, 0, 0, 0, &quads.desc));
    quads.desc.links = NULL;
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_set_tile", "mesh.links",
          ant_world_set_tile(world, 0, 0, 0, &quads.desc));
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void an_empty_tile_is_a_tile(void) {
    AntWorld world = yard_mesh();
    AntMeshDesc nothing;
    NEEDS(ANT_OK, ant_mesh_desc_init(&nothing));
    GIVES(ANT_OK, ant_world_set_tile(world, 5, -5, 1, &nothing));
    GIVES(ANT_OK, ant_world_set_tile(world, 5, -5, 1, NULL));
    GIVES(ANT_OK, ant_world_set_tile(world, 0, 0, 0, &nothing));
    CHECK(stats_of(world).cell_count == 0);
    GIVES(ANT_OK, ant_world_set_tile(world, 0, 0, 0, NULL));
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void a_tile_after_a_new_origin_lies_in_the_new_coordinates(void) {
    AntWorld world = empty_world();
    const double shift[3] = {8, 0, 0}, from[3] = {-7.5, 0, 4.5}, to[3] = {7.5, 0, 4.5};
    double distance = 0;
    NEEDS(ANT_OK, set_room(world, 0));
    NEEDS(ANT_OK, ant_rebase(world.id, shift));
    {
        Quads quads;
        room(&quads, 0);
        NEEDS(ANT_OK, ant_world_set_tile(world, 1, 0, 0, &quads.desc));
    }
    CHECK(stats_of(world).cell_count == 128);
    GIVES(ANT_OK, path_distance(world, from, to, NULL, &distance));
    CHECK(distance == 15);
    GIVES(ANT_OK, ant_destroy(world.id));
}

/* All that can be asked of two rooms before and after a change that failed. */
static void a_tile_beyond_a_budget_changes_nothing(void) {
    AntWorldDesc desc = world_desc();
    const double at[3] = {4.5, 0, 4.5};
    int what;
    for (what = 0; what < 3; what++) {
        AntWorld world;
        AntWorldStats before, after;
        AntLinkDesc link;
        AntCellInfo info;
        AntCell cell;
        Quads more;
        uint64_t hash;
        desc.max_cells = what == 0 ? 150 : 1000;
        desc.max_polygons = what == 1 ? 2 : 1000;
        desc.max_links = what == 2 ? 0 : 1000;
        NEEDS(ANT_OK, ant_world_create_mesh(&desc, NULL, &world));
        NEEDS(ANT_OK, set_room(world, 0));
        NEEDS(ANT_OK, set_room(world, 1));
        NEEDS(ANT_OK, find_cell(world, at, &cell));
        before = stats_of(world);
        hash = world_hash(world);
        room(&more, 2);
        NEEDS(ANT_OK, ant_link_desc_init(&link));
        more.desc.links = &link;
        more.desc.link_count = what == 2;
        FAILS(ANT_ERROR_BUDGET, "ant_world_set_tile",
              what == 0 ? "max_cells" : what == 1 ? "max_polygons" : "max_links",
              ant_world_set_tile(world, 2, 0, 0, &more.desc));
        /* Baking a tile anew is undone as well. */
        quads_add(&more, ANT_FRAME_CANONICAL, 0, 0, 8, 8, 0);
        quads_add(&more, ANT_FRAME_CANONICAL, 0, 8, 8, 16, 0);
        GIVES(ANT_ERROR_BUDGET, ant_world_set_tile(world, 0, 0, 0, &more.desc));
        after = stats_of(world);
        CHECK(after.cell_count == before.cell_count && after.polygon_count == before.polygon_count);
        CHECK(after.revision == before.revision && after.content_hash == before.content_hash);
        CHECK(world_hash(world) == hash);
        memset(&info, 0, sizeof info);
        info.struct_size = (uint32_t)sizeof info;
        GIVES(ANT_OK, ant_world_cell_info(world, cell, &info));
        GIVES(ANT_OK, way(world, 0.5, 15.5));
        GIVES(ANT_ERROR_NOT_FOUND, ant_world_set_tile(world, 2, 0, 0, NULL));
        GIVES(ANT_OK, ant_destroy(world.id));
    }
    CHECK(bytes_in_use() == 0);
}

static void a_grid_takes_no_tiles(void) {
    AntWorld world = yard_grid();
    uint64_t hash = world_hash(world);
    GIVES(ANT_ERROR_STATE, set_room(world, 0));
    CHECK(strstr(last_error_text(), "grid") != NULL);
    GIVES(ANT_ERROR_STATE, ant_world_set_tile(world, 0, 0, 0, NULL));
    CHECK(world_hash(world) == hash);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void baking_a_tile_again_and_again_does_not_grow(void) {
    AntWorld world = empty_world();
    uint64_t warm = 0;
    int i, rounds = ensure_rounds(300, 30);
    NEEDS(ANT_OK, set_room(world, 0));
    for (i = 0; i < rounds; i++) {
        NEEDS(ANT_OK, set_room(world, 1));
        NEEDS(ANT_OK, set_room(world, 1));
        NEEDS(ANT_OK, ant_world_set_tile(world, 1, 0, 0, NULL));
        if (i == 10) {
            warm = bytes_in_use();
        }
    }
    CHECK(bytes_in_use() <= warm);
    CHECK(stats_of(world).cell_count == 64);
    GIVES(ANT_OK, ant_destroy(world.id));
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(an_empty_level_has_nothing_and_answers);
    RUN_TEST(tiles_join_where_they_touch);
    RUN_TEST(the_order_in_which_tiles_came_does_not_matter_to_walkers);
    RUN_TEST(cells_of_changed_places_are_refused_and_others_stay);
    RUN_TEST(links_come_and_go_with_their_tile);
    RUN_TEST(an_empty_tile_is_a_tile);
    RUN_TEST(a_tile_after_a_new_origin_lies_in_the_new_coordinates);
    RUN_TEST(a_tile_beyond_a_budget_changes_nothing);
    RUN_TEST(a_grid_takes_no_tiles);
    RUN_TEST(baking_a_tile_again_and_again_does_not_grow);
    return ensure_end();
}
