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
    /// Carries the packets of an AntNetwork by unreliable messages, and gives it the time of the network. Put it beside the AntNetwork. The server sends to all clients;
    /// a client sends to the server.
    /// </summary>
    [AddComponentMenu("Antreckon/Bridge: Mirror")]
    [RequireComponent(typeof(AntNetwork))]
    public sealed class AntMirrorBridge : MonoBehaviour
    {
        private readonly Dictionary<AntConnection, NetworkConnectionToClient> clients = new Dictionary<AntConnection, NetworkConnectionToClient>();
        private readonly List<AntConnection> gone = new List<AntConnection>();
        private AntNetwork network;
        private AntConnection toServer;

        private void Start()
        {
            network = GetComponent<AntNetwork>();
            network.PacketReady += Send;
            GetComponent<AntWorldBehaviour>().Clock = () => AntClock.FromSeconds(NetworkTime.time);
            if (NetworkServer.active)
            {
                NetworkServer.RegisterHandler<AntPacketMessage>(FromClient, true);
            }
            else
            {
                NetworkClient.RegisterHandler<AntPacketMessage>(FromServer, true);
            }
        }

        private void OnDestroy()
        {
            network.PacketReady -= Send;
            if (NetworkServer.active)
            {
                NetworkServer.UnregisterHandler<AntPacketMessage>();
            }
            else
            {
                NetworkClient.UnregisterHandler<AntPacketMessage>();
            }
        }

        private void Update()
        {
            if (NetworkServer.active)
            {
                FollowClients();
            }
            else if (NetworkClient.isConnected && toServer.IsNull)
            {
                toServer = network.Connect();
            }
        }

        private void FollowClients()
        {
            foreach (NetworkConnectionToClient client in NetworkServer.connections.Values)
            {
                if (client != NetworkServer.localConnection && !clients.ContainsValue(client))
                {
                    clients.Add(network.Connect(), client);
                }
            }
            foreach (KeyValuePair<AntConnection, NetworkConnectionToClient> one in clients)
            {
                if (!NetworkServer.connections.ContainsKey(one.Value.connectionId))
                {
                    gone.Add(one.Key);
                }
            }
            foreach (AntConnection connection in gone)
            {
                clients.Remove(connection);
                network.Disconnect(connection);
            }
            gone.Clear();
        }

        private void Send(AntConnection connection, ArraySegment<byte> bytes)
        {
            AntPacketMessage message = new AntPacketMessage { bytes = bytes };
            NetworkConnectionToClient client;
            if (connection == toServer)
            {
                NetworkClient.Send(message, Channels.Unreliable);
            }
            else if (clients.TryGetValue(connection, out client))
            {
                client.Send(message, Channels.Unreliable);
            }
        }

        private void FromClient(NetworkConnectionToClient client, AntPacketMessage message)
        {
            Receive(message);
        }

        private void FromServer(AntPacketMessage message)
        {
            Receive(message);
        }

        private void Receive(AntPacketMessage message)
        {
            try
            {
                network.Receive(message.bytes);
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: a packet was refused. " + error.Message, this);
            }
        }
    }
}
#endif
