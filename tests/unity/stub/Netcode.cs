// STUB of Netcode for GameObjects' API, not Netcode: see README.md. Signatures as in Netcode for GameObjects 1.x and 2.x.
#if ANTRECKON_NETCODE
using System;
using System.Collections.Generic;
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
        internal System.IO.MemoryStream bytes;
        public FastBufferWriter(int size, Allocator allocator, int maxSize = -1) { bytes = new System.IO.MemoryStream(size); }
        public void WriteValueSafe(in int value) { bytes.Write(BitConverter.GetBytes(value), 0, sizeof(int)); }
        public void WriteBytesSafe(byte[] value, int size = -1, int offset = 0) { bytes.Write(value, offset, size); }
        public void Dispose() { }
    }

    public struct FastBufferReader : IDisposable
    {
        internal System.IO.MemoryStream bytes;

        public void ReadValueSafe(out int value)
        {
            byte[] four = new byte[sizeof(int)];
            bytes.Read(four, 0, four.Length);
            value = BitConverter.ToInt32(four, 0);
        }

        public void ReadBytesSafe(ref byte[] value, int size, int offset = 0) { bytes.Read(value, offset, size); }
        public void Dispose() { }
    }

    public class CustomMessagingManager
    {
        internal readonly Dictionary<string, HandleNamedMessageDelegate> handlers = new Dictionary<string, HandleNamedMessageDelegate>();
        internal readonly List<KeyValuePair<ulong, byte[]>> sent = new List<KeyValuePair<ulong, byte[]>>();

        public delegate void HandleNamedMessageDelegate(ulong senderClientId, FastBufferReader messagePayload);

        public void RegisterNamedMessageHandler(string name, HandleNamedMessageDelegate callback) { handlers[name] = callback; }
        public void UnregisterNamedMessageHandler(string name) { handlers.Remove(name); }

        public void SendNamedMessage(
            string messageName, ulong clientId, FastBufferWriter messageStream, NetworkDelivery networkDelivery = NetworkDelivery.ReliableSequenced)
        {
            sent.Add(new KeyValuePair<ulong, byte[]>(clientId, messageStream.bytes.ToArray()));
        }
    }

    public class NetworkManager : MonoBehaviour
    {
        internal readonly List<ulong> clients = new List<ulong>();
        public const ulong ServerClientId = 0;
        public NetworkConfig NetworkConfig = new NetworkConfig();
        public static NetworkManager Singleton { get; internal set; }
        public bool IsServer { get; internal set; }
        public bool IsListening { get; internal set; }
        public bool IsConnectedClient { get; internal set; }
        public ulong LocalClientId { get; internal set; }
        public NetworkTime ServerTime { get; internal set; }
        public NetworkTimeSystem NetworkTimeSystem { get; internal set; }
        public IReadOnlyList<ulong> ConnectedClientsIds { get { return clients; } }
        public CustomMessagingManager CustomMessagingManager { get; internal set; }
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

    /// <summary>Starts and stops a NetworkManager, and is its other end.</summary>
    public static class NetcodePeer
    {
        public static NetworkManager Make(GameObject place)
        {
            NetworkManager manager = place.AddComponent<NetworkManager>();
            manager.NetworkConfig.NetworkTransport = place.AddComponent<ActingTransport>();
            NetworkManager.Singleton = manager;
            return manager;
        }

        public static void Start(NetworkManager manager, bool asServer)
        {
            manager.IsListening = true;
            manager.IsServer = asServer;
            manager.LocalClientId = asServer ? NetworkManager.ServerClientId : 7u;
            manager.NetworkTimeSystem = new NetworkTimeSystem { ServerBufferSec = asServer ? 0 : 0.05 };
            manager.CustomMessagingManager = new CustomMessagingManager();
        }

        public static void Stop(NetworkManager manager)
        {
            manager.IsListening = manager.IsServer = manager.IsConnectedClient = false;
            manager.CustomMessagingManager = null;
            manager.clients.Clear();
        }

        public static void Join(NetworkManager manager, ulong client) { manager.clients.Add(client); }
        public static void Leave(NetworkManager manager, ulong client) { manager.clients.Remove(client); }
        public static void Connect(NetworkManager manager) { manager.IsConnectedClient = true; }
        public static void SetTime(NetworkManager manager, double seconds) { manager.ServerTime = new NetworkTime { seconds = seconds }; }
        public static IList<KeyValuePair<ulong, byte[]>> Sent(NetworkManager manager) { return manager.CustomMessagingManager.sent; }
        public static int Handlers(NetworkManager manager) { return manager.CustomMessagingManager.handlers.Count; }

        public static void Deliver(NetworkManager manager, ulong from, byte[] bytes)
        {
            foreach (CustomMessagingManager.HandleNamedMessageDelegate handler in manager.CustomMessagingManager.handlers.Values)
            {
                handler(from, new FastBufferReader { bytes = new System.IO.MemoryStream(bytes) });
            }
        }
    }
}
#endif
