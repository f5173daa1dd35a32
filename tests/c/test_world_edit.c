/* Changing a level: links, doors, area costs, origin. */
#include "support/yard.h"

#include <math.h>

static AntLinkDesc ladder(void) {
    AntLinkDesc link;
    CHECK(ant_link_desc_init(&link) == ANT_OK);
    link.kind = ANT_LINK_LADDER;
    set_vector(link.from, 8.5, 0, 5.5);
    set_vector(link.to, 2.5, 5, 5.5);
    return link;
}

static AntDoorDesc passage_door(void) {
    AntDoorDesc door;
    CHECK(ant_door_desc_init(&door) == ANT_OK);
    door.flags = ANT_DOOR_HAS_BOUNDS;
    set_vector(door.bounds_min, 4, 0, 0);
    set_vector(door.bounds_max, 6, 2, 2);
    return door;
}

static AntStatus walk_status(AntWorld world, double x0, double z0, double x1, double z1) {
    const double from[3] = {x0, 0, z0}, to[3] = {x1, 0, z1};
    AntWalkHit hit = empty_hit();
    return ant_world_raycast(world, from, to, NULL, &hit);
}

static AntStatus way_up(AntWorld world, const AntQueryFilter *filter, double *distance) {
    const double from[3] = {8.5, 0, 8.5}, to[3] = {2.5, 5, 5.5};
    return path_distance(world, from, to, filter, distance);
}

static AntWorld yard_of(int kind) { return kind == 0 ? yard_mesh() : yard_grid(); }

static void a_link_makes_a_way_and_its_removal_ends_it(void) {
    const double from[3] = {8.5, 0, 8.5}, to[3] = {2.5, 5, 5.5};
    int kind;
    for (kind = 0; kind < 2; kind++) {
        AntWorld world = yard_of(kind);
        AntLinkDesc desc = ladder();
        AntPathInfo info = empty_path_info();
        AntQueryFilter no_links;
        AntLink link;
        uint64_t links[4] = {9, 9, 9, 9}, revision = stats_of(world).revision, hash = world_hash(world);
        AntStream out = STREAM(links, ANT_U64);
        double distance = 0;
        NEEDS(ANT_OK, ant_query_filter_init(&no_links));
        no_links.flags = ANT_QUERY_NO_LINKS;
        GIVES(ANT_UNREACHABLE, way_up(world, NULL, &distance));
        NEEDS(ANT_OK, ant_world_add_link(world, &desc, &link));
        CHECK(stats_of(world).revision > revision && world_hash(world) != hash);
        GIVES(ANT_OK, ant_world_find_path(world, from, to, NULL, 4, NULL, &out, &info));
        /* 3 m to the ladder and its straight length of 6 m sideways and 5 m up. */
        CHECK(fabs(info.length - (3 + sqrt(36 + 25))) < 1e-6 && info.complete == 1);
        CHECK(info.point_count == 3 && links[0] == 0 && links[1] == link.id && links[2] == 0);
        GIVES(ANT_UNREACHABLE, way_up(world, &no_links, &distance));
        revision = stats_of(world).revision;
        GIVES(ANT_OK, ant_world_remove_link(world, link));
        CHECK(stats_of(world).revision > revision && world_hash(world) == hash);
        GIVES(ANT_UNREACHABLE, way_up(world, NULL, &distance));
        GIVES(ANT_OK, ant_destroy(world.id));
    }
    CHECK(bytes_in_use() == 0);
}

static void a_link_goes_one_way_or_both(void) {
    const double above[3] = {2.5, 5, 5.5}, below[3] = {8.5, 0, 8.5};
    int kind;
    for (kind = 0; kind < 2; kind++) {
        AntWorld world = yard_of(kind);
        AntLinkDesc desc = ladder();
        AntQueryFilter filter;
        AntLink link;
        double up = 0, down = 0;
        NEEDS(ANT_OK, ant_query_filter_init(&filter));
        desc.area = 7;
        desc.flags = ANT_LINK_TWO_WAY;
        NEEDS(ANT_OK, ant_world_add_link(world, &desc, &link));
        GIVES(ANT_OK, way_up(world, NULL, &up));
        GIVES(ANT_OK, path_distance(world, above, below, NULL, &down));
        CHECK(fabs(up - down) < 1e-9);
        filter.allowed_areas = ~((uint64_t)1 << 7);
        GIVES(ANT_UNREACHABLE, way_up(world, &filter, &up));
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void links_with_bad_parts_are_refused(void) {
    AntWorld world = yard_mesh();
    uint64_t hash = world_hash(world);
    AntLinkDesc link = ladder();
    AntLink out;
    out.id = 77;
#define REFUSED(status, name, field, value)                                                    \
    link = ladder();                                                                           \
    link.field = value;                                                                        \
    FAILS(status, "ant_world_add_link", name, ant_world_add_link(world, &link, &out))
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "link.kind", kind, 8);
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "link.flags", flags, 2);
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "link.area", area, 64);
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "link.travel_time", travel_time, -1);
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "link.travel_time", travel_time, 86401);
    REFUSED(ANT_ERROR_NOT_FINITE, "link.travel_time", travel_time, (double)NAN);
    REFUSED(ANT_ERROR_NOT_FINITE, "link.from", from[0], (double)NAN);
    REFUSED(ANT_ERROR_NOT_FINITE, "link.to", to[2], (double)INFINITY);
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "link.to", to[1], 2e9);
    REFUSED(ANT_ERROR_NOT_FOUND, "from", from[0], 500);
    REFUSED(ANT_ERROR_NOT_FOUND, "to", to[1], 100);
    REFUSED(ANT_ERROR_BAD_STRUCT, "`link`", struct_size, 0);
#undef REFUSED
    link = ladder();
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_add_link", "`link`", ant_world_add_link(world, NULL, &out));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_add_link", "`out_link`", ant_world_add_link(world, &link, NULL));
    CHECK(out.id == 77 && world_hash(world) == hash);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void a_door_closes_and_opens_a_way(void) {
    int kind;
    for (kind = 0; kind < 2; kind++) {
        AntWorld world = yard_of(kind);
        AntDoorDesc desc = passage_door();
        const double from[3] = {2.5, 0, 1.5}, to[3] = {8.5, 0, 1.5};
        uint64_t open_hash, revision;
        uint32_t open = 77;
        double distance = 0;
        AntDoor door;
        GIVES(ANT_OK, walk_status(world, 2, 1, 8, 1));
        NEEDS(ANT_OK, ant_world_add_door(world, &desc, &door));
        GIVES(ANT_OK, ant_world_door_state(world, door, &open));
        CHECK(open == 1);
        GIVES(ANT_OK, walk_status(world, 2, 1, 8, 1));
        open_hash = world_hash(world);
        revision = stats_of(world).revision;
        GIVES(ANT_OK, ant_world_set_door(world, door, 0));
        GIVES(ANT_OK, ant_world_door_state(world, door, &open));
        CHECK(open == 0 && stats_of(world).revision > revision && world_hash(world) != open_hash);
        GIVES(ANT_STOPPED, walk_status(world, 2, 1, 8, 1));
        GIVES(ANT_UNREACHABLE, path_distance(world, from, to, NULL, &distance));
        GIVES(ANT_OK, ant_world_set_door(world, door, 1));
        CHECK(world_hash(world) == open_hash);
        GIVES(ANT_OK, walk_status(world, 2, 1, 8, 1));
        GIVES(ANT_OK, path_distance(world, from, to, NULL, &distance));
        CHECK(distance == 6);
        GIVES(ANT_OK, ant_world_set_door(world, door, 0));
        GIVES(ANT_OK, ant_world_remove_door(world, door));
        GIVES(ANT_OK, walk_status(world, 2, 1, 8, 1));
        desc.flags |= ANT_DOOR_CLOSED;
        NEEDS(ANT_OK, ant_world_add_door(world, &desc, &door));
        GIVES(ANT_STOPPED, walk_status(world, 2, 1, 8, 1));
        GIVES(ANT_OK, ant_destroy(world.id));
    }
    CHECK(bytes_in_use() == 0);
}

static void a_walk_ends_at_a_closed_door(void) {
    const double from[3] = {2, 0, 1.5}, to[3] = {8, 0, 1.5};
    int kind;
    for (kind = 0; kind < 2; kind++) {
        AntWorld world = yard_of(kind);
        AntDoorDesc desc = passage_door();
        AntWalkHit hit = empty_hit();
        AntDoor door;
        desc.flags |= ANT_DOOR_CLOSED;
        /* Corners may be given in any order. */
        set_vector(desc.bounds_min, 6, 2, 0);
        set_vector(desc.bounds_max, 4, 0, 2);
        NEEDS(ANT_OK, ant_world_add_door(world, &desc, &door));
        GIVES(ANT_STOPPED, ant_world_raycast(world, from, to, NULL, &hit));
        CHECK(hit.stopped_by == ANT_EDGE_WALL && distance_between(hit.point, 4, 0, 1.5) < 1e-5);
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void doors_close_polygons_and_links_too(void) {
    AntWorld world = yard_mesh();
    AntLinkDesc link_desc = ladder();
    AntDoorDesc desc;
    AntLink link;
    AntDoor by_polygon, by_link;
    uint32_t passage = 1;
    double distance = 0;
    NEEDS(ANT_OK, ant_world_add_link(world, &link_desc, &link));
    NEEDS(ANT_OK, ant_door_desc_init(&desc));
    desc.flags = ANT_DOOR_CLOSED;
    desc.polygons = &passage;
    desc.polygon_count = 1;
    NEEDS(ANT_OK, ant_world_add_door(world, &desc, &by_polygon));
    GIVES(ANT_STOPPED, walk_status(world, 2, 1, 8, 1));
    GIVES(ANT_OK, way_up(world, NULL, &distance));
    desc.polygons = NULL;
    desc.polygon_count = 0;
    desc.links = &link;
    desc.link_count = 1;
    NEEDS(ANT_OK, ant_world_add_door(world, &desc, &by_link));
    GIVES(ANT_UNREACHABLE, way_up(world, NULL, &distance));
    GIVES(ANT_OK, ant_world_set_door(world, by_link, 1));
    GIVES(ANT_OK, way_up(world, NULL, &distance));
    GIVES(ANT_OK, ant_world_remove_door(world, by_polygon));
    GIVES(ANT_OK, walk_status(world, 2, 1, 8, 1));
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void doors_with_bad_parts_are_refused(void) {
    AntWorld world = yard_mesh();
    uint64_t hash = world_hash(world);
    AntDoorDesc door = passage_door();
    AntDoor out, good;
    uint32_t polygons[2] = {0, 99}, open = 77;
    out.id = 77;
#define REFUSED(status, name)                                                               \
    FAILS(status, "ant_world_add_door", name, ant_world_add_door(world, &door, &out));      \
    door = passage_door()
    door.flags = 4;
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "door.flags");
    door.bounds_min[1] = (double)NAN;
    REFUSED(ANT_ERROR_NOT_FINITE, "door.bounds_min");
    door.bounds_max[0] = 1e10;
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "door.bounds_max");
    door.polygon_count = 1;
    REFUSED(ANT_ERROR_NULL_POINTER, "door.polygons");
    door.link_count = UINT32_MAX;
    REFUSED(ANT_ERROR_NULL_POINTER, "door.links");
    door.polygons = polygons;
    door.polygon_count = 2;
    REFUSED(ANT_ERROR_NOT_FOUND, "99");
    door.struct_size = 8;
    REFUSED(ANT_ERROR_BAD_STRUCT, "`door`");
#undef REFUSED
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_add_door", "`door`", ant_world_add_door(world, NULL, &out));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_add_door", "`out_door`", ant_world_add_door(world, &door, NULL));
    CHECK(out.id == 77 && world_hash(world) == hash);
    NEEDS(ANT_OK, ant_world_add_door(world, &door, &good));
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_world_set_door", "`open`", ant_world_set_door(world, good, 2));
    FAILS(ANT_ERROR_NULL_POINTER, "ant_world_door_state", "`out_open`", ant_world_door_state(world, good, NULL));
    GIVES(ANT_OK, ant_world_door_state(world, good, &open));
    CHECK(open == 1);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void links_and_doors_have_a_budget(void) {
    AntWorldDesc desc = world_desc();
    AntLinkDesc link_desc = ladder();
    AntDoorDesc door_desc = passage_door();
    AntWorld world;
    AntLink link;
    AntDoor door;
    Quads quads;
    uint64_t hash;
    yard_quads(&quads, ANT_FRAME_CANONICAL);
    desc.max_links = 1;
    NEEDS(ANT_OK, ant_world_create_mesh(&desc, &quads.desc, &world));
    GIVES(ANT_OK, ant_world_add_link(world, &link_desc, &link));
    GIVES(ANT_OK, ant_world_add_door(world, &door_desc, &door));
    hash = world_hash(world);
    FAILS(ANT_ERROR_BUDGET, "ant_world_add_link", "max_links", ant_world_add_link(world, &link_desc, &link));
    FAILS(ANT_ERROR_BUDGET, "ant_world_add_door", "max_links", ant_world_add_door(world, &door_desc, &door));
    CHECK(world_hash(world) == hash);
    GIVES(ANT_OK, ant_world_remove_link(world, link));
    GIVES(ANT_OK, ant_world_add_link(world, &link_desc, &link));
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void area_costs_are_checked_and_part_of_the_state(void) {
    AntWorld world = yard_mesh();
    uint64_t hash = world_hash(world);
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_world_set_area_cost", "`area`", ant_world_set_area_cost(world, 64, 1));
    FAILS(ANT_ERROR_NOT_FINITE, "ant_world_set_area_cost", "`cost`",
          ant_world_set_area_cost(world, 0, (float)NAN));
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_world_set_area_cost", "`cost`", ant_world_set_area_cost(world, 0, 0.009f));
    FAILS(ANT_ERROR_OUT_OF_RANGE, "ant_world_set_area_cost", "`cost`", ant_world_set_area_cost(world, 0, 1.1e6f));
    CHECK(world_hash(world) == hash);
    GIVES(ANT_OK, ant_world_set_area_cost(world, 63, 2.5f));
    CHECK(world_hash(world) != hash);
    GIVES(ANT_OK, ant_world_set_area_cost(world, 63, 1));
    CHECK(world_hash(world) == hash);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void both_ends_of_the_range_of_costs_are_allowed(void) {
    AntWorld world = yard_mesh();
    GIVES(ANT_OK, ant_world_set_area_cost(world, 0, 1000000.0f));
    GIVES(ANT_OK, ant_world_set_area_cost(world, 63, 0.01f));
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void a_new_origin_moves_everything_and_changes_nothing_else(void) {
    const double shift[3] = {1000, -3, 200}, back[3] = {-1000, 3, -200}, point[3] = {2.5 - 1000, 3, 8.5 - 200};
    int kind;
    for (kind = 0; kind < 2; kind++) {
        AntWorld world = yard_of(kind);
        const double at[3] = {2.5, 0, 8.5};
        uint64_t hash = world_hash(world), content = stats_of(world).content_hash;
        AntLocation location = empty_location();
        AntCell cell;
        NEEDS(ANT_OK, find_cell(world, at, &cell));
        GIVES(ANT_OK, ant_rebase(world.id, shift));
        CHECK(stats_of(world).origin[0] == -1000 && stats_of(world).origin[1] == 3);
        CHECK(stats_of(world).content_hash == content && world_hash(world) != hash);
        GIVES(ANT_ERROR_NOT_FOUND, ant_world_locate(world, at, 0, &location));
        GIVES(ANT_OK, ant_world_locate(world, point, 0, &location));
        CHECK(location.cell.id == cell.id && distance_between(location.point, -997.5, 3, -191.5) < 1e-9);
        GIVES(ANT_OK, ant_rebase(world.id, back));
        CHECK(world_hash(world) == hash);
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_link_makes_a_way_and_its_removal_ends_it);
    RUN_TEST(a_link_goes_one_way_or_both);
    RUN_TEST(links_with_bad_parts_are_refused);
    RUN_TEST(a_door_closes_and_opens_a_way);
    RUN_TEST(a_walk_ends_at_a_closed_door);
    RUN_TEST(doors_close_polygons_and_links_too);
    RUN_TEST(doors_with_bad_parts_are_refused);
    RUN_TEST(links_and_doors_have_a_budget);
    RUN_TEST(area_costs_are_checked_and_part_of_the_state);
    RUN_TEST(both_ends_of_the_range_of_costs_are_allowed);
    RUN_TEST(a_new_origin_moves_everything_and_changes_nothing_else);
    return ensure_end();
}
