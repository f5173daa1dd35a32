// All ghosts of a world: the library's front door, and the arrays that it writes in place.
using System;
using System.Collections.Generic;
using Antreckon.Jobs;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>Everybody who is simulated elsewhere. One call per frame takes in what came and draws all, without garbage.</summary>
    public sealed unsafe class GhostBatch : IDisposable
    {
        /// <summary>The peer that stands for AntGhost.Observe: states that the game's own netcode brought, by the world's clock.</summary>
        public const ulong OwnNetcode = ulong.MaxValue;

        // Numbers on the network are positive ints; ghosts without one get theirs from here on.
        private const uint FirstOwnNumber = 0x80000000;

        private readonly AntWorldBehaviour world;
        private readonly List<AntGhost> owners = new List<AntGhost>();
        private readonly Dictionary<uint, AntGhost> byPlayer = new Dictionary<uint, AntGhost>();
        private readonly Ghosts handle;
        private uint nextNumber = FirstOwnNumber;
        private NativeArray<uint> players;
        private NativeArray<Vector3> positions;
        private NativeArray<Quaternion> rotations;
        private NativeArray<Vector3> expected;
        private AntGhostFrame frame;

        internal GhostBatch(AntWorldBehaviour world, long now)
        {
            this.world = world;
            handle = Ghosts.Create(world.Settings.GhostsDesc(world.Map));
            try
            {
                Library.Check(SetProfile(Ant.Everybody, world.Settings));
                handle.SetClock(OwnNetcode, now, now);
                frame = AntGhostFrame.Default();
                Resize(64);
            }
            catch (AntException)
            {
                handle.Dispose();
                throw;
            }
        }

        /// <summary>The library's object: freshness, moving bases, profiles and statistics of single players.</summary>
        public Ghosts Handle
        {
            get { return handle; }
        }

        /// <summary>Ghosts at present.</summary>
        public int Count
        {
            get { return owners.Count; }
        }

        /// <summary>A ghost.</summary>
        public AntGhost this[int index]
        {
            get { return owners[index]; }
        }

        internal uint Add(AntGhost ghost)
        {
            uint player = ghost.NetworkNumber > 0 ? ghost.NetworkNumber : nextNumber++;
            if (byPlayer.ContainsKey(player))
            {
                throw new AntException(AntStatus.ErrorInvalidArgument, "There is a ghost with the network number " + player + " already.");
            }
            if (owners.Count >= world.Settings.maxEntities)
            {
                throw new AntException(AntStatus.ErrorBudget, "The settings allow " + world.Settings.maxEntities + " entities.");
            }
            if (owners.Count == players.Length)
            {
                Resize(2 * players.Length);
            }
            owners.Add(ghost);
            byPlayer.Add(player, ghost);
            Adjust(ghost, player);
            return player;
        }

        // Nobody may have told of it yet, which is no error.
        internal void Remove(AntGhost ghost, uint player)
        {
            if (byPlayer.Remove(player))
            {
                owners.Remove(ghost);
                Native.ant_ghosts_remove(handle, player);
            }
        }

        internal void Draw(long now, bool useJobs)
        {
            uint count;
            AntStatus status = useJobs ? GhostDraw.Run(handle, now, frame, out count) : handle.Draw(now, frame, out count);
            Tell();
            int shown = Math.Min((int)count, players.Length);
            for (int i = 0; i < shown; ++i)
            {
                AntGhost ghost;
                if (byPlayer.TryGetValue(players[i], out ghost))
                {
                    ghost.Show(positions[i], rotations[i], expected[i]);
                }
            }
            if (status == AntStatus.Truncated)
            {
                Resize((int)count);
            }
        }

        private void Tell()
        {
            AntGhostEvent happened;
            while (handle.NextEvent(out happened) == AntStatus.Ok)
            {
                AntGhost ghost;
                byPlayer.TryGetValue(happened.player, out ghost);
                if (happened.kind == AntGhostEventKind.NoRoom)
                {
                    Debug.LogWarning("Antreckon: there is no room for player " + happened.player + " of peer " + happened.peer + ".", world);
                }
                else if (happened.kind == AntGhostEventKind.Appeared && ghost != null)
                {
                    Adjust(ghost, happened.player);
                }
                else if (happened.kind == AntGhostEventKind.Left && ghost != null)
                {
                    ghost.Hide();
                }
                if (world.Network != null)
                {
                    world.Network.Tell(happened, ghost != null);
                }
            }
        }

        // What it has of its own; the library takes it once it knows the player.
        private void Adjust(AntGhost ghost, uint player)
        {
            if (ghost.settings != null && SetProfile(player, ghost.settings) >= 0)
            {
                handle.SetFreshness(player, ghost.settings.freshness);
            }
        }

        private int SetProfile(uint player, AntSettings settings)
        {
            float[] weights = world.Pheromones.Weights();
            fixed (float* first = weights)
            {
                AntProfile profile = settings.Profile();
                profile.layerWeights = first;
                profile.layerWeightCount = (uint)weights.Length;
                return Native.ant_ghosts_set_profile(handle, player, &profile);
            }
        }

        private void Resize(int length)
        {
            DisposeArrays();
            players = new NativeArray<uint>(length, Allocator.Persistent);
            positions = new NativeArray<Vector3>(length, Allocator.Persistent);
            rotations = new NativeArray<Quaternion>(length, Allocator.Persistent);
            expected = new NativeArray<Vector3>(length, Allocator.Persistent);
            frame.capacity = (uint)length;
            frame.players = AntStream.Of(players.GetUnsafePtr(), length, AntFormat.U32);
            frame.positions = AntStream.Of(positions.GetUnsafePtr(), length, AntFormat.F32x3);
            frame.orientations = AntStream.Of(rotations.GetUnsafePtr(), length, AntFormat.F32x4);
            frame.predictedPositions = AntStream.Of(expected.GetUnsafePtr(), length, AntFormat.F32x3);
        }

        private void DisposeArrays()
        {
            if (players.IsCreated)
            {
                players.Dispose();
                positions.Dispose();
                rotations.Dispose();
                expected.Dispose();
            }
        }

        /// <summary>Ends the library's object and the arrays.</summary>
        public void Dispose()
        {
            handle.Dispose();
            DisposeArrays();
            owners.Clear();
            byPlayer.Clear();
        }
    }
}
