// Something worth going to, or worth keeping away from.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>Emits pheromone where it stands. Disable it when the item is taken: what it emitted fades.</summary>
    [AddComponentMenu("Antreckon/Ant Point Of Interest")]
    public sealed class AntPointOfInterest : AntGuest
    {
        [Tooltip("Layer of the pheromone map that it feeds.")]
        [Min(0)]
        public int layer;

        [Tooltip("Amount per step; negative repels. 36 is an item of the paper.")]
        [Range(-200f, 200f)]
        public float emission = 36f;

        [Tooltip("It never moves: its pattern is solved once and is there at once.")]
        public bool isFixed = true;

        private Vector3 placed;
        private float emitted;

        // Numbers of its own: those of Unity's objects have changed their type.
        private static long lastId;
        private readonly ulong id = (ulong)System.Threading.Interlocked.Increment(ref lastId);

        /// <inheritdoc/>
        protected override void Join(AntWorldBehaviour world)
        {
            AntSourceDesc source = AntSourceDesc.Default();
            source.layer = (uint)layer;
            source.position = transform.position.ToAnt();
            source.emission = emission;
            source.flags = isFixed ? AntSourceFlags.Fixed : AntSourceFlags.None;
            world.Map.AddSource(id, source);
            placed = transform.position;
            emitted = emission;
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            placed -= shift;
        }

        /// <inheritdoc/>
        protected override void Leave(AntWorldBehaviour world)
        {
            world.Map.RemoveSource(id);
        }

        private void Update()
        {
            if (World == null)
            {
                return;
            }
            if (emission != emitted)
            {
                emitted = emission;
                World.Map.SetSourceEmission(id, emission);
            }
            if (!isFixed && transform.position != placed)
            {
                placed = transform.position;
                World.Map.MoveSource(id, placed.ToAnt());
            }
        }

#if UNITY_EDITOR
        private void OnDrawGizmos()
        {
            Gizmos.color = emission < 0f ? Color.red : Color.green;
            Gizmos.DrawWireSphere(transform.position, 0.25f);
        }
#endif
    }
}
