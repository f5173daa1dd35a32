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
    /// Carries the packets of an AntNetwork by unreliable named messages, and gives it the time of the server. Put it beside the AntNetwork. The server sends to all
    /// clients; a client sends to the server. The NetworkManager may be started and stopped at any time.
    /// </summary>
    [AddComponentMenu("Antreckon/Bridge: Netcode for GameObjects")]
    [RequireComponent(typeof(AntNetwork))]
    [DisallowMultipleComponent]
    public sealed class AntNetcodeBridge : MonoBehaviour
    {
        private const string MessageName = "antreckon";

        // Share by which the latency follows the transport's in a second; a jump of the latency shall not be one of the clock.
        private const float LatencyFollows = 1f;

        private AntNetwork network;
        private AntWorldBehaviour world;
        private AntPeers peers;
        private NetworkManager manager;
        // Each start of the manager has its own.
        private CustomMessagingManager messaging;
        private double latency;
        private byte[] arrived = new byte[2048];

        private void OnEnable()
        {
            network = GetComponent<AntNetwork>();
            world = GetComponent<AntWorldBehaviour>();
            peers = new AntPeers(network);
            network.PacketReady += Send;
        }

        private void OnDisable()
        {
            Leave();
            FollowPeers();
            network.PacketReady -= Send;
        }

        private void Update()
        {
            manager = NetworkManager.Singleton;
            bool listens = manager != null && manager.IsListening;
            CustomMessagingManager present = listens ? manager.CustomMessagingManager : null;
            if (present != messaging)
            {
                Leave();
                messaging = present;
                if (messaging != null)
                {
                    messaging.RegisterNamedMessageHandler(MessageName, Receive);
                    latency = Latency();
                    world.Clock = ServerTime;
                }
            }
            if (messaging != null)
            {
                latency += (Latency() - latency) * Mathf.Clamp01(LatencyFollows * Time.deltaTime);
            }
            FollowPeers();
        }

        private void Leave()
        {
            if (messaging != null)
            {
                messaging.UnregisterNamedMessageHandler(MessageName);
                messaging = null;
                world.Clock = null;
            }
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
                    if (clients[i] != manager.LocalClientId)
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

        private void Receive(ulong client, FastBufferReader reader)
        {
            int length;
            reader.ReadValueSafe(out length);
            if (length < 0 || length > arrived.Length)
            {
                return;
            }
            reader.ReadBytesSafe(ref arrived, length);
            try
            {
                network.Receive(client + 1, new ArraySegment<byte>(arrived, 0, length));
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: a packet of client " + client + " was refused. " + error.Message, this);
            }
        }
    }
}
#endif
