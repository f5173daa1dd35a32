// Packets in and out: one codec, one sender, one receiver.
using System;
using System.Collections.Generic;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Turns what AntSender components tell into packets, and packets into what AntGhost components show. It knows no transport: a bridge (Netcode for GameObjects,
    /// Mirror, or ten lines of yours) carries the bytes. All machines must use one clock; bridges put the network's time into AntWorldBehaviour.Clock.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Network")]
    [DefaultExecutionOrder(-400)]
    [RequireComponent(typeof(AntWorldBehaviour))]
    [DisallowMultipleComponent]
    public sealed unsafe class AntNetwork : MonoBehaviour, IAntOwner
    {
        private const int MostUpdates = 256;

        [Tooltip("Largest packet, bytes.")]
        [Range(64, 1400)]
        public int packetSize = 1100;

        /// <summary>A packet is ready for a connection. The bytes are used again after the call.</summary>
        public event Action<AntConnection, ArraySegment<byte>> PacketReady;

        /// <summary>An update of somebody who has no ghost here: make one with this number, and later updates will move it.</summary>
        public event Action<uint> UnknownEntity;

        private readonly List<AntConnection> connections = new List<AntConnection>();
        private readonly Dictionary<uint, AntGhost> ghosts = new Dictionary<uint, AntGhost>();
        private AntWorldBehaviour world;
        private Codec codec;
        private Sender sender;
        private Receiver receiver;
        private byte[] packet;
        private AntUpdate[] updates;

        /// <summary>How often it has begun: connections of an earlier beginning are gone.</summary>
        public int Beginnings { get; private set; }

        /// <summary>What decides when to send.</summary>
        public Sender Sender
        {
            get { return sender; }
        }

        /// <summary>What orders arriving updates.</summary>
        public Receiver Receiver
        {
            get { return receiver; }
        }

        /// <summary>Native objects are there: it and its world are enabled.</summary>
        public bool IsRunning
        {
            get { return !sender.IsNull; }
        }

        /// <summary>Connections at present.</summary>
        public int ConnectionCount
        {
            get { return connections.Count; }
        }

        /// <summary>Ghosts with a number on the network.</summary>
        public int GhostCount
        {
            get { return ghosts.Count; }
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
            updates = new AntUpdate[MostUpdates];
            AntCodecDesc codecDesc = AntCodecDesc.Default();
            codecDesc.frame.kind = AntFrameKind.Unity;
            codec = Codec.Create(codecDesc);
            AntSenderDesc senderDesc = AntSenderDesc.Default();
            senderDesc.codec = codec;
            senderDesc.map = world.Map;
            sender = Sender.Create(senderDesc);
            AntReceiverDesc receiverDesc = AntReceiverDesc.Default();
            receiverDesc.predictor = world.Predictor;
            receiverDesc.maxEntities = (uint)world.Settings.maxEntities;
            receiverDesc.synchronised = 1;
            receiver = Receiver.Create(receiverDesc);
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
            receiver.Dispose();
            sender.Dispose();
            codec.Dispose();
            receiver = default(Receiver);
            sender = default(Sender);
            codec = default(Codec);
            connections.Clear();
            ghosts.Clear();
            if (!ReferenceEquals(world, null) && ReferenceEquals(world.Network, this))
            {
                world.Network = null;
            }
        }

        /// <summary>Somebody who gets updates from now on. On a server one per client, on a client one: the server. Only while it runs.</summary>
        public AntConnection Connect()
        {
            AntConnection connection = sender.Connect(AntConnectionDesc.Default());
            connections.Add(connection);
            return connection;
        }

        /// <summary>Ends a connection.</summary>
        public void Disconnect(AntConnection connection)
        {
            if (connections.Remove(connection))
            {
                sender.Disconnect(connection);
            }
        }

        /// <summary>A packet has arrived.</summary>
        public void Receive(ArraySegment<byte> bytes)
        {
            if (!IsRunning || !world.HasTime)
            {
                return;
            }
            fixed (AntUpdate* first = updates)
            {
                for (int i = 0; i < updates.Length; ++i)
                {
                    first[i] = AntUpdate.Sized();
                }
                uint count = codec.DecodePacket(new ReadOnlySpan<byte>(bytes.Array, bytes.Offset, bytes.Count), 0, null, MostUpdates, first);
                for (uint i = 0; i < Math.Min(count, MostUpdates); ++i)
                {
                    Take(first[i]);
                }
            }
        }

        private void Take(AntUpdate update)
        {
            AntGhost ghost;
            if (!ghosts.TryGetValue(update.entity, out ghost))
            {
                if (UnknownEntity != null)
                {
                    UnknownEntity(update.entity);
                }
                if (!ghosts.TryGetValue(update.entity, out ghost))
                {
                    return;
                }
            }
            AntVerdict verdict = receiver.Receive(update, world.Now);
            if (verdict == AntVerdict.Applied || verdict == AntVerdict.Inserted)
            {
                ghost.Corrected(update.position.ToUnity(), (update.flags & AntUpdateFlags.Teleport) != 0);
            }
        }

        internal void AddGhost(AntGhost ghost)
        {
            receiver.Add((uint)ghost.networkNumber, ghost.Entity);
            ghosts[(uint)ghost.networkNumber] = ghost;
        }

        internal void RemoveGhost(AntGhost ghost)
        {
            if (ghosts.Remove((uint)ghost.networkNumber))
            {
                receiver.Remove((uint)ghost.networkNumber);
            }
        }

        // After everybody has moved and told so.
        private void LateUpdate()
        {
            if (!IsRunning || !world.HasTime)
            {
                return;
            }
            receiver.Advance(world.Now);
            // Whoever sends a packet may find the connection broken, and disconnect it.
            for (int i = connections.Count - 1; i >= 0; --i)
            {
                AntConnection connection = connections[i];
                AntCollected collected;
                do
                {
                    sender.Collect(connection, world.Now, packet, out collected);
                    if (collected.byteLen > 0 && PacketReady != null)
                    {
                        PacketReady(connection, new ArraySegment<byte>(packet, 0, (int)collected.byteLen));
                    }
                }
                while (collected.byteLen > 0 && collected.waiting > 0 && i < connections.Count && connections[i] == connection);
            }
        }
    }
}
