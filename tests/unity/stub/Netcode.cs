// STUB of Netcode for GameObjects' API, not Netcode: see README.md. Signatures as in Netcode for GameObjects 1.x and 2.x.
#if ANTRECKON_NETCODE
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ActingUnity;
using Unity.Collections;
using UnityEngine;

namespace Unity.Netcode
{
    public enum NetworkDelivery
    {
        Unreliable,
        UnreliableSequenced,
        Reliable,
        ReliableSequenced,
        ReliableFragmentedSequenced,
    }

    public struct NetworkTime
    {
        internal double seconds;
        public double Time { get { return seconds; } }
    }

    public class NetworkTimeSystem
    {
        public double ServerBufferSec { get; set; }
    }

    public abstract class NetworkTransport : MonoBehaviour
    {
        public abstract ulong GetCurrentRtt(ulong clientId);
    }

    public class NetworkConfig
    {
        public NetworkTransport NetworkTransport;
    }

    public struct FastBufferWriter : IDisposable
    {
        internal MemoryStream bytes;
        public FastBufferWriter(int size, Allocator allocator, int maxSize = -1) { bytes = new MemoryStream(size); }
        public void WriteValueSafe(in int value) { bytes.Write(BitConverter.GetBytes(value), 0, sizeof(int)); }
        public void WriteBytesSafe(byte[] value, int size = -1, int offset = 0) { bytes.Write(value, offset, size); }
        public void Dispose() { }
    }

    public struct FastBufferReader : IDisposable
    {
        internal MemoryStream bytes;

        public void ReadValueSafe(out int value)
        {
            byte[] four = new byte[sizeof(int)];
            bytes.Read(four, 0, four.Length);
            value = BitConverter.ToInt32(four, 0);
        }

        public void ReadBytesSafe(ref byte[] value, int size, int offset = 0)
        {
            if (bytes.Length - bytes.Position < size)
            {
                throw new OverflowException("Reading past the end of the buffer");
            }
            bytes.Read(value, offset, size);
        }

        public void Dispose() { }
    }

    public class CustomMessagingManager
    {
        internal readonly Dictionary<string, HandleNamedMessageDelegate> handlers = new Dictionary<string, HandleNamedMessageDelegate>();

        public delegate void HandleNamedMessageDelegate(ulong senderClientId, FastBufferReader messagePayload);

        public void RegisterNamedMessageHandler(string name, HandleNamedMessageDelegate callback) { handlers[name] = callback; }
        public void UnregisterNamedMessageHandler(string name) { handlers.Remove(name); }

        public void SendNamedMessage(
            string messageName, ulong clientId, FastBufferWriter messageStream, NetworkDelivery networkDelivery = NetworkDelivery.ReliableSequenced)
        {
            if (!Wire.IsServer && clientId != NetworkManager.ServerClientId)
            {
                throw new ArgumentException("Clients may only send messages to ServerClientId");
            }
            Wire.Message((int)clientId, networkDelivery != NetworkDelivery.Unreliable, messageStream.bytes.ToArray());
        }
    }

    public class NetworkManager : MonoBehaviour
    {
        internal double ahead;
        public const ulong ServerClientId = 0;
        public NetworkConfig NetworkConfig = new NetworkConfig();
        public static NetworkManager Singleton { get; internal set; }
        public bool IsServer { get; internal set; }
        public bool IsHost { get; internal set; }
        public bool IsListening { get; internal set; }
        public bool IsConnectedClient { get; internal set; }
        public ulong LocalClientId { get; internal set; }
#if ANTRECKON_NETCODE_2
        /// <summary>Set by tests; Netcode sets it by its topology.</summary>
        public bool DistributedAuthorityMode { get; set; }
#endif

        /// <summary>On a client the time of what arrives, less a buffer.</summary>
        public NetworkTime ServerTime
        {
            get
            {
                double behind = IsServer ? 0 : NetworkConfig.NetworkTransport.GetCurrentRtt(0) / 2000.0 + NetworkTimeSystem.ServerBufferSec;
                return new NetworkTime { seconds = Time.unscaledTimeAsDouble + ahead - behind };
            }
        }

        public NetworkTimeSystem NetworkTimeSystem { get; internal set; }
        public CustomMessagingManager CustomMessagingManager { get; internal set; }

        public IReadOnlyList<ulong> ConnectedClientsIds
        {
            get
            {
                if (!IsServer)
                {
                    throw new InvalidOperationException("ConnectedClientIds should only be accessed on server.");
                }
                return (IsHost ? new[] { 0UL } : new ulong[0]).Concat(Wire.Clients.Select(one => (ulong)one)).ToList();
            }
        }
    }

    public sealed class NetworkObject : MonoBehaviour
    {
        public ulong NetworkObjectId { get; internal set; }
        public ulong OwnerClientId { get; internal set; }
        public bool IsSpawned { get; internal set; }

        public bool IsNetworkVisibleTo(ulong clientId)
        {
            return IsSpawned && Wire.Things[(uint)NetworkObjectId].Observers.Contains((int)clientId);
        }

        public void ChangeOwnership(ulong newOwnerClientId) { Wire.Give(Wire.Of(gameObject), (int)newOwnerClientId); }
    }

    [RequireComponent(typeof(NetworkObject))]
    public abstract class NetworkBehaviour : MonoBehaviour
    {
        public NetworkObject NetworkObject { get { return GetComponent<NetworkObject>(); } }
        public NetworkManager NetworkManager { get { return Netcode.NetworkManager.Singleton; } }
        public ulong NetworkObjectId { get { return NetworkObject.NetworkObjectId; } }
        public ulong OwnerClientId { get { return NetworkObject.OwnerClientId; } }
        public bool IsSpawned { get { return NetworkObject.IsSpawned; } }
        public bool IsServer { get { return Wire.IsServer; } }
        public bool IsOwner { get { return OwnerClientId == NetworkManager.LocalClientId; } }
        public virtual void OnNetworkSpawn() { }
        public virtual void OnNetworkDespawn() { }
        public virtual void OnGainedOwnership() { }
        public virtual void OnLostOwnership() { }

        // Real ones end here what they have allocated.
        public virtual void OnDestroy() { }
    }
}

namespace ActingUnity
{
    using Unity.Netcode;

    /// <summary>A transport with a latency that tests set.</summary>
    public sealed class ActingTransport : NetworkTransport
    {
        public ulong Rtt;
        public override ulong GetCurrentRtt(ulong clientId) { return Rtt; }
    }

    /// <summary>Starts and stops a NetworkManager.</summary>
    public static class NetcodePeer
    {
        private const string OnlyMessage = "antreckon";

        private sealed class ForGameObjects : INetcode
        {
            public bool TellsOwners { get { return true; } }
            public void Connected(int machine) { NetworkManager.Singleton.IsConnectedClient |= !Wire.IsServer; }
            public void ObserversChanged(Thing thing) { }
            public void Changed(Thing thing, BinaryReader state) { }
            public byte[] StateOf(Thing thing) { return new byte[0]; }

            public void Disconnected(int machine)
            {
                if (!Wire.IsServer)
                {
                    Stop();
                }
            }

            public void Spawned(Thing thing, BinaryReader state)
            {
                NetworkObject one = thing.Body.GetComponent<NetworkObject>();
                one.NetworkObjectId = thing.Id;
                one.OwnerClientId = (ulong)Math.Max(0, thing.Owner);
                one.IsSpawned = true;
                Each(thing, script => script.OnNetworkSpawn());
            }

            public void Despawned(Thing thing)
            {
                Each(thing, script => script.OnNetworkDespawn());
                thing.Body.GetComponent<NetworkObject>().IsSpawned = false;
            }

            public void OwnerChanged(Thing thing, int before)
            {
                thing.Body.GetComponent<NetworkObject>().OwnerClientId = (ulong)Math.Max(0, thing.Owner);
                if (before == Wire.Me)
                {
                    Each(thing, script => script.OnLostOwnership());
                }
                if (thing.Owner == Wire.Me)
                {
                    Each(thing, script => script.OnGainedOwnership());
                }
            }

            // What nobody handles is passed over.
            public void Message(int from, byte[] bytes)
            {
                CustomMessagingManager.HandleNamedMessageDelegate handler;
                if (!NetworkManager.Singleton.CustomMessagingManager.handlers.TryGetValue(OnlyMessage, out handler))
                {
                    return;
                }
                try
                {
                    handler((ulong)from, new FastBufferReader { bytes = new MemoryStream(bytes) });
                }
                catch (Exception error)
                {
                    Debug.LogException(error);
                }
            }

            private static void Each(Thing thing, Action<NetworkBehaviour> call)
            {
                foreach (NetworkBehaviour one in thing.Body.components.OfType<NetworkBehaviour>().ToArray())
                {
                    call(one);
                }
            }
        }

        private static NetworkManager Make(GameObject place, bool asServer)
        {
            NetworkManager manager = place.GetComponent<NetworkManager>();
            if (manager == null)
            {
                manager = place.AddComponent<NetworkManager>();
                manager.NetworkConfig.NetworkTransport = place.AddComponent<ActingTransport>();
            }
            NetworkManager.Singleton = manager;
            manager.IsListening = true;
            manager.IsServer = asServer;
            // Each start has its own.
            manager.CustomMessagingManager = new CustomMessagingManager();
            manager.NetworkTimeSystem = new NetworkTimeSystem { ServerBufferSec = asServer ? 0 : 0.05 };
            return manager;
        }

        public static NetworkManager StartServer(GameObject place, bool asHost)
        {
            NetworkManager manager = Make(place, true);
            manager.IsHost = asHost;
            manager.LocalClientId = NetworkManager.ServerClientId;
            Wire.Start(new ForGameObjects(), true, 0);
            return manager;
        }

        /// <summary>The server's clock is ahead of this machine's by so much.</summary>
        public static NetworkManager StartClient(GameObject place, int me, double ahead, double oneWay)
        {
            NetworkManager manager = Make(place, false);
            manager.LocalClientId = (ulong)me;
            manager.ahead = ahead;
            place.GetComponent<ActingTransport>().Rtt = (ulong)Math.Round(oneWay * 2000);
            Wire.Start(new ForGameObjects(), false, me);
            return manager;
        }

        public static void Stop()
        {
            NetworkManager manager = NetworkManager.Singleton;
            Wire.Stop();
            manager.IsListening = manager.IsServer = manager.IsHost = manager.IsConnectedClient = false;
            manager.CustomMessagingManager = null;
        }

        public static int Handlers(NetworkManager manager) { return manager.CustomMessagingManager.handlers.Count; }
    }
}
#endif
