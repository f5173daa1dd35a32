// Unreal's copy of Detour counts in 16 bits and measures in doubles.
#pragma once

typedef double dtReal;

static const int DT_VERTS_PER_POLYGON = 6;

struct dtPoly
{
	unsigned int firstLink;
	unsigned short verts[DT_VERTS_PER_POLYGON];
	unsigned short neis[DT_VERTS_PER_POLYGON];
	unsigned short flags;
	unsigned char vertCount;
	unsigned char areaAndtype;
	unsigned char getArea() const { return areaAndtype & 0x3f; }
	unsigned char getType() const { return areaAndtype >> 6; }
};

struct dtOffMeshConnection
{
	dtReal pos[6];
	dtReal rad;
	dtReal height;
	unsigned long long int userId;
	unsigned short poly;
	unsigned char side;
	unsigned char flags;
	bool getBiDirectional() const;
};

struct dtMeshHeader
{
	int x, y;
	unsigned short layer, polyCount, vertCount, offMeshConCount;
};

struct dtMeshTile
{
	unsigned int salt;
	dtMeshHeader* header;
	dtPoly* polys;
	dtReal* verts;
	dtOffMeshConnection* offMeshCons;
	unsigned char* data;
	int dataSize;
	int flags;
};

class dtNavMesh
{
public:
	int getMaxTiles() const;
	const dtMeshTile* getTile(int i) const;
};
