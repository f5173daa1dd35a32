// STUB for compile checks only: see README.md. Signatures as in Netcode for GameObjects 1.x.
#if ANTRECKON_NETCODE
using System;
using System.Collections.Generic;
using Unity.Collections;
using UnityEngine;

namespace Unity.Netcode
{
    public enum NetworkDelivery
    {
        Unreliable,
        UnreliableSequenced,
        Reliable,
        ReliableSequenced,
        ReliableFragmentedSequenced,
    }

    public struct NetworkTime
    {
        public double Time { get { return 0; } }
    }

    public struct FastBufferWriter : IDisposable
    {
        public FastBufferWriter(int size, Allocator allocator, int maxSize = -1) { }
        public void WriteValueSafe(in int value) { }
        public void WriteBytesSafe(byte[] value, int size = -1, int offset = 0) { }
        public void Dispose() { }
    }

    public struct FastBufferReader : IDisposable
    {
        public void ReadValueSafe(out int value) { value = 0; }
        public void ReadBytesSafe(ref byte[] value, int size, int offset = 0) { }
        public void Dispose() { }
    }

    public class CustomMessagingManager
    {
        public delegate void HandleNamedMessageDelegate(ulong senderClientId, FastBufferReader messagePayload);

        public void RegisterNamedMessageHandler(string name, HandleNamedMessageDelegate callback) { }
        public void UnregisterNamedMessageHandler(string name) { }

        public void SendNamedMessage(
            string messageName, ulong clientId, FastBufferWriter messageStream, NetworkDelivery networkDelivery = NetworkDelivery.ReliableSequenced)
        {
        }
    }

    public class NetworkManager : MonoBehaviour
    {
        public const ulong ServerClientId = 0;
        public static NetworkManager Singleton { get { return null; } }
        public bool IsServer { get { return false; } }
        public bool IsConnectedClient { get { return false; } }
        public ulong LocalClientId { get { return 0; } }
        public NetworkTime ServerTime { get { return default(NetworkTime); } }
        public IReadOnlyList<ulong> ConnectedClientsIds { get { return null; } }
        public CustomMessagingManager CustomMessagingManager { get { return null; } }
        public event Action<ulong> OnClientConnectedCallback
        {
            add { }
            remove { }
        }
        public event Action<ulong> OnClientDisconnectCallback
        {
            add { }
            remove { }
        }
    }
}
#endif
