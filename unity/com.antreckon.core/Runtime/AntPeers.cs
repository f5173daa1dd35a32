// Who is at the other end of the connections of a network.
using System.Collections.Generic;

namespace Antreckon.Components
{
    /// <summary>
    /// Keeps one connection of an AntNetwork for each peer that a transport has at present. Bridges name all peers every frame, so that nothing is missed, whoever
    /// starts, stops or begins anew: Begin, Keep for each, End. Without changes it makes no garbage.
    /// </summary>
    public sealed class AntPeers<TPeer>
    {
        private readonly Dictionary<TPeer, AntConnection> connections = new Dictionary<TPeer, AntConnection>();
        private readonly Dictionary<AntConnection, TPeer> peers = new Dictionary<AntConnection, TPeer>();
        private readonly HashSet<TPeer> kept = new HashSet<TPeer>();
        private readonly List<TPeer> gone = new List<TPeer>();
        private readonly AntNetwork network;
        private int beginning;

        /// <summary>For this network.</summary>
        public AntPeers(AntNetwork network)
        {
            this.network = network;
        }

        /// <summary>Peers at present.</summary>
        public int Count
        {
            get { return connections.Count; }
        }

        /// <summary>From here on, peers are named.</summary>
        public void Begin()
        {
            kept.Clear();
            if (!network.IsRunning || network.Beginnings != beginning)
            {
                // Its connections are gone with the native objects.
                connections.Clear();
                peers.Clear();
                beginning = network.Beginnings;
            }
        }

        /// <summary>This one is there.</summary>
        public void Keep(TPeer peer)
        {
            kept.Add(peer);
            if (network.IsRunning && !connections.ContainsKey(peer))
            {
                AntConnection connection = network.Connect();
                connections.Add(peer, connection);
                peers.Add(connection, peer);
            }
        }

        /// <summary>Whoever was not named is gone.</summary>
        public void End()
        {
            if (connections.Count == kept.Count)
            {
                return;
            }
            foreach (TPeer peer in connections.Keys)
            {
                if (!kept.Contains(peer))
                {
                    gone.Add(peer);
                }
            }
            foreach (TPeer peer in gone)
            {
                AntConnection connection = connections[peer];
                connections.Remove(peer);
                peers.Remove(connection);
                network.Disconnect(connection);
            }
            gone.Clear();
        }

        /// <summary>Whose connection it is.</summary>
        public bool TryGet(AntConnection connection, out TPeer peer)
        {
            return peers.TryGetValue(connection, out peer);
        }
    }
}
