// The level, its pheromones and everybody in it.
using System;
using System.Collections.Generic;
using Antreckon.Jobs;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Makes the level from the NavMesh, keeps pheromones up to date and moves all ghosts, once per frame. One per scene is usual; ghosts and points
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

        [Tooltip("What players feel; one layer with defaults where there is none.")]
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
        [Tooltip("Step the fields and draw the ghosts with Unity's job system.")]
        public bool useJobs = true;

        // Not only in the editor: a player reads fields in the order in which the editor wrote them.
        [Header("Gizmos (when selected)")]
        [Tooltip("Draw the cells of the level.")]
        public bool showCells = true;

        [Tooltip("Draw how strong a layer is; -1 = none.")]
        [Min(-1)]
        public int showLayer = 0;

        /// <summary>A clock that goes back or ahead by more than this between two frames is another clock, nanoseconds.</summary>
        private const long MostBack = 1000000000, MostAhead = 60 * MostBack;

        private Func<long> clock;
        private bool isNewClock;
        private long lastTime;
        private World level;
        private PheromoneMap map;
        private NavMeshTiles tiles;
        private GhostBatch ghosts;
        private AntSettings usedSettings;
        private AntPheromoneMap usedPheromones;
        private AntSettings ownSettings;
        private AntPheromoneMap ownPheromones;
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

        /// <summary>Everybody who is simulated elsewhere.</summary>
        public GhostBatch Ghosts
        {
            get { return ghosts; }
        }

        /// <summary>The network beside it while that runs, or null.</summary>
        public AntNetwork Network { get; internal set; }

        /// <summary>
        /// Where time comes from, nanoseconds; null is the game's time. Network bridges put the time of the network here. What is known has times of the clock before,
        /// so a running world begins anew in the next frame when the clock is another one.
        /// </summary>
        public Func<long> Clock
        {
            get { return clock; }
            set
            {
                isNewClock |= clock != value;
                clock = value;
            }
        }

        /// <summary>It runs, and its clock is the one it began with.</summary>
        internal bool HasTime
        {
            get { return IsRunning && !isNewClock; }
        }

        /// <summary>Time now, nanoseconds.</summary>
        public long Now
        {
            get { return clock != null ? clock() : AntClock.Now; }
        }

        private void OnEnable()
        {
            TryBegin();
        }

        private void OnDisable()
        {
            EndNative();
        }

        private void TryBegin()
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

        private void Begin()
        {
            ownSettings = settings == null ? ScriptableObject.CreateInstance<AntSettings>() : null;
            ownPheromones = pheromones == null ? ScriptableObject.CreateInstance<AntPheromoneMap>() : null;
            usedSettings = settings == null ? ownSettings : settings;
            usedPheromones = pheromones == null ? ownPheromones : pheromones;
            AntLifetime.Add(this);
            lastTime = Now;
            isNewClock = false;
            level = World.CreateMesh(usedSettings.WorldDesc());
            if (readNavMesh)
            {
                tiles = new NavMeshTiles(tileSize);
                tiles.Feed(level);
                nextRefresh = refreshInterval;
            }
            map = usedPheromones.Create(level, lastTime);
            ghosts = new GhostBatch(this, lastTime);
            Enabled.Add(this);
            AntNetwork network = GetComponent<AntNetwork>();
            if (network != null && network.enabled)
            {
                network.Begin();
            }
            AntGuest.ArriveAll();
        }

        /// <summary>Forgets everything and begins anew; ghosts, doors and points of interest come along.</summary>
        public void Restart()
        {
            if (IsRunning)
            {
                EndNative();
                TryBegin();
            }
        }

        /// <summary>Ends everything native. Calls nothing of Unity's that a destroyed component may not call.</summary>
        public void EndNative()
        {
            if (!ReferenceEquals(Network, null))
            {
                Network.EndNative();
            }
            AntGuest.DepartAll(this);
            bool wasEnabled = Enabled.Remove(this);
            AntLifetime.Remove(this);
            if (ghosts != null)
            {
                ghosts.Dispose();
                ghosts = null;
            }
            map.Dispose();
            level.Dispose();
            map = default(PheromoneMap);
            level = default(World);
            tiles = null;
            Discard(ownSettings);
            Discard(ownPheromones);
            ownSettings = null;
            ownPheromones = null;
            if (wasEnabled && Enabled.Count > 0)
            {
                // Another world is left, say that of a scene which was loaded beside this one's.
                AntGuest.ArriveAll();
            }
        }

        private static void Discard(UnityEngine.Object made)
        {
            if (made == null)
            {
                return;
            }
            if (Application.isPlaying)
            {
                Destroy(made);
            }
            else
            {
                DestroyImmediate(made);
            }
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
            ghosts.Handle.Rebase(shift.ToAnt());
            if (tiles != null)
            {
                tiles.Rebase(shift);
            }
            AntGuest.RebaseAll(this, shift);
        }

        private void Update()
        {
            if (!IsRunning)
            {
                return;
            }
            long now = Now;
            if (isNewClock || now < lastTime - MostBack || now > lastTime + MostAhead)
            {
                Restart();
                return;
            }
            lastTime = now;
            if (refreshInterval > 0f && tiles != null && (nextRefresh -= Time.deltaTime) <= 0f)
            {
                nextRefresh = refreshInterval;
                RefreshNavMesh();
            }
            if (useJobs)
            {
                MapStep.Run(map, now);
            }
            else
            {
                AntStepReport report;
                map.StepTo(now, out report);
            }
            ReportLog();
        }

        private void LateUpdate()
        {
            if (HasTime)
            {
                ghosts.Draw(Now, useJobs);
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
