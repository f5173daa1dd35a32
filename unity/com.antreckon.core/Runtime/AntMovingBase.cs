// Something that others ride on: a lift, a ship, a platform.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Put it on what carries players. Senders below it in the hierarchy tell where they are on it, not in the world, so that who stands on it costs nothing and is drawn
    /// standing on it, whatever it does. Every machine needs it, moved by whatever moves it there.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant Moving Base")]
    [DefaultExecutionOrder(-460)]
    [DisallowMultipleComponent]
    public sealed class AntMovingBase : AntGuest
    {
        [Tooltip("Its number among the bases, the same on every machine.")]
        [Min(1)]
        public int number = 1;

        private readonly AntMotion motion = new AntMotion();
        private uint told;

        /// <inheritdoc/>
        protected override void Join(AntWorldBehaviour world)
        {
            told = (uint)number;
            motion.Reset();
            Tell(world);
        }

        /// <inheritdoc/>
        protected override void Leave(AntWorldBehaviour world)
        {
            world.Ghosts.Handle.SetBase(told, null, world.Now);
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            motion.Reset();
            Tell(World);
        }

        // After it has moved, before senders tell where they are on it.
        private void LateUpdate()
        {
            if (World != null && World.HasTime)
            {
                Tell(World);
            }
        }

        private void Tell(AntWorldBehaviour world)
        {
            motion.Look(transform.position, world.Now, AntClock.FromSeconds(Time.timeAsDouble - Time.fixedTimeAsDouble));
            AntBaseMotion present = AntBaseMotion.Default();
            present.position = transform.position.ToAnt();
            present.orientation = transform.rotation.ToAnt();
            present.velocity = motion.Velocity.ToAnt();
            world.Ghosts.Handle.SetBase(told, present, world.Now);
        }

        /// <summary>A place of the world as seen from it. Its scale does not count.</summary>
        internal Vector3 Inward(Vector3 place)
        {
            return Quaternion.Inverse(transform.rotation) * (place - transform.position);
        }

        /// <summary>Its number as it was told.</summary>
        internal uint Number
        {
            get { return told; }
        }
    }
}
