// What lives in a world and on a network, whichever of them comes first or goes first.
using System.Collections.Generic;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Joins the world and the network when there are any, leaves them when they or it go, and joins again when they come back. So it does not matter in which order
    /// objects are enabled, and scenes, play mode and scripts may be reloaded at any time.
    /// </summary>
    public abstract class AntGuest : MonoBehaviour
    {
        private static readonly List<AntGuest> Guests = new List<AntGuest>();

        /// <summary>The world it is in, or null.</summary>
        public AntWorldBehaviour World { get; private set; }

        /// <summary>The network it is on, or null.</summary>
        public AntNetwork Network { get; private set; }

        /// <summary>Makes what it needs in a world.</summary>
        protected virtual void Join(AntWorldBehaviour world)
        {
        }

        /// <summary>Ends it; the world still runs.</summary>
        protected virtual void Leave(AntWorldBehaviour world)
        {
        }

        /// <summary>Makes what it needs on a network; it is in a world by then.</summary>
        protected virtual void JoinNetwork(AntNetwork network)
        {
        }

        /// <summary>Ends it; the network still runs.</summary>
        protected virtual void LeaveNetwork(AntNetwork network)
        {
        }

        /// <summary>The origin of coordinates has moved: what was at `shift` is at zero from now on.</summary>
        protected virtual void Rebased(Vector3 shift)
        {
        }

        /// <summary>Unity's message.</summary>
        protected virtual void OnEnable()
        {
            Guests.Add(this);
            Arrive();
        }

        /// <summary>Unity's message.</summary>
        protected virtual void OnDisable()
        {
            Guests.Remove(this);
            DepartNetwork();
            Depart();
        }

        /// <summary>Changes something that it joined with: it leaves before and joins after.</summary>
        protected void Rejoin(System.Action change)
        {
            bool isIn = Guests.Contains(this);
            DepartNetwork();
            Depart();
            change();
            if (isIn)
            {
                Arrive();
            }
        }

        /// <summary>A world or network has begun.</summary>
        internal static void ArriveAll()
        {
            for (int i = 0; i < Guests.Count; ++i)
            {
                Guests[i].Arrive();
            }
        }

        /// <summary>A world is about to end.</summary>
        internal static void DepartAll(AntWorldBehaviour world)
        {
            foreach (AntGuest guest in Guests)
            {
                if (guest.World == world)
                {
                    guest.DepartNetwork();
                    guest.Depart();
                }
            }
        }

        /// <summary>A network is about to end.</summary>
        internal static void DepartAll(AntNetwork network)
        {
            foreach (AntGuest guest in Guests)
            {
                if (guest.Network == network)
                {
                    guest.DepartNetwork();
                }
            }
        }

        /// <summary>A world has moved its origin.</summary>
        internal static void RebaseAll(AntWorldBehaviour world, Vector3 shift)
        {
            foreach (AntGuest guest in Guests)
            {
                if (guest.World == world)
                {
                    guest.Rebased(shift);
                }
            }
        }

        private void Arrive()
        {
            try
            {
                AntWorldBehaviour world = AntWorldBehaviour.Current;
                if (World == null && world != null)
                {
                    Join(world);
                    World = world;
                }
                AntNetwork network = World == null ? null : World.Network;
                if (Network == null && network != null)
                {
                    JoinNetwork(network);
                    Network = network;
                }
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: this one is left out. " + error.Message, this);
            }
        }

        // Whatever goes wrong, the others shall depart too.
        private void Depart()
        {
            try
            {
                if (World != null && World.IsRunning)
                {
                    Leave(World);
                }
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: this one could not leave its world. " + error.Message, this);
            }
            World = null;
        }

        private void DepartNetwork()
        {
            try
            {
                if (Network != null && Network.IsRunning)
                {
                    LeaveNetwork(Network);
                }
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: this one could not leave its network. " + error.Message, this);
            }
            Network = null;
        }

        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void ResetStatics()
        {
            Guests.Clear();
        }
    }
}
