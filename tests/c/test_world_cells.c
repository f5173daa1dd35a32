/* Cells and polygons for tools: lists in pages, neighbours, outlines. */
#include "support/yard.h"

#include <math.h>

static AntCellInfo cell_info(AntWorld world, AntCell cell) {
    AntCellInfo info;
    memset(&info, 0, sizeof info);
    info.struct_size = (uint32_t)sizeof info;
    CHECK(status_is(ant_world_cell_info(world, cell, &info), ANT_OK));
    return info;
}

static AntWorld yard_of(int kind) { return kind == 0 ? yard_mesh() : yard_grid(); }

static void every_cell_is_listed_once_with_its_centre(void) {
    int kind;
    for (kind = 0; kind < 2; kind++) {
        AntWorld world = yard_of(kind);
        uint64_t ids[YARD_CELLS];
        double centers[YARD_CELLS][3];
        AntStream cells = STREAM(ids, ANT_U64), places = STREAM(centers, ANT_F64X3);
        uint32_t count = 77;
        int i, j;
        CHECK(ant_world_cells(world, 0, 0, NULL, NULL, &count) >= 0);
        CHECK(count == YARD_CELLS);
        NEEDS(ANT_OK, ant_world_cells(world, 0, YARD_CELLS, &cells, &places, &count));
        for (i = 0; i < YARD_CELLS; i++) {
            AntCell cell, found = {0};
            AntCellInfo info;
            cell.id = ids[i];
            info = cell_info(world, cell);
            CHECK(distance_between(info.center, centers[i][0], centers[i][1], centers[i][2]) == 0);
            CHECK(fabs(info.area - 1) < 1e-6);
            CHECK(info.lattice_x == (int32_t)floor(centers[i][0]) && info.lattice_z == (int32_t)floor(centers[i][2]));
            CHECK(yard_is_open(centers[i][1] > 2, centers[i][0], centers[i][2]));
            GIVES(ANT_OK, find_cell(world, centers[i], &found));
            CHECK(found.id == ids[i]);
            for (j = 0; j < i; j++) {
                ENSURE(ids[j] != ids[i]);
            }
        }
        GIVES(ANT_OK, ant_destroy(world.id));
    }
    CHECK(bytes_in_use() == 0);
}

static void pages_of_cells_make_up_the_whole_list(void) {
    AntWorld world = yard_mesh();
    uint64_t all[YARD_CELLS], page[10], pages[YARD_CELLS];
    float centers[10][3];
    AntStream out = STREAM(all, ANT_U64), cells = STREAM(page, ANT_U64), places = STREAM(centers, ANT_F32X3);
    uint32_t count = 0, first;
    NEEDS(ANT_OK, ant_world_cells(world, 0, YARD_CELLS, &out, NULL, &count));
    for (first = 0; first < YARD_CELLS; first += 10) {
        uint32_t here = YARD_CELLS - first < 10 ? YARD_CELLS - first : 10;
        memset(page, 0x5a, sizeof page);
        GIVES(first + 10 < YARD_CELLS ? ANT_TRUNCATED : ANT_OK,
              ant_world_cells(world, first, 10, &cells, &places, &count));
        CHECK(count == YARD_CELLS && (here == 10 || page[here] == 0x5a5a5a5a5a5a5a5a));
        memcpy(pages + first, page, here * sizeof page[0]);
    }
    CHECK(memcmp(all, pages, sizeof all) == 0);
    page[0] = 77;
    GIVES(ANT_OK, ant_world_cells(world, YARD_CELLS, 10, &cells, NULL, &count));
    GIVES(ANT_OK, ant_world_cells(world, UINT32_MAX, 10, &cells, NULL, &count));
    CHECK(page[0] == 77 && count == YARD_CELLS);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void lists_check_their_streams(void) {
    AntWorld world = yard_mesh();
    uint64_t ids[4];
    double centers[4][3];
    AntStream cells = STREAM(ids, ANT_U64), places = STREAM(centers, ANT_F64X3), wrong = STREAM(ids, ANT_U32), same;
    AntCell cell;
    uint32_t count = 77;
    const double at[3] = {2.5, 0, 5.5};
    NEEDS(ANT_OK, find_cell(world, at, &cell));
    same = stream_of(centers, sizeof centers, 24, ANT_U64);
    memset(ids, 0x5a, sizeof ids);
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_world_cells", "`out_cells`",
          ant_world_cells(world, 0, 5, &cells, NULL, &count));
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_world_cells", "`out_centers`",
          ant_world_cells(world, 0, UINT32_MAX, NULL, &places, &count));
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_cells", "`out_cells`",
          ant_world_cells(world, 0, 2, &wrong, NULL, &count));
    FAILS(ANT_ERROR_OVERLAP, "ant_world_cells", "`out_centers`",
          ant_world_cells(world, 0, 4, &same, &places, &count));
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_world_cell_neighbours", "`out_cells`",
          ant_world_cell_neighbours(world, cell, 5, &cells, &count));
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_polygons", "`out_polygons`",
          ant_world_polygons(world, 0, 4, &cells, &count));
    FAILS(ANT_ERROR_BUFFER_TOO_SMALL, "ant_world_polygons", "`out_polygons`",
          ant_world_polygons(world, 0, 9, &wrong, &count));
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_polygons_of_input", "`out_polygons`",
          ant_world_polygons_of_input(world, 0, 0, 0, 0, 4, &cells, &count));
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_polygon", "`out_vertices`",
          ant_world_polygon(world, 0, 4, &cells, NULL, &count));
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_polygon", "`out_edges`",
          ant_world_polygon(world, 0, 4, NULL, &cells, &count));
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_polygon_neighbours", "`out_polygons`",
          ant_world_polygon_neighbours(world, 0, 4, &cells, &count));
    CHECK(count == 77 && ids[0] == 0x5a5a5a5a5a5a5a5a);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void neighbours_of_cells_go_both_ways_and_not_through_walls(void) {
    static const struct {
        double at[3];
        uint32_t count;
    } CASES[] = {{{2.5, 0, 5.5}, 4}, {{0.5, 0, 0.5}, 2}, {{3.5, 0, 5.5}, 3}, {{4.5, 0, 1.5}, 3}};
    int kind, i;
    for (kind = 0; kind < 2; kind++) {
        AntWorld world = yard_of(kind);
        for (i = 0; i < 4; i++) {
            uint64_t ids[8], back[8];
            AntStream out = STREAM(ids, ANT_U64), there = STREAM(back, ANT_U64);
            uint32_t count = 0, n, k;
            AntCell cell;
            NEEDS(ANT_OK, find_cell(world, CASES[i].at, &cell));
            NEEDS(ANT_OK, ant_world_cell_neighbours(world, cell, 8, &out, &count));
            CHECK(count == CASES[i].count && cell_info(world, cell).neighbour_count == count);
            for (n = 0; n < count; n++) {
                AntCell next;
                uint32_t others = 0;
                int found = 0;
                next.id = ids[n];
                NEEDS(ANT_OK, ant_world_cell_neighbours(world, next, 8, &there, &others));
                for (k = 0; k < others; k++) {
                    found |= back[k] == cell.id;
                }
                CHECK(found);
            }
            ids[1] = 77;
            out.byte_len = 8;
            GIVES(ANT_TRUNCATED, ant_world_cell_neighbours(world, cell, 1, &out, &count));
            CHECK(count == CASES[i].count && ids[1] == 77);
        }
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void a_closed_door_parts_cells_and_an_open_one_joins_them(void) {
    const double at[3] = {3.5, 0, 0.5};
    int kind;
    for (kind = 0; kind < 2; kind++) {
        AntWorld world = yard_of(kind);
        AntDoorDesc desc;
        AntDoor door;
        AntCell cell;
        uint32_t before;
        NEEDS(ANT_OK, find_cell(world, at, &cell));
        before = cell_info(world, cell).neighbour_count;
        NEEDS(ANT_OK, ant_door_desc_init(&desc));
        desc.flags = ANT_DOOR_HAS_BOUNDS | ANT_DOOR_CLOSED;
        set_vector(desc.bounds_min, 4, 0, 0);
        set_vector(desc.bounds_max, 6, 2, 2);
        NEEDS(ANT_OK, ant_world_add_door(world, &desc, &door));
        CHECK(cell_info(world, cell).neighbour_count == before - 1);
        GIVES(ANT_OK, ant_world_set_door(world, door, 1));
        CHECK(cell_info(world, cell).neighbour_count == before);
        GIVES(ANT_OK, ant_destroy(world.id));
    }
}

static void polygons_are_listed_with_their_neighbours(void) {
    AntWorld world = yard_mesh();
    uint32_t numbers[YARD_POLYGONS + 1], count = 0;
    AntStream out = STREAM(numbers, ANT_U32);
    NEEDS(ANT_OK, ant_world_polygons(world, 0, YARD_POLYGONS + 1, &out, &count));
    CHECK(count == YARD_POLYGONS && numbers[0] == 0 && numbers[3] == 3);
    GIVES(ANT_TRUNCATED, ant_world_polygons(world, 1, 2, &out, &count));
    CHECK(count == YARD_POLYGONS && numbers[0] == 1 && numbers[1] == 2);
    NEEDS(ANT_OK, ant_world_polygon_neighbours(world, 1, 4, &out, &count));
    CHECK(count == 2 && numbers[0] == 0 && numbers[1] == 2);
    GIVES(ANT_TRUNCATED, ant_world_polygon_neighbours(world, 1, 1, &out, &count));
    CHECK(count == 2);
    NEEDS(ANT_OK, ant_world_polygon_neighbours(world, 3, 4, &out, &count));
    CHECK(count == 0);
    NEEDS(ANT_OK, ant_world_polygons_of_input(world, 0, 0, 0, 2, 1, &out, &count));
    CHECK(count == 1 && numbers[0] == 2);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void a_polygon_shows_its_corners_and_what_lies_beyond_its_edges(void) {
    AntWorld world = yard_mesh();
    double corners[5][3], area = 0;
    uint8_t edges[5];
    AntStream places = STREAM(corners, ANT_F64X3), kinds = STREAM(edges, ANT_U8);
    uint32_t count = 0, open = 0, wall = 0;
    int i;
    NEEDS(ANT_OK, ant_world_polygon(world, 1, 5, &places, &kinds, &count));
    ENSURE(count == 4);
    for (i = 0; i < 4; i++) {
        const double *a = corners[i], *b = corners[(i + 1) % 4];
        area += 0.5 * (a[0] * b[2] - b[0] * a[2]);
        open += edges[i] == ANT_EDGE_OPEN && a[0] == b[0];
        wall += edges[i] == ANT_EDGE_WALL && a[2] == b[2];
    }
    CHECK(fabs(fabs(area) - 4) < 1e-9 && open == 2 && wall == 2);
    memset(corners, 0, sizeof corners);
    GIVES(ANT_TRUNCATED, ant_world_polygon(world, 2, 3, &places, &kinds, &count));
    CHECK(count == 4 && (corners[2][0] != 0 || corners[2][2] != 0) && corners[3][0] == 0);
    CHECK(ant_world_polygon(world, 2, 0, NULL, NULL, &count) >= 0);
    CHECK(count == 4);
    GIVES(ANT_OK, ant_destroy(world.id));
}

/* What every polygon call says to a number that there is not. */
static void polygon_is_missing(AntWorld world, uint32_t polygon) {
    uint32_t count = 77;
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_polygon", "polygon",
          ant_world_polygon(world, polygon, 0, NULL, NULL, &count));
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_polygon_neighbours", "polygon",
          ant_world_polygon_neighbours(world, polygon, 0, NULL, &count));
    CHECK(count == 77);
}

static void polygons_that_are_not_there_are_not_found(void) {
    AntWorld world = yard_mesh();
    uint32_t count = 77;
    polygon_is_missing(world, YARD_POLYGONS);
    polygon_is_missing(world, ANT_NO_POLYGON);
    FAILS(ANT_ERROR_NOT_FOUND, "ant_world_polygons_of_input", "tile",
          ant_world_polygons_of_input(world, 1, 0, 0, 0, 0, NULL, &count));
    CHECK(count == 77);
    GIVES(ANT_OK, ant_world_set_tile(world, 0, 0, 0, NULL));
    polygon_is_missing(world, 0);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void a_grid_has_no_polygons(void) {
    AntWorld world = yard_grid();
    uint32_t count = 77;
    GIVES(ANT_OK, ant_world_polygons(world, 0, 0, NULL, &count));
    CHECK(count == 0);
    polygon_is_missing(world, 0);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void in_polygon_mode_each_polygon_is_a_cell(void) {
    AntWorldDesc desc = world_desc();
    const double at[3] = {5, 0, 1};
    AntWorld world;
    AntCell cell;
    AntCellInfo info;
    Quads quads;
    yard_quads(&quads, ANT_FRAME_CANONICAL);
    desc.cell_mode = ANT_CELLS_POLYGON;
    NEEDS(ANT_OK, ant_world_create_mesh(&desc, &quads.desc, &world));
    CHECK(stats_of(world).cell_count == YARD_POLYGONS);
    NEEDS(ANT_OK, find_cell(world, at, &cell));
    info = cell_info(world, cell);
    CHECK(fabs(info.area - 4) < 1e-6 && info.neighbour_count == 2);
    CHECK(distance_between(info.center, 5, 0, 1) < 1e-9);
    GIVES(ANT_OK, ant_destroy(world.id));
    CHECK(bytes_in_use() == 0);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(every_cell_is_listed_once_with_its_centre);
    RUN_TEST(pages_of_cells_make_up_the_whole_list);
    RUN_TEST(lists_check_their_streams);
    RUN_TEST(neighbours_of_cells_go_both_ways_and_not_through_walls);
    RUN_TEST(a_closed_door_parts_cells_and_an_open_one_joins_them);
    RUN_TEST(polygons_are_listed_with_their_neighbours);
    RUN_TEST(a_polygon_shows_its_corners_and_what_lies_beyond_its_edges);
    RUN_TEST(polygons_that_are_not_there_are_not_found);
    RUN_TEST(a_grid_has_no_polygons);
    RUN_TEST(in_polygon_mode_each_polygon_is_a_cell);
    return ensure_end();
}
