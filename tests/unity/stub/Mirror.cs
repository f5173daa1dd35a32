// STUB for compile checks only: see README.md. Signatures as in Mirror 89.
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
        public static double time { get { return 0; } }
    }

    public abstract class NetworkConnection
    {
        public void Send<T>(T message, int channelId = Channels.Reliable) where T : struct, NetworkMessage { }
    }

    public class NetworkConnectionToClient : NetworkConnection
    {
        public readonly int connectionId = 0;
    }

    public class LocalConnectionToClient : NetworkConnectionToClient
    {
    }

    public static class NetworkServer
    {
        public static readonly Dictionary<int, NetworkConnectionToClient> connections = new Dictionary<int, NetworkConnectionToClient>();
        public static LocalConnectionToClient localConnection { get { return null; } }
        public static bool active { get { return false; } }
        public static void RegisterHandler<T>(Action<NetworkConnectionToClient, T> handler, bool requireAuthentication = true) where T : struct, NetworkMessage { }
        public static void UnregisterHandler<T>() where T : struct, NetworkMessage { }
    }

    public static class NetworkClient
    {
        public static bool isConnected { get { return false; } }
        public static void Send<T>(T message, int channelId = Channels.Reliable) where T : struct, NetworkMessage { }
        public static void RegisterHandler<T>(Action<T> handler, bool requireAuthentication = true) where T : struct, NetworkMessage { }
        public static bool UnregisterHandler<T>() where T : struct, NetworkMessage { return false; }
    }
}
#endif
