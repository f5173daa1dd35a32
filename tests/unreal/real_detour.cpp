// Tiles that the real Recast and Detour have baked, as every engine with Recast has them, fed to a level: two floors, a pillar, a ledge
// with an off-mesh connection, in six tiles. What Detour says about neighbours, walls and ways is compared with what the library finds.
#include "antreckon.hpp"
#include "support/status.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>
#include <Recast.h>

#include <cmath>
#include <vector>

namespace {

using antreckon::DetourFollower;
using antreckon::Vec3;
using antreckon::World;

constexpr float CELL = 0.25f, HEIGHT = 0.2f;
constexpr int TILE = 40; // cells: 10 m

void box(std::vector<float> &vertices, std::vector<int> &triangles, float x0, float y0, float z0, float x1, float y1, float z1) {
    const int first = static_cast<int>(vertices.size() / 3);
    for (int corner = 0; corner < 8; corner++) {
        vertices.insert(vertices.end(), {corner & 1 ? x1 : x0, corner & 2 ? y1 : y0, corner & 4 ? z1 : z0});
    }
    const int faces[12][3] = {{2, 6, 7}, {2, 7, 3}, {0, 1, 5}, {0, 5, 4}, {0, 2, 3}, {0, 3, 1},
                              {4, 5, 7}, {4, 7, 6}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (const auto &face : faces) {
        for (int corner : face) {
            triangles.push_back(first + corner);
        }
    }
}

/// 30 m x 20 m of floor, a pillar in the middle, a ledge of 3 m height in a corner.
struct Yard {
    std::vector<float> vertices;
    std::vector<int> triangles;
    dtNavMesh *mesh = dtAllocNavMesh();

    Yard() {
        box(vertices, triangles, 0, -1, 0, 30, 0, 20);
        // Lower than a body, so that its inside is no place to stand either.
        box(vertices, triangles, 12, 0, 8, 16, 1.5f, 12);
        box(vertices, triangles, 22, 0, 12, 30, 3, 20);
        dtNavMeshParams params{};
        params.tileWidth = params.tileHeight = TILE * CELL;
        params.maxTiles = 64;
        params.maxPolys = 1024;
        CHECK(dtStatusSucceed(mesh->init(&params)));
        for (int y = 0; y < 2; y++) {
            for (int x = 0; x < 3; x++) {
                bake(x, y);
            }
        }
    }
    ~Yard() { dtFreeNavMesh(mesh); }
    Yard(const Yard &) = delete;
    Yard &operator=(const Yard &) = delete;

    void bake(int tx, int ty) {
        rcContext context(false);
        rcConfig config{};
        config.cs = CELL;
        config.ch = HEIGHT;
        config.walkableSlopeAngle = 45;
        config.walkableHeight = 10;
        config.walkableClimb = 2;
        config.walkableRadius = 2;
        config.maxEdgeLen = 48;
        config.maxSimplificationError = 1.3f;
        config.minRegionArea = 8;
        config.mergeRegionArea = 20;
        config.maxVertsPerPoly = DT_VERTS_PER_POLYGON;
        config.tileSize = TILE;
        config.borderSize = config.walkableRadius + 3;
        config.width = config.height = TILE + 2 * config.borderSize;
        const float border = static_cast<float>(config.borderSize) * CELL;
        const float low[3] = {static_cast<float>(tx) * 10 - border, -2, static_cast<float>(ty) * 10 - border};
        const float high[3] = {static_cast<float>(tx + 1) * 10 + border, 8, static_cast<float>(ty + 1) * 10 + border};
        rcVcopy(config.bmin, low);
        rcVcopy(config.bmax, high);

        const int count = static_cast<int>(triangles.size() / 3), corners = static_cast<int>(vertices.size() / 3);
        std::vector<unsigned char> areas(static_cast<std::size_t>(count), 0);
        rcHeightfield *solid = rcAllocHeightfield();
        rcCompactHeightfield *open = rcAllocCompactHeightfield();
        rcContourSet *contours = rcAllocContourSet();
        rcPolyMesh *polygons = rcAllocPolyMesh();
        rcPolyMeshDetail *detail = rcAllocPolyMeshDetail();
        CHECK(rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax, config.cs, config.ch));
        rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, vertices.data(), corners, triangles.data(), count, areas.data());
        CHECK(rcRasterizeTriangles(&context, vertices.data(), corners, triangles.data(), areas.data(), count, *solid, config.walkableClimb));
        rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *solid);
        rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *solid);
        CHECK(rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *solid, *open));
        CHECK(rcErodeWalkableArea(&context, config.walkableRadius, *open));
        CHECK(rcBuildDistanceField(&context, *open));
        CHECK(rcBuildRegions(&context, *open, config.borderSize, config.minRegionArea, config.mergeRegionArea));
        CHECK(rcBuildContours(&context, *open, config.maxSimplificationError, config.maxEdgeLen, *contours));
        CHECK(rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *polygons));
        CHECK(rcBuildPolyMeshDetail(&context, *polygons, *open, 6, 1, *detail));
        for (int i = 0; i < polygons->npolys; i++) {
            polygons->flags[i] = 1;
            polygons->areas[i] = 63;
        }
        const float jump[6] = {25, 3.2f, 16, 20, 0.2f, 16}; // from the ledge down
        const float radius = 1;
        const unsigned short jump_flags = 1;
        const unsigned char jump_area = 5, one_way = 0;
        const unsigned int jump_id = 77;
        const bool has_jump = tx == 2 && ty == 1;
        dtNavMeshCreateParams params{};
        params.verts = polygons->verts;
        params.vertCount = polygons->nverts;
        params.polys = polygons->polys;
        params.polyAreas = polygons->areas;
        params.polyFlags = polygons->flags;
        params.polyCount = polygons->npolys;
        params.nvp = polygons->nvp;
        params.detailMeshes = detail->meshes;
        params.detailVerts = detail->verts;
        params.detailVertsCount = detail->nverts;
        params.detailTris = detail->tris;
        params.detailTriCount = detail->ntris;
        params.offMeshConVerts = jump;
        params.offMeshConRad = &radius;
        params.offMeshConFlags = &jump_flags;
        params.offMeshConAreas = &jump_area;
        params.offMeshConDir = &one_way;
        params.offMeshConUserID = &jump_id;
        params.offMeshConCount = has_jump ? 1 : 0;
        params.walkableHeight = 2;
        params.walkableRadius = 0.5f;
        params.walkableClimb = 0.4f;
        params.tileX = tx;
        params.tileY = ty;
        rcVcopy(params.bmin, polygons->bmin);
        rcVcopy(params.bmax, polygons->bmax);
        params.cs = CELL;
        params.ch = HEIGHT;
        params.buildBvTree = true;
        unsigned char *data = nullptr;
        int size = 0;
        CHECK(dtCreateNavMeshData(&params, &data, &size));
        CHECK(dtStatusSucceed(mesh->addTile(data, size, DT_TILE_FREE_DATA, 0, nullptr)));
        rcFreeHeightField(solid);
        rcFreeCompactHeightfield(open);
        rcFreeContourSet(contours);
        rcFreePolyMesh(polygons);
        rcFreePolyMeshDetail(detail);
    }

    std::uint32_t follow(DetourFollower &follower, World &world) const {
        const dtNavMesh &tiles = *mesh;
        (void)follower.look(tiles);
        CHECK(follower.work(world, tiles, antreckon::detour_as_is, [] { return true; }).ok() && !follower.waiting());
        return follower.take_changes();
    }
};

World fresh() {
    AntWorldDesc desc = antreckon::defaults<AntWorldDesc>();
    desc.cell_size = 0.5;
    return World::empty(desc).value();
}

Vec3 corner(const dtMeshTile *tile, unsigned short index) {
    const float *at = tile->verts + 3 * index;
    return {at[0], at[1], at[2]};
}

void every_tile_is_read() {
    Yard yard;
    World world = fresh();
    DetourFollower follower;
    CHECK(yard.follow(follower, world) == 6 && follower.tile_count() == 6 && yard.follow(follower, world) == 0);
    std::uint32_t ground = 0;
    const dtNavMesh *tiles = yard.mesh;
    for (int i = 0; i < tiles->getMaxTiles(); i++) {
        const dtMeshTile *tile = tiles->getTile(i);
        for (int p = 0; tile->header != nullptr && p < tile->header->polyCount; p++) {
            ground += tile->polys[p].getType() == DT_POLYTYPE_GROUND;
        }
    }
    CHECK(ground > 12 && world.stats()->polygon_count == ground);
    CHECK(!world.locate({14, 0.5, 10}).ok()); // the pillar
    CHECK(world.locate({26, 3.5, 16}).ok() && world.locate({5, 0.5, 5}).ok());
}

// Through every edge that Detour links to another polygon one can walk; every edge without a neighbour stops a walk.
void neighbours_and_walls_are_those_of_detour() {
    Yard yard;
    World world = fresh();
    DetourFollower follower;
    yard.follow(follower, world);
    int links = 0, walls = 0, wrong = 0;
    const dtNavMesh *tiles = yard.mesh;
    for (int i = 0; i < tiles->getMaxTiles(); i++) {
        const dtMeshTile *tile = tiles->getTile(i);
        for (int p = 0; tile->header != nullptr && p < tile->header->polyCount; p++) {
            const dtPoly &poly = tile->polys[p];
            if (poly.getType() != DT_POLYTYPE_GROUND) {
                continue;
            }
            Vec3 centre{};
            for (int v = 0; v < poly.vertCount; v++) {
                const Vec3 at = corner(tile, poly.verts[v]);
                centre = {centre.x + at.x / poly.vertCount, centre.y + at.y / poly.vertCount, centre.z + at.z / poly.vertCount};
            }
            for (int e = 0; e < poly.vertCount; e++) {
                bool portal_is_linked = false;
                for (unsigned int k = poly.firstLink; k != DT_NULL_LINK; k = tile->links[k].next) {
                    const dtLink &link = tile->links[k];
                    portal_is_linked |= link.edge == e && (link.side == 0xff || (link.bmin == 0 && link.bmax == 255));
                }
                const bool inside = poly.neis[e] != 0 && (poly.neis[e] & DT_EXT_LINK) == 0;
                if (poly.neis[e] != 0 && !inside && !portal_is_linked) {
                    continue; // a portal that is open in part only
                }
                const Vec3 a = corner(tile, poly.verts[e]), b = corner(tile, poly.verts[(e + 1) % poly.vertCount]);
                const Vec3 middle{(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
                const double dx = middle.x - centre.x, dz = middle.z - centre.z, length = std::hypot(dx, dz);
                const Vec3 beyond{middle.x + dx / length * 0.2, middle.y, middle.z + dz / length * 0.2};
                const auto walk = world.raycast(centre, beyond);
                const bool stopped = walk.status().code() == ANT_STOPPED;
                wrong += !walk.ok() || stopped != (poly.neis[e] == 0);
                (poly.neis[e] == 0 ? walls : links)++;
            }
        }
    }
    printf("  %d open edges and %d walls of Detour, %d judged differently\n", links, walls, wrong);
    CHECK(links > 20 && walls > 12 && wrong == 0);
}

void a_connection_is_a_way_down_and_not_up() {
    Yard yard;
    World world = fresh();
    DetourFollower follower;
    yard.follow(follower, world);
    const auto down = world.path_distance({28, 3.3, 18}, {5, 0.3, 5});
    CHECK(down.ok() && down.status().code() == ANT_OK && *down > 20 && *down < 45);
    CHECK(world.path_distance({5, 0.3, 5}, {28, 3.3, 18}).status().code() == ANT_UNREACHABLE);
}

// Detour's own search passes nothing that has no flag.
void what_detour_has_closed_is_closed() {
    Yard yard;
    World world = fresh();
    DetourFollower follower;
    yard.follow(follower, world);
    const dtNavMesh *tiles = yard.mesh;
    const dtMeshTile *tile = tiles->getTileAt(2, 1, 0);
    CHECK(tile != nullptr && tile->header->offMeshConCount == 1);
    const dtPolyRef jump = tiles->getPolyRefBase(tile) | tile->offMeshCons[0].poly;
    CHECK(dtStatusSucceed(yard.mesh->setPolyFlags(jump, 0)));
    CHECK(yard.follow(follower, world) == 0); // in place: the tile has the salt that it had
    follower.recheck();
    CHECK(yard.follow(follower, world) == 1);
    CHECK(world.path_distance({28, 3.3, 18}, {5, 0.3, 5}).status().code() == ANT_UNREACHABLE);
    follower.recheck();
    CHECK(dtStatusSucceed(yard.mesh->setPolyFlags(jump, 1)) && yard.follow(follower, world) == 1);
    CHECK(world.path_distance({28, 3.3, 18}, {5, 0.3, 5}).status().code() == ANT_OK);
}

// Lengths of ways, with Detour's own search as the judge. Both search over polygons, so that neither is the shortest for sure.
void ways_are_as_long_as_those_of_detour() {
    Yard yard;
    World world = fresh();
    DetourFollower follower;
    yard.follow(follower, world);
    dtNavMeshQuery *query = dtAllocNavMeshQuery();
    CHECK(dtStatusSucceed(query->init(yard.mesh, 2048)));
    const dtQueryFilter filter;
    const float extent[3] = {1, 1, 1};
    double worst = 0, sum = 0;
    for (int from = 0; from < 20; from++) {
        const float start[3] = {1.5f + static_cast<float>(from % 5) * 2, 0.2f, 1.5f + static_cast<float>(from / 5) * 4};
        const float goal[3] = {20.5f - static_cast<float>(from % 4) * 1, 0.2f, 18.5f - static_cast<float>(from % 7)};
        dtPolyRef first, last, path[128];
        float near_start[3], near_goal[3], straight[3 * 128];
        int polys = 0, points = 0;
        query->findNearestPoly(start, extent, &filter, &first, near_start);
        query->findNearestPoly(goal, extent, &filter, &last, near_goal);
        query->findPath(first, last, near_start, near_goal, &filter, path, &polys, 128);
        query->findStraightPath(near_start, near_goal, path, polys, straight, nullptr, nullptr, &points, 128);
        double theirs = 0;
        for (int i = 3; i < 3 * points; i += 3) {
            theirs += std::hypot(straight[i] - straight[i - 3], straight[i + 2] - straight[i - 1]);
        }
        const auto ours = world.path_distance({near_start[0], near_start[1] + 0.1, near_start[2]}, {near_goal[0], near_goal[1] + 0.1, near_goal[2]});
        CHECK(ours.ok() && ours.status().code() == ANT_OK && *ours < theirs * 1.05);
        CHECK(*ours > std::hypot(near_start[0] - near_goal[0], near_start[2] - near_goal[2]) - 0.05);
        worst = std::fmax(worst, *ours / theirs);
        sum += *ours / theirs;
    }
    printf("  20 ways: %.3f of Detour's length in the mean, %.3f at most\n", sum / 20, worst);
    CHECK(sum / 20 < 1.01);
    dtFreeNavMeshQuery(query);
}

void a_tile_that_is_baked_anew_is_followed() {
    Yard yard;
    World world = fresh();
    DetourFollower follower;
    yard.follow(follower, world);
    box(yard.vertices, yard.triangles, 4, 0, 4, 6, 1.5f, 6); // another pillar, within one tile
    yard.mesh->removeTile(yard.mesh->getTileRefAt(0, 0, 0), nullptr, nullptr);
    CHECK(yard.follow(follower, world) == 1 && !world.locate({2, 0.3, 2}).ok());
    yard.bake(0, 0);
    CHECK(yard.follow(follower, world) == 1);
    CHECK(world.locate({2, 0.3, 2}).ok() && !world.locate({5, 0.3, 5}).ok());
    CHECK(world.path_distance({1, 0.3, 1}, {28, 0.3, 2}).status().code() == ANT_OK);
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(every_tile_is_read);
    RUN_TEST(neighbours_and_walls_are_those_of_detour);
    RUN_TEST(a_connection_is_a_way_down_and_not_up);
    RUN_TEST(what_detour_has_closed_is_closed);
    RUN_TEST(ways_are_as_long_as_those_of_detour);
    RUN_TEST(a_tile_that_is_baked_anew_is_followed);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
