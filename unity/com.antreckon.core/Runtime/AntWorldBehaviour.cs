// The level, its pheromones and everybody in it.
using System;
using System.Collections.Generic;
using Antreckon.Jobs;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Makes the level from the NavMesh, keeps pheromones and predictions up to date and moves all ghosts, once per frame. One per scene is usual; ghosts and points
    /// of interest find it by themselves. Everything native ends with OnDisable and begins with OnEnable, so that reloads of scenes and scripts are safe.
    /// </summary>
    [AddComponentMenu("Antreckon/Ant World")]
    [DefaultExecutionOrder(-500)]
    [DisallowMultipleComponent]
    public sealed class AntWorldBehaviour : MonoBehaviour, IAntOwner
    {
        private static readonly List<AntWorldBehaviour> Enabled = new List<AntWorldBehaviour>();

        [Tooltip("Numbers for this level; defaults where there are none.")]
        public AntSettings settings;

        [Tooltip("What can be smelled; one layer with defaults where there is none.")]
        public AntPheromoneMap pheromones;

        [Header("NavMesh")]
        [Tooltip("Take the level from the baked NavMesh. Off: call SetTile on Level yourself.")]
        public bool readNavMesh = true;

        [Tooltip("Edge of a tile, metres. When the NavMesh changes, whole tiles are given again.")]
        [Range(4f, 256f)]
        public float tileSize = 32f;

        [Tooltip("Look for changes of the NavMesh (carving obstacles) this often, seconds; 0 = only when RefreshNavMesh is called.")]
        [Range(0f, 60f)]
        public float refreshInterval = 0f;

        [Header("Work")]
        [Tooltip("Step the fields with Unity's job system.")]
        public bool useJobs = true;

        /// <summary>Where time comes from, nanoseconds. Network bridges put the time of the network here.</summary>
        [NonSerialized]
        public Func<long> Clock = () => AntClock.Now;

        private World level;
        private PheromoneMap map;
        private Predictor predictor;
        private Smoother smoother;
        private NavMeshTiles tiles;
        private GhostBatch ghosts;
        private AntSettings usedSettings;
        private AntPheromoneMap usedPheromones;
        private float nextRefresh;

        /// <summary>The world that was enabled last, or null.</summary>
        public static AntWorldBehaviour Current
        {
            get { return Enabled.Count == 0 ? null : Enabled[Enabled.Count - 1]; }
        }

        /// <summary>Native objects are there: the component is enabled and the library was found.</summary>
        public bool IsRunning
        {
            get { return !level.IsNull; }
        }

        /// <summary>The level.</summary>
        public World Level
        {
            get { return level; }
        }

        /// <summary>The fields.</summary>
        public PheromoneMap Map
        {
            get { return map; }
        }

        /// <summary>The predictor.</summary>
        public Predictor Predictor
        {
            get { return predictor; }
        }

        /// <summary>What makes corrections smooth.</summary>
        public Smoother Smoother
        {
            get { return smoother; }
        }

        /// <summary>The settings in use.</summary>
        public AntSettings Settings
        {
            get { return usedSettings; }
        }

        /// <summary>The layers in use.</summary>
        public AntPheromoneMap Pheromones
        {
            get { return usedPheromones; }
        }

        /// <summary>All ghosts that are drawn.</summary>
        public GhostBatch Ghosts
        {
            get { return ghosts; }
        }

        /// <summary>Time now, nanoseconds.</summary>
        public long Now
        {
            get { return Clock(); }
        }

        private void OnEnable()
        {
            try
            {
                Begin();
            }
            catch (Exception error)
            {
                EndNative();
                Debug.LogError("Antreckon is off: " + error.Message, this);
                enabled = false;
            }
        }

        private void OnDisable()
        {
            EndNative();
        }

        private void Begin()
        {
            usedSettings = settings != null ? settings : ScriptableObject.CreateInstance<AntSettings>();
            usedPheromones = pheromones != null ? pheromones : ScriptableObject.CreateInstance<AntPheromoneMap>();
            AntLifetime.Add(this);
            level = World.CreateEmpty(usedSettings.WorldDesc());
            if (readNavMesh)
            {
                tiles = new NavMeshTiles(tileSize);
                tiles.Feed(level);
                nextRefresh = refreshInterval;
            }
            map = usedPheromones.Create(level, Now);
            AntPredictorDesc desc = AntPredictorDesc.Default();
            desc.map = map;
            desc.maxEntities = (uint)usedSettings.maxEntities;
            predictor = Predictor.Create(desc);
            smoother = Smoother.Create(usedSettings.SmootherDesc(predictor));
            ghosts = new GhostBatch(predictor, smoother);
            Enabled.Add(this);
            AntNetwork network = GetComponent<AntNetwork>();
            if (network != null && network.enabled)
            {
                network.Begin();
            }
            AntGuest.ArriveAll();
        }

        /// <summary>Ends everything native.</summary>
        public void EndNative()
        {
            AntNetwork network = GetComponent<AntNetwork>();
            if (network != null)
            {
                network.EndNative();
            }
            AntGuest.DepartAll(this);
            Enabled.Remove(this);
            AntLifetime.Remove(this);
            if (ghosts != null)
            {
                ghosts.Dispose();
                ghosts = null;
            }
            smoother.Dispose();
            predictor.Dispose();
            map.Dispose();
            level.Dispose();
            smoother = default(Smoother);
            predictor = default(Predictor);
            map = default(PheromoneMap);
            level = default(World);
            tiles = null;
        }

        /// <summary>Looks whether the NavMesh has changed, and follows it. Returns how many tiles changed.</summary>
        public int RefreshNavMesh()
        {
            return tiles == null ? 0 : tiles.Feed(level);
        }

        /// <summary>Moves the origin of coordinates, for floating-origin games: what was at `shift` is at zero from now on.</summary>
        public void Rebase(Vector3 shift)
        {
            level.Rebase(shift.ToAnt());
            predictor.Rebase(shift.ToAnt());
            smoother.Rebase(shift.ToAnt());
        }

        private void Update()
        {
            if (!IsRunning)
            {
                return;
            }
            if (refreshInterval > 0f && tiles != null && (nextRefresh -= Time.deltaTime) <= 0f)
            {
                nextRefresh = refreshInterval;
                RefreshNavMesh();
            }
            if (useJobs)
            {
                MapStep.Run(map, Now);
            }
            else
            {
                AntStepReport report;
                map.StepTo(Now, out report);
            }
            ReportLog();
        }

        private void LateUpdate()
        {
            if (IsRunning)
            {
                ghosts.Draw(Now);
            }
        }

        private void ReportLog()
        {
            AntLogLevel logLevel;
            string text;
            while (Library.PollLog(out logLevel, out text))
            {
                if (logLevel == AntLogLevel.Error)
                {
                    Debug.LogError(text, this);
                }
                else if (logLevel == AntLogLevel.Warning)
                {
                    Debug.LogWarning(text, this);
                }
                else
                {
                    Debug.Log(text, this);
                }
            }
        }

        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void ResetStatics()
        {
            Enabled.Clear();
        }

#if UNITY_EDITOR
        [Header("Gizmos (when selected)")]
        [Tooltip("Draw the cells of the level.")]
        public bool showCells = true;

        [Tooltip("Draw how strongly a layer smells; -1 = none.")]
        public int showLayer = 0;

        private void OnDrawGizmosSelected()
        {
            if (IsRunning)
            {
                AntGizmos.DrawLevel(this);
            }
        }
#endif
    }
}
