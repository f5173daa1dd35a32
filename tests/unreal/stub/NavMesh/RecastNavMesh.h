#pragma once

#include "GameFramework/Actor.h"

class dtNavMesh;

class ANavigationData : public AActor
{
public:
	virtual void BeginBatchQuery() const {}
	virtual void FinishBatchQuery() const {}
};

class ARecastNavMesh : public ANavigationData
{
public:
	virtual void BeginBatchQuery() const override;
	virtual void FinishBatchQuery() const override;
	const dtNavMesh* GetRecastMesh() const;
};
