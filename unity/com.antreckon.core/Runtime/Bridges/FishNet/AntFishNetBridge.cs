// FishNet as the carrier of packets.
#if ANTRECKON_FISHNET
using System;
using System.Collections.Generic;
using FishNet;
using FishNet.Broadcast;
using FishNet.Connection;
using FishNet.Managing;
using FishNet.Managing.Client;
using FishNet.Managing.Server;
using FishNet.Managing.Timing;
using FishNet.Transporting;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>A packet of an AntNetwork.</summary>
    public struct AntPacketBroadcast : IBroadcast
    {
        /// <summary>Its bytes.</summary>
        public ArraySegment<byte> bytes;
    }

    /// <summary>
    /// Carries the packets of an AntNetwork by unreliable broadcasts, and gives it the time of the server's ticks. AntFishNetEntity adds it by itself; put it beside an
    /// AntWorldBehaviour to give that settings. The NetworkManager may be started and stopped at any time, as server, host or client.
    /// </summary>
    [AddComponentMenu("Antreckon/Bridge: FishNet")]
    [RequireComponent(typeof(AntNetwork))]
    [DisallowMultipleComponent]
    public sealed class AntFishNetBridge : MonoBehaviour
    {
        // The server is a client's only peer and has this number; those of clients are FishNet's and 1: theirs begin with 0.
        private const ulong ServerPeer = uint.MaxValue;

        private static ServerManager handledServer;
        private static ClientManager handledClient;

        private AntNetwork network;
        private AntWorldBehaviour world;
        private AntPeers peers;
        private NetworkManager manager;
        private bool carries;

        private bool IsServer
        {
            get { return manager != null && manager.ServerManager.Started; }
        }

        private bool IsClient
        {
            get { return manager != null && manager.ClientManager.Started && !IsServer; }
        }

        private void OnEnable()
        {
            network = GetComponent<AntNetwork>();
            world = GetComponent<AntWorldBehaviour>();
            peers = new AntPeers(network);
            network.PacketReady += Send;
            Follow();
        }

        private void OnDisable()
        {
            peers.Begin();
            peers.End();
            network.PacketReady -= Send;
            world.Clock = null;
            carries = false;
        }

        private void Update()
        {
            Follow();
        }

        private void Follow()
        {
            manager = InstanceFinder.NetworkManager;
            bool runs = IsServer || IsClient;
            if (runs)
            {
                Register();
            }
            if (runs != carries)
            {
                carries = runs;
                world.Clock = runs ? ServerTime : (Func<long>)null;
            }
            network.Role = IsServer ? AntNetworkRole.Server : IsClient ? AntNetworkRole.Client : AntNetworkRole.Peers;
            FollowPeers();
        }

        // Handlers for all bridges, which stay: scenes with a bridge come and go.
        private void Register()
        {
            if (manager.ServerManager != handledServer)
            {
                handledServer = manager.ServerManager;
                handledServer.RegisterBroadcast<AntPacketBroadcast>(FromClient, true);
            }
            if (manager.ClientManager != handledClient)
            {
                handledClient = manager.ClientManager;
                handledClient.RegisterBroadcast<AntPacketBroadcast>(FromServer);
            }
        }

        // The tick of the server as it is now, on clients too, and how far it has got.
        private long ServerTime()
        {
            TimeManager time = manager.TimeManager;
            return AntClock.FromSeconds(time.TicksToTime(time.GetPreciseTick(TickType.Tick)));
        }

        private void FollowPeers()
        {
            peers.Begin();
            if (IsServer)
            {
                foreach (KeyValuePair<int, NetworkConnection> client in manager.ServerManager.Clients)
                {
                    if (client.Value.IsActive && client.Value.IsAuthenticated && !client.Value.IsLocalClient)
                    {
                        peers.Keep((uint)client.Key + 1);
                    }
                }
            }
            else if (IsClient && manager.ClientManager.Connection.IsActive)
            {
                peers.Keep(ServerPeer);
            }
            peers.End();
        }

        private void Send(ulong peer, ArraySegment<byte> bytes)
        {
            AntPacketBroadcast packet = new AntPacketBroadcast { bytes = bytes };
            NetworkConnection client;
            if (peer == ServerPeer)
            {
                if (IsClient)
                {
                    manager.ClientManager.Broadcast(packet, Channel.Unreliable);
                }
            }
            else if (IsServer && manager.ServerManager.Clients.TryGetValue((int)peer - 1, out client))
            {
                manager.ServerManager.Broadcast(client, packet, true, Channel.Unreliable);
            }
        }

        private static void FromClient(NetworkConnection client, AntPacketBroadcast packet, Channel channel)
        {
            Receive((uint)client.ClientId + 1, packet);
        }

        private static void FromServer(AntPacketBroadcast packet, Channel channel)
        {
            Receive(ServerPeer, packet);
        }

        private static void Receive(ulong peer, AntPacketBroadcast packet)
        {
            AntWorldBehaviour current = AntWorldBehaviour.Current;
            if (current == null || current.Network == null || packet.bytes.Array == null)
            {
                return;
            }
            try
            {
                current.Network.Receive(peer, packet.bytes);
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: a packet of peer " + peer + " was refused. " + error.Message, current);
            }
        }
    }
}
#endif
