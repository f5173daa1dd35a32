// A level that follows a navmesh of Detour, a little in each frame: what did not change costs a comparison of a few numbers a tile.
#ifndef ANTRECKON_DETOUR_FOLLOWER_HPP
#define ANTRECKON_DETOUR_FOLLOWER_HPP

#include "navmesh.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace antreckon {

/// Keeps a level equal to a dtNavMesh, of Unreal's copy too, or to something with the same getMaxTiles() and getTile(i).
///
///   follower.look(mesh);                                          // a few times a second: which tiles came, went or were baked anew
///   follower.work(world, mesh, detour_to_unreal, [&] { return time_is_left; });     // every frame while waiting()
///
/// A tile is the same as before while its salt, the address of its data, its flags and its counts are. What an engine changes within a tile (a
/// link that is switched, an area) is not seen by that: recheck() reads everything again, a little in each frame too.
class DetourFollower {
public:
    /// Which tiles have changed since the last look. Returns how many wait to be read. The mesh may not change meanwhile.
    template <class Mesh>
    std::size_t look(const Mesh &mesh) {
        if (&mesh != mesh_) {
            mesh_ = &mesh;
            recheck();
        }
        const auto count = static_cast<std::size_t>(mesh.getMaxTiles() > 0 ? mesh.getMaxTiles() : 0);
        for (std::size_t i = count; i < slots_.size(); i++) {
            vanish(i);
        }
        slots_.resize(count);
        for (std::size_t i = 0; i < count; i++) {
            const auto *tile = mesh.getTile(static_cast<int>(i));
            Slot &slot = slots_[i];
            if (tile == nullptr || tile->header == nullptr) {
                vanish(i);
                continue;
            }
            const auto &header = *tile->header;
            const std::uint64_t counts = (static_cast<std::uint64_t>(header.polyCount) << 40) ^
                                         (static_cast<std::uint64_t>(header.vertCount) << 16) ^
                                         static_cast<std::uint64_t>(header.offMeshConCount);
            const Identity now{static_cast<std::uint64_t>(tile->salt), tile->data, static_cast<std::int64_t>(tile->flags), counts};
            if (!slot.there || slot.identity != now || slot.recheck) {
                slot.identity = now;
                slot.there = true;
                slot.recheck = false;
                wait_for(i);
            }
        }
        return waiting_count();
    }
    /// There is no mesh: all tiles go.
    std::size_t look() {
        mesh_ = nullptr;
        for (std::size_t i = 0; i < slots_.size(); i++) {
            vanish(i);
            slots_[i].waits = false;
        }
        waiting_.clear();
        next_ = 0;
        return waiting_count();
    }
    /// The next look has everything read again.
    void recheck() {
        for (Slot &slot : slots_) {
            slot.recheck = true;
        }
    }

    /// Reads what waits, while `more()` says that there is time; one tile at least. Of a tile that is refused the level keeps what it
    /// had there; the status is that of the last such tile.
    template <class Mesh, class Place, class More>
    Status work(World &world, const Mesh &mesh, Place place, More more) {
        Status last;
        while (next_ < waiting_.size()) {
            const std::size_t index = waiting_[next_++];
            if (index >= slots_.size()) {
                continue; // the array has become shorter meanwhile
            }
            slots_[index].waits = false;
            read(world, mesh, place, index, last);
            if (!more()) {
                break;
            }
        }
        return finish(world, std::move(last));
    }
    /// The same without a mesh: what is gone goes.
    Status work(World &world) { return finish(world, Status()); }

    bool waiting() const { return waiting_count() > 0; }
    std::size_t waiting_count() const { return waiting_.size() - next_ + gone_.size(); }
    /// How many tiles of the level were changed since this was asked last.
    std::uint32_t take_changes() { return std::exchange(changes_, 0u); }
    std::size_t tile_count() const { return feed_.tile_count(); }

private:
    struct Identity {
        std::uint64_t salt = 0;
        const void *data = nullptr;
        std::int64_t flags = 0;
        /// Of polygons, vertices and connections: a mesh that is built anew begins with the same salts, perhaps in the same memory.
        std::uint64_t counts = 0;
        friend bool operator!=(const Identity &a, const Identity &b) {
            return a.salt != b.salt || a.data != b.data || a.flags != b.flags || a.counts != b.counts;
        }
    };
    /// A place in the array of a mesh.
    struct Slot {
        Identity identity;
        /// What it brought to the level.
        NavTileKey key;
        bool there = false, waits = false, holds = false, recheck = false;
    };

    void wait_for(std::size_t index) {
        if (!slots_[index].waits) {
            slots_[index].waits = true;
            waiting_.push_back(index);
        }
    }
    void vanish(std::size_t index) {
        Slot &slot = slots_[index];
        slot.there = false;
        let_go(index);
    }
    /// A tile that is baked anew may lie in another place of the array: it is looked for before the old one goes.
    void let_go(std::size_t index) {
        Slot &slot = slots_[index];
        if (slot.holds) {
            slot.holds = false;
            gone_.push_back({slot.key, index});
        }
    }
    template <class Mesh, class Place>
    void read(World &world, const Mesh &mesh, Place place, std::size_t index, Status &last) {
        if (!slots_[index].there) {
            return;
        }
        Slot &slot = slots_[index];
        const auto *tile = mesh.getTile(static_cast<int>(index));
        NavTileKey key;
        if (tile == nullptr || !read_detour_tile(*tile, place, tile_, key) || tile_.empty()) {
            let_go(index);
            return;
        }
        const Expected<bool> given = feed_.give(world, key, tile_);
        if (!given) {
            last = given.status();
            return;
        }
        changes_ += *given ? 1u : 0u;
        if (slot.holds && (slot.key < key || key < slot.key)) {
            let_go(index);
        }
        slot.key = key;
        slot.holds = true;
        holders_[key] = index;
    }
    Status finish(World &world, Status last) {
        if (next_ < waiting_.size()) {
            return last;
        }
        waiting_.clear();
        next_ = 0;
        for (const auto &gone : gone_) {
            const auto holder = holders_.find(gone.first);
            if (holder == holders_.end() || holder->second != gone.second || slots_holds(gone.second, gone.first)) {
                continue; // it is elsewhere now, or here again
            }
            holders_.erase(holder);
            const Expected<bool> removed = feed_.remove(world, gone.first);
            if (!removed) {
                last = removed.status();
            }
            changes_ += removed.value_or(false) ? 1u : 0u;
        }
        gone_.clear();
        return last;
    }
    bool slots_holds(std::size_t index, const NavTileKey &key) const {
        return index < slots_.size() && slots_[index].holds && !(slots_[index].key < key) && !(key < slots_[index].key);
    }

    const void *mesh_ = nullptr;
    std::vector<Slot> slots_;
    /// Places to be read, from next_ on; and what they held before.
    std::vector<std::size_t> waiting_;
    std::size_t next_ = 0;
    std::vector<std::pair<NavTileKey, std::size_t>> gone_;
    /// Which place a tile of the level came from.
    std::map<NavTileKey, std::size_t> holders_;
    NavTile tile_;
    NavMeshFeed feed_;
    std::uint32_t changes_ = 0;
};

} // namespace antreckon

#endif // ANTRECKON_DETOUR_FOLLOWER_HPP
