// A crowd: predictions on all workers, no garbage, one draw call per mesh.
using Antreckon.Components;
using Antreckon.Jobs;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;

namespace Antreckon.Samples
{
    /// <summary>Put it beside an Ant World. Walkers wander over the NavMesh; each is heard of a few times a second and drawn every frame.</summary>
    [RequireComponent(typeof(AntWorldBehaviour))]
    public sealed unsafe class ThousandGhosts : MonoBehaviour
    {
        [Range(1, 10000)]
        public int count = 1000;

        [Tooltip("Frames between two updates of a walker.")]
        [Range(1, 60)]
        public int updateInterval = 10;

        public Mesh mesh;
        public Material material;

        private AntWorldBehaviour world;
        private PredictSlices slices;
        private Vector3[] places;
        private Vector3[] headings;
        private readonly Matrix4x4[] matrices = new Matrix4x4[1023];

        private void OnEnable()
        {
            world = GetComponent<AntWorldBehaviour>();
            if (!world.IsRunning)
            {
                enabled = false;
                return;
            }
            slices = new PredictSlices(world.Predictor, count);
            places = new Vector3[count];
            headings = new Vector3[count];
            AntProfile profile = world.Settings.Profile();
            for (int i = 0; i < count; ++i)
            {
                slices.Entities[i] = world.Predictor.AddEntity(profile);
                Vector2 place = Random.insideUnitCircle * 20f;
                places[i] = transform.position + new Vector3(place.x, 0f, place.y);
                headings[i] = Quaternion.Euler(0f, Random.value * 360f, 0f) * Vector3.forward;
            }
        }

        private void OnDisable()
        {
            if (slices == null)
            {
                return;
            }
            for (int i = 0; i < count && world.IsRunning; ++i)
            {
                world.Predictor.RemoveEntity(slices.Entities[i]);
            }
            slices.Dispose();
            slices = null;
        }

        private void Update()
        {
            if (slices == null || !world.IsRunning)
            {
                return;
            }
            Walk();
            slices.Schedule(world.Now).Complete();
            Draw();
        }

        // The truth, which a game would have from the network.
        private void Walk()
        {
            for (int i = 0; i < count; ++i)
            {
                AntDouble3 from = places[i].ToAnt();
                AntDouble3 to = (places[i] + headings[i] * (3f * Time.deltaTime)).ToAnt();
                AntWalkHit hit = AntWalkHit.Sized();
                int status = Native.ant_world_raycast(world.Level, (double*)&from, (double*)&to, null, &hit);
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
                    seen.time = world.Now;
                    seen.position = places[i].ToAnt();
                    seen.velocity = (headings[i] * 3f).ToAnt();
                    seen.flags = AntObserveFlags.HasVelocity;
                    Native.ant_predictor_observe(world.Predictor, slices.Entities[i], &seen);
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
