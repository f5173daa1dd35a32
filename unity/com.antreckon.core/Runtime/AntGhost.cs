// Somebody who is elsewhere, drawn here.
using System;
using UnityEngine;
using UnityEngine.Serialization;

namespace Antreckon.Components
{
    /// <summary>
    /// A remote entity. Tell it what the network says with Observe; the world moves its transform every frame. With an AntNetwork in the scene give it the number of
    /// the entity on the network instead, and nothing else is needed.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Ghost")]
    [DisallowMultipleComponent]
    public sealed class AntGhost : AntGuest
    {
        [Tooltip("Other numbers than those of the world, for this kind of ghost.")]
        public AntSettings settings;

        [Tooltip("The entity's number on the network; 0 = updates come through Observe.")]
        [Min(0)]
        [FormerlySerializedAs("networkNumber")]
        [SerializeField]
        private int number;

        [Tooltip("Move the transform. Off: read DrawnPosition and do it yourself.")]
        public bool moveTransform = true;

        [Tooltip("Where it really is, if this machine knows (while you tune): drawn in red beside the prediction.")]
        public Transform truth;

        /// <summary>The entity's number on the network; 0 = updates come through Observe. It leaves under the old one and joins under the new one.</summary>
        public uint NetworkNumber
        {
            get { return (uint)number; }
            set
            {
                if (value > int.MaxValue)
                {
                    throw new ArgumentOutOfRangeException("value", "Network numbers are below 2^31.");
                }
                if (value != number)
                {
                    Rejoin(() => number = (int)value);
                }
            }
        }

        /// <summary>Where it was at the last update that counts; where it is drawn before there is one.</summary>
        public unsafe Vector3 LastObserved
        {
            get
            {
                Ghost seen = Ghost.Sized();
                AntPrediction then = AntPrediction.Sized();
                bool known = World != null && Native.ant_ghosts_get(World.Ghosts.Handle, Player, &seen) >= 0
                    && Native.ant_ghosts_predict(World.Ghosts.Handle, Player, -AntClock.FromSeconds(seen.age), &then) >= 0;
                return known ? then.position.ToUnity() : DrawnPosition;
            }
        }

        /// <summary>Where it is drawn.</summary>
        public Vector3 DrawnPosition { get; private set; }

        /// <summary>How it is turned when drawn.</summary>
        public Quaternion DrawnRotation { get; private set; }

        /// <summary>Distance between what is drawn and the prediction, metres.</summary>
        public float Distance { get; private set; }

        /// <summary>It was told of and has not left.</summary>
        public bool IsShown { get; private set; }

        /// <summary>Its number among the ghosts of the world (World.Ghosts.Handle): that on the network, or one of its own.</summary>
        public uint Player { get; private set; }

        /// <inheritdoc/>
        protected override void Join(AntWorldBehaviour world)
        {
            DrawnPosition = transform.position;
            DrawnRotation = transform.rotation;
            IsShown = false;
            Player = world.Ghosts.Add(this);
        }

        /// <inheritdoc/>
        protected override void Leave(AntWorldBehaviour world)
        {
            IsShown = false;
            world.Ghosts.Remove(this, Player);
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            DrawnPosition -= shift;
        }

        /// <summary>News: it was here, at a time of the world's clock. Looked at in the next frame, where news that are too late are ignored.</summary>
        public AntStatus Observe(Vector3 position, Vector3 velocity, Quaternion rotation, long time, AntStateFlags flags = AntStateFlags.None)
        {
            if (World == null)
            {
                return AntStatus.Empty;
            }
            AntState state = AntState.Default();
            state.player = Player;
            state.time = time;
            state.position = position.ToAnt();
            state.velocity = velocity.ToAnt();
            state.orientation = rotation.ToAnt();
            state.flags = flags | AntStateFlags.HasTime | AntStateFlags.HasVelocity | AntStateFlags.HasOrientation;
            return World.Ghosts.Handle.Observe(GhostBatch.OwnNetcode, state, World.Now);
        }

        internal void Show(Vector3 position, Quaternion rotation, Vector3 predicted)
        {
            IsShown = true;
            DrawnPosition = position;
            DrawnRotation = rotation;
            Distance = (position - predicted).magnitude;
            if (moveTransform)
            {
                transform.SetPositionAndRotation(position, rotation);
            }
        }

        internal void Hide()
        {
            IsShown = false;
        }

#if UNITY_EDITOR
        private void OnDrawGizmosSelected()
        {
            if (World != null && IsShown)
            {
                AntGizmos.DrawGhost(this);
            }
        }
#endif
    }
}
