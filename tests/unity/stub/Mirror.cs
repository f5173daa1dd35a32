// STUB of Mirror's API, not Mirror: see README.md. Signatures as in Mirror 96.
#if MIRROR
using System;
using System.Collections.Generic;

namespace Mirror
{
    public interface NetworkMessage
    {
    }

    public static class Channels
    {
        public const int Reliable = 0;
        public const int Unreliable = 1;
    }

    public static class NetworkTime
    {
        public static double time { get; internal set; }
        public static double predictedTime { get; internal set; }
        public static double rtt { get; internal set; }
    }

    public abstract class NetworkConnection
    {
        public bool isReady;
        internal readonly List<object> sent = new List<object>();
        public void Send<T>(T message, int channelId = Channels.Reliable) where T : struct, NetworkMessage { sent.Add(message); }
    }

    public class NetworkConnectionToClient : NetworkConnection
    {
        public readonly int connectionId;
        public NetworkConnectionToClient(int networkConnectionId) { connectionId = networkConnectionId; }
    }

    public class LocalConnectionToClient : NetworkConnectionToClient
    {
        public LocalConnectionToClient() : base(0) { }
    }

    public static partial class NetworkServer
    {
        internal static readonly Dictionary<Type, object> handlers = new Dictionary<Type, object>();
        public static LocalConnectionToClient localConnection { get; internal set; }
        public static Dictionary<int, NetworkConnectionToClient> connections = new Dictionary<int, NetworkConnectionToClient>();
        public static bool active { get; internal set; }

        public static void RegisterHandler<T>(Action<NetworkConnectionToClient, T> handler, bool requireAuthentication = true) where T : struct, NetworkMessage
        {
            handlers.Add(typeof(T), handler);
        }

        public static void UnregisterHandler<T>() where T : struct, NetworkMessage { handlers.Remove(typeof(T)); }
    }

    public static partial class NetworkClient
    {
        internal static readonly Dictionary<Type, object> handlers = new Dictionary<Type, object>();
        internal static readonly List<object> sent = new List<object>();
        public static bool active { get; internal set; }
        public static bool ready;
        public static void Send<T>(T message, int channelId = Channels.Reliable) where T : struct, NetworkMessage { sent.Add(message); }

        public static void RegisterHandler<T>(Action<T> handler, bool requireAuthentication = true) where T : struct, NetworkMessage
        {
            handlers.Add(typeof(T), handler);
        }

        public static bool UnregisterHandler<T>() where T : struct, NetworkMessage { return handlers.Remove(typeof(T)); }
    }
}

namespace ActingUnity
{
    using Mirror;

    /// <summary>Starts and stops Mirror, and is its other end.</summary>
    public static class MirrorPeer
    {
        public static void StartServer() { NetworkServer.active = true; }

        /// <summary>As Mirror's: handlers and connections are gone.</summary>
        public static void StopServer()
        {
            NetworkServer.active = false;
            NetworkServer.handlers.Clear();
            NetworkServer.connections.Clear();
        }

        public static NetworkConnectionToClient Join(int number)
        {
            NetworkConnectionToClient client = new NetworkConnectionToClient(number) { isReady = true };
            NetworkServer.connections.Add(number, client);
            return client;
        }

        public static void StartClient() { NetworkClient.active = true; }

        public static void StopClient()
        {
            NetworkClient.active = NetworkClient.ready = false;
            NetworkClient.handlers.Clear();
        }

        public static void SetTime(double time, double predicted, double rtt)
        {
            NetworkTime.time = time;
            NetworkTime.predictedTime = predicted;
            NetworkTime.rtt = rtt;
        }

        public static IList<object> SentTo(NetworkConnectionToClient client) { return client.sent; }
        public static IList<object> SentToServer { get { return NetworkClient.sent; } }
        public static int ServerHandlers { get { return NetworkServer.handlers.Count; } }
        public static int ClientHandlers { get { return NetworkClient.handlers.Count; } }

        public static void Deliver<T>(NetworkConnectionToClient from, T message) where T : struct, NetworkMessage
        {
            ((Action<NetworkConnectionToClient, T>)NetworkServer.handlers[typeof(T)])(from, message);
        }

        public static void Deliver<T>(T message) where T : struct, NetworkMessage
        {
            ((Action<T>)NetworkClient.handlers[typeof(T)])(message);
        }
    }
}
#endif
