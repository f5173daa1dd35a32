// The one component on a prefab that FishNet spawns.
#if ANTRECKON_FISHNET
using System.Collections.Generic;
using FishNet.Connection;
using FishNet.Object;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Put it on a prefab with a NetworkObject, in place of a NetworkTransform; nothing else is needed. Whoever simulates the object tells the others, who draw it where it is
    /// now. It follows spawns, despawns, observers and ownership of FishNet.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Entity: FishNet")]
    [DisallowMultipleComponent]
    public sealed class AntFishNetEntity : NetworkBehaviour
    {
        [Tooltip("Who moves it: its owner (usual), or the server also for objects that clients own.")]
        public AntAuthority movedBy = AntAuthority.Owner;

        [Tooltip("Other numbers than those of the world, for this kind of entity.")]
        public AntSettings settings;

        private AntNetworkEntity entity;
        private int worlds = -1;
        private bool isSpawned;

        /// <summary>What it is here: sender or ghost.</summary>
        public AntNetworkEntity Entity
        {
            get { return entity; }
        }

        /// <summary>FishNet's call.</summary>
        public override void OnStartNetwork()
        {
            isSpawned = true;
            if (isActiveAndEnabled)
            {
                Begin();
            }
        }

        /// <summary>FishNet's call.</summary>
        public override void OnStopNetwork()
        {
            isSpawned = false;
            End();
        }

        // Before it is spawned the netcode has not looked at it yet.
        private void OnEnable()
        {
            if (isSpawned)
            {
                Begin();
            }
        }

        private void OnDisable()
        {
            End();
        }

        private void Begin()
        {
            if (entity == null)
            {
                entity = new AntNetworkEntity(gameObject, settings, IsSeenBy);
            }
            Follow();
        }

        private void End()
        {
            if (entity != null)
            {
                entity.End();
                entity = null;
            }
        }

        private void Update()
        {
            if (entity != null)
            {
                Follow();
            }
        }

        private void Follow()
        {
            if (worlds != AntWorldBehaviour.Changes)
            {
                AntWorldBehaviour.Bridge<AntFishNetBridge>();
                worlds = AntWorldBehaviour.Changes;
            }
            // On a host what its own client owns is simulated by the server's machine.
            bool isServers = movedBy == AntAuthority.Server || OwnerId < 0 || IsServerInitialized && Owner.IsLocalClient;
            uint owner = isServers ? AntNetworkEntity.NoOwner : (uint)OwnerId + 1;
            // FishNet's numbers begin with 0.
            entity.Follow((ulong)ObjectId + 1, owner, IsServerInitialized ? isServers : !isServers && IsOwner);
        }

        private bool IsSeenBy(ulong peer)
        {
            foreach (NetworkConnection one in Observers)
            {
                if ((ulong)one.ClientId + 1 == peer)
                {
                    return true;
                }
            }
            return false;
        }
    }
}
#endif
