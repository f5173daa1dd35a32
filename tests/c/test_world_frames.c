/* One level in the frames of four engines: all answers are the same places, in single and double precision. */
#include "support/yard.h"

#include <math.h>

/* Metres by which answers of two frames may differ: centimetres as doubles are rounded when they become metres. */
#define DOUBLE_TOLERANCE 1e-9
/* Floats near 10 m are 1e-6 m apart (near 1000 cm 6e-5 cm), in and out. */
#define FLOAT_TOLERANCE 4e-6

typedef AntWorld (*YardIn)(uint32_t frame);
static const YardIn YARDS[2] = {yard_mesh_in, yard_grid_in};

static const double PLACES[4][3] = {{1.3, 0.2, 9.7}, {5.4, 0.6, 1.2}, {9.1, 1.1, 3.6}, {2.7, 5.4, 7.9}};
static const double FLOORS[4] = {0, 0, 0, 5};

static void places_are_found_in_every_frame(void) {
    int f, k, i;
    for (f = 0; f < 4; f++) {
        for (k = 0; k < 2; k++) {
            uint32_t frame = ENGINE_FRAMES[f];
            AntWorld world = YARDS[k](frame);
            CHECK(stats_of(world).cell_count == YARD_CELLS);
            for (i = 0; i < 4; i++) {
                const double *p = PLACES[i];
                AntLocation location = empty_location();
                double host[3];
                to_host(frame, p[0], p[1], p[2], host);
                GIVES(ANT_OK, ant_world_locate(world, host, 0, &location));
                CHECK(is_at(frame, location.point, p[0], FLOORS[i], p[2], DOUBLE_TOLERANCE));
            }
            GIVES(ANT_OK, ant_destroy(world.id));
        }
    }
    CHECK(bytes_in_use() == 0);
}

static void floats_and_strides_give_the_same_places_in_every_frame(void) {
    int f, i, k;
    for (f = 0; f < 4; f++) {
        struct {
            int32_t id;
            float position[3];
            uint16_t flags;
        } actors[4];
        uint32_t frame = ENGINE_FRAMES[f];
        AntWorld world = yard_mesh_in(frame);
        float found[4][3];
        AntStream out = STREAM(found, ANT_F32X3), in;
        for (i = 0; i < 4; i++) {
            double host[3];
            to_host(frame, PLACES[i][0], PLACES[i][1], PLACES[i][2], host);
            for (k = 0; k < 3; k++) {
                actors[i].position[k] = (float)host[k];
            }
        }
        in = stream_of(actors[0].position, sizeof actors - 4, sizeof actors[0], ANT_F32X3);
        GIVES(ANT_OK, ant_world_locate_batch(world, 4, &in, 0, &out, NULL, NULL, NULL));
        for (i = 0; i < 4; i++) {
            double host[3] = {found[i][0], found[i][1], found[i][2]};
            CHECK(is_at(frame, host, PLACES[i][0], FLOORS[i], PLACES[i][2], FLOAT_TOLERANCE));
        }
        /* In place: what was written is found again. */
        GIVES(ANT_OK, ant_world_locate_batch(world, 4, &in, 0, &in, NULL, NULL, NULL));
        for (i = 0; i < 4; i++) {
            CHECK(memcmp(actors[i].position, found[i], sizeof found[i]) == 0);
        }
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void walks_end_at_the_same_place_in_every_frame(void) {
    int f, k;
    for (f = 0; f < 4; f++) {
        for (k = 0; k < 2; k++) {
            uint32_t frame = ENGINE_FRAMES[f];
            AntWorld world = YARDS[k](frame);
            AntWalkHit hit = empty_hit();
            double from[3], to[3];
            to_host(frame, 2, 0, 9, from);
            to_host(frame, 7, 0, 4, to);
            GIVES(ANT_STOPPED, ant_world_raycast(world, from, to, NULL, &hit));
            CHECK(is_at(frame, hit.point, 4, 0, 7, 1e-5) && fabs(hit.fraction - 0.4) < 1e-6);
            to_host(frame, 2, 5, 1, from);
            to_host(frame, 5, 5, 1, to);
            GIVES(ANT_STOPPED, ant_world_raycast(world, from, to, NULL, &hit));
            CHECK(is_at(frame, hit.point, 4, 5, 1, 1e-5) && hit.stopped_by == ANT_EDGE_DROP);
            GIVES(ANT_OK, ant_destroy(world.id));
        }
    }
}

static void lengths_are_in_the_units_of_the_host(void) {
    const double shortest = 2 * hypot(1.5, 6.5) + 2;
    double grid_length = 0;
    int f, k;
    for (f = 0; f < 4; f++) {
        for (k = 0; k < 2; k++) {
            uint32_t frame = ENGINE_FRAMES[f];
            double unit = units_per_metre(frame), from[3], to[3], wall[3], distance = 0;
            AntWorld world = YARDS[k](frame);
            AntPathInfo info = empty_path_info();
            AntLocation location = empty_location();
            AntCellInfo cell;
            memset(&cell, 0, sizeof cell);
            cell.struct_size = (uint32_t)sizeof cell;
            to_host(frame, 2.5, 0, 8.5, from);
            to_host(frame, 7.5, 0, 8.5, to);
            to_host(frame, 4.75, 0, 5.5, wall);
            GIVES(ANT_OK, path_distance(world, from, to, NULL, &distance));
            GIVES(ANT_OK, ant_world_find_path(world, from, to, NULL, 0, NULL, NULL, &info));
            CHECK(info.length == distance);
            if (k == 0) {
                CHECK(fabs(distance / unit - shortest) < DOUBLE_TOLERANCE);
            } else if (f == 0) {
                grid_length = distance;
            } else {
                CHECK(fabs(distance / unit - grid_length) < 1e-6);
            }
            GIVES(ANT_ERROR_NOT_FOUND, ant_world_locate(world, wall, 0.7 * unit, &location));
            GIVES(ANT_OK, ant_world_locate(world, wall, 0.8 * unit, &location));
            CHECK(is_at(frame, location.point, 4, 0, 5.5, 1e-6));
            GIVES(ANT_OK, ant_world_locate(world, from, 0, &location));
            GIVES(ANT_OK, ant_world_cell_info(world, location.cell, &cell));
            CHECK(fabs(cell.area / (unit * unit) - 1) < 1e-6 && is_at(frame, cell.center, 2.5, 0, 8.5, 1e-6));
            GIVES(ANT_OK, ant_destroy(world.id));
        }
    }
}

static void links_doors_and_outlines_are_in_the_frame_of_the_host(void) {
    int f, i;
    for (f = 0; f < 4; f++) {
        uint32_t frame = ENGINE_FRAMES[f], count = 0;
        AntWorld world = yard_mesh_in(frame);
        double from[3], to[3], corners[4][3], distance = 0, low[3] = {99, 99, 99}, high[3] = {-99, -99, -99};
        AntStream places = STREAM(corners, ANT_F64X3);
        AntLinkDesc link_desc;
        AntDoorDesc door_desc;
        AntLink link;
        AntDoor door;
        NEEDS(ANT_OK, ant_link_desc_init(&link_desc));
        NEEDS(ANT_OK, ant_door_desc_init(&door_desc));
        to_host(frame, 8.5, 0, 5.5, link_desc.from);
        to_host(frame, 2.5, 5, 5.5, link_desc.to);
        door_desc.flags = ANT_DOOR_HAS_BOUNDS | ANT_DOOR_CLOSED;
        to_host(frame, 4, 0, 0, door_desc.bounds_min);
        to_host(frame, 6, 2, 2, door_desc.bounds_max);
        to_host(frame, 8.5, 0, 8.5, from);
        to_host(frame, 2.5, 5, 5.5, to);
        NEEDS(ANT_OK, ant_world_add_link(world, &link_desc, &link));
        GIVES(ANT_OK, path_distance(world, from, to, NULL, &distance));
        CHECK(fabs(distance / units_per_metre(frame) - (3 + sqrt(61))) < 1e-6);
        to_host(frame, 2.5, 0, 5.5, to);
        GIVES(ANT_OK, path_distance(world, from, to, NULL, &distance));
        NEEDS(ANT_OK, ant_world_add_door(world, &door_desc, &door));
        GIVES(ANT_UNREACHABLE, path_distance(world, from, to, NULL, &distance));
        NEEDS(ANT_OK, ant_world_polygon(world, 1, 4, &places, NULL, &count));
        for (i = 0; i < 4; i++) {
            double p[3];
            int k;
            to_canonical(frame, corners[i], p);
            for (k = 0; k < 3; k++) {
                low[k] = p[k] < low[k] ? p[k] : low[k];
                high[k] = p[k] > high[k] ? p[k] : high[k];
            }
        }
        CHECK(count == 4 && distance_between(low, 4, 0, 0) < 1e-9 && distance_between(high, 6, 0, 2) < 1e-9);
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void a_new_origin_is_given_in_the_frame_of_the_host(void) {
    int f, k;
    for (f = 0; f < 4; f++) {
        for (k = 0; k < 2; k++) {
            uint32_t frame = ENGINE_FRAMES[f];
            AntWorld world = YARDS[k](frame);
            AntLocation location = empty_location();
            double shift[3], point[3];
            to_host(frame, 300, 2, -50, shift);
            to_host(frame, 2.5 - 300, -2, 8.5 + 50, point);
            GIVES(ANT_OK, ant_rebase(world.id, shift));
            CHECK(is_at(frame, stats_of(world).origin, -300, -2, 50, 1e-9));
            GIVES(ANT_OK, ant_world_locate(world, point, 0, &location));
            CHECK(is_at(frame, location.point, -297.5, -2, 58.5, 1e-9));
            GIVES(ANT_OK, ant_destroy(world.id));
        }
    }
}

static void a_custom_frame_agrees_with_the_named_one(void) {
    static const int32_t AXES[4][3] = {{1, 2, 3}, {1, 2, -3}, {2, 3, -1}, {1, 3, -2}};
    int f;
    for (f = 0; f < 4; f++) {
        uint32_t frame = ENGINE_FRAMES[f];
        AntWorldDesc desc = world_desc_in(ANT_FRAME_CUSTOM);
        AntWorld custom, named = yard_mesh_in(frame);
        Quads quads;
        yard_quads(&quads, frame);
        memcpy(desc.frame.axes, AXES[f], sizeof AXES[f]);
        desc.frame.metres_per_unit = 1 / units_per_metre(frame);
        NEEDS(ANT_OK, ant_world_create_mesh(&desc, &quads.desc, &custom));
        CHECK(world_hash(custom) == world_hash(named));
        GIVES(ANT_OK, ant_destroy(custom.id));
        GIVES(ANT_OK, ant_destroy(named.id));
    }
}

/* Units that are powers of two do not round: all frames then hold the same level to the last bit. */
static void frames_without_rounding_hold_the_same_bits(void) {
    AntWorld canonical = yard_mesh_in(ANT_FRAME_CANONICAL), unity = yard_mesh_in(ANT_FRAME_UNITY);
    AntWorld z_up = yard_mesh_in(ANT_FRAME_Z_UP);
    CHECK(world_hash(canonical) == world_hash(unity));
    CHECK(world_hash(canonical) == world_hash(z_up));
    GIVES(ANT_OK, ant_destroy(canonical.id));
    GIVES(ANT_OK, ant_destroy(unity.id));
    GIVES(ANT_OK, ant_destroy(z_up.id));
}

static void a_level_far_away_is_as_good_near_its_origin(void) {
    AntWorldDesc desc = world_desc();
    const double from[3] = {9e8 + 2.5, 0, -9e8 + 8.5}, to[3] = {9e8 + 7.5, 0, -9e8 + 8.5};
    double distance = 0;
    AntWorld world;
    Quads quads;
    int i;
    set_vector(desc.origin, 9e8, 0, -9e8);
    yard_quads(&quads, ANT_FRAME_CANONICAL);
    for (i = 0; i < (int)quads.desc.vertex_count; i++) {
        quads.vertices[3 * i] += 9e8;
        quads.vertices[3 * i + 2] -= 9e8;
    }
    NEEDS(ANT_OK, ant_world_create_mesh(&desc, &quads.desc, &world));
    CHECK(stats_of(world).cell_count == YARD_CELLS);
    GIVES(ANT_OK, path_distance(world, from, to, NULL, &distance));
    CHECK(fabs(distance - (2 * hypot(1.5, 6.5) + 2)) < 1e-6);
    GIVES(ANT_OK, ant_destroy(world.id));
    CHECK(bytes_in_use() == 0);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(places_are_found_in_every_frame);
    RUN_TEST(floats_and_strides_give_the_same_places_in_every_frame);
    RUN_TEST(walks_end_at_the_same_place_in_every_frame);
    RUN_TEST(lengths_are_in_the_units_of_the_host);
    RUN_TEST(links_doors_and_outlines_are_in_the_frame_of_the_host);
    RUN_TEST(a_new_origin_is_given_in_the_frame_of_the_host);
    RUN_TEST(a_custom_frame_agrees_with_the_named_one);
    RUN_TEST(frames_without_rounding_hold_the_same_bits);
    RUN_TEST(a_level_far_away_is_as_good_near_its_origin);
    return ensure_end();
}
