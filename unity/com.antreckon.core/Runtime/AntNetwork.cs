// Packets in and out: the library's outbox, and its ghosts.
using System;
using System.Collections.Generic;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>Who passes on what is said of entities that others own.</summary>
    public enum AntNetworkRole
    {
        /// <summary>Nobody: whoever simulates something is connected with everybody who sees it.</summary>
        Peers,

        /// <summary>This machine: it checks what a client says about entities of its own, and passes it on to whoever sees them.</summary>
        Server,

        /// <summary>The server, to which this machine is connected.</summary>
        Client,
    }

    /// <summary>
    /// Turns what AntSender components tell into packets, and packets into what AntGhost components show. It knows no transport: a bridge (Netcode for GameObjects,
    /// Mirror, FishNet, or ten lines of yours) carries the bytes, both ways between each two machines. Where AntWorldBehaviour.Clock is set, as bridges do, all machines
    /// share it; else clocks are found by the packets.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Network")]
    [DefaultExecutionOrder(-400)]
    [RequireComponent(typeof(AntWorldBehaviour))]
    [DisallowMultipleComponent]
    public sealed unsafe class AntNetwork : MonoBehaviour, IAntOwner
    {
        // The first byte says what follows. Relayed: what the owner of an entity told the server (AntRelay).
        private const byte Packet = 1, Reply = 2;

        [Tooltip("Largest packet, bytes. Leave room for the headers of the transport in a datagram of 1,200 bytes.")]
        [Range(300, 1150)]
        public int packetSize = 1100;

        /// <summary>A packet is ready for a peer. The bytes are used again after the call.</summary>
        public event Action<ulong, ArraySegment<byte>> PacketReady;

        /// <summary>Somebody was told of who has no ghost here: make one with this number, and it will be moved.</summary>
        public event Action<uint> UnknownEntity;

        /// <summary>Somebody has left: end its ghost.</summary>
        public event Action<uint> EntityLeft;

        private readonly List<ulong> connections = new List<ulong>();
        private readonly HashSet<ulong> owners = new HashSet<ulong>();
        private AntNetworkRole role;
        private AntWorldBehaviour world;
        private Outbox outbox;
        private AntRelay relay;
        private byte[] packet;
        private bool saidRefused;

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

        /// <summary>What was refused because it was not the sender's to tell.</summary>
        public ulong Refused { get; private set; }

        /// <summary>Who passes on what. Bridges set it; senders leave and join anew when it changes.</summary>
        public AntNetworkRole Role
        {
            get { return role; }
            set
            {
                if (role == value)
                {
                    return;
                }
                AntGuest.DepartAll(this);
                role = value;
                if (IsRunning)
                {
                    AntGuest.ArriveAll();
                }
            }
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
            relay = new AntRelay();
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
            owners.Clear();
            outbox.Dispose();
            outbox = default(Outbox);
            if (relay != null)
            {
                relay.Dispose();
                relay = null;
            }
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
            AntNetworkEntity.ShowTo(this, peer);
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
            byte kind = bytes.Count > 0 ? bytes.Array[bytes.Offset] : (byte)0;
            if (kind == Reply)
            {
                outbox.Receive(peer, rest, world.Now);
            }
            else if (kind == AntRelay.Kind)
            {
                ReceiveRelayed(peer, bytes);
            }
            else if (role == AntNetworkRole.Server)
            {
                // Clients tell of single entities, which can be looked up; nothing else is theirs to tell.
                Refuse(peer);
            }
            else
            {
                world.Ghosts.Handle.Receive(peer, rest, world.Now);
            }
        }

        private void ReceiveRelayed(ulong peer, ArraySegment<byte> bytes)
        {
            AntRelay.Told told;
            if (!AntRelay.Read(bytes, out told) || role == AntNetworkRole.Peers || role == AntNetworkRole.Server && told.Owner != peer)
            {
                Refuse(peer);
                return;
            }
            AntNetworkEntity entity = AntNetworkEntity.Find(told.Number);
            if (entity == null || entity.IsMine || entity.Owner != told.Owner)
            {
                // Under way while it was despawned or changed hands: late, not wrong.
                if (entity != null && role == AntNetworkRole.Server && entity.OwnerBefore != told.Owner)
                {
                    Refuse(peer);
                }
                return;
            }
            if (role == AntNetworkRole.Client)
            {
                Take(told);
                return;
            }
            if (!relay.IsAbout(told.Number, told.Packet))
            {
                Refuse(peer);
                return;
            }
            Take(told);
            for (int i = connections.Count - 1; i >= 0; --i)
            {
                ulong observer = i < connections.Count ? connections[i] : peer;
                if (observer != peer && entity.IsSeenBy(observer) && PacketReady != null)
                {
                    PacketReady(observer, bytes);
                }
            }
        }

        // All that one owner tells comes from one peer, whoever passes it on.
        private void Take(AntRelay.Told told)
        {
            ulong peer = AntRelay.PeerOf(told.Owner);
            if (owners.Add(peer) && world.Clock != null)
            {
                world.Ghosts.Handle.SetClock(peer, world.Now, world.Now);
            }
            ArraySegment<byte> bytes = told.Packet;
            world.Ghosts.Handle.Receive(peer, new ReadOnlySpan<byte>(bytes.Array, bytes.Offset, bytes.Count), world.Now);
        }

        private void Refuse(ulong peer)
        {
            ++Refused;
            if (!saidRefused)
            {
                saidRefused = true;
                Debug.LogWarning("Antreckon: peer " + peer + " tells of entities that it does not own; that is not taken. More of it is counted in AntNetwork.Refused.", this);
            }
        }

        /// <summary>An owner has left or owns nothing any more: what came from it is forgotten.</summary>
        internal void ForgetOwner(uint owner)
        {
            ulong peer = AntRelay.PeerOf(owner);
            if (owners.Remove(peer) && IsRunning)
            {
                Native.ant_ghosts_remove_peer(world.Ghosts.Handle, peer);
            }
        }

        /// <summary>An entity is somebody else's from now on; what the one before has told says nothing any more.</summary>
        internal void ForgetEntity(uint number)
        {
            if (IsRunning)
            {
                Native.ant_ghosts_remove(world.Ghosts.Handle, number);
            }
        }

        /// <summary>What a sender has to say, which the server passes on as it is.</summary>
        internal void SendToServer(uint number, Outbox from)
        {
            AntNetworkEntity entity = AntNetworkEntity.Find(number);
            if (connections.Count == 0 || entity == null)
            {
                return;
            }
            int head = AntRelay.Write(packet, number, entity.Owner);
            ulong length;
            from.Packet(Ant.Everyone, world.Now, new Span<byte>(packet, head, packet.Length - head), out length);
            if (length > 0 && PacketReady != null)
            {
                PacketReady(connections[0], new ArraySegment<byte>(packet, 0, head + (int)length));
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
            AntNetworkEntity.ShowAll(this, connections);
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

        /// <summary>An entity is new, or somebody else's: who sees it is asked before anything is told.</summary>
        internal void ShowAtOnce(AntNetworkEntity entity)
        {
            for (int i = 0; i < connections.Count; ++i)
            {
                entity.ShowOne(this, connections[i]);
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
