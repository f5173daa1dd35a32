// A door by its volume.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>While it is closed, nobody is predicted to go through the box, and pheromone stays on its side.</summary>
    [AddComponentMenu("Antreckon/Ant Door Volume")]
    public sealed class AntDoorVolume : AntGuest
    {
        [Tooltip("Size of the box around the transform, metres, along the transform's axes. What is closed is the upright box around it along the world's.")]
        public Vector3 size = new Vector3(2f, 3f, 2f);

        [Tooltip("Open at the start.")]
        public bool open = true;

        // A door that has moved or turned by less stays where it is: to give it again costs time.
        private const float Moved = 0.02f;

        private AntDoor door;
        private Vector3 given;
        private Vector3 givenSize;

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
            given = transform.position;
            givenSize = Around();
            AntDoorDesc desc = AntDoorDesc.Default();
            desc.flags = AntDoorFlags.HasBounds | (open ? AntDoorFlags.None : AntDoorFlags.Closed);
            desc.boundsMin = (given - givenSize / 2f).ToAnt();
            desc.boundsMax = (given + givenSize / 2f).ToAnt();
            door = world.Level.AddDoor(desc);
        }

        // The box along the world's axes that holds the turned one.
        private Vector3 Around()
        {
            Vector3 x = transform.rotation * new Vector3(size.x, 0f, 0f), y = transform.rotation * new Vector3(0f, size.y, 0f);
            Vector3 z = transform.rotation * new Vector3(0f, 0f, size.z);
            return new Vector3(
                Mathf.Abs(x.x) + Mathf.Abs(y.x) + Mathf.Abs(z.x), Mathf.Abs(x.y) + Mathf.Abs(y.y) + Mathf.Abs(z.y), Mathf.Abs(x.z) + Mathf.Abs(y.z) + Mathf.Abs(z.z));
        }

        private void LateUpdate()
        {
            if (World != null && ((transform.position - given).magnitude > Moved || (Around() - givenSize).magnitude > Moved))
            {
                Leave(World);
                Join(World);
            }
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            given -= shift;
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
            Gizmos.DrawWireCube(transform.position, Around());
        }
#endif
    }
}
