// A door by its volume.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>While it is closed, nobody is predicted to go through the box, and pheromone stays on its side.</summary>
    [AddComponentMenu("Antreckon/Ant Door Volume")]
    public sealed class AntDoorVolume : MonoBehaviour
    {
        [Tooltip("Size of the box around the transform, metres, along the world's axes.")]
        public Vector3 size = new Vector3(2f, 3f, 2f);

        [Tooltip("Open at the start.")]
        public bool open = true;

        private AntWorldBehaviour world;
        private AntDoor door;

        /// <summary>Opens or closes the door.</summary>
        public bool Open
        {
            get { return open; }
            set
            {
                open = value;
                if (!door.IsNull && world.IsRunning)
                {
                    world.Level.SetDoor(door, value);
                }
            }
        }

        private void OnEnable()
        {
            Join();
        }

        private void Start()
        {
            Join();
        }

        private void Join()
        {
            AntWorldBehaviour found = AntWorldBehaviour.Current;
            if (world != null || found == null)
            {
                return;
            }
            AntDoorDesc desc = AntDoorDesc.Default();
            desc.flags = AntDoorFlags.HasBounds | (open ? AntDoorFlags.None : AntDoorFlags.Closed);
            desc.boundsMin = (transform.position - size / 2f).ToAnt();
            desc.boundsMax = (transform.position + size / 2f).ToAnt();
            door = found.Level.AddDoor(desc);
            world = found;
        }

        private void OnDisable()
        {
            if (world != null && world.IsRunning)
            {
                world.Level.RemoveDoor(door);
            }
            door = default(AntDoor);
            world = null;
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
