// The C++ layer: navmesh tiles as Detour keeps them, fed to a level in Unreal's frame, followed when they change.
#include "antreckon.hpp"
#include "detour_like.h"
#include "support/status.h"

#include <array>
#include <cmath>

namespace {

using antreckon::Expected;
using antreckon::NavMeshFeed;
using antreckon::NavTile;
using antreckon::NavTileKey;
using antreckon::Vec3;
using antreckon::World;
using detour_like::Squares;

// Detour's axes with Unreal's centimetres: x 0 to 800, z 0 to 400, in two tiles of 400; squares of 100.
constexpr double EDGE = 100;

struct Level {
    Squares west{0, 0, 0, 0, 0, 4, 4, EDGE};
    Squares east{1, 0, 400, 0, 0, 4, 4, EDGE};
    World world;
    NavMeshFeed feed;
    NavTile scratch;

    Level() {
        AntWorldDesc desc = antreckon::defaults<AntWorldDesc>();
        desc.frame.kind = ANT_FRAME_UNREAL;
        world = World::empty(desc).value();
    }
    bool give(const Squares &squares) {
        NavTileKey key;
        CHECK(antreckon::read_detour_tile(squares.tile, antreckon::detour_to_unreal, scratch, key));
        const Expected<bool> changed = feed.give(world, key, scratch);
        CHECK(changed.ok());
        return changed.ok() && *changed;
    }
    std::uint32_t follow() {
        feed.begin();
        give(west);
        give(east);
        return feed.end(world).value_or(99);
    }
};

// Detour (x, y, z) in Unreal's frame, a little above the floor.
Vec3 at(double x, double z, double y = 5) { return antreckon::detour_to_unreal(x, y, z); }

void squares_become_polygons_and_cells() {
    Level level;
    CHECK(level.follow() == 2 && level.feed.tile_count() == 2);
    const AntWorldStats stats = level.world.stats().value();
    CHECK(stats.polygon_count == 32 && stats.cell_count == 32);
    const AntLocation place = level.world.locate(at(350, 250)).value();
    CHECK(std::fabs(place.point[0] + 350) < 1e-6 && std::fabs(place.point[1] + 250) < 1e-6 && std::fabs(place.point[2]) < 1e-6);
}

// What Detour says about neighbours and walls is what the library finds by itself.
void neighbours_are_those_of_detour() {
    Level level;
    CHECK(level.follow() == 2);
    int open = 0, walls = 0;
    for (const Squares *squares : {&level.west, &level.east}) {
        for (const detour_like::Poly &poly : squares->polygons) {
            double cx = 0, cz = 0;
            for (int i = 0; i < poly.vertCount; i++) {
                cx += squares->vertices[3 * poly.verts[i]] / poly.vertCount;
                cz += squares->vertices[3 * poly.verts[i] + 2] / poly.vertCount;
            }
            for (int i = 0; i < poly.vertCount; i++) {
                const double *a = &squares->vertices[3 * poly.verts[i]];
                const double *b = &squares->vertices[3 * poly.verts[(i + 1) % poly.vertCount]];
                const double ex = (a[0] + b[0]) / 2, ez = (a[2] + b[2]) / 2;
                // From the centre through the middle of the edge to as far behind it.
                const Expected<AntWalkHit> walk = level.world.raycast(at(cx, cz), at(2 * ex - cx, 2 * ez - cz));
                const bool outer = ex > 799 || (poly.neis[i] == 0 && !(std::fabs(ex - 400) < 1));
                CHECK(walk.ok());
                CHECK((walk.status().code() == ANT_STOPPED) == outer);
                (outer ? walls : open)++;
            }
        }
    }
    CHECK(walls == 24 && open == 32 * 4 - 24);
}

void only_what_changed_is_given_again() {
    Level level;
    CHECK(level.follow() == 2 && level.follow() == 0);
    const std::uint64_t hash = level.world.state_hash().value();
    antreckon::PheromoneMap map = antreckon::PheromoneMap::create(level.world).value();
    CHECK(map.deposit(0, at(750, 350), 40).ok());
    level.west.remove_polygon(5); // the square around 150, 150
    CHECK(level.follow() == 1);
    CHECK(*map.value(0, at(750, 350)) == 40); // fields stay by position
    CHECK(level.world.locate(at(150, 150)).status().code() == ANT_ERROR_NOT_FOUND);
    CHECK(level.world.state_hash().value() != hash);
}

void a_tile_that_is_not_given_is_gone() {
    Level level;
    CHECK(level.follow() == 2);
    level.feed.begin();
    level.give(level.west);
    CHECK(level.feed.end(level.world).value() == 1 && level.feed.tile_count() == 1);
    CHECK(level.world.locate(at(750, 350)).status().code() == ANT_ERROR_NOT_FOUND);
    // And it may come back.
    CHECK(level.follow() == 1 && level.world.locate(at(750, 350)).ok());
    level.feed.begin();
    CHECK(level.feed.end(level.world).value() == 2 && level.world.stats()->cell_count == 0);
}

void a_removed_level_is_given_anew() {
    Level level;
    CHECK(level.follow() == 2);
    AntWorldDesc desc = antreckon::defaults<AntWorldDesc>();
    desc.frame.kind = ANT_FRAME_UNREAL;
    level.world = World::empty(desc).value();
    level.feed.forget();
    CHECK(level.follow() == 2 && level.world.stats()->cell_count == 32);
}

void places_without_a_tile_are_passed_over() {
    NavTile scratch;
    NavTileKey key{7, 7, 7};
    CHECK(!antreckon::read_detour_tile(detour_like::Tile{}, antreckon::detour_to_unreal, scratch, key));
    CHECK(scratch.empty() && key.x == 7);
    Level level;
    CHECK(!*level.feed.give(level.world, key, scratch) && level.feed.tile_count() == 0);
}

void connections_become_links_across_tiles() {
    Level level;
    // A ledge 300 above the floor: reached only by its connection. Its tile comes first, the other end is missing at first.
    Squares ledge(0, 3, 0, 300, 1000, 2, 2, EDGE);
    ledge.connect(50, 300, 1050, 50, 0, 350, false, 12);
    level.feed.begin();
    level.give(ledge);
    level.give(level.west);
    CHECK(level.feed.end(level.world).value() == 2);
    const Expected<double> down = level.world.path_distance(at(150, 1150, 305), at(350, 50));
    CHECK(down.ok() && down.status().code() == ANT_OK && *down > 700);
    CHECK(level.world.path_distance(at(350, 50), at(150, 1150, 305)).status().code() == ANT_UNREACHABLE);
    AntQueryFilter no_jumping = antreckon::defaults<AntQueryFilter>();
    no_jumping.allowed_areas &= ~(std::uint64_t(1) << 12);
    CHECK(level.world.path_distance(at(150, 1150, 305), at(350, 50), &no_jumping).status().code() == ANT_UNREACHABLE);

    ledge.connections[0].flags = 0x80;
    level.feed.begin();
    level.give(ledge);
    level.give(level.west);
    CHECK(level.feed.end(level.world).value() == 1);
    CHECK(level.world.path_distance(at(350, 50), at(150, 1150, 305)).status().code() == ANT_OK);

    // The connection goes with its tile.
    level.feed.begin();
    level.give(level.west);
    CHECK(level.feed.end(level.world).value() == 1);
    CHECK(level.world.stats()->polygon_count == 16);
}

// Engines close polygons and links in place, by taking their flags.
void what_has_no_flag_is_closed() {
    Level level;
    Squares ledge(0, 3, 0, 300, 1000, 2, 2, EDGE);
    ledge.connect(50, 300, 1050, 50, 0, 350, true, 12);
    const auto follow = [&] {
        level.feed.begin();
        level.give(ledge);
        level.give(level.west);
        return level.feed.end(level.world).value_or(99);
    };
    const auto reachable = [&] {
        return level.world.path_distance(at(350, 50), at(150, 1150, 305)).status().code() == ANT_OK;
    };
    CHECK(follow() == 2 && reachable());
    ledge.polygons.back().flags = 0; // stands for the connection
    CHECK(follow() == 1 && !reachable());
    ledge.polygons.back().flags = 2;
    CHECK(follow() == 1 && reachable());
    level.west.polygons[5].flags = 0; // the square around 150, 150
    CHECK(follow() == 1 && !level.world.locate(at(150, 150)).ok() && level.world.locate(at(250, 150)).ok());
}

void a_bad_polygon_is_told_and_the_old_tile_stays() {
    Level level;
    CHECK(level.follow() == 2);
    NavTile bad;
    bad.add_vertex({0, 0, 0});
    const std::array<std::uint16_t, 3> corners{0, 1, 2}; // two of them do not exist
    bad.add_polygon(corners.data(), 3, 0);
    level.feed.begin();
    const Expected<bool> given = level.feed.give(level.world, {0, 0, 0}, bad);
    CHECK(!given.ok() && given.status().code() == ANT_ERROR_BAD_MESH && !given.status().message().empty());
    level.give(level.east);
    CHECK(level.feed.end(level.world).value() == 0);
    CHECK(level.world.locate(at(150, 150)).ok());
}

void polygons_can_come_one_by_one() {
    Level level;
    const std::array<Vec3, 4> square{Vec3{0, 0, 0}, Vec3{100, 0, 0}, Vec3{100, 100, 0}, Vec3{0, 100, 0}};
    NavTile tile;
    tile.add_polygon(antreckon::span<const Vec3>(square), 3);
    tile.add_polygon(antreckon::span<const Vec3>(square.data(), 2), 3); // no polygon
    CHECK(tile.polygon_count() == 1);
    CHECK(*level.feed.give(level.world, {}, tile) && level.world.locate({50, 50, 10}).ok());
    const std::uint64_t hash = tile.hash();
    tile.clear();
    tile.add_polygon(antreckon::span<const Vec3>(square), 4);
    CHECK(tile.hash() != hash && *level.feed.give(level.world, {}, tile));
}

// Two bakes of a level a million times over would be a long match: the feed itself must not grow.
void re_baking_leaves_nothing_behind() {
    Level level;
    CHECK(level.follow() == 2);
    const detour_like::Poly poly = level.west.polygons[5];
    std::uint64_t bytes = 0;
    for (int round = 0; round < 200; round++) {
        level.west.remove_polygon(level.west.polygons.size() - 1);
        CHECK(level.follow() == 1);
        level.west.polygons.push_back(poly);
        level.west.refresh();
        CHECK(level.follow() == 1);
        if (round == 20) {
            bytes = bytes_in_use();
        }
    }
    CHECK(bytes_in_use() <= bytes + 4096);
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(squares_become_polygons_and_cells);
    RUN_TEST(neighbours_are_those_of_detour);
    RUN_TEST(only_what_changed_is_given_again);
    RUN_TEST(a_tile_that_is_not_given_is_gone);
    RUN_TEST(a_removed_level_is_given_anew);
    RUN_TEST(places_without_a_tile_are_passed_over);
    RUN_TEST(connections_become_links_across_tiles);
    RUN_TEST(what_has_no_flag_is_closed);
    RUN_TEST(a_bad_polygon_is_told_and_the_old_tile_stays);
    RUN_TEST(polygons_can_come_one_by_one);
    RUN_TEST(re_baking_leaves_nothing_behind);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
