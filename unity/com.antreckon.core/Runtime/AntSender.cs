// Somebody who is simulated here and shown elsewhere.
using System;
using UnityEngine;
using UnityEngine.Serialization;

namespace Antreckon.Components
{
    /// <summary>
    /// Tells the network where its transform is, every frame; an update is sent only when others would be wrong about it. Its velocity is that of a Rigidbody,
    /// CharacterController or NavMeshAgent beside it, else it comes from its positions.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Sender")]
    [DefaultExecutionOrder(-450)]
    [DisallowMultipleComponent]
    public sealed class AntSender : AntGuest
    {
        [Tooltip("The entity's number on the network, the same on every machine; 0 = it is not sent.")]
        [Min(0)]
        [FormerlySerializedAs("networkNumber")]
        [SerializeField]
        private int number;

        [Tooltip("Other numbers than those of the world, for this kind of entity.")]
        public AntSettings settings;

        private readonly AntMotion motion = new AntMotion();
        private AntVelocity velocity;
        private Outbox own;
        private Transform parent;
        private AntMovingBase rides;
        private bool teleported;
        private bool wasFrozen;

        /// <summary>The entity's number on the network, the same on every machine; 0 = it is not sent. It leaves under the old one and joins under the new one.</summary>
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

        /// <summary>It is not simulated at present (paused, loading): others hold it where it is.</summary>
        public bool Frozen { get; set; }

        /// <summary>Says its velocity, metres per second of the world's clock, where you know better than its components and positions; null (default) = they say it.</summary>
        public Func<Vector3> Velocity { get; set; }

        /// <summary>It was moved and did not move: others shall not see a path.</summary>
        public void Teleport()
        {
            teleported = true;
        }

        /// <inheritdoc/>
        protected override void JoinNetwork(AntNetwork network)
        {
            if (number == 0)
            {
                return;
            }
            Outbox outbox = network.Outbox;
            if (network.Role == AntNetworkRole.Client)
            {
                // What it tells is passed on to others as it is, so it rests on nothing that only the server has.
                AntOutboxDesc desc = World.Settings.OutboxDesc(World.Map);
                desc.maxPlayers = 1;
                desc.maxObservers = 1;
                outbox = own = Outbox.Create(desc);
            }
            try
            {
                outbox.SetRules(NetworkNumber, (settings != null ? settings : World.Settings).SenderRules());
            }
            catch (AntException)
            {
                EndOwn();
                throw;
            }
            velocity.Find(this);
            motion.Reset();
            parent = null;
            rides = null;
            teleported = false;
        }

        // Looks for what carries it when its place in the hierarchy has changed.
        private void FollowBase()
        {
            if (!ReferenceEquals(transform.parent, parent))
            {
                parent = transform.parent;
                AntMovingBase before = rides;
                rides = parent == null ? null : parent.GetComponentInParent<AntMovingBase>();
                if (rides != before)
                {
                    motion.Reset();
                }
            }
        }

        /// <inheritdoc/>
        protected override void LeaveNetwork(AntNetwork network)
        {
            if (own.IsNull && number != 0)
            {
                network.Outbox.Remove(NetworkNumber);
            }
            EndOwn();
        }

        private void EndOwn()
        {
            own.Dispose();
            own = default(Outbox);
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            teleported = true;
        }

        // After everybody has moved, before the network sends.
        private void LateUpdate()
        {
            if (Network == null || number == 0 || !World.HasTime)
            {
                return;
            }
            Tell(World.Now);
            if (!own.IsNull)
            {
                Network.SendToServer(NetworkNumber, own);
            }
        }

        private void Tell(long now)
        {
            // A clock of the network goes on in slow motion and while the game is paused; the game's own clock does not.
            float scale = World.Clock == null ? 1f : Time.timeScale;
            FollowBase();
            if (teleported)
            {
                motion.Reset();
            }
            bool isCarried = rides != null && rides.World == World;
            double sinceStep = Time.timeAsDouble - Time.fixedTimeAsDouble;
            Vector3 place = isCarried ? rides.Inward(transform.position) : transform.position;
            bool news = motion.Look(place, now, AntClock.FromSeconds(scale > 0f ? sinceStep / scale : 0));
            if (!news && !teleported && Frozen == wasFrozen)
            {
                return;
            }
            AntState truth = AntState.Default();
            truth.player = NetworkNumber;
            truth.time = motion.Time;
            truth.position = place.ToAnt();
            truth.flags = AntStateFlags.HasTime | AntStateFlags.HasOrientation | AntStateFlags.HasVelocity;
            if (isCarried)
            {
                // Components know velocities of the world only.
                truth.@base = rides.Number;
                truth.flags |= AntStateFlags.HasBase;
                truth.velocity = motion.Velocity.ToAnt();
                truth.orientation = (Quaternion.Inverse(rides.transform.rotation) * transform.rotation).ToAnt();
            }
            else
            {
                truth.velocity = (Velocity != null ? Velocity() : velocity.Of(motion.Velocity, scale)).ToAnt();
                truth.orientation = transform.rotation.ToAnt();
            }
            truth.flags |= teleported ? AntStateFlags.Teleported : AntStateFlags.None;
            truth.flags |= Frozen ? AntStateFlags.Frozen : AntStateFlags.None;
            (own.IsNull ? Network.Outbox : own).Submit(truth, now);
            teleported = false;
            wasFrozen = Frozen;
        }
    }
}
