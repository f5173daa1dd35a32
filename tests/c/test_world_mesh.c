/* Meshes as they come from the wild: what is repaired, and what is refused with the polygon named. */
#include "support/yard.h"

#include <math.h>

/* Triangles: two that make a square of 2 x 2 m, and room for more. */
typedef struct Triangles {
    double vertices[8][3];
    uint32_t indices[12];
    uint8_t areas[4];
    AntMeshDesc desc;
} Triangles;

static void two_triangles(Triangles *mesh) {
    static const double CORNERS[4][3] = {{0, 0, 0}, {0, 0, 2}, {2, 0, 2}, {2, 0, 0}};
    static const uint32_t INDICES[6] = {0, 1, 2, 0, 2, 3};
    memset(mesh, 0, sizeof *mesh);
    memcpy(mesh->vertices, CORNERS, sizeof CORNERS);
    memcpy(mesh->indices, INDICES, sizeof INDICES);
    CHECK(ant_mesh_desc_init(&mesh->desc) == ANT_OK);
    mesh->desc.vertex_count = 4;
    mesh->desc.index_count = 6;
    mesh->desc.vertices = STREAM(mesh->vertices, ANT_F64X3);
    mesh->desc.indices = STREAM(mesh->indices, ANT_U32);
}

static AntStatus create(const AntMeshDesc *mesh, AntWorld *world) {
    AntWorldDesc desc = world_desc();
    return ant_world_create_mesh(&desc, mesh, world);
}

/* The mesh is refused, whether it is the whole level or a tile of one, and nothing changes. */
static void is_refused(const AntMeshDesc *mesh, AntStatus expected, const char *named) {
    AntWorld world, yard = yard_mesh();
    uint64_t hash = world_hash(yard);
    world.id = 77;
    FAILS(expected, "ant_world_create_mesh", named, create(mesh, &world));
    FAILS(expected, "ant_world_set_tile", named, ant_world_set_tile(yard, 0, 0, 0, mesh));
    FAILS(expected, "ant_world_set_tile", named, ant_world_set_tile(yard, 3, 0, 0, mesh));
    CHECK(world.id == 77 && world_hash(yard) == hash);
    GIVES(ANT_OK, ant_destroy(yard.id));
    CHECK(bytes_in_use() == 0);
}

static void triangles_need_no_sizes_and_no_count(void) {
    Triangles mesh;
    AntWorld world;
    two_triangles(&mesh);
    NEEDS(ANT_OK, create(&mesh.desc, &world));
    CHECK(stats_of(world).polygon_count == 2 && stats_of(world).cell_count == 4);
    GIVES(ANT_OK, ant_destroy(world.id));
    mesh.desc.polygon_count = 2;
    NEEDS(ANT_OK, create(&mesh.desc, &world));
    GIVES(ANT_OK, ant_destroy(world.id));
    mesh.desc.polygon_count = 1;
    is_refused(&mesh.desc, ANT_ERROR_INVALID_ARGUMENT, "mesh.index_count");
    mesh.desc.polygon_count = 0;
    mesh.desc.index_count = 5;
    is_refused(&mesh.desc, ANT_ERROR_INVALID_ARGUMENT, "mesh.index_count");
    mesh.desc.polygon_count = UINT32_MAX;
    is_refused(&mesh.desc, ANT_ERROR_INVALID_ARGUMENT, "mesh.index_count");
}

static void indices_of_any_width_give_the_same_level(void) {
    Triangles mesh;
    uint8_t bytes[6];
    uint16_t words[6];
    int32_t signed_words[6];
    float floats[4][3];
    AntWorld worlds[5];
    int i, k;
    two_triangles(&mesh);
    for (i = 0; i < 6; i++) {
        bytes[i] = (uint8_t)mesh.indices[i];
        words[i] = (uint16_t)mesh.indices[i];
        signed_words[i] = (int32_t)mesh.indices[i];
    }
    for (i = 0; i < 4; i++) {
        for (k = 0; k < 3; k++) {
            floats[i][k] = (float)mesh.vertices[i][k];
        }
    }
    NEEDS(ANT_OK, create(&mesh.desc, &worlds[0]));
    mesh.desc.indices = STREAM(bytes, ANT_U8);
    NEEDS(ANT_OK, create(&mesh.desc, &worlds[1]));
    mesh.desc.indices = STREAM(words, ANT_U16);
    NEEDS(ANT_OK, create(&mesh.desc, &worlds[2]));
    mesh.desc.indices = STREAM(signed_words, ANT_I32);
    NEEDS(ANT_OK, create(&mesh.desc, &worlds[3]));
    mesh.desc.vertices = STREAM(floats, ANT_F32X3);
    NEEDS(ANT_OK, create(&mesh.desc, &worlds[4]));
    for (i = 0; i < 5; i++) {
        CHECK(world_hash(worlds[i]) == world_hash(worlds[0]));
    }
    for (i = 0; i < 5; i++) {
        GIVES(ANT_OK, ant_destroy(worlds[i].id));
    }
    signed_words[4] = -1;
    is_refused(&mesh.desc, ANT_ERROR_OUT_OF_RANGE, "mesh.indices[4]");
}

static void an_index_without_a_vertex_is_refused_with_its_polygon(void) {
    Triangles mesh;
    two_triangles(&mesh);
    mesh.indices[4] = 4;
    is_refused(&mesh.desc, ANT_ERROR_BAD_MESH, "polygon 1");
    mesh.indices[4] = UINT32_MAX;
    is_refused(&mesh.desc, ANT_ERROR_BAD_MESH, "polygon 1");
    mesh.indices[4] = 2;
    mesh.desc.vertex_count = 2;
    is_refused(&mesh.desc, ANT_ERROR_BAD_MESH, "polygon 0");
}

static void vertices_that_are_no_places_are_refused(void) {
    Triangles mesh;
    two_triangles(&mesh);
    mesh.vertices[3][1] = (double)NAN;
    is_refused(&mesh.desc, ANT_ERROR_NOT_FINITE, "mesh.vertices[3]");
    mesh.vertices[3][1] = -(double)INFINITY;
    is_refused(&mesh.desc, ANT_ERROR_NOT_FINITE, "mesh.vertices[3]");
    mesh.vertices[3][1] = 1.1e9;
    is_refused(&mesh.desc, ANT_ERROR_OUT_OF_RANGE, "mesh.vertices[3]");
    mesh.vertices[3][1] = 9e8;
    is_refused(&mesh.desc, ANT_ERROR_BAD_MESH, "polygon 1");
}

static void streams_of_a_mesh_are_checked(void) {
    Triangles mesh;
    uint8_t sizes[2] = {3, 3}, areas[2] = {0, 64};
    two_triangles(&mesh);
#define REFUSED(status, name)              \
    is_refused(&mesh.desc, status, name);  \
    two_triangles(&mesh)
    mesh.desc.vertices.data = NULL;
    REFUSED(ANT_ERROR_NULL_POINTER, "mesh.vertices");
    mesh.desc.indices.data = NULL;
    REFUSED(ANT_ERROR_NULL_POINTER, "mesh.indices");
    mesh.desc.vertices.byte_len = 95;
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "mesh.vertices");
    mesh.desc.vertex_count = UINT32_MAX;
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "mesh.vertices");
    mesh.desc.index_count = UINT32_MAX;
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "mesh.indices");
    mesh.desc.vertices.format = ANT_F64X4;
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "mesh.vertices");
    mesh.desc.indices.format = ANT_I64;
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "mesh.indices");
    mesh.desc.vertices.stride = 8;
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "mesh.vertices");
    mesh.desc.areas = STREAM(areas, ANT_U8);
    REFUSED(ANT_ERROR_OUT_OF_RANGE, "mesh.areas[1]");
    mesh.desc.polygon_sizes = STREAM(sizes, ANT_U8);
    mesh.desc.polygon_count = 3;
    REFUSED(ANT_ERROR_BUFFER_TOO_SMALL, "mesh.polygon_sizes");
    mesh.desc.reserved = 1;
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "mesh.reserved");
    mesh.desc.reserved_pointer = &mesh;
    REFUSED(ANT_ERROR_INVALID_ARGUMENT, "mesh.reserved_pointer");
    mesh.desc.struct_size = 0;
    REFUSED(ANT_ERROR_BAD_STRUCT, "ant_mesh_desc_init");
#undef REFUSED
}

static void sizes_must_fit_the_indices_and_the_limits(void) {
    Triangles mesh;
    uint8_t sizes[3] = {3, 3, 0};
    two_triangles(&mesh);
    mesh.desc.polygon_sizes = STREAM(sizes, ANT_U8);
    mesh.desc.polygon_count = 2;
    sizes[1] = 4;
    is_refused(&mesh.desc, ANT_ERROR_INVALID_ARGUMENT, "mesh.polygon_sizes");
    sizes[0] = 2;
    is_refused(&mesh.desc, ANT_ERROR_BAD_MESH, "polygon 0");
    sizes[0] = sizes[1] = 3;
    mesh.desc.polygon_count = 3;
    is_refused(&mesh.desc, ANT_ERROR_BAD_MESH, "polygon 2");
}

static void an_outline_that_crosses_itself_is_refused_with_its_polygon(void) {
    /* A pentagram. */
    Quads quads;
    int i;
    quads_begin(&quads);
    quads_add(&quads, ANT_FRAME_CANONICAL, 20, 20, 22, 22, 0);
    for (i = 0; i < 5; i++) {
        double turn = 2.0 * 3.14159265358979 * 2 * i / 5;
        set_vector(&quads.vertices[3 * (4 + i)], 5 * cos(turn), 0, 5 * sin(turn));
        quads.indices[4 + i] = 4u + (uint32_t)i;
    }
    quads.sizes[1] = 5;
    quads.desc.vertex_count = quads.desc.index_count = 9;
    quads.desc.polygon_count = 2;
    is_refused(&quads.desc, ANT_ERROR_BAD_MESH, "polygon 1");
}

/* Polygons of an input polygon. */
static uint32_t became(AntWorld world, uint32_t number) {
    uint32_t count = 77;
    GIVES(ANT_OK, ant_world_polygons_of_input(world, 0, 0, 0, number, 0, NULL, &count));
    return count;
}

static void winding_does_not_matter(void) {
    Triangles mesh;
    AntWorld world;
    two_triangles(&mesh);
    mesh.indices[1] = 2;
    mesh.indices[2] = 1;
    NEEDS(ANT_OK, create(&mesh.desc, &world));
    CHECK(stats_of(world).polygon_count == 2 && stats_of(world).cell_count == 4);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void slivers_walls_and_repeated_corners_are_dropped(void) {
    Triangles mesh;
    AntWorld world;
    two_triangles(&mesh);
    set_vector(mesh.vertices[4], 2, 0, 1);
    set_vector(mesh.vertices[5], 2.001, 0, 1);
    set_vector(mesh.vertices[6], 0, 3, 0);
    /* A needle along one side, and a wall along another. */
    mesh.indices[6] = 3, mesh.indices[7] = 2, mesh.indices[8] = 5;
    mesh.indices[9] = 0, mesh.indices[10] = 1, mesh.indices[11] = 6;
    mesh.desc.vertex_count = 7;
    mesh.desc.index_count = 12;
    NEEDS(ANT_OK, create(&mesh.desc, &world));
    CHECK(stats_of(world).polygon_count == 2 && stats_of(world).cell_count == 4);
    CHECK(became(world, 0) == 1 && became(world, 1) == 1 && became(world, 2) == 0 && became(world, 3) == 0);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void a_polygon_that_is_not_convex_is_cut(void) {
    /* An L of three squares. */
    static const double CORNERS[6][2] = {{0, 0}, {0, 4}, {2, 4}, {2, 2}, {4, 2}, {4, 0}};
    const double from[3] = {1, 0, 3.5}, to[3] = {3.5, 0, 1}, gone[3] = {3, 0, 3};
    Quads quads;
    AntWorld world;
    AntLocation location = empty_location();
    double distance = 0;
    int i;
    quads_begin(&quads);
    quads_add(&quads, ANT_FRAME_CANONICAL, 0, 0, 1, 1, 0);
    for (i = 0; i < 6; i++) {
        set_vector(&quads.vertices[3 * i], CORNERS[i][0], 0, CORNERS[i][1]);
        quads.indices[i] = (uint32_t)i;
    }
    quads.sizes[0] = 6;
    quads.desc.vertex_count = quads.desc.index_count = 6;
    NEEDS(ANT_OK, create(&quads.desc, &world));
    CHECK(became(world, 0) > 1 && became(world, 0) == stats_of(world).polygon_count);
    CHECK(stats_of(world).cell_count == 12);
    GIVES(ANT_ERROR_NOT_FOUND, ant_world_locate(world, gone, 0, &location));
    GIVES(ANT_OK, path_distance(world, from, to, NULL, &distance));
    CHECK(fabs(distance - 2 * hypot(1, 1.5)) < 1e-9);
    GIVES(ANT_OK, ant_destroy(world.id));
}

static void duplicate_vertices_small_gaps_and_islands_are_dealt_with(void) {
    /* No vertex is shared, the second square is 1 cm away, and an island lies elsewhere. */
    const double from[3] = {0.5, 0, 0.5}, to[3] = {3.5, 0, 1.5}, island[3] = {8.5, 0, 0.5};
    Quads quads;
    AntWorld world;
    double distance = 0;
    quads_begin(&quads);
    quads_add(&quads, ANT_FRAME_CANONICAL, 0, 0, 2, 2, 0);
    quads_add(&quads, ANT_FRAME_CANONICAL, 2.01, 0, 4, 2, 0);
    quads_add(&quads, ANT_FRAME_CANONICAL, 8, 0, 9, 1, 0);
    NEEDS(ANT_OK, create(&quads.desc, &world));
    CHECK(stats_of(world).polygon_count == 3);
    GIVES(ANT_OK, path_distance(world, from, to, NULL, &distance));
    CHECK(fabs(distance - hypot(3, 1)) < 0.02);
    GIVES(ANT_UNREACHABLE, path_distance(world, from, island, NULL, &distance));
    GIVES(ANT_OK, ant_destroy(world.id));
    CHECK(bytes_in_use() == 0);
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(triangles_need_no_sizes_and_no_count);
    RUN_TEST(indices_of_any_width_give_the_same_level);
    RUN_TEST(an_index_without_a_vertex_is_refused_with_its_polygon);
    RUN_TEST(vertices_that_are_no_places_are_refused);
    RUN_TEST(streams_of_a_mesh_are_checked);
    RUN_TEST(sizes_must_fit_the_indices_and_the_limits);
    RUN_TEST(an_outline_that_crosses_itself_is_refused_with_its_polygon);
    RUN_TEST(winding_does_not_matter);
    RUN_TEST(slivers_walls_and_repeated_corners_are_dropped);
    RUN_TEST(a_polygon_that_is_not_convex_is_cut);
    RUN_TEST(duplicate_vertices_small_gaps_and_islands_are_dealt_with);
    return ensure_end();
}
