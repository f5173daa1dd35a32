// Mirror as the carrier of packets.
#if MIRROR
using System;
using System.Collections.Generic;
using Mirror;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>A packet of an AntNetwork.</summary>
    public struct AntPacketMessage : NetworkMessage
    {
        /// <summary>Its bytes.</summary>
        public ArraySegment<byte> bytes;
    }

    /// <summary>
    /// Carries the packets of an AntNetwork by unreliable messages, and gives it the time of the server. Put it beside the AntNetwork. The server sends to all clients;
    /// a client sends to the server. Mirror may be started and stopped at any time.
    /// </summary>
    [AddComponentMenu("Antreckon/Bridge: Mirror")]
    [RequireComponent(typeof(AntNetwork))]
    [DisallowMultipleComponent]
    public sealed class AntMirrorBridge : MonoBehaviour
    {
        private enum Role
        {
            None,
            Server,
            Client,
        }

        // The server is a client's only peer and has this number; those of clients are Mirror's, which begin with 1 (0 is the host itself).
        private const ulong ServerPeer = uint.MaxValue;

        private AntNetwork network;
        private AntWorldBehaviour world;
        private AntPeers peers;
        private Role role;

        private void OnEnable()
        {
            network = GetComponent<AntNetwork>();
            world = GetComponent<AntWorldBehaviour>();
            peers = new AntPeers(network);
            network.PacketReady += Send;
        }

        private void OnDisable()
        {
            Become(Role.None);
            FollowPeers();
            network.PacketReady -= Send;
        }

        private void Update()
        {
            // A client that gets a message without a handler is disconnected by Mirror: the handler is there from the first moment of connecting.
            Become(NetworkServer.active ? Role.Server : NetworkClient.active ? Role.Client : Role.None);
            FollowPeers();
        }

        private void Become(Role next)
        {
            if (next == role)
            {
                return;
            }
            if (role == Role.Server && NetworkServer.active)
            {
                NetworkServer.UnregisterHandler<AntPacketMessage>();
            }
            if (role == Role.Client && NetworkClient.active)
            {
                NetworkClient.UnregisterHandler<AntPacketMessage>();
            }
            role = next;
            if (role == Role.Server)
            {
                NetworkServer.RegisterHandler<AntPacketMessage>(FromClient, true);
            }
            if (role == Role.Client)
            {
                NetworkClient.RegisterHandler<AntPacketMessage>(FromServer, true);
            }
            world.Clock = role == Role.None ? (Func<long>)null : ServerTime;
        }

        // Mirror's NetworkTime.time is behind by the buffer of its interpolation; predictedTime is when a message of now arrives at the server.
        private static long ServerTime()
        {
            return AntClock.FromSeconds(NetworkServer.active ? NetworkTime.time : NetworkTime.predictedTime - NetworkTime.rtt / 2);
        }

        // Whoever is not ready loads a scene, and may have no bridge yet.
        private void FollowPeers()
        {
            peers.Begin();
            if (role == Role.Server)
            {
                foreach (KeyValuePair<int, NetworkConnectionToClient> client in NetworkServer.connections)
                {
                    if (client.Value != NetworkServer.localConnection && client.Value.isReady)
                    {
                        peers.Keep((uint)client.Key);
                    }
                }
            }
            if (role == Role.Client && NetworkClient.ready)
            {
                peers.Keep(ServerPeer);
            }
            peers.End();
        }

        private void Send(ulong peer, ArraySegment<byte> bytes)
        {
            AntPacketMessage message = new AntPacketMessage { bytes = bytes };
            NetworkConnectionToClient client;
            if (peer == ServerPeer)
            {
                NetworkClient.Send(message, Channels.Unreliable);
            }
            else if (NetworkServer.connections.TryGetValue((int)peer, out client))
            {
                client.Send(message, Channels.Unreliable);
            }
        }

        private void FromClient(NetworkConnectionToClient client, AntPacketMessage message)
        {
            Receive((uint)client.connectionId, message);
        }

        private void FromServer(AntPacketMessage message)
        {
            Receive(ServerPeer, message);
        }

        private void Receive(ulong peer, AntPacketMessage message)
        {
            try
            {
                network.Receive(peer, message.bytes);
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: a packet was refused. " + error.Message, this);
            }
        }
    }
}
#endif
