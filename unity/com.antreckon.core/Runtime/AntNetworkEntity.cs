// An object of the game's netcode: simulated here and told of, or simulated elsewhere and drawn.
using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.AI;

namespace Antreckon.Components
{
    /// <summary>Who moves an object of the netcode.</summary>
    public enum AntAuthority
    {
        /// <summary>Its owner; the server, where it has none.</summary>
        Owner,

        /// <summary>The server, whoever owns it; its owner sees what the server says.</summary>
        Server,
    }

    /// <summary>
    /// Makes an object a sender or a ghost as the netcode says who owns it, and the other one when that changes. What entities of the bridges (AntMirrorEntity,
    /// AntNetcodeEntity, AntFishNetEntity) have in common; with a netcode of your own, tell one of these what it does.
    /// </summary>
    public sealed class AntNetworkEntity
    {
        /// <summary>The owner of what the server, or this machine without one, simulates.</summary>
        public const uint NoOwner = 0;

        // Visibility is looked at for a quarter of the entities in each frame.
        private const int Slices = 4;

        private static readonly Dictionary<uint, AntNetworkEntity> Numbers = new Dictionary<uint, AntNetworkEntity>();
        private static readonly List<AntNetworkEntity> All = new List<AntNetworkEntity>();
        private static int slice;

        private readonly GameObject body;
        private readonly AntSettings settings;
        private readonly Func<ulong, bool> isSeenBy;
        private readonly HashSet<ulong> hiddenFrom = new HashSet<ulong>();
        private readonly List<Behaviour> stopped = new List<Behaviour>();
        private CharacterController controller;
        private Rigidbody rigidbody;
        private AntSender sender;
        private AntGhost ghost;

        /// <summary>For an object. `isSeenBy` says whether a peer (the number of its connection) sees it; null = everybody does.</summary>
        public AntNetworkEntity(GameObject body, AntSettings settings, Func<ulong, bool> isSeenBy)
        {
            this.body = body;
            this.settings = settings;
            this.isSeenBy = isSeenBy;
        }

        /// <summary>Its number on the network; 0 = it has not begun.</summary>
        public uint Number { get; private set; }

        /// <summary>Number of its owner's connection to the server, the same on every machine; NoOwner = the server.</summary>
        public uint Owner { get; private set; }

        /// <summary>Whose it was before.</summary>
        internal uint OwnerBefore { get; private set; }

        /// <summary>It is simulated here.</summary>
        public bool IsMine { get; private set; }

        /// <summary>The sender while it is simulated here, or null.</summary>
        public AntSender Sender
        {
            get { return IsMine ? sender : null; }
        }

        /// <summary>The ghost while it is simulated elsewhere, or null.</summary>
        public AntGhost Ghost
        {
            get { return IsMine ? null : ghost; }
        }

        /// <summary>The entity of a number, or null.</summary>
        public static AntNetworkEntity Find(uint number)
        {
            AntNetworkEntity found;
            return Numbers.TryGetValue(number, out found) ? found : null;
        }

        /// <summary>The netcode has spawned it, or it has another owner. Say it as often as you like: without a change nothing happens.</summary>
        public void Follow(ulong number, uint owner, bool isMine)
        {
            if (number == Number && owner == Owner && isMine == IsMine)
            {
                return;
            }
            if (number == 0 || number > int.MaxValue)
            {
                End();
                Debug.LogWarning("Antreckon: the network number " + number + " is left out; numbers are 1 to 2147483647.", body);
                return;
            }
            AntNetwork network = CurrentNetwork();
            if (Number != number)
            {
                End();
                AntNetworkEntity other = Find((uint)number);
                if (other != null)
                {
                    other.End();
                }
                Number = (uint)number;
                Numbers[Number] = this;
                All.Add(this);
            }
            else if (network != null)
            {
                network.ForgetEntity(Number);
            }
            uint before = Owner;
            OwnerBefore = before;
            Owner = owner;
            IsMine = isMine;
            hiddenFrom.Clear();
            Become();
            ForgetOwner(network, before);
            if (network != null)
            {
                network.ShowAtOnce(this);
            }
        }

        /// <summary>The netcode has despawned it. Twice does no harm.</summary>
        public void End()
        {
            if (Number == 0)
            {
                return;
            }
            Numbers.Remove(Number);
            All.Remove(this);
            Number = 0;
            Off(sender);
            Off(ghost);
            Free();
            hiddenFrom.Clear();
            ForgetOwner(CurrentNetwork(), Owner);
        }

        private static void ForgetOwner(AntNetwork network, uint owner)
        {
            if (network != null && owner != NoOwner && !All.Exists(one => one.Owner == owner))
            {
                network.ForgetOwner(owner);
            }
        }

        private static AntNetwork CurrentNetwork()
        {
            AntWorldBehaviour world = AntWorldBehaviour.Current;
            return world == null ? null : world.Network;
        }

        private void Become()
        {
            if (IsMine)
            {
                Off(ghost);
                Free();
                sender = On(sender);
                sender.settings = settings != null ? settings : sender.settings;
                sender.NetworkNumber = Number;
                sender.Teleport();
            }
            else
            {
                Off(sender);
                Hold();
                ghost = On(ghost);
                ghost.settings = settings != null ? settings : ghost.settings;
                ghost.NetworkNumber = Number;
            }
        }

        // One that the prefab has already is used.
        private T On<T>(T one) where T : AntGuest
        {
            if (one == null)
            {
                one = body.GetComponent<T>();
                one = one != null ? one : body.AddComponent<T>();
            }
            one.enabled = true;
            return one;
        }

        private static void Off(AntGuest one)
        {
            if (one != null)
            {
                one.enabled = false;
            }
        }

        // What moves bodies by itself would fight with the ghost.
        private void Hold()
        {
            controller = body.GetComponent<CharacterController>();
            controller = controller != null && controller.enabled ? controller : null;
            rigidbody = body.GetComponent<Rigidbody>();
            rigidbody = rigidbody != null && !rigidbody.isKinematic ? rigidbody : null;
            NavMeshAgent agent = body.GetComponent<NavMeshAgent>();
            if (controller != null)
            {
                controller.enabled = false;
            }
            if (rigidbody != null)
            {
                rigidbody.isKinematic = true;
            }
            if (agent != null && agent.enabled)
            {
                agent.enabled = false;
                stopped.Add(agent);
            }
        }

        private void Free()
        {
            if (controller != null)
            {
                controller.enabled = true;
            }
            if (rigidbody != null)
            {
                rigidbody.isKinematic = false;
            }
            foreach (Behaviour one in stopped)
            {
                if (one != null)
                {
                    one.enabled = true;
                }
            }
            controller = null;
            rigidbody = null;
            stopped.Clear();
        }

        internal bool IsSeenBy(ulong peer)
        {
            return isSeenBy == null || isSeenBy(peer);
        }

        /// <summary>Tells the outbox of a network which entities each peer sees.</summary>
        internal static void ShowAll(AntNetwork network, List<ulong> peers)
        {
            slice = (slice + 1) % Slices;
            for (int i = slice; i < All.Count; i += Slices)
            {
                for (int peer = 0; peer < peers.Count; ++peer)
                {
                    All[i].ShowOne(network, peers[peer]);
                }
            }
        }

        /// <summary>A peer has come: before anything is told to it.</summary>
        internal static void ShowTo(AntNetwork network, ulong peer)
        {
            for (int i = 0; i < All.Count; ++i)
            {
                All[i].hiddenFrom.Remove(peer);
                All[i].ShowOne(network, peer);
            }
        }

        // Relevant is who is not said to be irrelevant.
        internal void ShowOne(AntNetwork network, ulong peer)
        {
            if (!IsMine || isSeenBy == null || network.Role == AntNetworkRole.Client || sender == null || sender.Network != network)
            {
                return;
            }
            bool sees = isSeenBy(peer);
            if (sees ? hiddenFrom.Remove(peer) : hiddenFrom.Add(peer))
            {
                network.Outbox.SetInterest(peer, Number, sees ? AntRelevance.Always : AntRelevance.Never, 0);
            }
        }

        /// <summary>With domain reload off, statics outlive a play session.</summary>
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void ResetStatics()
        {
            Numbers.Clear();
            All.Clear();
        }
    }
}
