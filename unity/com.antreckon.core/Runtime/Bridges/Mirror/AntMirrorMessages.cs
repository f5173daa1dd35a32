// The message that Mirror carries, and its handlers.
#if ANTRECKON_MIRROR
using System;
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
    /// Mirror disconnects whoever gets a message without a handler. So handlers are there from the first frame of the game on, whatever scene is loaded and whether it has a
    /// bridge; they are never taken back. Mirror forgets them when it stops: they are there again before the next connection.
    /// </summary>
    [AddComponentMenu("")]
    public sealed class AntMirrorMessages : MonoBehaviour
    {
        private static AntMirrorMessages only;
        private static Action<NetworkConnectionToClient> seenByServer;
        private static Action seenByClient;

        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.AfterSceneLoad)]
        private static void Begin()
        {
            if (only == null)
            {
                GameObject made = new GameObject("Antreckon: Mirror");
                DontDestroyOnLoad(made);
                only = made.AddComponent<AntMirrorMessages>();
            }
        }

        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void ResetStatics()
        {
            seenByServer = null;
            seenByClient = null;
        }

        private void Update()
        {
            Ensure();
        }

        /// <summary>
        /// Sets the handlers where Mirror has forgotten them. It forgets its events together with them, so these tell, even when it was stopped and started within a frame.
        /// </summary>
        public static void Ensure()
        {
            if (NetworkServer.active && (seenByServer == null || !ReferenceEquals(NetworkServer.OnConnectedEvent, seenByServer)))
            {
                NetworkServer.ReplaceHandler<AntPacketMessage>(FromClient, true);
                NetworkServer.OnConnectedEvent -= ClientCame;
                NetworkServer.OnConnectedEvent += ClientCame;
                seenByServer = NetworkServer.OnConnectedEvent;
            }
            if (NetworkClient.active && !NetworkServer.active && (seenByClient == null || !ReferenceEquals(NetworkClient.OnConnectedEvent, seenByClient)))
            {
                NetworkClient.ReplaceHandler<AntPacketMessage>(FromServer, true);
                NetworkClient.OnConnectedEvent -= ConnectionCame;
                NetworkClient.OnConnectedEvent += ConnectionCame;
                seenByClient = NetworkClient.OnConnectedEvent;
            }
        }

        private static void ClientCame(NetworkConnectionToClient client)
        {
            NetworkServer.ReplaceHandler<AntPacketMessage>(FromClient, true);
        }

        private static void ConnectionCame()
        {
            NetworkClient.ReplaceHandler<AntPacketMessage>(FromServer, true);
        }

        private static void FromClient(NetworkConnectionToClient client, AntPacketMessage message)
        {
            Receive((uint)client.connectionId, message);
        }

        private static void FromServer(AntPacketMessage message)
        {
            Receive(AntMirrorBridge.ServerPeer, message);
        }

        // An exception would end the connection.
        private static void Receive(ulong peer, AntPacketMessage message)
        {
            AntWorldBehaviour world = AntWorldBehaviour.Current;
            if (world == null || world.Network == null || message.bytes.Array == null)
            {
                return;
            }
            try
            {
                world.Network.Receive(peer, message.bytes);
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: a packet of peer " + peer + " was refused. " + error.Message, world);
            }
        }
    }
}
#endif
