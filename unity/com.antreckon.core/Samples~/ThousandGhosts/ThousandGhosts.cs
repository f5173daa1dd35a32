// A crowd: predictions on all workers, no garbage, one draw call per mesh.
using Antreckon.Components;
using Antreckon.Jobs;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;

namespace Antreckon.Samples
{
    /// <summary>Put it into a scene with an Ant World. Walkers wander over the NavMesh; each is heard of a few times a second and drawn every frame.</summary>
    public sealed unsafe class ThousandGhosts : AntGuest
    {
        private const float WalkSpeed = 3f;

        [Range(1, 10000)]
        public int count = 1000;

        [Tooltip("Frames between two updates of a walker.")]
        [Range(1, 60)]
        public int updateInterval = 10;

        [Tooltip("Walkers begin within this distance, metres.")]
        [Range(1f, 100f)]
        public float spread = 20f;

        public Mesh mesh;
        public Material material;

        private readonly Matrix4x4[] matrices = new Matrix4x4[1023];
        private Predictor predictor;
        private PredictSlices slices;
        private Vector3[] places;
        private Vector3[] headings;

        /// <summary>Who predicts them: a crowd of the scene's own, not ghosts of the network.</summary>
        public Predictor Predictor
        {
            get { return predictor; }
        }

        /// <summary>Where they are predicted, or null.</summary>
        public PredictSlices Slices
        {
            get { return slices; }
        }

        /// <inheritdoc/>
        protected override void Join(AntWorldBehaviour world)
        {
            AntPredictorDesc desc = AntPredictorDesc.Default();
            desc.map = world.Map;
            predictor = Predictor.Create(desc);
            slices = new PredictSlices(predictor, count);
            places = new Vector3[count];
            headings = new Vector3[count];
            AntProfile profile = world.Settings.Profile();
            for (int i = 0; i < count; ++i)
            {
                slices.Entities[i] = predictor.AddEntity(profile);
                Vector2 aside = Random.insideUnitCircle * spread;
                places[i] = OnTheFloor(world, transform.position + new Vector3(aside.x, 0f, aside.y));
                headings[i] = Quaternion.Euler(0f, Random.value * 360f, 0f) * Vector3.forward;
            }
        }

        /// <inheritdoc/>
        protected override void Leave(AntWorldBehaviour world)
        {
            slices.Dispose();
            slices = null;
            predictor.Dispose();
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            predictor.Rebase(shift.ToAnt());
            for (int i = 0; i < count; ++i)
            {
                places[i] -= shift;
            }
        }

        private Vector3 OnTheFloor(AntWorldBehaviour world, Vector3 wish)
        {
            AntDouble3 point = wish.ToAnt();
            AntLocation location = AntLocation.Sized();
            bool found = Native.ant_world_locate(world.Level, (double*)&point, 2 * spread, &location) >= 0;
            return found ? location.point.ToUnity() : wish;
        }

        private void Update()
        {
            if (slices != null)
            {
                Walk();
                slices.Schedule(World.Now).Complete();
                Draw();
            }
        }

        // The truth, which a game would have from the network.
        private void Walk()
        {
            for (int i = 0; i < count; ++i)
            {
                AntDouble3 from = places[i].ToAnt();
                AntDouble3 to = (places[i] + headings[i] * (WalkSpeed * Time.deltaTime)).ToAnt();
                AntWalkHit hit = AntWalkHit.Sized();
                int status = Native.ant_world_raycast(World.Level, (double*)&from, (double*)&to, null, &hit);
                if (status == (int)AntStatus.Ok)
                {
                    places[i] = hit.point.ToUnity();
                }
                else
                {
                    headings[i] = Quaternion.Euler(0f, 60f + Random.value * 240f, 0f) * headings[i];
                }
                if ((Time.frameCount + i) % updateInterval == 0)
                {
                    AntObservation seen = AntObservation.Default();
                    seen.time = World.Now;
                    seen.position = places[i].ToAnt();
                    seen.velocity = (headings[i] * WalkSpeed).ToAnt();
                    seen.flags = AntObserveFlags.HasVelocity;
                    Native.ant_predictor_observe(predictor, slices.Entities[i], &seen);
                }
            }
        }

        private void Draw()
        {
            if (mesh == null || material == null)
            {
                return;
            }
            Vector3* positions = (Vector3*)slices.Positions.GetUnsafePtr();
            for (int first = 0; first < count; first += matrices.Length)
            {
                int many = Mathf.Min(matrices.Length, count - first);
                for (int i = 0; i < many; ++i)
                {
                    matrices[i] = Matrix4x4.Translate(positions[first + i]);
                }
                Graphics.DrawMeshInstanced(mesh, 0, material, matrices, many);
            }
        }
    }
}
