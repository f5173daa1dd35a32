// One player, one ghost, ten updates a second: what others see, without a network.
using System.Collections.Generic;
using Antreckon.Components;
using UnityEngine;

namespace Antreckon.Samples
{
    /// <summary>
    /// Put it on your player. It tells a ghost where the player is as a network would: seldom and late. The ghost is drawn where the player is now, not where
    /// it was. Needs an Ant World in the scene.
    /// </summary>
    public sealed class FiveMinuteGhost : MonoBehaviour
    {
        [Tooltip("Drawn as the ghost; a capsule when there is none.")]
        public GameObject ghostPrefab;

        [Range(1f, 60f)]
        public float updatesPerSecond = 10f;

        [Tooltip("How late updates arrive, seconds.")]
        [Range(0f, 1f)]
        public float latency = 0.1f;

        [Tooltip("Walk by itself in a figure of eight when nothing else moves the player, m/s; 0 = never.")]
        [Range(0f, 10f)]
        public float autoWalk = 3f;

        [Tooltip("Where the pivot of the player is above the feet, metres: 0 for most models, 1 for Unity's capsule.")]
        [Range(0f, 2f)]
        public float pivotHeight = 1f;

        private const float EightRadius = 3f, Patience = 1f;

        private struct News
        {
            public long Time;
            public Vector3 Position;
            public Vector3 Velocity;
            public Quaternion Rotation;
        }

        private readonly Queue<News> underWay = new Queue<News>();
        private readonly AntMotion motion = new AntMotion();
        private AntGhost ghost;
        private Vector3 lastPosition;
        private Vector3 middle;
        private float stood;
        private float walked;
        private float untilNext;

        private void Start()
        {
            GameObject drawn = ghostPrefab != null ? Instantiate(ghostPrefab) : GameObject.CreatePrimitive(PrimitiveType.Capsule);
            Collider solid = drawn.GetComponent<Collider>();
            if (solid != null)
            {
                // The player would be pushed away by its own ghost.
                Destroy(solid);
            }
            ghost = drawn.AddComponent<AntGhost>();
            ghost.truth = transform;
            ghost.moveTransform = false;
            lastPosition = transform.position;
            middle = transform.position;
        }

        private void Update()
        {
            AntWorldBehaviour world = AntWorldBehaviour.Current;
            if (world == null || Time.deltaTime <= 0f)
            {
                return;
            }
            Walk();
            Vector3 feet = transform.position - Vector3.up * pivotHeight;
            motion.Look(feet, world.Now, AntClock.FromSeconds(Time.timeAsDouble - Time.fixedTimeAsDouble));
            untilNext -= Time.deltaTime;
            if (untilNext <= 0f)
            {
                untilNext = 1f / updatesPerSecond;
                underWay.Enqueue(new News { Time = world.Now, Position = feet, Velocity = motion.Velocity, Rotation = transform.rotation });
            }
            while (underWay.Count > 0 && underWay.Peek().Time + AntClock.FromSeconds(latency) <= world.Now)
            {
                News update = underWay.Dequeue();
                ghost.Observe(update.Position, update.Velocity, update.Rotation, update.Time);
            }
            ghost.transform.SetPositionAndRotation(ghost.DrawnPosition + Vector3.up * pivotHeight, ghost.DrawnRotation);
        }

        // Whoever only presses Play sees something move.
        private void Walk()
        {
            bool moved = (transform.position - lastPosition).magnitude > 1e-4f;
            stood = moved && walked == 0f ? 0f : stood + Time.deltaTime;
            if (autoWalk > 0f && stood > Patience && !(moved && walked == 0f))
            {
                walked += autoWalk * Time.deltaTime / EightRadius;
                transform.position = middle + new Vector3(EightRadius * Mathf.Sin(walked), 0f, EightRadius * Mathf.Sin(walked) * Mathf.Cos(walked));
            }
            else
            {
                middle = transform.position;
            }
            lastPosition = transform.position;
        }
    }
}
