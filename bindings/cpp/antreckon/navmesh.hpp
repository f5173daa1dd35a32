// Navmesh tiles of an engine, fed to a level: what Recast and Detour keep, and what changed since the last time.
#ifndef ANTRECKON_NAVMESH_HPP
#define ANTRECKON_NAVMESH_HPP

#include "call.hpp"
#include "stream.hpp"
#include "world.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace antreckon {

/// Where a tile lies in the engine's grid of tiles.
struct NavTileKey {
    std::int32_t x = 0, y = 0, layer = 0;
    friend bool operator<(const NavTileKey &a, const NavTileKey &b) {
        return std::tie(a.x, a.y, a.layer) < std::tie(b.x, b.y, b.layer);
    }
};

/// Convex polygons and links of one tile, in the host's frame. One object serves for many tiles: clear() keeps its memory.
class NavTile {
public:
    void clear() {
        vertices_.clear();
        indices_.clear();
        sizes_.clear();
        areas_.clear();
        links_.clear();
    }
    bool empty() const { return sizes_.empty(); }
    std::size_t polygon_count() const { return sizes_.size(); }
    std::size_t link_count() const { return links_.size(); }

    /// Its number, for add_polygon.
    std::uint32_t add_vertex(const Vec3 &vertex) {
        vertices_.push_back(vertex);
        return detail::count_of(vertices_.size() - 1);
    }
    /// Corners by number, in order; area kind 0 to 63. Fewer than three corners are no polygon and left out.
    template <class Index>
    void add_polygon(const Index *corners, std::size_t count, std::uint8_t area) {
        if (count < 3 || count > 255) {
            return;
        }
        indices_.insert(indices_.end(), corners, corners + count);
        sizes_.push_back(static_cast<std::uint8_t>(count));
        areas_.push_back(area);
    }
    /// Corners by position: for engines that hand out polygons one by one.
    void add_polygon(span<const Vec3> corners, std::uint8_t area) {
        if (corners.size() < 3 || corners.size() > 255) {
            return;
        }
        for (const Vec3 &corner : corners) {
            indices_.push_back(add_vertex(corner));
        }
        sizes_.push_back(static_cast<std::uint8_t>(corners.size()));
        areas_.push_back(area);
    }
    void add_link(const AntLinkDesc &link) { links_.push_back(link); }

    /// What ant_world_set_tile reads; valid while this object is not changed.
    AntMeshDesc mesh() const {
        AntMeshDesc desc = defaults<AntMeshDesc>();
        desc.vertex_count = detail::count_of(vertices_.size());
        desc.index_count = detail::count_of(indices_.size());
        desc.polygon_count = detail::count_of(sizes_.size());
        desc.vertices = vectors(vertices_).raw;
        desc.indices = scalars(indices_).raw;
        desc.polygon_sizes = scalars(sizes_).raw;
        desc.areas = scalars(areas_).raw;
        desc.links = links_.data();
        desc.link_count = detail::count_of(links_.size());
        return desc;
    }

    /// Equal for equal content: tells whether a tile has to be given again.
    std::uint64_t hash() const {
        std::uint64_t state = 0xcbf29ce484222325u; // FNV-1a, 64 bits
        mix(state, vertices_.data(), vertices_.size() * sizeof(Vec3));
        mix(state, indices_.data(), indices_.size() * sizeof(std::uint32_t));
        mix(state, sizes_.data(), sizes_.size());
        mix(state, areas_.data(), areas_.size());
        for (const AntLinkDesc &link : links_) {
            // Field by field, because a struct may have padding.
            mix(state, &link.kind, sizeof(link.kind));
            mix(state, link.from, sizeof(link.from));
            mix(state, link.to, sizeof(link.to));
            mix(state, &link.travel_time, sizeof(link.travel_time));
            mix(state, &link.flags, sizeof(link.flags));
            mix(state, &link.area, sizeof(link.area));
        }
        return state;
    }

private:
    static void mix(std::uint64_t &state, const void *bytes, std::size_t count) {
        const auto *at = static_cast<const unsigned char *>(bytes);
        for (std::size_t i = 0; i < count; i++) {
            state = (state ^ at[i]) * 0x100000001b3u;
        }
        state = (state ^ count) * 0x100000001b3u;
    }

    std::vector<Vec3> vertices_;
    std::vector<std::uint32_t> indices_;
    std::vector<std::uint8_t> sizes_, areas_;
    std::vector<AntLinkDesc> links_;
};

/// Detour's axes (right-handed, Y up) to Unreal's, as that engine turns them; units stay.
inline Vec3 detour_to_unreal(double x, double y, double z) { return {-x, -z, y}; }

/// Detour's axes are the library's.
inline Vec3 detour_as_is(double x, double y, double z) { return {x, y, z}; }

namespace detail {

// Detour keeps the direction of a connection in a bit of its flags; Unreal's copy has moved it behind a function.
template <class Connection, class = void>
struct TwoWay {
    static bool of(const Connection &connection) { return (connection.flags & 1u) != 0; }
};
template <class Connection>
struct TwoWay<Connection, std::void_t<decltype(std::declval<const Connection &>().getBiDirectional())>> {
    static bool of(const Connection &connection) { return connection.getBiDirectional(); }
};

// A polygon without any flag passes no filter of Detour: an engine has closed it (in Unreal, an area that nobody may walk on, or a
// link that is switched off).
template <class Polygon, class = void>
struct Open {
    static bool is(const Polygon &) { return true; }
};
template <class Polygon>
struct Open<Polygon, std::void_t<decltype(std::declval<const Polygon &>().flags)>> {
    static bool is(const Polygon &polygon) { return polygon.flags != 0; }
};
template <class Polygon>
bool is_open(const Polygon &polygon) {
    return Open<Polygon>::is(polygon);
}

} // namespace detail

/// Reads a tile of Detour: dtMeshTile, of Unreal's copy too, or arrays of the same names. `place(x, y, z)` turns a point into the
/// host's frame. Which polygons are neighbours is not read: the library finds it by the edges, also across tiles. What has no flag is
/// closed in Detour, and left out.
/// Returns false, and an empty tile, for a place in Detour's array that holds none.
template <class Tile, class Place>
bool read_detour_tile(const Tile &tile, Place place, NavTile &out, NavTileKey &key) {
    out.clear();
    if (tile.header == nullptr || tile.polys == nullptr || tile.verts == nullptr) {
        return false;
    }
    const auto &header = *tile.header;
    key = {static_cast<std::int32_t>(header.x), static_cast<std::int32_t>(header.y), static_cast<std::int32_t>(header.layer)};
    const auto vertex_count = static_cast<std::size_t>(header.vertCount);
    const auto polygon_count = static_cast<std::size_t>(header.polyCount);
    for (std::size_t i = 0; i < vertex_count; i++) {
        out.add_vertex(place(tile.verts[3 * i], tile.verts[3 * i + 1], tile.verts[3 * i + 2]));
    }
    for (std::size_t i = 0; i < polygon_count; i++) {
        const auto &polygon = tile.polys[i];
        if (polygon.getType() == 0 && detail::is_open(polygon)) { // ground; the others stand for connections
            out.add_polygon(polygon.verts, polygon.vertCount, polygon.getArea());
        }
    }
    const auto connection_count = static_cast<std::size_t>(header.offMeshConCount);
    for (std::size_t i = 0; tile.offMeshCons != nullptr && i < connection_count; i++) {
        const auto &connection = tile.offMeshCons[i];
        if (connection.poly < polygon_count && !detail::is_open(tile.polys[connection.poly])) {
            continue;
        }
        AntLinkDesc link = defaults<AntLinkDesc>();
        const Vec3 from = place(connection.pos[0], connection.pos[1], connection.pos[2]);
        const Vec3 to = place(connection.pos[3], connection.pos[4], connection.pos[5]);
        std::memcpy(link.from, from.data(), sizeof(link.from));
        std::memcpy(link.to, to.data(), sizeof(link.to));
        link.kind = ANT_LINK_JUMP;
        link.flags = detail::TwoWay<std::decay_t<decltype(connection)>>::of(connection) ? ANT_LINK_TWO_WAY : 0u;
        if (connection.poly < polygon_count) {
            link.area = tile.polys[connection.poly].getArea();
        }
        out.add_link(link);
    }
    return true;
}

/// Keeps a level equal to a navmesh: gives only the tiles that changed, so that fields elsewhere stay.
///
///   feed.begin();
///   for (tile : all tiles) { read_detour_tile(tile, detour_to_unreal, scratch, key); feed.give(world, key, scratch); }
///   feed.end(world);
class NavMeshFeed {
public:
    /// A look at all tiles begins.
    void begin() {
        for (auto &entry : known_) {
            entry.second.seen = false;
        }
        changes_ = 0;
    }
    /// A tile as it is now; the value says whether the level was changed. On an error the level keeps what it had there.
    Expected<bool> give(World &world, NavTileKey key, const NavTile &tile) {
        const auto found = known_.find(key);
        if (tile.empty()) {
            // Left out: end() removes it if it was there.
            return Expected<bool>(false, Status());
        }
        const std::uint64_t hash = tile.hash();
        if (found != known_.end() && found->second.hash == hash) {
            found->second.seen = true;
            return Expected<bool>(false, Status());
        }
        Status status = world.set_tile(key.x, key.y, key.layer, tile.mesh());
        if (!status) {
            if (found != known_.end()) {
                found->second.seen = true;
            }
            return Expected<bool>(std::move(status));
        }
        known_[key] = {hash, true};
        changes_++;
        return Expected<bool>(true, std::move(status));
    }
    /// All tiles were given: those that were not are gone. The value is the number of tiles that changed since begin().
    Expected<std::uint32_t> end(World &world) {
        Status last;
        for (auto entry = known_.begin(); entry != known_.end();) {
            if (entry->second.seen) {
                ++entry;
                continue;
            }
            const NavTileKey key = entry->first;
            ++entry;
            const Expected<bool> removed = remove(world, key);
            if (!removed) {
                last = removed.status();
            }
        }
        return last.ok() ? Expected<std::uint32_t>(changes_, Status()) : Expected<std::uint32_t>(std::move(last));
    }
    /// A tile is gone; the value says whether it was known.
    Expected<bool> remove(World &world, NavTileKey key) {
        const auto found = known_.find(key);
        if (found == known_.end()) {
            return Expected<bool>(false, Status());
        }
        Status status = world.remove_tile(key.x, key.y, key.layer);
        if (!status && status.code() != ANT_ERROR_NOT_FOUND) {
            return Expected<bool>(std::move(status));
        }
        known_.erase(found);
        changes_++;
        return Expected<bool>(true, Status());
    }
    /// The level is gone: everything is to be given again.
    void forget() { known_.clear(); }
    std::size_t tile_count() const { return known_.size(); }

private:
    struct Known {
        std::uint64_t hash = 0;
        bool seen = false;
    };
    std::map<NavTileKey, Known> known_;
    std::uint32_t changes_ = 0;
};

} // namespace antreckon

#endif // ANTRECKON_NAVMESH_HPP
