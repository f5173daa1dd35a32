/* Levels in another unit or with another axis up: an error or one warning says what was probably meant. */
#include "support/log.h"
#include "support/yard.h"

/* A mesh of rooms of 10 m along x, in the axes of `frame` and scaled. */
static void rooms(Quads *quads, uint32_t frame, int count, double scale) {
    uint32_t i;
    quads_begin(quads);
    for (i = 0; i < (uint32_t)count; i++) {
        quads_add(quads, frame, 10.0 * i, 0, 10.0 * i + 10, 10, 0);
    }
    for (i = 0; i < quads->desc.vertex_count * 3; i++) {
        quads->vertices[i] *= scale;
    }
}

static void a_mesh_with_another_axis_up_is_refused(void) {
    AntWorldDesc desc = world_desc_in(ANT_FRAME_Z_UP);
    AntWorld world;
    Quads quads;
    rooms(&quads, ANT_FRAME_CANONICAL, 3, 1.0); /* Y is up */
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_create_mesh", "another axis up", ant_world_create_mesh(&desc, &quads.desc, &world));
    /* The same as a tile of a level that grows. */
    NEEDS(ANT_OK, ant_world_create_mesh(&desc, NULL, &world));
    forget_log();
    NEEDS(ANT_OK, ant_world_set_tile(world, 0, 0, 0, &quads.desc));
    NEEDS(ANT_OK, ant_world_set_tile(world, 1, 0, 0, &quads.desc));
    CHECK(warned_once("upright", "another axis up"));
    ant_destroy(world.id);
    /* Right axes: nothing is said. */
    rooms(&quads, ANT_FRAME_Z_UP, 3, 1.0);
    NEEDS(ANT_OK, ant_world_create_mesh(&desc, &quads.desc, &world));
    CHECK(nothing_was_said());
    ant_destroy(world.id);
}

static void a_mesh_in_another_unit_is_refused(void) {
    AntWorldDesc desc = world_desc_in(ANT_FRAME_UNREAL);
    AntWorld world;
    Quads quads;
    /* Metres where the frame says centimetres; `to_host` makes centimetres of Unreal. */
    rooms(&quads, ANT_FRAME_UNREAL, 4, 0.01);
    FAILS(ANT_ERROR_INVALID_ARGUMENT, "ant_world_create_mesh", "another unit", ant_world_create_mesh(&desc, &quads.desc, &world));
    rooms(&quads, ANT_FRAME_UNREAL, 4, 1.0);
    forget_log();
    NEEDS(ANT_OK, ant_world_create_mesh(&desc, &quads.desc, &world));
    CHECK(nothing_was_said());
    ant_destroy(world.id);
    /* Centimetres where the frame says metres: too many cells, and the text says what else it may be. */
    desc.frame.kind = ANT_FRAME_CANONICAL;
    rooms(&quads, ANT_FRAME_CANONICAL, 16, 100.0);
    desc.max_cells = 100000;
    FAILS(ANT_ERROR_BUDGET, "ant_world_create_mesh", "another unit", ant_world_create_mesh(&desc, &quads.desc, &world));
}

/* A level of 8 m with many polygons: metres of a large level in a centimetre frame. */
static void a_large_mesh_in_another_unit_has_cells_and_is_doubted(void) {
    static double vertices[41 * 41][3];
    static uint32_t indices[40 * 40 * 4];
    static uint8_t sizes[40 * 40];
    AntWorldDesc desc = world_desc_in(ANT_FRAME_CANONICAL);
    AntMeshDesc mesh;
    AntWorld world;
    uint32_t i, k;
    const double scales[2] = {0.05, 2.0};
    for (k = 0; k < 2; k++) {
        NEEDS(ANT_OK, ant_mesh_desc_init(&mesh));
        for (i = 0; i < 41 * 41; i++) {
            vertices[i][0] = i % 41 * scales[k];
            vertices[i][2] = i / 41 * scales[k];
        }
        for (i = 0; i < 1600; i++) {
            uint32_t corner = i / 40 * 41 + i % 40;
            indices[4 * i] = corner, indices[4 * i + 1] = corner + 41, indices[4 * i + 2] = corner + 42, indices[4 * i + 3] = corner + 1;
            sizes[i] = 4;
        }
        mesh.vertex_count = 41 * 41, mesh.index_count = 6400, mesh.polygon_count = 1600;
        mesh.vertices = STREAM(vertices, ANT_F64X3), mesh.indices = STREAM(indices, ANT_U32), mesh.polygon_sizes = STREAM(sizes, ANT_U8);
        forget_log();
        NEEDS(ANT_OK, ant_world_create_mesh(&desc, &mesh, &world));
        CHECK(k == 0 ? warned_once("smaller than a foot", "another unit") : nothing_was_said());
        ant_destroy(world.id);
    }
}

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(a_mesh_with_another_axis_up_is_refused);
    RUN_TEST(a_mesh_in_another_unit_is_refused);
    RUN_TEST(a_large_mesh_in_another_unit_has_cells_and_is_doubted);
    return ensure_end();
}
