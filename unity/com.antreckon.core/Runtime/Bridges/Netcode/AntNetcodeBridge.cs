// Netcode for GameObjects as the carrier of packets.
#if ANTRECKON_NETCODE
using System;
using System.Collections.Generic;
using Unity.Collections;
using Unity.Netcode;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Carries the packets of an AntNetwork by unreliable named messages, and gives it the time of the server. AntNetcodeEntity adds it by itself; put it beside an
    /// AntWorldBehaviour to give that settings. The NetworkManager may be started and stopped at any time, as server, host or client.
    /// </summary>
    [AddComponentMenu("Antreckon/Bridge: Netcode for GameObjects")]
    [RequireComponent(typeof(AntNetwork))]
    [DisallowMultipleComponent]
    public sealed class AntNetcodeBridge : MonoBehaviour
    {
        private const string MessageName = "antreckon";

        // Share by which the latency follows the transport's in a second; a jump of the latency shall not be one of the clock.
        private const float LatencyFollows = 1f;

        private static readonly CustomMessagingManager.HandleNamedMessageDelegate Handler = Receive;
        private static CustomMessagingManager handled;
        private static byte[] arrived = new byte[2048];

        private AntNetwork network;
        private AntWorldBehaviour world;
        private AntPeers peers;
        private NetworkManager manager;
        // Each start of the manager has its own.
        private CustomMessagingManager messaging;
        private double latency;
#if ANTRECKON_NETCODE_2
        private bool saidNoServer;
#endif

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
            messaging = null;
            world.Clock = null;
        }

        private void Update()
        {
            Follow();
        }

        private void Follow()
        {
            manager = NetworkManager.Singleton;
            CustomMessagingManager present = manager != null && manager.IsListening && !HasNoServer() ? manager.CustomMessagingManager : null;
            if (present != messaging)
            {
                messaging = present;
                latency = present == null ? 0 : Latency();
                world.Clock = present == null ? (Func<long>)null : ServerTime;
            }
            if (present != null && present != handled)
            {
                // One handler for all bridges, which stays: scenes with a bridge come and go.
                handled = present;
                present.RegisterNamedMessageHandler(MessageName, Handler);
            }
            if (present != null)
            {
                latency += (Latency() - latency) * Mathf.Clamp01(LatencyFollows * Time.unscaledDeltaTime);
            }
            network.Role = present == null ? AntNetworkRole.Peers : manager.IsServer ? AntNetworkRole.Server : AntNetworkRole.Client;
            FollowPeers();
        }

        // Then nobody could pass packets on: custom messages of clients reach the service only.
        private bool HasNoServer()
        {
#if ANTRECKON_NETCODE_2
            if (manager.DistributedAuthorityMode && !saidNoServer)
            {
                saidNoServer = true;
                Debug.LogWarning("Antreckon: distributed authority is not supported; choose client-server as the network topology. Nothing is sent.", this);
            }
            return manager.DistributedAuthorityMode;
#else
            return false;
#endif
        }

        // What Netcode calls the time of the server is, on a client, the time of what arrives, less a buffer: here is wanted what the server's clock shows now.
        private long ServerTime()
        {
            double buffer = manager.IsServer ? 0 : manager.NetworkTimeSystem.ServerBufferSec;
            return AntClock.FromSeconds(manager.ServerTime.Time + buffer + latency);
        }

        // One way, seconds.
        private double Latency()
        {
            return manager.IsServer ? 0 : manager.NetworkConfig.NetworkTransport.GetCurrentRtt(NetworkManager.ServerClientId) / 2000.0;
        }

        // A server has a connection to each client but itself; a client has one, to the server. Peers are Netcode's numbers and 1: the server's is 0, no peer's may be.
        private void FollowPeers()
        {
            peers.Begin();
            if (messaging != null && manager.IsServer)
            {
                IReadOnlyList<ulong> clients = manager.ConnectedClientsIds;
                for (int i = 0; i < clients.Count; ++i)
                {
                    if (clients[i] != NetworkManager.ServerClientId)
                    {
                        peers.Keep(clients[i] + 1);
                    }
                }
            }
            else if (messaging != null && manager.IsConnectedClient)
            {
                peers.Keep(NetworkManager.ServerClientId + 1);
            }
            peers.End();
        }

        private void Send(ulong peer, ArraySegment<byte> bytes)
        {
            if (messaging == null)
            {
                return;
            }
            using (FastBufferWriter writer = new FastBufferWriter(bytes.Count + sizeof(int), Allocator.Temp))
            {
                writer.WriteValueSafe(bytes.Count);
                writer.WriteBytesSafe(bytes.Array, bytes.Count, bytes.Offset);
                messaging.SendNamedMessage(MessageName, peer - 1, writer, NetworkDelivery.Unreliable);
            }
        }

        private static void Receive(ulong client, FastBufferReader reader)
        {
            AntWorldBehaviour current = AntWorldBehaviour.Current;
            int length;
            reader.ReadValueSafe(out length);
            if (current == null || current.Network == null || length < 0 || length > arrived.Length)
            {
                return;
            }
            try
            {
                reader.ReadBytesSafe(ref arrived, length);
                current.Network.Receive(client + 1, new ArraySegment<byte>(arrived, 0, length));
            }
            catch (Exception error) when (error is AntException || error is OverflowException)
            {
                Debug.LogWarning("Antreckon: a packet of client " + client + " was refused. " + error.Message, current);
            }
        }
    }
}
#endif
