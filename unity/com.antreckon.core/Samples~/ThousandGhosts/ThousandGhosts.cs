// A crowd: ghosts drawn on all workers, no garbage, one draw call per mesh.
using Antreckon.Components;
using Antreckon.Jobs;
using Unity.Collections;
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
        private Ghosts ghosts;
        private AntGhostFrame frame;
        private NativeArray<Vector3> positions;
        private Vector3[] places;
        private Vector3[] headings;

        /// <summary>The crowd: ghosts of the scene's own, not those of the network.</summary>
        public Ghosts Ghosts
        {
            get { return ghosts; }
        }

        /// <summary>Where they were drawn last.</summary>
        public NativeArray<Vector3> Positions
        {
            get { return positions; }
        }

        /// <inheritdoc/>
        protected override void Join(AntWorldBehaviour world)
        {
            AntGhostsDesc desc = world.Settings.GhostsDesc(world.Map);
            desc.maxPlayers = (uint)count;
            // All of them may be told of in one frame.
            desc.inboxBytes = System.Math.Max(desc.inboxBytes, (uint)count * 512);
            ghosts = Ghosts.Create(desc);
            ghosts.SetClock(GhostBatch.OwnNetcode, world.Now, world.Now);
            positions = new NativeArray<Vector3>(count, Allocator.Persistent);
            frame = AntGhostFrame.Default();
            frame.capacity = (uint)count;
            frame.positions = AntStream.Of(positions.GetUnsafePtr(), count, AntFormat.F32x3);
            places = new Vector3[count];
            headings = new Vector3[count];
            for (int i = 0; i < count; ++i)
            {
                Vector2 aside = Random.insideUnitCircle * spread;
                places[i] = OnTheFloor(world, transform.position + new Vector3(aside.x, 0f, aside.y));
                headings[i] = Quaternion.Euler(0f, Random.value * 360f, 0f) * Vector3.forward;
            }
        }

        /// <inheritdoc/>
        protected override void Leave(AntWorldBehaviour world)
        {
            ghosts.Dispose();
            ghosts = default(Ghosts);
            positions.Dispose();
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            ghosts.Rebase(shift.ToAnt());
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
            if (positions.IsCreated)
            {
                Walk();
                uint drawn;
                GhostDraw.Run(ghosts, World.Now, frame, out drawn);
                Draw((int)drawn);
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
                    AntState state = AntState.Default();
                    state.player = (uint)i;
                    state.time = World.Now;
                    state.position = places[i].ToAnt();
                    state.velocity = (headings[i] * WalkSpeed).ToAnt();
                    state.flags = AntStateFlags.HasTime | AntStateFlags.HasVelocity;
                    ghosts.Observe(GhostBatch.OwnNetcode, state, World.Now);
                }
            }
        }

        private void Draw(int drawn)
        {
            if (mesh == null || material == null)
            {
                return;
            }
            Vector3* shown = (Vector3*)positions.GetUnsafePtr();
            for (int first = 0; first < drawn; first += matrices.Length)
            {
                int many = Mathf.Min(matrices.Length, drawn - first);
                for (int i = 0; i < many; ++i)
                {
                    matrices[i] = Matrix4x4.Translate(shown[first + i]);
                }
                Graphics.DrawMeshInstanced(mesh, 0, material, matrices, many);
            }
        }
    }
}
