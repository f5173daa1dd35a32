/* antreckon/world.h: levels: making and changing them, questions about them.
 * Generated from src/ffi; do not edit. The text of each item is its documentation. */
#ifndef ANTRECKON_WORLD_H
#define ANTRECKON_WORLD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the cells of a level are.
typedef uint32_t AntCellMode;
/// Fields live on uniform squares laid over the walkable surface, so that two bakes of one level agree (default).
#define ANT_CELLS_SURFACE 0
/// One cell per polygon, weighted by area and edge length, for hosts that want exactly their cells.
#define ANT_CELLS_POLYGON 1

/// Parameters of a level. Fill it with ant_world_desc_init. Lengths in metres.
typedef struct AntWorldDesc {
    /// Set by ant_world_desc_init.
    uint32_t struct_size;
    /// ANT_CELLS_SURFACE (default) or ANT_CELLS_POLYGON.
    AntCellMode cell_mode;
    /// The host's coordinate frame, in which all positions of this level, its maps and predictors are given and returned. Default canonical.
    struct AntFrame frame;
    /// Edge of a cell, metres. Default 1. [Limit: 0.01 to 10000]
    double cell_size;
    /// Highest step that is walked up without jumping, metres. Default 0.5. [Limit: 0 to 10000]
    double step_height;
    /// Deepest fall that makes an edge a drop and not a wall, metres. Default 20. [Limit: 0 to 100000]
    double drop_height;
    /// How far outside of an edge a lower floor may begin for the edge to be a drop, metres: meshes often keep a walker's radius from edges. Default 0.25.
    /// [Limit: 0 to 1000]
    double drop_reach;
    /// How far above a floor a point still belongs to it, metres. Default 2. [Limit: 0 to 100000]
    double floor_reach;
    /// Edges with a smaller gap in the ground plane still touch, metres (for meshes that are not clean). Default 0.02. [Limit: 0 to 1, at most half of cell_size]
    double weld_distance;
    /// Speed at which the travel time of links counts as distance in paths, m/s. Default 5. [Limit: 0.001 to 10000]
    double walk_speed;
    /// Position to which single-precision data are relative, in the host's frame. Fields are precise within about 5 km of it. Default 0, 0, 0.
    double origin[3];
    /// Most cells; more give ANT_ERROR_BUDGET. Default 16777216.
    uint32_t max_cells;
    /// Most polygons; more give ANT_ERROR_BUDGET. Default 1048576.
    uint32_t max_polygons;
    /// Most links, and most doors; more give ANT_ERROR_BUDGET. Default 65536. [Limit: <= 16777215]
    uint32_t max_links;
    /// Most places (cells, polygons, buckets of polygons) that one search looks at: the nearest place, a path, a path's length. A search that would take more
    /// ends with what it has found and says ANT_BUDGET_REACHED. Default 65536. [Limit: >= 1]
    uint32_t max_nodes;
} AntWorldDesc;

/// Fills an AntWorldDesc with its defaults. Any thread.
#define ant_world_desc_init(p) \
    ant_init(ANT_STRUCT_WORLD_DESC, 1 ? (p) : (AntWorldDesc *)0, (uint32_t)sizeof(AntWorldDesc))

/// A regular grid, laid out along the host's own ground axes. Fill it with ant_grid_desc_init. Lengths in the host's units.
/// Square (u, v) of a floor is element `floor * width * depth + v * width + u`, where u counts along the host's first ground axis (x, or y when x is
/// up) and v along the second, both upwards.
typedef struct AntGridDesc {
    /// Set by ant_grid_desc_init.
    uint32_t struct_size;
    /// Squares along the first ground axis. [Limit: > 0]
    uint32_t width;
    /// Squares along the second ground axis. [Limit: > 0]
    uint32_t depth;
    /// Floors above each other. Default 1. [Limit: > 0]
    uint32_t floors;
    /// Corner with the smallest ground coordinates, at the height of floor 0, in the host's frame. Default 0, 0, 0.
    double corner[3];
    /// Height between floors where `heights` is absent; 0 = 3 metres. Default 0. [Limit: 0 to 1e6 m]
    double floor_height;
    /// [opt] [width * depth * floors] ANT_U8 …: not 0 = blocked. Absent = nothing is blocked.
    struct AntStream blocked;
    /// [opt] [width * depth * floors] ANT_F32 or ANT_F64: height of each square above the corner. Absent = flat floors.
    struct AntStream heights;
    /// [opt] [width * depth * floors] ANT_U8 …: area kind of each square. Absent = all 0. [Limit: 0 to 63]
    struct AntStream areas;
} AntGridDesc;

/// Fills an AntGridDesc with its defaults. Any thread.
#define ant_grid_desc_init(p) \
    ant_init(ANT_STRUCT_GRID_DESC, 1 ? (p) : (AntGridDesc *)0, (uint32_t)sizeof(AntGridDesc))

/// Makes a level from a regular grid of squares of the descriptor's cell size. Any thread.
ANT_API AntStatus ant_world_create_grid(const struct AntWorldDesc *desc,
                                const struct AntGridDesc *grid,
                                struct AntWorld *out_world);

/// What a link is.
typedef uint32_t AntLinkKind;
/// On foot: a connection the mesh does not show.
#define ANT_LINK_WALK 0
/// A jump across or up.
#define ANT_LINK_JUMP 1
/// A fall.
#define ANT_LINK_DROP 2
/// A ladder.
#define ANT_LINK_LADDER 3
/// A teleporter.
#define ANT_LINK_TELEPORT 4
/// A lift.
#define ANT_LINK_LIFT 5
/// A jump pad.
#define ANT_LINK_JUMP_PAD 6
/// Swimming.
#define ANT_LINK_SWIM 7

/// Flags of AntLinkDesc.
typedef uint32_t AntLinkFlags;
/// The link is usable in both directions.
#define ANT_LINK_TWO_WAY 1

/// A connection that is not a shared edge. Fill it with ant_link_desc_init.
typedef struct AntLinkDesc {
    /// Set by ant_link_desc_init.
    uint32_t struct_size;
    /// How one travels: ANT_LINK_WALK … ANT_LINK_SWIM. Default ANT_LINK_WALK.
    AntLinkKind kind;
    /// Where it begins, in the host's frame; put on the nearest floor.
    double from[3];
    /// Where it ends, in the host's frame; put on the nearest floor.
    double to[3];
    /// Seconds it takes; 0 = the distance at walking speed. Default 0. [Limit: 0 to 86400]
    double travel_time;
    /// ANT_LINK_TWO_WAY or 0. Default 0.
    AntLinkFlags flags;
    /// Area kind, for cost and filter. Default 0. [Limit: 0 to 63]
    uint32_t area;
} AntLinkDesc;

/// Fills an AntLinkDesc with its defaults. Any thread.
#define ant_link_desc_init(p) \
    ant_init(ANT_STRUCT_LINK_DESC, 1 ? (p) : (AntLinkDesc *)0, (uint32_t)sizeof(AntLinkDesc))

/// A mesh of convex polygons, one tile or a whole level. Fill it with ant_mesh_desc_init. Positions in the host's frame, any winding.
/// Duplicate vertices, slivers, T-junctions, islands and overlaps are dealt with.
typedef struct AntMeshDesc {
    /// Set by ant_mesh_desc_init.
    uint32_t struct_size;
    /// Elements of `vertices`.
    uint32_t vertex_count;
    /// Elements of `indices`.
    uint32_t index_count;
    /// Polygons; without `polygon_sizes` it must be index_count / 3 or 0 (then it is taken to be that).
    uint32_t polygon_count;
    /// [vertex_count] ANT_F32X3 or ANT_F64X3: corners.
    struct AntStream vertices;
    /// [index_count] ANT_U8, ANT_U16, ANT_U32 or ANT_I32: vertex numbers of all polygons, one after the other.
    struct AntStream indices;
    /// [opt] [polygon_count] ANT_U8 …: number of vertices of each polygon. Absent = triangles.
    struct AntStream polygon_sizes;
    /// [opt] [polygon_count] ANT_U8 …: area kind of each polygon. Absent = all 0. [Limit: 0 to 63]
    struct AntStream areas;
    /// [opt] [link_count] links that belong to this tile: they come and go with it. Each filled with ant_link_desc_init.
    const struct AntLinkDesc *links;
    /// Must be null.
    const void *reserved_pointer;
    /// Elements of `links`.
    uint32_t link_count;
    /// Must be 0.
    uint32_t reserved;
} AntMeshDesc;

/// Fills an AntMeshDesc with its defaults. Any thread.
#define ant_mesh_desc_init(p) \
    ant_init(ANT_STRUCT_MESH_DESC, 1 ? (p) : (AntMeshDesc *)0, (uint32_t)sizeof(AntMeshDesc))

/// Makes a level from a navmesh of convex polygons; it becomes the tile (0, 0, 0). A mesh that cannot be used gives ANT_ERROR_BAD_MESH and
/// the message names the polygon. Any thread.
/// mesh: [opt] null makes a level without any tile, to be filled by ant_world_set_tile
ANT_API AntStatus ant_world_create_mesh(const struct AntWorldDesc *desc,
                                const struct AntMeshDesc *mesh,
                                struct AntWorld *out_world);

/// What a level holds.
typedef struct AntWorldStats {
    /// Set by ant_world_stats_init.
    uint32_t struct_size;
    /// Cells.
    uint32_t cell_count;
    /// Polygons; 0 on a grid.
    uint32_t polygon_count;
    /// Blocks of 16 x 16 cells.
    uint32_t block_count;
    /// Bytes of memory.
    uint64_t bytes;
    /// Grows with every change of tiles, doors and links.
    uint64_t revision;
    /// Hash of the static level: snapshots of maps are only restored on an equal level.
    uint64_t content_hash;
    /// Position to which single-precision data are relative.
    double origin[3];
} AntWorldStats;

/// Makes an AntWorldStats ready for a call that fills it. Any thread.
#define ant_world_stats_init(p) \
    ant_init(ANT_STRUCT_WORLD_STATS, 1 ? (p) : (AntWorldStats *)0, (uint32_t)sizeof(AntWorldStats))

/// Counts and sizes of a level. Const.
ANT_API AntStatus ant_world_stats(struct AntWorld world, struct AntWorldStats *out_stats);

/// Flags of AntDoorDesc.
typedef uint32_t AntDoorFlags;
/// The door closes everything inside the box bounds_min … bounds_max.
#define ANT_DOOR_HAS_BOUNDS 1
/// The door is closed at the start.
#define ANT_DOOR_CLOSED 2

/// What a door closes: everything inside a box, named polygons, named links. Fill it with ant_door_desc_init.
typedef struct AntDoorDesc {
    /// Set by ant_door_desc_init.
    uint32_t struct_size;
    /// ANT_DOOR_HAS_BOUNDS, ANT_DOOR_CLOSED. Default 0.
    AntDoorFlags flags;
    /// One corner of the box, in the host's frame.
    double bounds_min[3];
    /// The opposite corner.
    double bounds_max[3];
    /// [opt] [polygon_count] polygons that are closed.
    const uint32_t *polygons;
    /// [opt] [link_count] links that are closed.
    const struct AntLink *links;
    /// Elements of `polygons`.
    uint32_t polygon_count;
    /// Elements of `links`.
    uint32_t link_count;
} AntDoorDesc;

/// Fills an AntDoorDesc with its defaults. Any thread.
#define ant_door_desc_init(p) \
    ant_init(ANT_STRUCT_DOOR_DESC, 1 ? (p) : (AntDoorDesc *)0, (uint32_t)sizeof(AntDoorDesc))

/// Adds a tile of a level made from meshes, bakes it anew, or removes it. Fields of untouched places stay, by position; cell ids of changed places are
/// refused from now on. On error nothing changed. Mutating.
/// x, z, layer: the tile's key, chosen by the host
/// mesh: [opt] null removes the tile; ANT_ERROR_NOT_FOUND when there is none with this key
ANT_API AntStatus ant_world_set_tile(struct AntWorld world,
                             int32_t x,
                             int32_t z,
                             int32_t layer,
                             const struct AntMeshDesc *mesh);

/// Adds a link. Mutating.
/// out_link: receives the link's id
ANT_API AntStatus ant_world_add_link(struct AntWorld world, const struct AntLinkDesc *link, struct AntLink *out_link);

/// Removes a link. Mutating.
ANT_API AntStatus ant_world_remove_link(struct AntWorld world, struct AntLink link);

/// Adds a door. Mutating.
/// out_door: receives the door's id
ANT_API AntStatus ant_world_add_door(struct AntWorld world, const struct AntDoorDesc *door, struct AntDoor *out_door);

/// Removes a door; what it closed is open again. Mutating.
ANT_API AntStatus ant_world_remove_door(struct AntWorld world, struct AntDoor door);

/// Opens (open = 1) or closes (open = 0) a door. Maps follow with their next step. Mutating.
ANT_API AntStatus ant_world_set_door(struct AntWorld world, struct AntDoor door, AntBool open);

/// Says whether a door is open. Const.
/// out_open: receives 1 or 0
ANT_API AntStatus ant_world_door_state(struct AntWorld world, struct AntDoor door, AntBool *out_open);

/// Sets how much longer a way through an area kind counts in paths. Mutating.
/// area: [Limit: 0 to 63]
/// cost: factor on the length, 1 at the start. [Limit: 0.01 to 1000000]
ANT_API AntStatus ant_world_set_area_cost(struct AntWorld world, uint32_t area, float cost);

/// No polygon (on a grid, or nothing hit).
#define ANT_NO_POLYGON 4294967295

/// What an edge of the walkable surface is.
typedef uint32_t AntEdge;
/// Another polygon or cell one can walk to; for a walk: nothing stopped it.
#define ANT_EDGE_OPEN 0
/// Nothing beyond: one stops here.
#define ANT_EDGE_WALL 1
/// A lower floor beyond: who walks stops, who is airborne does not.
#define ANT_EDGE_DROP 2
/// A link leaves from here.
#define ANT_EDGE_LINK 3

/// Flags of AntQueryFilter.
typedef uint32_t AntQueryFlags;
/// The walker is in the air: drops do not stop it.
#define ANT_QUERY_AIRBORNE 1
/// Links may not be used.
#define ANT_QUERY_NO_LINKS 2

/// Where one may go. Fill it with ant_query_filter_init. Where a filter is [opt], null means the defaults.
typedef struct AntQueryFilter {
    /// Set by ant_query_filter_init.
    uint32_t struct_size;
    /// ANT_QUERY_AIRBORNE, ANT_QUERY_NO_LINKS. Default 0.
    AntQueryFlags flags;
    /// Bit n set: area kind n may be entered. Default all.
    uint64_t allowed_areas;
} AntQueryFilter;

/// Fills an AntQueryFilter with its defaults. Any thread.
#define ant_query_filter_init(p) \
    ant_init(ANT_STRUCT_QUERY_FILTER, 1 ? (p) : (AntQueryFilter *)0, (uint32_t)sizeof(AntQueryFilter))

/// A place on the walkable surface.
typedef struct AntLocation {
    /// Set by ant_location_init.
    uint32_t struct_size;
    /// Polygon it lies on, or ANT_NO_POLYGON.
    uint32_t polygon;
    /// The point on the surface, in the host's frame.
    double point[3];
    /// Cell it belongs to; zero when no cell covers the place.
    struct AntCell cell;
} AntLocation;

/// Makes an AntLocation ready for a call that fills it. Any thread.
#define ant_location_init(p) \
    ant_init(ANT_STRUCT_LOCATION, 1 ? (p) : (AntLocation *)0, (uint32_t)sizeof(AntLocation))

/// Finds the place on the level that a point stands for: polygon, cell and point. ANT_ERROR_NOT_FOUND when there is none. Where max_nodes of the level
/// ends the search: ANT_BUDGET_REACHED with the nearest found until then, ANT_ERROR_BUDGET with none. Const.
/// point: [(x, y, z)]
/// max_distance: 0 = the floor under the point (or just above it, within the step height); else the nearest walkable point within this distance, in the
/// host's units. [Limit: >= 0]
ANT_API AntStatus ant_world_locate(struct AntWorld world,
                           const double *point,
                           double max_distance,
                           struct AntLocation *out_location);

/// ant_world_locate for many points. Const.
/// positions: [count] ANT_F32X3 or ANT_F64X3
/// max_distance: as for ant_world_locate. [Limit: >= 0]
/// out_points: [opt] [count] ANT_F32X3 or ANT_F64X3, may be the stream of positions
/// out_cells: [opt] [count] ANT_U64
/// out_polygons: [opt] [count] ANT_U32
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32; without it one point off the level fails the whole call
ANT_API AntStatus ant_world_locate_batch(struct AntWorld world,
                                 uint32_t count,
                                 const struct AntStream *positions,
                                 double max_distance,
                                 const struct AntStream *out_points,
                                 const struct AntStream *out_cells,
                                 const struct AntStream *out_polygons,
                                 const struct AntStream *out_status);

/// How far a straight walk got.
typedef struct AntWalkHit {
    /// Set by ant_walk_hit_init.
    uint32_t struct_size;
    /// What stopped it: ANT_EDGE_WALL, ANT_EDGE_DROP, ANT_EDGE_LINK; ANT_EDGE_OPEN = it arrived.
    AntEdge stopped_by;
    /// Where it ended, in the host's frame.
    double point[3];
    /// Share of the way that was walked, 0 to 1.
    double fraction;
    /// Cell where it ended; zero when there is none.
    struct AntCell cell;
    /// Polygon where it ended, or ANT_NO_POLYGON.
    uint32_t polygon;
    /// 0.
    uint32_t reserved;
} AntWalkHit;

/// Makes an AntWalkHit ready for a call that fills it. Any thread.
#define ant_walk_hit_init(p) \
    ant_init(ANT_STRUCT_WALK_HIT, 1 ? (p) : (AntWalkHit *)0, (uint32_t)sizeof(AntWalkHit))

/// Walks straight in the ground plane from one point towards another until a wall, a closed door or (on the ground) a drop stops it. ANT_STOPPED
/// when it did not arrive, ANT_ERROR_NOT_FOUND when the start is off the level. Const.
/// from, to: [(x, y, z)]
/// filter: [opt]
ANT_API AntStatus ant_world_raycast(struct AntWorld world,
                            const double *from,
                            const double *to,
                            const struct AntQueryFilter *filter,
                            struct AntWalkHit *out_hit);

/// ant_world_raycast for many walks. Const.
/// from, to: [count] ANT_F32X3 or ANT_F64X3
/// filter: [opt]
/// out_points: [opt] [count] ANT_F32X3 or ANT_F64X3: where each walk ended
/// out_fractions: [opt] [count] ANT_F32 or ANT_F64: share of the way, 0 to 1
/// out_stopped_by: [opt] [count] ANT_U8 or ANT_U32: ANT_EDGE_OPEN (arrived) …
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, ANT_STOPPED or an error
ANT_API AntStatus ant_world_raycast_batch(struct AntWorld world,
                                  uint32_t count,
                                  const struct AntStream *from,
                                  const struct AntStream *to,
                                  const struct AntQueryFilter *filter,
                                  const struct AntStream *out_points,
                                  const struct AntStream *out_fractions,
                                  const struct AntStream *out_stopped_by,
                                  const struct AntStream *out_status);

/// A path.
typedef struct AntPathInfo {
    /// Set by ant_path_info_init.
    uint32_t struct_size;
    /// Corners of the whole path, also when the capacity was smaller.
    uint32_t point_count;
    /// Length in the host's units; a link counts by its straight distance.
    double length;
    /// 1 when the path reaches the goal, 0 when it leads to the reachable place nearest to it.
    uint32_t complete;
    /// 0.
    uint32_t reserved;
} AntPathInfo;

/// Makes an AntPathInfo ready for a call that fills it. Any thread.
#define ant_path_info_init(p) \
    ant_init(ANT_STRUCT_PATH_INFO, 1 ? (p) : (AntPathInfo *)0, (uint32_t)sizeof(AntPathInfo))

/// Finds the shortest way: A* over polygons (cells on a grid) and links, pulled tight. ANT_UNREACHABLE when it ends at the reachable place nearest to
/// the goal, ANT_BUDGET_REACHED when max_nodes of the level ended the search, so that it ends at the place nearest to the goal that was found until then,
/// ANT_TRUNCATED when it has more corners than `capacity`. Const.
/// from, to: [(x, y, z)]
/// filter: [opt]
/// capacity: elements of the output streams
/// out_points: [opt] [capacity] ANT_F32X3 or ANT_F64X3: corners from start to goal
/// out_links: [opt] [capacity] ANT_U64: the link through which the way from this corner to the next goes, or 0
/// out_info: [opt]
ANT_API AntStatus ant_world_find_path(struct AntWorld world,
                              const double *from,
                              const double *to,
                              const struct AntQueryFilter *filter,
                              uint32_t capacity,
                              const struct AntStream *out_points,
                              const struct AntStream *out_links,
                              struct AntPathInfo *out_info);

/// Lengths of the shortest ways between many pairs of points, in the host's units; infinite, with ANT_UNREACHABLE, where there is none, and with ANT_BUDGET_REACHED where
/// max_nodes of the level ended the search. Const.
/// from, to: [count] ANT_F32X3 or ANT_F64X3
/// filter: [opt]
/// out_distances: [count] ANT_F32 or ANT_F64
/// out_status: [opt] [count] ANT_U8, ANT_I8 or ANT_I32: ANT_OK, ANT_UNREACHABLE, ANT_BUDGET_REACHED or an error
ANT_API AntStatus ant_world_path_distance_batch(struct AntWorld world,
                                        uint32_t count,
                                        const struct AntStream *from,
                                        const struct AntStream *to,
                                        const struct AntQueryFilter *filter,
                                        const struct AntStream *out_distances,
                                        const struct AntStream *out_status);

/// A cell.
typedef struct AntCellInfo {
    /// Set by ant_cell_info_init.
    uint32_t struct_size;
    /// Cells one can go to from here.
    uint32_t neighbour_count;
    /// Centre on the surface, in the host's frame.
    double center[3];
    /// Area in square units of the host.
    double area;
    /// Column of the lattice along canonical x (the origin is the corner of column 0).
    int32_t lattice_x;
    /// Column of the lattice along canonical z.
    int32_t lattice_z;
} AntCellInfo;

/// Makes an AntCellInfo ready for a call that fills it. Any thread.
#define ant_cell_info_init(p) \
    ant_init(ANT_STRUCT_CELL_INFO, 1 ? (p) : (AntCellInfo *)0, (uint32_t)sizeof(AntCellInfo))

/// Centre, area and place of a cell. ANT_ERROR_NOT_FOUND when the id is stale. Const.
ANT_API AntStatus ant_world_cell_info(struct AntWorld world, struct AntCell cell, struct AntCellInfo *out_info);

/// Lists the cells one can go to from a cell. ANT_TRUNCATED when there are more than `capacity`. Const.
/// out_cells: [opt] [capacity] ANT_U64
/// out_count: receives how many there are
ANT_API AntStatus ant_world_cell_neighbours(struct AntWorld world,
                                    struct AntCell cell,
                                    uint32_t capacity,
                                    const struct AntStream *out_cells,
                                    uint32_t *out_count);

/// Lists the cells of a level with their centres, in a fixed order. ANT_TRUNCATED when more follow. Const.
/// first: number of cells to skip
/// out_cells: [opt] [capacity] ANT_U64
/// out_centers: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_count: receives how many cells the level has
ANT_API AntStatus ant_world_cells(struct AntWorld world,
                          uint32_t first,
                          uint32_t capacity,
                          const struct AntStream *out_cells,
                          const struct AntStream *out_centers,
                          uint32_t *out_count);

/// Lists the polygons of a level made from meshes, by number. After tiles were removed the numbers have gaps. ANT_TRUNCATED when more follow. Const.
/// first: number of polygons to skip
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many polygons the level has
ANT_API AntStatus ant_world_polygons(struct AntWorld world,
                             uint32_t first,
                             uint32_t capacity,
                             const struct AntStream *out_polygons,
                             uint32_t *out_count);

/// Says which polygons a polygon of a tile's input became: one, none when it was dropped as a sliver, several when it was not convex. ANT_TRUNCATED when
/// there are more than `capacity`. Const.
/// x, z, layer: the tile's key; 0, 0, 0 for ant_world_create_mesh
/// number: of the polygon in the mesh as it was given
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many there are
ANT_API AntStatus ant_world_polygons_of_input(struct AntWorld world,
                                      int32_t x,
                                      int32_t z,
                                      int32_t layer,
                                      uint32_t number,
                                      uint32_t capacity,
                                      const struct AntStream *out_polygons,
                                      uint32_t *out_count);

/// Corners of a polygon, for drawing. ANT_TRUNCATED when it has more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.
/// out_vertices: [opt] [capacity] ANT_F32X3 or ANT_F64X3
/// out_edges: [opt] [capacity] ANT_U8 or ANT_U32: kind of the edge from this corner to the next, ANT_EDGE_OPEN …
/// out_count: receives the number of corners
ANT_API AntStatus ant_world_polygon(struct AntWorld world,
                            uint32_t polygon,
                            uint32_t capacity,
                            const struct AntStream *out_vertices,
                            const struct AntStream *out_edges,
                            uint32_t *out_count);

/// Polygons next to a polygon. ANT_TRUNCATED when there are more than `capacity`, ANT_ERROR_NOT_FOUND when there is no such polygon. Const.
/// out_polygons: [opt] [capacity] ANT_U32
/// out_count: receives how many there are
ANT_API AntStatus ant_world_polygon_neighbours(struct AntWorld world,
                                       uint32_t polygon,
                                       uint32_t capacity,
                                       const struct AntStream *out_polygons,
                                       uint32_t *out_count);

/// Names a box through which one can see though one cannot walk there: a window, a pit without floor, a railing. It reaches from the floor on one
/// side to that on the other (up to half a cell may be missing); floors beside it see each other when they lie between 2 m below its bottom and its top. Drops within AntWorldDesc::drop_height are known without. At most 4096. Mutating.
/// min, max: [(x, y, z)] opposite corners in the host's frame
/// out_window: receives the window's id
ANT_API AntStatus ant_world_add_window(struct AntWorld world,
                               const double *min,
                               const double *max,
                               struct AntWindow *out_window);

/// Removes a window: what is there hides again. Mutating.
ANT_API AntStatus ant_world_remove_window(struct AntWorld world, struct AntWindow window);

/// What the host's level format knows of sight (a BSP's clusters and their visibility). Fill it with ant_visibility_desc_init.
typedef struct AntVisibilityDesc {
    /// Set by ant_visibility_desc_init.
    uint32_t struct_size;
    /// Clusters. [Limit: 1 to 16384]
    uint32_t cluster_count;
    /// Cells that are told the cluster of.
    uint32_t cell_count;
    /// Must be 0.
    uint32_t reserved;
    /// [cluster_count rows of (cluster_count + 7) / 8 bytes] bit c & 7 of byte c >> 3 of a row is set where cluster c can be seen from the row's cluster
    const void *rows;
    /// Must be null: pointers come in pairs, so that there is no padding where they have 32 bits.
    const void *reserved_pointer;
    /// [cell_count] ANT_U64: ids of cells (ant_world_cells)
    struct AntStream cells;
    /// [cell_count] ANT_U8 … ANT_U32: the cluster each lies in
    struct AntStream clusters;
} AntVisibilityDesc;

/// Fills an AntVisibilityDesc with its defaults. Any thread.
#define ant_visibility_desc_init(p) \
    ant_init(ANT_STRUCT_VISIBILITY_DESC, 1 ? (p) : (AntVisibilityDesc *)0, (uint32_t)sizeof(AntVisibilityDesc))

/// Hands in which clusters of the level see each other. Where walls hide (AntAttraction::walls_hide) it decides for somebody who stands on a cell with a
/// cluster; cells without one are not hidden. A tile that is baked anew loses its clusters. Mutating.
/// desc: [opt] null forgets what was handed in
ANT_API AntStatus ant_world_set_visibility(struct AntWorld world,
                                   const struct AntVisibilityDesc *desc);

#ifdef __cplusplus
}
#endif

#endif /* ANTRECKON_WORLD_H */
