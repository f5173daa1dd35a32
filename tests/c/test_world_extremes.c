/* Numbers at the ends of their ranges: every call answers soon, none meets a defect, no answer is not a number. */
#include "support/yard.h"

#include <math.h>

/* xorshift: the same numbers in each run. */
static uint64_t random_state = 88172645463325252u;
static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % limit;
}

static double any_number(void) {
    static const double NUMBERS[] = {0,    -0.0, 1,    5e-324, 1e-300, 0.02, 4,   4 + 1e-12, 6,    9.999999999, 10,
                                     1e-9, 2.5,  -1e9, 1e9,    1e7,    -1e7, 2e9, 5e8,       -0.5, 21474836.47, 5};
    return NUMBERS[random_below(sizeof NUMBERS / sizeof NUMBERS[0])];
}

static void any_point(double out[3]) { set_vector(out, any_number(), any_number(), any_number()); }

/* No defect, and what is written is a number. */
static void is_sound(AntStatus status, const double point[3]) {
    if (status == ANT_ERROR_INTERNAL || status == ANT_ERROR_POISONED) {
        printf("%s\n", last_error_text());
    }
    CHECK(status != ANT_ERROR_INTERNAL && status != ANT_ERROR_POISONED && status != ANT_ERROR_BUSY);
    if (status >= 0 && point != NULL) {
        CHECK(isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]));
    }
}

static void ask_everything(AntWorld world) {
    double from[3], to[3], points[4][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, distance = 0;
    AntLocation location = empty_location();
    AntWalkHit hit = empty_hit();
    AntPathInfo info = empty_path_info();
    AntStream out = STREAM(points, ANT_F64X3);
    AntQueryFilter filter;
    CHECK(ant_query_filter_init(&filter) == ANT_OK);
    filter.flags = random_below(4);
    any_point(from);
    any_point(to);
    is_sound(ant_world_locate(world, from, 0, &location), location.point);
    is_sound(ant_world_locate(world, from, fabs(any_number()), &location), location.point);
    is_sound(ant_world_locate(world, from, 1.7e308, &location), location.point);
    is_sound(ant_world_raycast(world, from, to, &filter, &hit), hit.point);
    CHECK(hit.fraction >= 0 && hit.fraction <= 1);
    is_sound(ant_world_find_path(world, from, to, &filter, 4, &out, NULL, &info), points[0]);
    CHECK(isfinite(info.length) && info.length >= 0);
    is_sound(path_distance(world, from, to, NULL, &distance), NULL);
    CHECK(distance >= 0);
}

static void change_something(AntWorld world) {
    AntLinkDesc link_desc;
    AntDoorDesc door_desc;
    AntLink link;
    AntDoor door;
    link.id = door.id = 0;
    CHECK(ant_link_desc_init(&link_desc) == ANT_OK);
    CHECK(ant_door_desc_init(&door_desc) == ANT_OK);
    any_point(link_desc.from);
    any_point(link_desc.to);
    link_desc.travel_time = fabs(any_number());
    door_desc.flags = ANT_DOOR_HAS_BOUNDS | ANT_DOOR_CLOSED;
    any_point(door_desc.bounds_min);
    any_point(door_desc.bounds_max);
    is_sound(ant_world_add_link(world, &link_desc, &link), NULL);
    is_sound(ant_world_add_door(world, &door_desc, &door), NULL);
    is_sound(ant_world_set_area_cost(world, 0, random_below(2) ? 0.01f : 1e6f), NULL);
    ask_everything(world);
    if (random_below(2)) {
        is_sound(ant_world_set_door(world, door, 1), NULL);
        is_sound(ant_world_remove_door(world, door), NULL);
        is_sound(ant_world_remove_link(world, link), NULL);
    }
}

static void any_question_to_a_level_of_any_frame_is_answered(void) {
    int f, k, i, rounds = ensure_rounds(150, 10);
    for (f = 0; f < 4; f++) {
        for (k = 0; k < 2; k++) {
            AntWorld world = k == 0 ? yard_mesh_in(ENGINE_FRAMES[f]) : yard_grid_in(ENGINE_FRAMES[f]);
            for (i = 0; i < rounds && ensure_failures_of_this_test == 0; i++) {
                ask_everything(world);
                change_something(world);
            }
            GIVES(ANT_OK, ant_destroy(world.id));
        }
    }
    CHECK(bytes_in_use() == 0);
}

static void the_finest_cells_and_the_largest_units_are_fine(void) {
    int k, i, rounds = ensure_rounds(50, 5);
    for (k = 0; k < 3; k++) {
        AntWorldDesc desc = world_desc();
        AntWorld world;
        Quads quads;
        yard_quads(&quads, ANT_FRAME_CANONICAL);
        desc.cell_size = k == 0 ? 0.05 : 10000;
        if (k == 2) {
            for (i = 0; i < (int)quads.desc.vertex_count * 3; i++) {
                quads.vertices[i] *= 1e-3;
            }
            desc.frame.metres_per_unit = 1e6;
        }
        NEEDS(ANT_OK, ant_world_create_mesh(&desc, &quads.desc, &world));
        for (i = 0; i < rounds && ensure_failures_of_this_test == 0; i++) {
            ask_everything(world);
            change_something(world);
        }
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void a_grid_at_the_end_of_the_coordinates_is_fine(void) {
    static const double CORNERS[3][3] = {{-1e9, -1e9, -1e9}, {1e9, 1e9, 1e9}, {5e8, 0, -5e8}};
    int k, i;
    for (k = 0; k < 3; k++) {
        AntWorldDesc desc = world_desc();
        AntGridDesc grid;
        AntWorld world;
        NEEDS(ANT_OK, ant_grid_desc_init(&grid));
        grid.width = 1;
        grid.depth = 64;
        memcpy(grid.corner, CORNERS[k], sizeof grid.corner);
        memcpy(desc.origin, CORNERS[k], sizeof desc.origin);
        NEEDS(ANT_OK, ant_world_create_grid(&desc, &grid, &world));
        CHECK(stats_of(world).cell_count == 64);
        for (i = 0; i < 20 && ensure_failures_of_this_test == 0; i++) {
            ask_everything(world);
        }
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void an_origin_may_move_again_and_again(void) {
    int k, i;
    for (k = 0; k < 2; k++) {
        AntWorld world = k == 0 ? yard_mesh() : yard_grid();
        for (i = 0; i < 60 && ensure_failures_of_this_test == 0; i++) {
            double shift[3];
            uint8_t bytes[1024];
            uint64_t length = 0;
            AntStatus status;
            any_point(shift);
            status = ant_rebase(world.id, shift);
            is_sound(status, NULL);
            ask_everything(world);
            GIVES(ANT_OK, ant_snapshot(world.id, bytes, sizeof bytes, &length));
            any_point(shift);
            is_sound(ant_rebase(world.id, shift), NULL);
            GIVES(ANT_OK, ant_restore(world.id, bytes, length));
            CHECK(isfinite(stats_of(world).origin[0]));
        }
        GIVES(ANT_OK, ant_destroy(world.id));
    }
    CHECK(bytes_in_use() == 0);
}

/* Triangles with corners at odd numbers: many are slivers, some overlap, some cannot be used. */
static void any_triangles_make_a_level_or_are_refused(void) {
    int i, rounds = ensure_rounds(150, 20);
    for (i = 0; i < rounds && ensure_failures_of_this_test == 0; i++) {
        AntWorldDesc desc = world_desc();
        AntMeshDesc mesh;
        double vertices[24];
        uint32_t indices[24], n;
        AntWorld world;
        AntStatus status;
        NEEDS(ANT_OK, ant_mesh_desc_init(&mesh));
        for (n = 0; n < 24; n++) {
            static const double SPOTS[] = {0, 1, 2, 3, 4, 4 + 1e-9, 1.99, 0.5, 30, -7, 1e-5, 2.0000001};
            vertices[n] = SPOTS[random_below(12)] * (n % 3 == 1 ? 0.1 : 1);
            indices[n] = random_below(8);
        }
        mesh.vertex_count = 8;
        mesh.index_count = 24;
        mesh.vertices = STREAM(vertices, ANT_F64X3);
        mesh.indices = STREAM(indices, ANT_U32);
        desc.cell_mode = random_below(2);
        status = ant_world_create_mesh(&desc, &mesh, &world);
        is_sound(status, NULL);
        if (status == ANT_OK) {
            ask_everything(world);
            change_something(world);
            is_sound(ant_world_set_tile(world, 1, 0, 0, &mesh), NULL);
            ask_everything(world);
            is_sound(ant_world_set_tile(world, 0, 0, 0, NULL), NULL);
            ask_everything(world);
            GIVES(ANT_OK, ant_destroy(world.id));
        } else {
            /* Broken, or of a size that speaks of another unit. */
            CHECK(status == ANT_ERROR_BAD_MESH || status == ANT_ERROR_INVALID_ARGUMENT);
        }
        CHECK(bytes_in_use() == 0);
    }
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(any_question_to_a_level_of_any_frame_is_answered);
    RUN_TEST(the_finest_cells_and_the_largest_units_are_fine);
    RUN_TEST(a_grid_at_the_end_of_the_coordinates_is_fine);
    RUN_TEST(an_origin_may_move_again_and_again);
    RUN_TEST(any_triangles_make_a_level_or_are_refused);
    return ensure_end();
}
