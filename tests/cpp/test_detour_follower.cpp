// The C++ layer: a level follows a navmesh of Detour without reading what did not change, a little in each frame.
#include "antreckon.hpp"
#include "detour_like.h"
#include "support/status.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

namespace {

using antreckon::DetourFollower;
using antreckon::NavTile;
using antreckon::NavTileKey;
using antreckon::World;
using detour_like::Squares;
using detour_like::Tile;

constexpr double EDGE = 100;
constexpr auto EVERYTHING = [] { return true; };

/// Tiles in a row, of 4 x 4 squares each unless said otherwise.
struct Mesh {
    std::vector<std::unique_ptr<Squares>> tiles;
    std::vector<Tile> places;

    std::size_t add(int x, int y = 0, int squares = 4) {
        const double size = squares * EDGE;
        tiles.push_back(std::make_unique<Squares>(x, y, x * size, 0, y * size, squares, squares, EDGE));
        places.push_back(tiles.back()->tile);
        return places.size() - 1;
    }
    void bake_anew(std::size_t place) {
        tiles[place]->refresh();
        places[place] = tiles[place]->tile;
    }
    void clear(std::size_t place) {
        const unsigned int salt = places[place].salt + 1;
        places[place] = Tile{};
        places[place].salt = salt;
    }
    int getMaxTiles() const { return static_cast<int>(places.size()); }
    const Tile *getTile(int i) const { return &places[static_cast<std::size_t>(i)]; }
};

World empty_level() {
    AntWorldDesc desc = antreckon::defaults<AntWorldDesc>();
    desc.frame.kind = ANT_FRAME_UNREAL;
    return World::empty(desc).value();
}

struct Level {
    Mesh mesh;
    World world = empty_level();
    DetourFollower follower;

    std::uint32_t follow() {
        (void)follower.look(mesh);
        CHECK(follower.work(world, mesh, antreckon::detour_to_unreal, EVERYTHING).ok());
        CHECK(!follower.waiting());
        return follower.take_changes();
    }
    std::uint32_t polygons() const { return static_cast<std::uint32_t>(world.stats().value().polygon_count); }
};

void tiles_come_go_and_are_baked_anew() {
    Level level;
    CHECK(level.follow() == 0);
    for (int x = 0; x < 4; x++) {
        level.mesh.add(x);
    }
    CHECK(level.follow() == 4 && level.follower.tile_count() == 4 && level.polygons() == 64);
    CHECK(level.follow() == 0);
    level.mesh.bake_anew(1); // the same content
    CHECK(level.follower.look(level.mesh) == 1);
    CHECK(level.follow() == 0 && level.polygons() == 64);
    level.mesh.tiles[1]->remove_polygon(3);
    level.mesh.bake_anew(1);
    CHECK(level.follow() == 1 && level.polygons() == 63);
    level.mesh.clear(2); // an invoker has left
    CHECK(level.follow() == 1 && level.polygons() == 47 && level.follower.tile_count() == 3);
    level.mesh.bake_anew(2);
    CHECK(level.follow() == 1 && level.polygons() == 63);
    // The mesh is rebuilt as another object, with the same content.
    Mesh other;
    for (int x = 0; x < 4; x++) {
        other.add(x);
    }
    CHECK(level.follower.look(other) == 4);
    CHECK(level.follower.work(level.world, other, antreckon::detour_to_unreal, EVERYTHING).ok());
    CHECK(level.follower.take_changes() == 1 && level.polygons() == 64); // the polygon that was missing
    // Its level is streamed out.
    CHECK(level.follower.look() == 4);
    CHECK(level.follower.work(level.world).ok() && level.follower.take_changes() == 4 && level.polygons() == 0);
    CHECK(level.follower.tile_count() == 0 && !level.follower.waiting());
}

void a_tile_may_move_to_another_place_of_the_array() {
    Level level;
    level.mesh.add(0);
    level.mesh.add(1);
    CHECK(level.follow() == 2);
    // Baked anew into another place: the level is not touched in between.
    level.mesh.add(0);
    level.mesh.clear(0);
    CHECK(level.follow() == 0 && level.polygons() == 32);
    // The place is taken by a tile that lies elsewhere.
    level.mesh.tiles[0] = std::make_unique<Squares>(5, 0, 2000, 0, 0, 4, 4, EDGE);
    level.mesh.bake_anew(0);
    CHECK(level.follow() == 1 && level.polygons() == 48);
    // Two places swap what they hold.
    std::swap(level.mesh.tiles[0], level.mesh.tiles[1]);
    level.mesh.bake_anew(0);
    level.mesh.bake_anew(1);
    CHECK(level.follow() == 0 && level.polygons() == 48 && level.follower.tile_count() == 3);
    // The array becomes shorter.
    level.mesh.places.pop_back();
    level.mesh.tiles.pop_back();
    CHECK(level.follow() == 1 && level.polygons() == 32);
    // A tile without a walkable polygon is none.
    for (detour_like::Poly &poly : level.mesh.tiles[0]->polygons) {
        poly.flags = 0;
    }
    level.mesh.bake_anew(0);
    CHECK(level.follow() == 1 && level.polygons() == 16);
}

void what_is_switched_in_place_needs_a_recheck() {
    Level level;
    level.mesh.add(0);
    CHECK(level.follow() == 1 && level.polygons() == 16);
    level.mesh.tiles[0]->polygons[5].flags = 0; // no new salt: Detour has closed it in place
    CHECK(level.follow() == 0 && level.polygons() == 16);
    level.follower.recheck();
    CHECK(level.follow() == 1 && level.polygons() == 15);
}

void a_refused_tile_leaves_what_was_there() {
    Level level;
    level.mesh.add(0);
    level.mesh.add(1);
    CHECK(level.follow() == 2 && level.polygons() == 32);
    level.mesh.tiles[0]->vertices[0] = std::nan("");
    level.mesh.bake_anew(0);
    CHECK(level.follower.look(level.mesh) == 1);
    const antreckon::Status status = level.follower.work(level.world, level.mesh, antreckon::detour_to_unreal, EVERYTHING);
    CHECK(!status.ok() && level.follower.take_changes() == 0 && level.polygons() == 32);
    CHECK(level.follower.look(level.mesh) == 0); // it is not tried again and again
    level.mesh.tiles[0]->vertices[0] = 0;
    level.mesh.bake_anew(0);
    CHECK(level.follow() == 0 && level.polygons() == 32);
}

void work_stops_when_there_is_no_time() {
    Level level;
    for (int x = 0; x < 10; x++) {
        level.mesh.add(x);
    }
    CHECK(level.follower.look(level.mesh) == 10);
    for (std::size_t left = 9; left > 0; left--) {
        CHECK(level.follower.work(level.world, level.mesh, antreckon::detour_to_unreal, [] { return false; }).ok());
        CHECK(level.follower.waiting_count() == left);
    }
    level.mesh.clear(9); // while it waits
    CHECK(level.follower.look(level.mesh) == 1);
    CHECK(level.follow() == 9 && level.polygons() == 144);
}

void what_waits_may_go_before_it_is_read() {
    Level level;
    for (int x = 0; x < 10; x++) {
        level.mesh.add(x);
    }
    CHECK(level.follow() == 10);
    level.follower.recheck();
    CHECK(level.follower.look(level.mesh) == 10);
    // The array becomes shorter while its places wait.
    level.mesh.places.resize(2);
    CHECK(level.follow() == 8 && level.polygons() == 32);
    // The mesh is streamed out while its tiles wait.
    level.follower.recheck();
    CHECK(level.follower.look(level.mesh) == 2);
    (void)level.follower.look();
    CHECK(level.follower.work(level.world).ok() && !level.follower.waiting());
    CHECK(level.follower.take_changes() == 2 && level.polygons() == 0);
    // And comes back.
    CHECK(level.follow() == 2 && level.polygons() == 32);
}

// A mesh that is built anew may count its salts from the beginning, and get the memory that the old one had.
void the_same_salt_and_place_in_memory_may_hold_another_tile() {
    Level level;
    level.mesh.add(0);
    CHECK(level.follow() == 1 && level.polygons() == 16);
    const unsigned int salt = level.mesh.places[0].salt;
    const unsigned char *data = level.mesh.places[0].data;
    level.mesh.tiles[0]->remove_polygon(3);
    level.mesh.bake_anew(0);
    level.mesh.places[0].salt = salt;
    level.mesh.places[0].data = data;
    CHECK(level.follow() == 1 && level.polygons() == 15);
}

double milliseconds(std::chrono::steady_clock::time_point since) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since).count();
}

// What made each streaming step a hitch.
void five_thousand_unchanged_tiles_are_not_read_again() {
    Level level;
    for (int y = 0; y < 50; y++) {
        for (int x = 0; x < 100; x++) {
            level.mesh.add(x, y, 6);
        }
    }
    NavTile scratch;
    NavTileKey key;
    const auto read_all = [&] {
        std::uint64_t sum = 0;
        for (const Tile &tile : level.mesh.places) {
            CHECK(antreckon::read_detour_tile(tile, antreckon::detour_to_unreal, scratch, key));
            sum += scratch.hash();
        }
        return sum;
    };
    (void)read_all();
    auto begun = std::chrono::steady_clock::now();
    const std::uint64_t first = read_all();
    const double before = milliseconds(begun);
    CHECK(first == read_all());

    begun = std::chrono::steady_clock::now();
    CHECK(level.follow() == 5000);
    const double built = milliseconds(begun);
    double after = 1e9;
    for (int i = 0; i < 5; i++) {
        begun = std::chrono::steady_clock::now();
        CHECK(level.follower.look(level.mesh) == 0);
        after = std::min(after, milliseconds(begun));
    }
    // All of them again, because a link was switched: 2 ms in each frame.
    level.follower.recheck();
    CHECK(level.follower.look(level.mesh) == 5000);
    int frames = 0;
    double longest = 0;
    while (level.follower.waiting() && frames < 100000) {
        begun = std::chrono::steady_clock::now();
        CHECK(level.follower.work(level.world, level.mesh, antreckon::detour_to_unreal, [&] { return milliseconds(begun) < 2; }).ok());
        longest = std::max(longest, milliseconds(begun));
        frames++;
    }
    CHECK(level.follower.take_changes() == 0);
    printf("  5000 tiles of 36 polygons: built in %.0f ms; unchanged, reading and hashing all %.1f ms, comparing salts %.3f ms; rechecked in %d frames, "
           "the longest %.1f ms\n",
           built, before, after, frames, longest);
    CHECK(after * 20 < before);
    CHECK(frames > 2);
}

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(tiles_come_go_and_are_baked_anew);
    RUN_TEST(a_tile_may_move_to_another_place_of_the_array);
    RUN_TEST(what_is_switched_in_place_needs_a_recheck);
    RUN_TEST(a_refused_tile_leaves_what_was_there);
    RUN_TEST(work_stops_when_there_is_no_time);
    RUN_TEST(what_waits_may_go_before_it_is_read);
    RUN_TEST(the_same_salt_and_place_in_memory_may_hold_another_tile);
    RUN_TEST(five_thousand_unchanged_tiles_are_not_read_again);
    return ensure_end();
}
