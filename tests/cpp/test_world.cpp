// The C++ layer: ownership, statuses with their text, streams over containers and structs, and what a World does.
#include "antreckon.hpp"
#include "support/yard.h"

#include <array>
#include <cmath>
#include <cstring>

namespace {

using antreckon::Expected;
using antreckon::Status;
using antreckon::Stream;
using antreckon::Vec3;
using antreckon::World;

static_assert(!std::is_copy_constructible_v<World> && !std::is_copy_assignable_v<World>, "one owner");
static_assert(std::is_nothrow_move_constructible_v<World> && std::is_nothrow_move_assignable_v<World>, "moves");
static_assert(sizeof(World) == sizeof(AntWorld), "a handle and nothing else");

Expected<World> make_yard() {
    Quads quads;
    yard_quads(&quads, ANT_FRAME_CANONICAL);
    return World::mesh(antreckon::defaults<AntWorldDesc>(), quads.desc);
}

void header_and_library_fit() {
    CHECK(antreckon::check_version().ok());
    CHECK(antreckon::time_from_seconds(0.25).value() == 250000000);
    CHECK(!antreckon::time_from_seconds(NAN).ok());
}

void a_world_ends_with_its_owner() {
    AntWorld handle{};
    {
        Expected<World> world = make_yard();
        ENSURE(world.ok() && world->valid());
        handle = world->get();
        CHECK(ant_is_valid(handle.id) == ANT_OK);
    }
    CHECK(ant_is_valid(handle.id) == ANT_ERROR_INVALID_HANDLE);
    CHECK(bytes_in_use() == 0);
}

void sight_is_told_by_windows_and_clusters() {
    World world = make_yard().value();
    const AntWindow window = world.add_window({0, 0, 0}, {1, 1, 1}).value();
    CHECK(window.id != 0 && world.remove_window(window).ok());
    CHECK(world.remove_window(window).code() == ANT_ERROR_NOT_FOUND);
    CHECK(world.add_window({NAN, 0, 0}, {1, 1, 1}).status().code() == ANT_ERROR_NOT_FINITE);
    const std::uint8_t rows[1] = {1};
    AntVisibilityDesc desc = antreckon::defaults<AntVisibilityDesc>();
    desc.cluster_count = 1;
    CHECK(world.set_visibility(desc).code() == ANT_ERROR_NULL_POINTER);
    desc.rows = rows;
    CHECK(world.set_visibility(desc).ok() && world.clear_visibility().ok());
}

void moving_hands_the_world_over() {
    World first = make_yard().value();
    const AntWorld handle = first.get();
    World second = std::move(first);
    CHECK(second.get().id == handle.id && second.valid());
    World third = make_yard().value();
    const AntWorld gone = third.get();
    third = std::move(second);
    CHECK(third.get().id == handle.id && ant_is_valid(gone.id) == ANT_ERROR_INVALID_HANDLE);
    World &same = third;
    third = std::move(same);
    CHECK(third.valid());
    third.reset();
    CHECK(!third.valid() && third.get().id == 0 && ant_is_valid(handle.id) == ANT_ERROR_INVALID_HANDLE);
    third.reset();
    CHECK(bytes_in_use() == 0);
}

void a_released_handle_is_the_callers() {
    AntWorld handle{};
    {
        World world = make_yard().value();
        handle = world.release();
        CHECK(!world.valid());
    }
    CHECK(ant_destroy(handle.id) == ANT_OK);
}

void a_failure_keeps_its_text() {
    AntWorldDesc desc = antreckon::defaults<AntWorldDesc>();
    desc.cell_size = -1;
    const Expected<World> world = World::empty(desc);
    CHECK(!world.ok() && !world && world.status().code() == ANT_ERROR_OUT_OF_RANGE);
    CHECK(std::strcmp(world.status().name(), "ANT_ERROR_OUT_OF_RANGE") == 0);
    (void)World().stats(); // another failure on this thread
    const std::string &text = world.status().message();
    CHECK(text.find("ant_world_create_mesh") == 0 && text.find("cell_size") != std::string::npos);
    CHECK(text.find('\0') == std::string::npos);
    CHECK(Status().ok() && Status().message().empty());
}

void an_empty_owner_is_refused_by_every_call() {
    World none;
    CHECK(!none.valid());
    CHECK(none.stats().status().code() == ANT_ERROR_INVALID_HANDLE);
    CHECK(none.rebase({1, 0, 0}).code() == ANT_ERROR_INVALID_HANDLE);
    CHECK(none.path({0, 0, 0}, {1, 0, 0}).status().code() == ANT_ERROR_INVALID_HANDLE);
    CHECK(none.snapshot().status().code() == ANT_ERROR_INVALID_HANDLE && none.snapshot()->empty());
}

void questions_have_values_or_statuses() {
    const World world = make_yard().value();
    const Expected<AntLocation> place = world.locate({2.5, 1, 8.5});
    ENSURE(place.ok());
    CHECK(place->point[1] == 0 && place->polygon == 0);
    CHECK(world.locate({5, 0, 5}).status().code() == ANT_ERROR_NOT_FOUND);
    CHECK(world.locate({4.75, 0, 5.5}, 1)->point[0] == 4);
    const Expected<AntWalkHit> hit = world.raycast({2, 0, 9}, {7, 0, 4});
    CHECK(hit.ok() && hit.status().code() == ANT_STOPPED && std::fabs(hit->point[0] - 4) < 1e-5);
    CHECK(world.cell_info(world.locate({2.5, 0, 8.5})->cell)->center[2] == 8.5);
    CHECK(world.stats()->cell_count == YARD_CELLS && world.bytes().value() > 0);
}

void a_path_has_as_many_points_as_it_needs() {
    const World world = make_yard().value();
    const Expected<std::vector<Vec3>> path = world.path({2.5, 0, 8.5}, {7.5, 0, 8.5});
    ENSURE(path.ok() && path->size() >= 4);
    CHECK(path.value().front().x == 2.5 && path.value().back().x == 7.5);
    CHECK(std::fabs(world.path_distance({2.5, 0, 8.5}, {7.5, 0, 8.5}).value() - (2 * std::hypot(1.5, 6.5) + 2)) < 1e-9);
    const Expected<std::vector<Vec3>> nowhere = world.path({7.5, 0, 8.5}, {2.5, 5, 8.5});
    CHECK(nowhere.ok() && nowhere.status().code() == ANT_UNREACHABLE);
    CHECK(world.path({500, 0, 0}, {1, 0, 1}).status().code() == ANT_ERROR_NOT_FOUND);
}

// A comb of walls that must be walked around one after the other: more than 32 corners.
void a_long_path_is_not_cut() {
    constexpr std::uint32_t width = 81, depth = 5;
    std::array<std::uint8_t, width * depth> blocked{};
    for (std::uint32_t x = 1; x < width; x += 2) {
        for (std::uint32_t z = 0; z < depth; z++) {
            blocked[z * width + x] = z != (x / 2 % 2 ? 0 : depth - 1);
        }
    }
    AntGridDesc grid = antreckon::defaults<AntGridDesc>();
    grid.width = width;
    grid.depth = depth;
    grid.blocked = antreckon::scalars(blocked).raw;
    const World world = World::grid(antreckon::defaults<AntWorldDesc>(), grid).value();
    const Expected<std::vector<Vec3>> path = world.path({0.5, 0, 0.5}, {width - 0.5, 0, 0.5});
    ENSURE(path.ok());
    CHECK(path.status().code() == ANT_OK && path->size() > 64);
    CHECK(path->back().x == width - 0.5 && path->back().z == 0.5);
}

struct Actor {
    std::int32_t id;
    float position[3];
    double health;
};

void streams_are_views_of_containers_and_structs() {
    const World world = make_yard().value();
    const std::vector<Vec3> places{{2.5, 1, 8.5}, {8.5, 1, 8.5}};
    std::array<Vec3, 2> found{};
    std::vector<AntCell> cells(2);
    std::vector<std::int32_t> status(2, 77);
    const Status done = world.locate(antreckon::vectors(places), 0, antreckon::vectors(found), antreckon::scalars(cells),
                                     antreckon::none(), antreckon::scalars(status));
    CHECK(done.code() == ANT_OK && found[1].x == 8.5 && found[1].y == 0 && status[1] == ANT_OK);
    CHECK(cells[0].id == world.locate(places[0])->cell.id && cells[1].id != cells[0].id);

    std::vector<Actor> actors(2);
    for (std::size_t i = 0; i < 2; i++) {
        actors[i] = {7, {static_cast<float>(places[i].x), 1, static_cast<float>(places[i].z)}, 100};
    }
    const Stream positions = antreckon::strided(antreckon::span<Actor>(actors), actors[0].position, ANT_F32X3);
    CHECK(positions.count == 2);
    CHECK(world.locate(positions, 0, positions).ok());
    CHECK(actors[1].position[1] == 0 && actors[1].id == 7 && actors[1].health == 100);
}

void streams_of_different_lengths_are_refused() {
    const World world = make_yard().value();
    std::vector<Vec3> places(3, Vec3{2.5, 0, 8.5}), fewer(2);
    const Status refused = world.locate(antreckon::vectors(places), 0, antreckon::vectors(fewer));
    CHECK(refused.code() == ANT_ERROR_BUFFER_TOO_SMALL && fewer[0].x == 0);
    std::vector<Vec3> nothing;
    CHECK(world.locate(antreckon::vectors(nothing), 0, antreckon::none()).ok());
    std::vector<double> distances(3);
    CHECK(world.path_distance(antreckon::vectors(places), antreckon::vectors(fewer), nullptr,
                              antreckon::scalars(distances))
              .code() == ANT_ERROR_BUFFER_TOO_SMALL);
}

void formats_follow_from_the_element() {
    std::vector<float> f(1);
    std::vector<std::uint8_t> u8(1);
    std::vector<std::int8_t> i8(1);
    std::vector<std::uint16_t> u16(1);
    std::vector<std::int64_t> i64(1);
    std::array<std::array<float, 3>, 1> v3{};
    std::array<std::array<double, 4>, 1> q{};
    CHECK(antreckon::scalars(f).raw.format == ANT_F32 && antreckon::scalars(u8).raw.format == ANT_U8);
    CHECK(antreckon::scalars(i8).raw.format == ANT_I8 && antreckon::scalars(u16).raw.format == ANT_U16);
    CHECK(antreckon::scalars(i64).raw.format == ANT_I64 && antreckon::vectors(v3).raw.format == ANT_F32X3);
    CHECK(antreckon::quaternions(q).raw.format == ANT_F64X4 && antreckon::quaternions(q).raw.byte_len == 32);
}

void tiles_links_doors_and_snapshots_work() {
    World world = make_yard().value();
    AntLinkDesc link_desc = antreckon::defaults<AntLinkDesc>();
    AntDoorDesc door_desc = antreckon::defaults<AntDoorDesc>();
    set_vector(link_desc.from, 8.5, 0, 5.5);
    set_vector(link_desc.to, 2.5, 5, 5.5);
    door_desc.flags = ANT_DOOR_HAS_BOUNDS;
    set_vector(door_desc.bounds_min, 4, 0, 0);
    set_vector(door_desc.bounds_max, 6, 2, 2);
    const Expected<AntLink> link = world.add_link(link_desc);
    const Expected<AntDoor> door = world.add_door(door_desc);
    ENSURE(link.ok() && door.ok() && world.door_is_open(*door).value());
    const Expected<std::vector<std::uint8_t>> open = world.snapshot();
    const std::uint64_t hash = world.state_hash().value();
    CHECK(world.set_door(*door, false).ok() && !world.door_is_open(*door).value());
    CHECK(world.path_distance({2.5, 0, 1}, {8.5, 0, 1}).status().code() == ANT_UNREACHABLE);
    CHECK(world.restore(*open).ok() && world.state_hash().value() == hash);
    CHECK(world.restore({open->data(), open->size() - 1}).code() == ANT_ERROR_CORRUPT);
    CHECK(world.remove_door(*door).ok() && world.remove_link(*link).ok());
    CHECK(world.remove_link(*link).code() == ANT_ERROR_NOT_FOUND);
    CHECK(world.remove_tile(0, 0, 0).ok() && world.stats()->cell_count == 0);
}

void nothing_is_left_behind() { CHECK(bytes_in_use() == 0); }

} // namespace

int main(int argc, char **argv) {
    ensure_begin(argc, argv);
    RUN_TEST(header_and_library_fit);
    RUN_TEST(a_world_ends_with_its_owner);
    RUN_TEST(sight_is_told_by_windows_and_clusters);
    RUN_TEST(moving_hands_the_world_over);
    RUN_TEST(a_released_handle_is_the_callers);
    RUN_TEST(a_failure_keeps_its_text);
    RUN_TEST(an_empty_owner_is_refused_by_every_call);
    RUN_TEST(questions_have_values_or_statuses);
    RUN_TEST(a_path_has_as_many_points_as_it_needs);
    RUN_TEST(a_long_path_is_not_cut);
    RUN_TEST(streams_are_views_of_containers_and_structs);
    RUN_TEST(streams_of_different_lengths_are_refused);
    RUN_TEST(formats_follow_from_the_element);
    RUN_TEST(tiles_links_doors_and_snapshots_work);
    RUN_TEST(nothing_is_left_behind);
    return ensure_end();
}
