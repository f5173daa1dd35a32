// Somebody who is elsewhere, drawn here.
using UnityEngine;

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
        public int networkNumber;

        [Tooltip("Move the transform. Off: read DrawnPosition and do it yourself.")]
        public bool moveTransform = true;

        [Tooltip("Where it really is, if this machine knows (while you tune): drawn in red beside the prediction.")]
        public Transform truth;

        private AntEntity entity;
        private bool wasSeen;

        /// <summary>Where it was at the last update.</summary>
        public Vector3 LastObserved { get; private set; }

        /// <summary>Where it is drawn.</summary>
        public Vector3 DrawnPosition { get; private set; }

        /// <summary>How it is turned when drawn.</summary>
        public Quaternion DrawnRotation { get; private set; }

        /// <summary>Distance between what is drawn and the prediction, metres.</summary>
        public float Distance { get; private set; }

        /// <summary>Its number in the predictor.</summary>
        public AntEntity Entity
        {
            get { return entity; }
        }

        /// <inheritdoc/>
        protected override unsafe void Join(AntWorldBehaviour world)
        {
            DrawnPosition = transform.position;
            DrawnRotation = transform.rotation;
            float[] weights = world.Pheromones.Weights();
            fixed (float* first = weights)
            {
                AntProfile profile = (settings != null ? settings : world.Settings).Profile();
                profile.layerWeights = first;
                profile.layerWeightCount = (uint)weights.Length;
                entity = world.Ghosts.Add(this, profile);
            }
            wasSeen = false;
        }

        /// <inheritdoc/>
        protected override void Leave(AntWorldBehaviour world)
        {
            world.Ghosts.Remove(this, entity);
            entity = default(AntEntity);
        }

        /// <inheritdoc/>
        protected override void JoinNetwork(AntNetwork network)
        {
            if (networkNumber > 0)
            {
                network.AddGhost(this);
            }
        }

        /// <inheritdoc/>
        protected override void LeaveNetwork(AntNetwork network)
        {
            if (networkNumber > 0)
            {
                network.RemoveGhost(this);
            }
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            LastObserved -= shift;
            DrawnPosition -= shift;
        }

        /// <summary>News: it was here, at a time of the world's clock.</summary>
        public AntStatus Observe(Vector3 position, Vector3 velocity, Quaternion rotation, long time, AntObserveFlags flags = AntObserveFlags.None)
        {
            if (World == null)
            {
                return AntStatus.Empty;
            }
            AntObservation seen = AntObservation.Default();
            seen.time = time;
            seen.position = position.ToAnt();
            seen.velocity = velocity.ToAnt();
            seen.orientation = rotation.ToAnt();
            seen.flags = flags | AntObserveFlags.HasVelocity | AntObserveFlags.HasOrientation;
            seen.flags |= wasSeen ? AntObserveFlags.None : AntObserveFlags.Teleported;
            AntStatus status = World.Predictor.Observe(entity, seen);
            if (status == AntStatus.Ok)
            {
                Corrected(position, (seen.flags & AntObserveFlags.Teleported) != 0);
            }
            return status;
        }

        /// <summary>The predictor has news of it.</summary>
        internal void Corrected(Vector3 position, bool teleported)
        {
            LastObserved = position;
            AntSmoothCorrection correction = AntSmoothCorrection.Default();
            correction.time = World.Now;
            correction.flags = teleported || !wasSeen ? AntSmoothFlags.Teleported : AntSmoothFlags.None;
            World.Smoother.Correct(entity, correction);
            wasSeen = true;
        }

        internal void Show(Vector3 position, Quaternion rotation, float distance)
        {
            DrawnPosition = position;
            DrawnRotation = rotation;
            Distance = distance;
            if (moveTransform)
            {
                transform.SetPositionAndRotation(position, rotation);
            }
        }

#if UNITY_EDITOR
        private void OnDrawGizmosSelected()
        {
            if (World != null && wasSeen)
            {
                AntGizmos.DrawGhost(this);
            }
        }
#endif
    }
}
