// Packets in and out: the library's outbox, and its ghosts.
using System;
using System.Collections.Generic;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Turns what AntSender components tell into packets, and packets into what AntGhost components show. It knows no transport: a bridge (Netcode for GameObjects,
    /// Mirror, or ten lines of yours) carries the bytes, both ways between each two machines. Where AntWorldBehaviour.Clock is set, as bridges do, all machines share it;
    /// else clocks are found by the packets.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Network")]
    [DefaultExecutionOrder(-400)]
    [RequireComponent(typeof(AntWorldBehaviour))]
    [DisallowMultipleComponent]
    public sealed unsafe class AntNetwork : MonoBehaviour, IAntOwner
    {
        // The first byte says what follows.
        private const byte Packet = 1, Reply = 2;

        [Tooltip("Largest packet, bytes.")]
        [Range(300, 1400)]
        public int packetSize = 1100;

        /// <summary>A packet is ready for a peer. The bytes are used again after the call.</summary>
        public event Action<ulong, ArraySegment<byte>> PacketReady;

        /// <summary>Somebody was told of who has no ghost here: make one with this number, and it will be moved.</summary>
        public event Action<uint> UnknownEntity;

        /// <summary>Somebody has left: end its ghost.</summary>
        public event Action<uint> EntityLeft;

        private readonly List<ulong> connections = new List<ulong>();
        private AntWorldBehaviour world;
        private Outbox outbox;
        private byte[] packet;

        /// <summary>How often it has begun: connections of an earlier beginning are gone.</summary>
        public int Beginnings { get; private set; }

        /// <summary>What decides when to send.</summary>
        public Outbox Outbox
        {
            get { return outbox; }
        }

        /// <summary>Native objects are there: it and its world are enabled.</summary>
        public bool IsRunning
        {
            get { return !outbox.IsNull; }
        }

        /// <summary>Connections at present.</summary>
        public int ConnectionCount
        {
            get { return connections.Count; }
        }

        private void OnEnable()
        {
            Begin();
        }

        /// <summary>Begins when the world has; twice does no harm.</summary>
        internal void Begin()
        {
            world = GetComponent<AntWorldBehaviour>();
            if (IsRunning || !world.IsRunning)
            {
                return;
            }
            AntLifetime.Add(this);
            packet = new byte[packetSize];
            outbox = Outbox.Create(world.Settings.OutboxDesc(world.Map));
            world.Network = this;
            ++Beginnings;
            AntGuest.ArriveAll();
        }

        private void OnDisable()
        {
            EndNative();
        }

        /// <summary>Ends everything native.</summary>
        public void EndNative()
        {
            AntGuest.DepartAll(this);
            AntLifetime.Remove(this);
            while (connections.Count > 0)
            {
                Disconnect(connections[connections.Count - 1]);
            }
            outbox.Dispose();
            outbox = default(Outbox);
            if (!ReferenceEquals(world, null) && ReferenceEquals(world.Network, this))
            {
                world.Network = null;
            }
        }

        /// <summary>
        /// A machine that packets are exchanged with from now on, by a number of yours that is not 0. On a server one per client, on a client one: the server. Only while it
        /// runs; twice does no harm.
        /// </summary>
        public void Connect(ulong peer)
        {
            if (connections.Contains(peer))
            {
                return;
            }
            outbox.SetObserver(peer, AntObserver.Default());
            if (world.Clock != null)
            {
                world.Ghosts.Handle.SetClock(peer, world.Now, world.Now);
            }
            connections.Add(peer);
        }

        /// <summary>Ends a connection; what was simulated there is forgotten.</summary>
        public void Disconnect(ulong peer)
        {
            if (connections.Remove(peer))
            {
                outbox.SetObserver(peer);
                // Nothing may have come from it yet.
                Native.ant_ghosts_remove_peer(world.Ghosts.Handle, peer);
            }
        }

        /// <summary>A packet has arrived. Those of machines that it is not connected with are ignored; what nobody acknowledges is told again.</summary>
        public void Receive(ulong peer, ArraySegment<byte> bytes)
        {
            if (!IsRunning || !world.HasTime || !connections.Contains(peer))
            {
                return;
            }
            ReadOnlySpan<byte> rest = new ReadOnlySpan<byte>(bytes.Array, bytes.Offset, bytes.Count).Slice(Math.Min(1, bytes.Count));
            if (bytes.Count > 0 && bytes.Array[bytes.Offset] == Reply)
            {
                outbox.Receive(peer, rest, world.Now);
            }
            else
            {
                world.Ghosts.Handle.Receive(peer, rest, world.Now);
            }
        }

        internal void Tell(AntGhostEvent happened, bool hasGhost)
        {
            if (happened.kind == AntGhostEventKind.Appeared && !hasGhost && UnknownEntity != null)
            {
                UnknownEntity(happened.player);
            }
            if (happened.kind == AntGhostEventKind.Left && EntityLeft != null)
            {
                EntityLeft(happened.player);
            }
        }

        // After everybody has moved and told so.
        private void LateUpdate()
        {
            if (!IsRunning || !world.HasTime)
            {
                return;
            }
            Span<byte> rest = new Span<byte>(packet, 1, packet.Length - 1);
            long now = world.Now;
            // Whoever sends a packet may find the connection broken, and disconnect it.
            for (int i = connections.Count - 1; i >= 0; --i)
            {
                ulong peer = connections[i], length;
                AntStatus status;
                do
                {
                    status = outbox.Packet(peer, now, rest, out length);
                    Send(peer, Packet, length);
                }
                while (length > 0 && status == AntStatus.BudgetReached && IsConnected(i, peer));
                if (IsConnected(i, peer))
                {
                    Send(peer, Reply, world.Ghosts.Handle.Reply(peer, now, rest));
                }
            }
        }

        private bool IsConnected(int place, ulong peer)
        {
            return place < connections.Count && connections[place] == peer;
        }

        private void Send(ulong peer, byte kind, ulong length)
        {
            if (length > 0 && PacketReady != null)
            {
                packet[0] = kind;
                PacketReady(peer, new ArraySegment<byte>(packet, 0, 1 + (int)length));
            }
        }
    }
}
