// The one component on a prefab that Netcode for GameObjects spawns.
#if ANTRECKON_NETCODE
using Unity.Netcode;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Put it on a prefab with a NetworkObject, in place of a NetworkTransform; nothing else is needed. Whoever simulates the object tells the others, who draw it where it is
    /// now. It follows spawns, despawns, visibility and ownership of Netcode.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Entity: Netcode for GameObjects")]
    [DisallowMultipleComponent]
    public sealed class AntNetcodeEntity : NetworkBehaviour
    {
        [Tooltip("Who moves it: its owner (usual), or the server also for objects that clients own.")]
        public AntAuthority movedBy = AntAuthority.Owner;

        [Tooltip("Other numbers than those of the world, for this kind of entity.")]
        public AntSettings settings;

        private AntNetworkEntity entity;
        private int worlds = -1;
        private bool hasSpawned;

        /// <summary>What it is here: sender or ghost.</summary>
        public AntNetworkEntity Entity
        {
            get { return entity; }
        }

        /// <summary>Netcode's call.</summary>
        public override void OnNetworkSpawn()
        {
            hasSpawned = true;
            if (isActiveAndEnabled)
            {
                Begin();
            }
        }

        /// <summary>Netcode's call.</summary>
        public override void OnNetworkDespawn()
        {
            hasSpawned = false;
            End();
        }

        // Before it is spawned the netcode has not looked at it yet.
        private void OnEnable()
        {
            if (hasSpawned)
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
                AntWorldBehaviour.Bridge<AntNetcodeBridge>();
                worlds = AntWorldBehaviour.Changes;
            }
            bool isServers = movedBy == AntAuthority.Server || OwnerClientId == NetworkManager.ServerClientId;
            // Peers are Netcode's numbers and 1.
            uint owner = isServers ? AntNetworkEntity.NoOwner : (uint)OwnerClientId + 1;
            entity.Follow(NetworkObjectId, owner, IsServer ? isServers : !isServers && IsOwner);
        }

        private bool IsSeenBy(ulong peer)
        {
            return NetworkObject.IsNetworkVisibleTo(peer - 1);
        }
    }
}
#endif
