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

        private struct News
        {
            public long Time;
            public Vector3 Position;
            public Vector3 Velocity;
            public Quaternion Rotation;
        }

        private readonly Queue<News> underWay = new Queue<News>();
        private AntGhost ghost;
        private Vector3 lastPosition;
        private float untilNext;

        private void Start()
        {
            GameObject drawn = ghostPrefab != null ? Instantiate(ghostPrefab) : GameObject.CreatePrimitive(PrimitiveType.Capsule);
            ghost = drawn.AddComponent<AntGhost>();
            ghost.truth = transform;
            lastPosition = transform.position;
        }

        private void Update()
        {
            AntWorldBehaviour world = AntWorldBehaviour.Current;
            if (world == null || Time.deltaTime <= 0f)
            {
                return;
            }
            Vector3 velocity = (transform.position - lastPosition) / Time.deltaTime;
            lastPosition = transform.position;
            untilNext -= Time.deltaTime;
            if (untilNext <= 0f)
            {
                untilNext = 1f / updatesPerSecond;
                underWay.Enqueue(new News { Time = world.Now, Position = transform.position, Velocity = velocity, Rotation = transform.rotation });
            }
            while (underWay.Count > 0 && underWay.Peek().Time + AntClock.FromSeconds(latency) <= world.Now)
            {
                News update = underWay.Dequeue();
                ghost.Observe(update.Position, update.Velocity, update.Rotation, update.Time);
            }
        }
    }
}
