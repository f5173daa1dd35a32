// The one component on a prefab that Mirror spawns.
#if ANTRECKON_MIRROR
using Mirror;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Put it on a prefab with a NetworkIdentity, in place of a NetworkTransform; nothing else is needed. Whoever simulates the object tells the others, who draw it where it
    /// is now. It follows spawns, despawns, observers and authority of Mirror.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Entity: Mirror")]
    [DisallowMultipleComponent]
    public sealed class AntMirrorEntity : NetworkBehaviour
    {
        [Tooltip("Who moves it: its owner (usual), or the server also for objects that clients own.")]
        public AntAuthority movedBy = AntAuthority.Owner;

        [Tooltip("Other numbers than those of the world, for this kind of entity.")]
        public AntSettings settings;

        private AntNetworkEntity entity;
        private int worlds = -1;
        private bool isSpawned;
        private uint owner;

        /// <summary>What it is here: sender or ghost.</summary>
        public AntNetworkEntity Entity
        {
            get { return entity; }
        }

        /// <summary>Mirror's call.</summary>
        public override void OnStartServer()
        {
            isSpawned = true;
            if (isActiveAndEnabled)
            {
                Begin();
            }
        }

        /// <summary>Mirror's call.</summary>
        public override void OnStartClient()
        {
            isSpawned = true;
            if (isActiveAndEnabled)
            {
                Begin();
            }
        }

        /// <summary>Mirror's call.</summary>
        public override void OnStopServer()
        {
            isSpawned = false;
            End();
        }

        /// <summary>Mirror's call.</summary>
        public override void OnStopClient()
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

        // Mirror tells clients whether an object is theirs, not whose it is.
        /// <summary>Mirror's call.</summary>
        public override void OnSerialize(NetworkWriter writer, bool initialState)
        {
            owner = OwnerByServer();
            writer.WriteUInt(owner);
        }

        /// <summary>Mirror's call.</summary>
        public override void OnDeserialize(NetworkReader reader, bool initialState)
        {
            owner = reader.ReadUInt();
        }

        private uint OwnerByServer()
        {
            NetworkConnectionToClient client = connectionToClient;
            bool isServers = movedBy == AntAuthority.Server || client == null || client == NetworkServer.localConnection;
            return isServers ? AntNetworkEntity.NoOwner : (uint)client.connectionId;
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
                AntWorldBehaviour.Bridge<AntMirrorBridge>();
                worlds = AntWorldBehaviour.Changes;
            }
            if (isServer)
            {
                uint present = OwnerByServer();
                if (present != owner)
                {
                    owner = present;
                    SetDirty();
                }
            }
            entity.Follow(netId, owner, isServer ? owner == AntNetworkEntity.NoOwner : isOwned && movedBy == AntAuthority.Owner);
        }

        private bool IsSeenBy(ulong peer)
        {
            return netIdentity.observers.ContainsKey((int)peer);
        }
    }
}
#endif
