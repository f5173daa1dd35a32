// STUB of FishNet's API, not FishNet: see README.md. Signatures as in FishNet 4.
#if ANTRECKON_FISHNET
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ActingUnity;
using FishNet;
using FishNet.Broadcast;
using FishNet.Connection;
using FishNet.Managing;
using FishNet.Managing.Client;
using FishNet.Managing.Server;
using FishNet.Managing.Timing;
using FishNet.Object;
using FishNet.Transporting;
using UnityEngine;

namespace FishNet.Broadcast
{
    public interface IBroadcast
    {
    }
}

namespace FishNet.Transporting
{
    public enum Channel : byte
    {
        Reliable = 0,
        Unreliable = 1,
    }
}

namespace FishNet.Connection
{
    public class NetworkConnection
    {
        public int ClientId = -1;
        public bool IsActive { get { return ClientId >= 0; } }
        public bool IsValid { get { return ClientId >= 0; } }
        public bool IsLocalClient { get { return ClientId >= 0 && ClientId == FishNetPeer.LocalClient; } }
        public bool IsAuthenticated { get; internal set; }
    }
}

namespace FishNet.Managing.Timing
{
    public enum TickType : byte
    {
        Tick = 0,
        LocalTick = 1,
        LastPacketTick = 2,
    }

    public struct PreciseTick
    {
        public uint Tick;
        public double PercentAsDouble;
    }

    /// <summary>Counts ticks of the server; its clients' count is the server's as they believe it to be.</summary>
    public sealed class TimeManager : MonoBehaviour
    {
        internal double ahead;
        public double TickDelta { get { return 1.0 / 30; } }

        public PreciseTick GetPreciseTick(TickType tickType)
        {
            double ticks = (Time.unscaledTimeAsDouble + ahead) / TickDelta;
            return new PreciseTick { Tick = (uint)ticks, PercentAsDouble = ticks - Math.Floor(ticks) };
        }

        public double TicksToTime(PreciseTick pt) { return (pt.Tick + pt.PercentAsDouble) * TickDelta; }
    }
}

namespace FishNet.Managing.Server
{
    public sealed class ServerManager : MonoBehaviour
    {
        internal readonly Dictionary<Type, Delegate> handlers = new Dictionary<Type, Delegate>();
        public readonly Dictionary<int, NetworkConnection> Clients = new Dictionary<int, NetworkConnection>();
        public bool Started { get; internal set; }

        public void RegisterBroadcast<T>(Action<NetworkConnection, T, Channel> handler, bool requireAuthentication = true) where T : struct, IBroadcast
        {
            Delegate before;
            handlers.TryGetValue(typeof(T), out before);
            handlers[typeof(T)] = Delegate.Combine(Delegate.Remove(before, handler), handler);
        }

        public void UnregisterBroadcast<T>(Action<NetworkConnection, T, Channel> handler) where T : struct, IBroadcast
        {
            handlers[typeof(T)] = Delegate.Remove(handlers[typeof(T)], handler);
        }

        public void Broadcast<T>(NetworkConnection connection, T message, bool requireAuthenticated = true, Channel channel = Channel.Reliable) where T : struct, IBroadcast
        {
            FishNetPeer.Send(connection.ClientId, message, channel);
        }
    }
}

namespace FishNet.Managing.Client
{
    public sealed class ClientManager : MonoBehaviour
    {
        internal readonly Dictionary<Type, Delegate> handlers = new Dictionary<Type, Delegate>();
        public NetworkConnection Connection = new NetworkConnection();
        public bool Started { get; internal set; }

        public void RegisterBroadcast<T>(Action<T, Channel> handler) where T : struct, IBroadcast
        {
            Delegate before;
            handlers.TryGetValue(typeof(T), out before);
            handlers[typeof(T)] = Delegate.Combine(Delegate.Remove(before, handler), handler);
        }

        public void UnregisterBroadcast<T>(Action<T, Channel> handler) where T : struct, IBroadcast
        {
            handlers[typeof(T)] = Delegate.Remove(handlers[typeof(T)], handler);
        }

        public void Broadcast<T>(T message, Channel channel = Channel.Reliable) where T : struct, IBroadcast { FishNetPeer.Send(0, message, channel); }
    }
}

namespace FishNet.Managing
{
    public sealed class NetworkManager : MonoBehaviour
    {
        public ServerManager ServerManager { get; internal set; }
        public ClientManager ClientManager { get; internal set; }
        public TimeManager TimeManager { get; internal set; }
    }
}

namespace FishNet
{
    public static class InstanceFinder
    {
        public static NetworkManager NetworkManager { get; internal set; }
    }
}

namespace FishNet.Object
{
    public sealed class NetworkObject : MonoBehaviour
    {
        public readonly HashSet<NetworkConnection> Observers = new HashSet<NetworkConnection>();
        public int ObjectId { get; internal set; }
        public NetworkConnection Owner { get; internal set; }
        public bool IsSpawned { get; internal set; }
    }

    [RequireComponent(typeof(NetworkObject))]
    public abstract class NetworkBehaviour : MonoBehaviour
    {
        public NetworkObject NetworkObject { get { return GetComponent<NetworkObject>(); } }
        public NetworkManager NetworkManager { get { return InstanceFinder.NetworkManager; } }
        public int ObjectId { get { return NetworkObject.ObjectId; } }
        public NetworkConnection Owner { get { return NetworkObject.Owner; } }
        public int OwnerId { get { return Owner.IsValid ? Owner.ClientId : -1; } }
        public bool IsOwner { get { return Owner.IsLocalClient; } }
        public bool IsSpawned { get { return NetworkObject.IsSpawned; } }
        public bool IsServerInitialized { get { return Wire.IsServer; } }
        public HashSet<NetworkConnection> Observers { get { return NetworkObject.Observers; } }
        public virtual void OnStartNetwork() { }
        public virtual void OnStopNetwork() { }
    }
}

namespace ActingUnity
{
    /// <summary>Starts and stops FishNet.</summary>
    public static class FishNetPeer
    {
        private const int Host = 100;

        private sealed class Fishing : INetcode
        {
            public bool TellsOwners { get { return true; } }
            public void Changed(Thing thing, BinaryReader state) { }
            public byte[] StateOf(Thing thing) { return new byte[0]; }

            public void Connected(int machine)
            {
                if (Wire.IsServer)
                {
                    Manager.ServerManager.Clients[machine] = new NetworkConnection { ClientId = machine, IsAuthenticated = true };
                }
                else
                {
                    Manager.ClientManager.Connection = new NetworkConnection { ClientId = Wire.Me, IsAuthenticated = true };
                }
            }

            public void Disconnected(int machine)
            {
                if (Wire.IsServer)
                {
                    Manager.ServerManager.Clients.Remove(machine);
                }
                else
                {
                    Stop();
                }
            }

            private static NetworkConnection Of(int machine)
            {
                NetworkConnection known;
                int client = machine == -1 ? Host : machine == 0 ? -1 : machine;
                return Wire.IsServer && Manager.ServerManager.Clients.TryGetValue(client, out known) ? known : new NetworkConnection { ClientId = client };
            }

            public void Spawned(Thing thing, BinaryReader state)
            {
                NetworkObject one = thing.Body.GetComponent<NetworkObject>();
                // The first one has number 0.
                one.ObjectId = (int)thing.Id - 1;
                one.Owner = Of(thing.Owner);
                one.IsSpawned = true;
                Each(thing, script => script.OnStartNetwork());
            }

            public void Despawned(Thing thing)
            {
                Each(thing, script => script.OnStopNetwork());
                thing.Body.GetComponent<NetworkObject>().IsSpawned = false;
            }

            public void OwnerChanged(Thing thing, int before) { thing.Body.GetComponent<NetworkObject>().Owner = Of(thing.Owner); }

            public void ObserversChanged(Thing thing)
            {
                NetworkObject one = thing.Body.GetComponent<NetworkObject>();
                one.Observers.Clear();
                one.Observers.UnionWith(thing.Observers.Select(Of));
            }

            // A broadcast that nobody handles is passed over.
            public void Message(int from, byte[] bytes)
            {
                if (OnlyBroadcast == null)
                {
                    return;
                }
                object broadcast = Activator.CreateInstance(OnlyBroadcast);
                OnlyBroadcast.GetField("bytes").SetValue(broadcast, new ArraySegment<byte>(bytes));
                Delegate handler;
                try
                {
                    if (Wire.IsServer && Manager.ServerManager.handlers.TryGetValue(OnlyBroadcast, out handler) && Manager.ServerManager.Clients.ContainsKey(from))
                    {
                        handler.DynamicInvoke(Manager.ServerManager.Clients[from], broadcast, Channel.Unreliable);
                    }
                    else if (!Wire.IsServer && Manager.ClientManager.handlers.TryGetValue(OnlyBroadcast, out handler))
                    {
                        handler.DynamicInvoke(broadcast, Channel.Unreliable);
                    }
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

        // FishNet writes serialisers when it compiles; here the one broadcast of the package is known by its field.
        private static Type OnlyBroadcast
        {
            get { return Manager.ServerManager.handlers.Keys.Concat(Manager.ClientManager.handlers.Keys).FirstOrDefault(); }
        }

        private static NetworkManager Manager { get { return InstanceFinder.NetworkManager; } }

        internal static int LocalClient { get { return Wire.IsServer ? Host : Wire.Me; } }

        internal static void Send<T>(int to, T message, Channel channel)
        {
            ArraySegment<byte> bytes = (ArraySegment<byte>)typeof(T).GetField("bytes").GetValue(message);
            Wire.Message(to, channel == Channel.Reliable, bytes.ToArray());
        }

        private static NetworkManager Make()
        {
            if (Manager == null)
            {
                GameObject place = new GameObject("manager");
                NetworkManager made = place.AddComponent<NetworkManager>();
                made.ServerManager = place.AddComponent<ServerManager>();
                made.ClientManager = place.AddComponent<ClientManager>();
                made.TimeManager = place.AddComponent<TimeManager>();
                InstanceFinder.NetworkManager = made;
            }
            return Manager;
        }

        public static void StartServer(bool asHost)
        {
            NetworkManager manager = Make();
            manager.ServerManager.Started = true;
            manager.ClientManager.Started = asHost;
            Wire.Start(new Fishing(), true, 0);
            if (asHost)
            {
                manager.ClientManager.Connection = new NetworkConnection { ClientId = Host, IsAuthenticated = true };
                manager.ServerManager.Clients[Host] = manager.ClientManager.Connection;
            }
        }

        public static void StartClient(int me, double ahead, double oneWay)
        {
            NetworkManager manager = Make();
            manager.ClientManager.Started = true;
            manager.TimeManager.ahead = ahead;
            Wire.Start(new Fishing(), false, me);
        }

        public static void Stop()
        {
            Wire.Stop();
            Manager.ServerManager.Started = Manager.ClientManager.Started = false;
            Manager.ServerManager.Clients.Clear();
            Manager.ClientManager.Connection = new NetworkConnection();
        }
    }
}
#endif
