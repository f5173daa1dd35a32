// antreckon for C++17: owning objects and spans over antreckon.h. Header only (with the folder antreckon beside it);
// needs no exceptions and no RTTI.
//
// Every call returns a Status, or an Expected<T> (a Status with a value). Objects are move-only and destroy what they own.
// Spans in, spans out; strided views of your own structs go in by Stream. What each call does is said in antreckon.h.
//
//   antreckon::Expected<antreckon::World> world = antreckon::World::grid(desc, grid);
//   if (!world) { log(world.status().message()); return; }
//   antreckon::Status status = world->rebase({100.0, 0.0, 0.0});
//
// Begin with Ghosts and Outbox: packets of the one go to the other as they are, and frames are drawn into your own vectors.
#ifndef ANTRECKON_HPP
#define ANTRECKON_HPP

#include "antreckon/detour_follower.hpp"
#include "antreckon/dis.hpp"
#include "antreckon/game_clock.hpp"
#include "antreckon/ghosts.hpp"
#include "antreckon/handover.hpp"
#include "antreckon/interactions.hpp"
#include "antreckon/map.hpp"
#include "antreckon/navmesh.hpp"
#include "antreckon/need.hpp"
#include "antreckon/net.hpp"
#include "antreckon/outbox.hpp"
#include "antreckon/plausibility.hpp"
#include "antreckon/predictor.hpp"
#include "antreckon/timewarp.hpp"
#include "antreckon/sender.hpp"
#include "antreckon/receiver.hpp"
#include "antreckon/recorder.hpp"
#include "antreckon/server_link.hpp"
#include "antreckon/smooth.hpp"
#include "antreckon/tastes.hpp"
#include "antreckon/walk_signals.hpp"
#include "antreckon/world.hpp"

#endif // ANTRECKON_HPP
