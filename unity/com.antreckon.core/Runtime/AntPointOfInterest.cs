// Something worth going to, or worth keeping away from.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>Emits pheromone where it stands. Disable it when the item is taken: what it emitted fades.</summary>
    [AddComponentMenu("Antreckon/Ant Point Of Interest")]
    public sealed class AntPointOfInterest : MonoBehaviour
    {
        [Tooltip("Layer of the pheromone map that it feeds.")]
        [Min(0)]
        public int layer;

        [Tooltip("Amount per step; negative repels. 36 is an item of the paper.")]
        [Range(-200f, 200f)]
        public float emission = 36f;

        [Tooltip("It never moves: its pattern is solved once and is there at once.")]
        public bool isFixed = true;

        private AntWorldBehaviour world;
        private Vector3 placed;

        private ulong Id
        {
            get { return (ulong)(uint)GetInstanceID(); }
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
            AntSourceDesc source = AntSourceDesc.Default();
            source.layer = (uint)layer;
            source.position = transform.position.ToAnt();
            source.emission = emission;
            source.flags = isFixed ? AntSourceFlags.Fixed : AntSourceFlags.None;
            try
            {
                found.Map.AddSource(Id, source);
                world = found;
                placed = transform.position;
            }
            catch (AntException error)
            {
                Debug.LogWarning("Antreckon: this point of interest is left out. " + error.Message, this);
            }
        }

        private void Update()
        {
            if (!isFixed && world != null && world.IsRunning && transform.position != placed)
            {
                placed = transform.position;
                world.Map.MoveSource(Id, placed.ToAnt());
            }
        }

        private void OnDisable()
        {
            if (world != null && world.IsRunning)
            {
                world.Map.RemoveSource(Id);
            }
            world = null;
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
