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
    /// clients; a client sends to the server.
    /// </summary>
    [AddComponentMenu("Antreckon/Bridge: Netcode for GameObjects")]
    [RequireComponent(typeof(AntNetwork))]
    public sealed class AntNetcodeBridge : MonoBehaviour
    {
        private const string MessageName = "antreckon";

        private readonly Dictionary<AntConnection, ulong> clients = new Dictionary<AntConnection, ulong>();
        private AntNetwork network;
        private NetworkManager manager;
        private byte[] arrived = new byte[2048];

        private void Start()
        {
            network = GetComponent<AntNetwork>();
            manager = NetworkManager.Singleton;
            if (manager == null)
            {
                Debug.LogError("Antreckon: there is no NetworkManager.", this);
                enabled = false;
                return;
            }
            GetComponent<AntWorldBehaviour>().Clock = ServerTime;
            network.PacketReady += Send;
            manager.OnClientConnectedCallback += Connected;
            manager.OnClientDisconnectCallback += Disconnected;
            manager.CustomMessagingManager.RegisterNamedMessageHandler(MessageName, Receive);
            if (manager.IsServer)
            {
                foreach (ulong client in manager.ConnectedClientsIds)
                {
                    Connected(client);
                }
            }
            else if (manager.IsConnectedClient)
            {
                Connected(manager.LocalClientId);
            }
        }

        private void OnDestroy()
        {
            if (manager == null)
            {
                return;
            }
            network.PacketReady -= Send;
            manager.OnClientConnectedCallback -= Connected;
            manager.OnClientDisconnectCallback -= Disconnected;
            if (manager.CustomMessagingManager != null)
            {
                manager.CustomMessagingManager.UnregisterNamedMessageHandler(MessageName);
            }
        }

        private long ServerTime()
        {
            return AntClock.FromSeconds(manager.ServerTime.Time);
        }

        // A server has a connection to each client but itself; a client has one, to the server.
        private void Connected(ulong client)
        {
            bool isSelf = client == manager.LocalClientId;
            if (manager.IsServer == isSelf)
            {
                return;
            }
            ulong peer = manager.IsServer ? client : NetworkManager.ServerClientId;
            if (!clients.ContainsValue(peer))
            {
                clients.Add(network.Connect(), peer);
            }
        }

        private void Disconnected(ulong client)
        {
            foreach (KeyValuePair<AntConnection, ulong> one in clients)
            {
                if (one.Value == client || !manager.IsServer)
                {
                    network.Disconnect(one.Key);
                    clients.Remove(one.Key);
                    return;
                }
            }
        }

        private void Send(AntConnection connection, ArraySegment<byte> bytes)
        {
            ulong client;
            if (!clients.TryGetValue(connection, out client))
            {
                return;
            }
            using (FastBufferWriter writer = new FastBufferWriter(bytes.Count + sizeof(int), Allocator.Temp))
            {
                writer.WriteValueSafe(bytes.Count);
                writer.WriteBytesSafe(bytes.Array, bytes.Count, bytes.Offset);
                manager.CustomMessagingManager.SendNamedMessage(MessageName, client, writer, NetworkDelivery.Unreliable);
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
                network.Receive(new ArraySegment<byte>(arrived, 0, length));
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: a packet of client " + client + " was refused. " + error.Message, this);
            }
        }
    }
}
#endif
