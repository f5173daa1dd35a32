// STUB of Mirror's API, not Mirror: see README.md. Signatures as in Mirror 89 to 96.
#if ANTRECKON_MIRROR
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using ActingUnity;
using UnityEngine;

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
        internal static double offset, trip;

        /// <summary>Scaled on a server; on a client behind the server by the buffer of its interpolation.</summary>
        public static double time { get { return NetworkServer.active ? Time.timeAsDouble : Time.unscaledTimeAsDouble + offset - trip / 2 - 0.1; } }

        /// <summary>The server's own, on a client when a message of now arrives there. Neither is scaled.</summary>
        public static double predictedTime { get { return NetworkServer.active ? Time.unscaledTimeAsDouble : Time.unscaledTimeAsDouble + offset; } }

        public static double rtt { get { return NetworkServer.active ? 0 : trip; } }
    }

    public sealed class NetworkWriter
    {
        internal readonly BinaryWriter to;
        internal NetworkWriter(BinaryWriter to) { this.to = to; }
    }

    public sealed class NetworkReader
    {
        internal readonly BinaryReader from;
        internal NetworkReader(BinaryReader from) { this.from = from; }
    }

    public static class NetworkWriterExtensions
    {
        public static void WriteUInt(this NetworkWriter writer, uint value) { writer.to.Write(value); }
    }

    public static class NetworkReaderExtensions
    {
        public static uint ReadUInt(this NetworkReader reader) { return reader.from.ReadUInt32(); }
    }

    public abstract class NetworkConnection
    {
        public bool isReady;
        internal int machine;
        public void Send<T>(T message, int channelId = Channels.Reliable) where T : struct, NetworkMessage { MirrorMessages.Send(machine, message, channelId); }
        public abstract void Disconnect();
    }

    public class NetworkConnectionToServer : NetworkConnection
    {
        public override void Disconnect() { NetworkClient.Disconnect(); }
    }

    public class NetworkConnectionToClient : NetworkConnection
    {
        public readonly int connectionId;
        public NetworkConnectionToClient(int networkConnectionId) { connectionId = machine = networkConnectionId; }

        public override void Disconnect()
        {
            isReady = false;
            MirrorPeer.Kicked.Add(connectionId);
            NetworkServer.connections.Remove(connectionId);
            Wire.Lose(connectionId);
        }
    }

    public class LocalConnectionToClient : NetworkConnectionToClient
    {
        public LocalConnectionToClient() : base(0) { }
    }

    public sealed class NetworkIdentity : MonoBehaviour
    {
        public readonly Dictionary<int, NetworkConnectionToClient> observers = new Dictionary<int, NetworkConnectionToClient>();
        public uint netId { get; internal set; }
        public bool isServer { get; internal set; }
        public bool isClient { get; internal set; }
        public bool isOwned { get; internal set; }
        public NetworkConnectionToClient connectionToClient { get; internal set; }

        public bool AssignClientAuthority(NetworkConnectionToClient conn)
        {
            Wire.Give(Wire.Of(gameObject), conn.connectionId);
            return true;
        }

        public void RemoveClientAuthority() { Wire.Give(Wire.Of(gameObject), 0); }

        private void Awake()
        {
            foreach (NetworkBehaviour one in gameObject.components.OfType<NetworkBehaviour>())
            {
                one.netIdentity = this;
            }
        }
    }

    [RequireComponent(typeof(NetworkIdentity))]
    public abstract class NetworkBehaviour : MonoBehaviour
    {
        /// <summary>Nothing before the Awake of the identity, which may come after OnEnable of other components.</summary>
        public NetworkIdentity netIdentity { get; internal set; }

        public uint netId { get { return netIdentity.netId; } }
        public bool isServer { get { return netIdentity.isServer; } }
        public bool isClient { get { return netIdentity.isClient; } }
        public bool isOwned { get { return netIdentity.isOwned; } }
        public NetworkConnectionToClient connectionToClient { get { return netIdentity.connectionToClient; } }
        public void SetDirty() { Wire.Change(Wire.Of(gameObject)); }
        public virtual void OnSerialize(NetworkWriter writer, bool initialState) { }
        public virtual void OnDeserialize(NetworkReader reader, bool initialState) { }
        public virtual void OnStartServer() { }
        public virtual void OnStopServer() { }
        public virtual void OnStartClient() { }
        public virtual void OnStopClient() { }
        public virtual void OnStartAuthority() { }
        public virtual void OnStopAuthority() { }
    }

    public static partial class NetworkServer
    {
        internal static readonly Dictionary<ushort, Action<NetworkConnectionToClient, BinaryReader>> handlers =
            new Dictionary<ushort, Action<NetworkConnectionToClient, BinaryReader>>();

        public static LocalConnectionToClient localConnection { get; internal set; }
        public static Dictionary<int, NetworkConnectionToClient> connections = new Dictionary<int, NetworkConnectionToClient>();
        public static bool active { get; internal set; }
        public static Action<NetworkConnectionToClient> OnConnectedEvent;

        public static void RegisterHandler<T>(Action<NetworkConnectionToClient, T> handler, bool requireAuthentication = true) where T : struct, NetworkMessage
        {
            if (handlers.ContainsKey(MirrorMessages.Id<T>()))
            {
                Debug.LogWarning("NetworkServer.RegisterHandler replacing handler for " + typeof(T).FullName);
            }
            ReplaceHandler(handler, requireAuthentication);
        }

        public static void ReplaceHandler<T>(Action<NetworkConnectionToClient, T> handler, bool requireAuthentication = true) where T : struct, NetworkMessage
        {
            handlers[MirrorMessages.Id<T>()] = (from, reader) => handler(from, MirrorMessages.Read<T>(reader));
        }

        public static void UnregisterHandler<T>() where T : struct, NetworkMessage { handlers.Remove(MirrorMessages.Id<T>()); }
    }

    public static partial class NetworkClient
    {
        internal static readonly Dictionary<ushort, Action<BinaryReader>> handlers = new Dictionary<ushort, Action<BinaryReader>>();
        public static NetworkConnection connection { get; internal set; }
        public static bool active { get; internal set; }
        public static bool ready;
        public static Action OnConnectedEvent;
        public static void Send<T>(T message, int channelId = Channels.Reliable) where T : struct, NetworkMessage { MirrorMessages.Send(0, message, channelId); }

        public static void RegisterHandler<T>(Action<T> handler, bool requireAuthentication = true) where T : struct, NetworkMessage
        {
            if (handlers.ContainsKey(MirrorMessages.Id<T>()))
            {
                Debug.LogWarning("NetworkClient.RegisterHandler replacing handler for " + typeof(T).FullName);
            }
            ReplaceHandler(handler, requireAuthentication);
        }

        public static void ReplaceHandler<T>(Action<T> handler, bool requireAuthentication = true) where T : struct, NetworkMessage
        {
            handlers[MirrorMessages.Id<T>()] = reader => handler(MirrorMessages.Read<T>(reader));
        }

        public static bool UnregisterHandler<T>() where T : struct, NetworkMessage { return handlers.Remove(MirrorMessages.Id<T>()); }

        public static void Disconnect()
        {
            MirrorPeer.Kicked.Add(Wire.Me);
            MirrorPeer.StopClient();
        }
    }
}

namespace ActingUnity
{
    using Mirror;

    /// <summary>Messages as bytes: a number of the type, then its fields.</summary>
    internal static class MirrorMessages
    {
        public static ushort Id<T>()
        {
            uint hash = 23;
            foreach (char letter in typeof(T).FullName)
            {
                hash = hash * 31 + letter;
            }
            return (ushort)hash;
        }

        public static void Send<T>(int machine, T message, int channel)
        {
            MemoryStream bytes = new MemoryStream();
            BinaryWriter writer = new BinaryWriter(bytes);
            writer.Write(Id<T>());
            foreach (FieldInfo field in typeof(T).GetFields())
            {
                ArraySegment<byte> segment = (ArraySegment<byte>)field.GetValue(message);
                writer.Write(segment.Count);
                writer.Write(segment.Array, segment.Offset, segment.Count);
            }
            ++MirrorPeer.MessagesSent;
            Wire.Message(machine, channel == Channels.Reliable, bytes.ToArray());
        }

        public static T Read<T>(BinaryReader reader) where T : struct
        {
            object message = default(T);
            foreach (FieldInfo field in typeof(T).GetFields())
            {
                field.SetValue(message, new ArraySegment<byte>(reader.ReadBytes(reader.ReadInt32())));
            }
            return (T)message;
        }
    }

    /// <summary>Starts and stops Mirror.</summary>
    public static class MirrorPeer
    {
        private sealed class Mirroring : INetcode
        {
            public bool TellsOwners { get { return false; } }

            public void Connected(int machine)
            {
                if (!Wire.IsServer)
                {
                    NetworkClient.ready = NetworkClient.connection.isReady = true;
                    return;
                }
                NetworkConnectionToClient made = new NetworkConnectionToClient(machine) { isReady = ReadyAtOnce };
                NetworkServer.connections[machine] = made;
                if (NetworkServer.OnConnectedEvent != null)
                {
                    NetworkServer.OnConnectedEvent(made);
                }
            }

            public void Disconnected(int machine)
            {
                if (Wire.IsServer)
                {
                    NetworkServer.connections.Remove(machine);
                }
                else
                {
                    StopClient();
                }
            }

            public void Spawned(Thing thing, BinaryReader state)
            {
                NetworkIdentity identity = thing.Body.GetComponent<NetworkIdentity>();
                identity.netId = thing.Id;
                identity.isServer = Wire.IsServer;
                Own(thing);
                if (Wire.IsServer)
                {
                    Each(thing, one => one.OnStartServer());
                }
                if (state != null)
                {
                    Each(thing, one => one.OnDeserialize(new NetworkReader(state), true));
                }
                identity.isClient = !Wire.IsServer || NetworkServer.localConnection != null;
                if (identity.isOwned)
                {
                    Each(thing, one => one.OnStartAuthority());
                }
                if (identity.isClient)
                {
                    Each(thing, one => one.OnStartClient());
                }
            }

            private static void Own(Thing thing)
            {
                NetworkIdentity identity = thing.Body.GetComponent<NetworkIdentity>();
                bool isHost = Wire.IsServer && NetworkServer.localConnection != null;
                // A client is not told whose it is, only whether it is its own.
                identity.isOwned = Wire.IsServer ? isHost && thing.Owner == HostOwns : thing.Owner == Wire.Me;
                NetworkConnectionToClient owner;
                identity.connectionToClient = identity.isOwned && isHost ? NetworkServer.localConnection
                    : Wire.IsServer && NetworkServer.connections.TryGetValue(thing.Owner, out owner) ? owner : null;
            }

            public void Despawned(Thing thing)
            {
                if (Wire.IsServer)
                {
                    Each(thing, one => one.OnStopServer());
                }
                else
                {
                    Each(thing, one => one.OnStopClient());
                }
            }

            public void OwnerChanged(Thing thing, int before)
            {
                bool owned = thing.Body.GetComponent<NetworkIdentity>().isOwned;
                Own(thing);
                bool owns = thing.Body.GetComponent<NetworkIdentity>().isOwned;
                if (owns && !owned)
                {
                    Each(thing, one => one.OnStartAuthority());
                }
                if (!owns && owned)
                {
                    Each(thing, one => one.OnStopAuthority());
                }
            }

            public void Changed(Thing thing, BinaryReader state) { Each(thing, one => one.OnDeserialize(new NetworkReader(state), false)); }

            public byte[] StateOf(Thing thing)
            {
                MemoryStream bytes = new MemoryStream();
                BinaryWriter writer = new BinaryWriter(bytes);
                Each(thing, one => one.OnSerialize(new NetworkWriter(writer), true));
                return bytes.ToArray();
            }

            public void ObserversChanged(Thing thing)
            {
                NetworkIdentity identity = thing.Body.GetComponent<NetworkIdentity>();
                identity.observers.Clear();
                foreach (int machine in thing.Observers)
                {
                    NetworkConnectionToClient connection;
                    NetworkServer.connections.TryGetValue(machine, out connection);
                    identity.observers[machine] = connection;
                }
            }

            // A message that nobody handles ends the connection, and so does a handler that throws.
            public void Message(int from, byte[] bytes)
            {
                BinaryReader reader = new BinaryReader(new MemoryStream(bytes));
                ushort id = reader.ReadUInt16();
                NetworkConnectionToClient client = null;
                if (Wire.IsServer && !NetworkServer.connections.TryGetValue(from, out client))
                {
                    return;
                }
                try
                {
                    if (Wire.IsServer)
                    {
                        NetworkServer.handlers[id](client, reader);
                    }
                    else
                    {
                        NetworkClient.handlers[id](reader);
                    }
                }
                catch (Exception error)
                {
                    Debug.LogWarning("Mirror disconnects: " + error.Message);
                    if (Wire.IsServer)
                    {
                        client.Disconnect();
                    }
                    else
                    {
                        NetworkClient.Disconnect();
                    }
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

        /// <summary>The owner of what the host's own player plays.</summary>
        public const int HostOwns = -1;

        /// <summary>Whoever was disconnected for a message.</summary>
        public static readonly List<int> Kicked = new List<int>();

        /// <summary>Messages that scripts have sent.</summary>
        public static int MessagesSent;

        /// <summary>Clients are ready as soon as they are connected; else they load a scene.</summary>
        public static bool ReadyAtOnce = true;

        public static void StartServer(bool asHost = false)
        {
            NetworkServer.active = true;
            NetworkServer.localConnection = asHost ? new LocalConnectionToClient() : null;
            if (asHost)
            {
                NetworkServer.localConnection.isReady = true;
                NetworkServer.connections[0] = NetworkServer.localConnection;
            }
            NetworkClient.active = NetworkClient.ready = asHost;
            Wire.Start(new Mirroring(), true, 0);
        }

        /// <summary>As Mirror's Shutdown: handlers, events and connections are gone.</summary>
        public static void StopServer()
        {
            Wire.Stop();
            NetworkServer.localConnection = null;
            NetworkServer.connections.Clear();
            NetworkServer.handlers.Clear();
            NetworkServer.active = false;
            NetworkServer.OnConnectedEvent = null;
            StopClient();
        }

        /// <summary>A client begins to connect; `predicted` is what the server's clock shows when a message of now arrives there, less this machine's.</summary>
        public static void StartClient(int me, double predicted = 0, double trip = 0)
        {
            NetworkClient.active = true;
            NetworkClient.connection = new NetworkConnectionToServer();
            SetTime(predicted, trip);
            Wire.Start(new Mirroring(), false, me);
        }

        public static void StopClient()
        {
            if (!NetworkServer.active)
            {
                Wire.Stop();
            }
            NetworkClient.active = NetworkClient.ready = false;
            NetworkClient.connection = null;
            NetworkClient.handlers.Clear();
            NetworkClient.OnConnectedEvent = null;
        }

        public static void SetTime(double predicted, double trip)
        {
            NetworkTime.offset = predicted;
            NetworkTime.trip = trip;
        }

        public static int ServerHandlers { get { return NetworkServer.handlers.Count; } }
        public static int ClientHandlers { get { return NetworkClient.handlers.Count; } }
    }
}
#endif
