// A door by its volume.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>While it is closed, nobody is predicted to go through the box, and pheromone stays on its side.</summary>
    [AddComponentMenu("Antreckon/Ant Door Volume")]
    public sealed class AntDoorVolume : AntGuest
    {
        [Tooltip("Size of the box around the transform, metres, along the world's axes.")]
        public Vector3 size = new Vector3(2f, 3f, 2f);

        [Tooltip("Open at the start.")]
        public bool open = true;

        private AntDoor door;

        /// <summary>Opens or closes the door.</summary>
        public bool Open
        {
            get { return open; }
            set
            {
                open = value;
                if (World != null)
                {
                    World.Level.SetDoor(door, value);
                }
            }
        }

        /// <inheritdoc/>
        protected override void Join(AntWorldBehaviour world)
        {
            AntDoorDesc desc = AntDoorDesc.Default();
            desc.flags = AntDoorFlags.HasBounds | (open ? AntDoorFlags.None : AntDoorFlags.Closed);
            desc.boundsMin = (transform.position - size / 2f).ToAnt();
            desc.boundsMax = (transform.position + size / 2f).ToAnt();
            door = world.Level.AddDoor(desc);
        }

        /// <inheritdoc/>
        protected override void Leave(AntWorldBehaviour world)
        {
            world.Level.RemoveDoor(door);
        }

#if UNITY_EDITOR
        private void OnDrawGizmosSelected()
        {
            Gizmos.color = open ? Color.green : Color.red;
            Gizmos.DrawWireCube(transform.position, size);
        }
#endif
    }
}
