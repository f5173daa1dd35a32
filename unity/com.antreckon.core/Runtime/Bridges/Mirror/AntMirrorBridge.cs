// Mirror as the carrier of packets.
#if ANTRECKON_MIRROR
using System;
using System.Collections.Generic;
using Mirror;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Carries the packets of an AntNetwork by unreliable messages, and gives it the time of the server. AntMirrorEntity adds it by itself; put it beside an AntWorldBehaviour
    /// to give that settings. Mirror may be started and stopped at any time, as server, host or client.
    /// </summary>
    [AddComponentMenu("Antreckon/Bridge: Mirror")]
    [RequireComponent(typeof(AntNetwork))]
    [DisallowMultipleComponent]
    public sealed class AntMirrorBridge : MonoBehaviour
    {
        /// <summary>The server is a client's only peer and has this number; those of clients are Mirror's, which begin with 1 (0 is the host itself).</summary>
        public const ulong ServerPeer = uint.MaxValue;

        private AntNetwork network;
        private AntWorldBehaviour world;
        private AntPeers peers;
        private bool carries;

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
            AntMirrorMessages.Ensure();
            bool runs = NetworkServer.active || NetworkClient.active;
            if (runs != carries)
            {
                carries = runs;
                world.Clock = runs ? ServerTime : (Func<long>)null;
            }
            network.Role = NetworkServer.active ? AntNetworkRole.Server : NetworkClient.active ? AntNetworkRole.Client : AntNetworkRole.Peers;
            FollowPeers();
        }

        // Mirror's `time` is scaled on a server, and behind by the buffer of its interpolation on a client. `predictedTime` is the server's own, unscaled, and on a client
        // that at which a message of now arrives.
        private static long ServerTime()
        {
            return AntClock.FromSeconds(NetworkServer.active ? NetworkTime.predictedTime : NetworkTime.predictedTime - NetworkTime.rtt / 2);
        }

        // Whoever is not ready loads a scene.
        private void FollowPeers()
        {
            peers.Begin();
            if (NetworkServer.active)
            {
                foreach (KeyValuePair<int, NetworkConnectionToClient> client in NetworkServer.connections)
                {
                    if (client.Value != NetworkServer.localConnection && client.Value.isReady)
                    {
                        peers.Keep((uint)client.Key);
                    }
                }
            }
            else if (NetworkClient.active && NetworkClient.ready)
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
    }
}
#endif
