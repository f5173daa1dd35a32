// Who is at the other end of the connections of a network.
using System.Collections.Generic;

namespace Antreckon.Components
{
    /// <summary>
    /// Keeps one connection of an AntNetwork for each peer that a transport has at present. Bridges name all peers every frame, so that nothing is missed, whoever
    /// starts, stops or begins anew: Begin, Keep for each, End. Without changes it makes no garbage.
    /// </summary>
    public sealed class AntPeers
    {
        private readonly List<ulong> connected = new List<ulong>();
        private readonly HashSet<ulong> kept = new HashSet<ulong>();
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
            get { return connected.Count; }
        }

        /// <summary>From here on, peers are named.</summary>
        public void Begin()
        {
            kept.Clear();
            if (!network.IsRunning || network.Beginnings != beginning)
            {
                // Its connections are gone with the native objects.
                connected.Clear();
                beginning = network.Beginnings;
            }
        }

        /// <summary>This one is there.</summary>
        public void Keep(ulong peer)
        {
            kept.Add(peer);
            if (network.IsRunning && !connected.Contains(peer))
            {
                network.Connect(peer);
                connected.Add(peer);
            }
        }

        /// <summary>Whoever was not named is gone.</summary>
        public void End()
        {
            for (int i = connected.Count - 1; i >= 0; --i)
            {
                ulong peer = connected[i];
                if (!kept.Contains(peer))
                {
                    connected.RemoveAt(i);
                    network.Disconnect(peer);
                }
            }
        }
    }
}
