/* A level from a navmesh, tile by tile: ways, walls, a door, a jump link, a tile that is baked anew.
 * cc navmesh_world.c -I include -L target/release -lantreckon -lm -o navmesh_world */
#include "example.h"

/* A square of 10 m as one convex polygon, its corner at (x, y, z). The library finds out what touches what. */
static void set_square(AntWorld world, int32_t tile, double x, double y, double z, const AntLinkDesc *link) {
    double corners[4][3] = {{x, y, z}, {x, y, z + 10}, {x + 10, y, z + 10}, {x + 10, y, z}};
    uint16_t order[4] = {0, 1, 2, 3};
    uint8_t sizes[1] = {4};
    AntMeshDesc mesh;
    MUST(ant_mesh_desc_init(&mesh));
    mesh.vertex_count = mesh.index_count = 4;
    mesh.polygon_count = 1;
    mesh.vertices = stream_of(corners, sizeof corners, ANT_F64X3);
    mesh.indices = stream_of(order, sizeof order, ANT_U16);
    mesh.polygon_sizes = stream_of(sizes, sizeof sizes, ANT_U8);
    mesh.links = link;
    mesh.link_count = link != NULL;
    MUST(ant_world_set_tile(world, tile, 0, 0, &mesh));
}

static double way(AntWorld world, const double *from, const double *to, const char *what) {
    AntPathInfo path;
    AntStatus status = MUST(ant_path_info_init(&path));
    status = MUST(ant_world_find_path(world, from, to, NULL, 0, NULL, NULL, &path));
    if (status == ANT_UNREACHABLE) {
        printf("%-28s there is none\n", what);
        return -1;
    }
    printf("%-28s %.1f m\n", what, path.length);
    return path.length;
}

int main(void) {
    const double start[3] = {2, 0, 5}, goal[3] = {28, 0, 5}, ledge[3] = {25, 4, 15};
    double direct, closed, opened, down, up, gone;
    AntWorldDesc desc;
    AntDoorDesc door_desc;
    AntLinkDesc jump;
    AntDoor door;
    AntWorld world;
    check_library();
    MUST(ant_world_desc_init(&desc));
    MUST(ant_world_create_mesh(&desc, NULL, &world));
    set_square(world, 0, 0, 0, 0, NULL); /* three squares in a row ... */
    set_square(world, 1, 10, 0, 0, NULL);
    set_square(world, 2, 20, 0, 0, NULL);
    MUST(ant_link_desc_init(&jump));
    jump.kind = ANT_LINK_DROP; /* ... and a ledge 4 m up, from which one can only jump down */
    jump.from[0] = 25, jump.from[1] = 4, jump.from[2] = 11;
    jump.to[0] = 25, jump.to[1] = 0, jump.to[2] = 9;
    set_square(world, 3, 20, 4, 10, &jump);
    direct = way(world, start, goal, "along the row");

    MUST(ant_door_desc_init(&door_desc));
    door_desc.flags = ANT_DOOR_HAS_BOUNDS | ANT_DOOR_CLOSED;
    door_desc.bounds_min[0] = 14, door_desc.bounds_min[1] = -1, door_desc.bounds_min[2] = 0;
    door_desc.bounds_max[0] = 15, door_desc.bounds_max[1] = 3, door_desc.bounds_max[2] = 10;
    MUST(ant_world_add_door(world, &door_desc, &door));
    closed = way(world, start, goal, "with the door closed");
    MUST(ant_world_set_door(world, door, 1));
    opened = way(world, start, goal, "with the door open");
    down = way(world, ledge, start, "from the ledge");
    up = way(world, start, ledge, "up to the ledge");
    MUST(ant_world_set_tile(world, 1, 0, 0, NULL));
    gone = way(world, start, goal, "without the middle tile");
    set_square(world, 1, 10, 0, 0, NULL);
    MUST(ant_destroy(world.id));
    return !(direct > 25.9 && direct < 26.1 && closed < 0 && opened == direct && down > 26 && up < 0 && gone < 0);
}
