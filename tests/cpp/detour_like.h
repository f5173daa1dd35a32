// Tiles as Unreal's copy of Detour keeps them: doubles, counts of 16 bits, direction of connections behind a function. The names
// are Detour's public ones; nothing else of it is here.
#ifndef ANTRECKON_TEST_DETOUR_LIKE_H
#define ANTRECKON_TEST_DETOUR_LIKE_H

#include <cstdint>
#include <vector>

namespace detour_like {

struct Header {
    int x, y;
    unsigned short layer, polyCount, vertCount, offMeshConCount;
};

struct Poly {
    unsigned short verts[6], neis[6], flags;
    unsigned char vertCount, areaAndtype;
    unsigned char getArea() const { return areaAndtype & 0x3f; }
    unsigned char getType() const { return areaAndtype >> 6; }
};

struct Connection {
    double pos[6];
    unsigned short poly;
    unsigned char flags;
    bool getBiDirectional() const { return (flags & 0x80) != 0; }
};

struct Tile {
    const Header *header = nullptr;
    const Poly *polys = nullptr;
    const double *verts = nullptr;
    const Connection *offMeshCons = nullptr;
    unsigned int salt = 1;
    const unsigned char *data = nullptr;
    int flags = 0;
};

constexpr unsigned short PORTAL = 0x8000;

/// Squares of `edge` in Detour's axes, `columns` x `rows` of them from (x0, z0) at height y. Neighbours within the tile have
/// numbers, edges towards other tiles are portals where `portals` says so, all others are walls.
struct Squares {
    Header header{};
    std::vector<double> vertices;
    std::vector<Poly> polygons;
    std::vector<Connection> connections;
    Tile tile;

    Squares(int tile_x, int tile_y, double x0, double y, double z0, int columns, int rows, double edge) {
        for (int row = 0; row <= rows; row++) {
            for (int column = 0; column <= columns; column++) {
                vertices.insert(vertices.end(), {x0 + column * edge, y, z0 + row * edge});
            }
        }
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                const auto corner = static_cast<unsigned short>(row * (columns + 1) + column);
                const auto next = static_cast<unsigned short>(corner + columns + 1);
                const auto me = row * columns + column;
                Poly poly{};
                poly.verts[0] = corner;
                poly.verts[1] = next;
                poly.verts[2] = static_cast<unsigned short>(next + 1);
                poly.verts[3] = static_cast<unsigned short>(corner + 1);
                poly.vertCount = 4;
                poly.flags = 1;
                poly.areaAndtype = 63; // the default area of Unreal
                poly.neis[0] = static_cast<unsigned short>(column > 0 ? me : 0); // numbers from 1: me - 1 + 1
                poly.neis[1] = static_cast<unsigned short>(row + 1 < rows ? me + columns + 1 : 0);
                poly.neis[2] = static_cast<unsigned short>(column + 1 < columns ? me + 2 : PORTAL | 0);
                poly.neis[3] = static_cast<unsigned short>(row > 0 ? me - columns + 1 : 0);
                polygons.push_back(poly);
            }
        }
        header.x = tile_x;
        header.y = tile_y;
        header.vertCount = static_cast<unsigned short>(vertices.size() / 3);
        refresh();
    }
    Squares(const Squares &) = delete;
    Squares &operator=(const Squares &) = delete;

    void connect(double ax, double ay, double az, double bx, double by, double bz, bool two_way, unsigned char area) {
        Poly poly{};
        poly.vertCount = 2;
        poly.flags = 1;
        poly.areaAndtype = static_cast<unsigned char>(area | (1 << 6)); // an off-mesh connection of two points
        polygons.push_back(poly);
        const auto number = static_cast<unsigned short>(polygons.size() - 1);
        connections.push_back({{ax, ay, az, bx, by, bz}, number, static_cast<unsigned char>(two_way ? 0x80 : 0)});
        refresh();
    }
    void remove_polygon(std::size_t index) {
        polygons.erase(polygons.begin() + static_cast<std::ptrdiff_t>(index));
        refresh();
    }
    void refresh() {
        header.polyCount = static_cast<unsigned short>(polygons.size());
        header.offMeshConCount = static_cast<unsigned short>(connections.size());
        // As Detour: what is baked anew has a new salt, and lies elsewhere.
        const unsigned int salt = tile.salt + 1;
        const auto *data = reinterpret_cast<const unsigned char *>(vertices.data());
        tile = {&header, polygons.data(), vertices.data(), connections.empty() ? nullptr : connections.data(), salt, data, 0};
    }
};

} // namespace detour_like

#endif
