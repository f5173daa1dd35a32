// The level, its pheromones and everybody in it.
using System;
using System.Collections.Generic;
using Antreckon.Jobs;
using UnityEngine;
using UnityEngine.SceneManagement;

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
        private static AntWorldBehaviour automatic;

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

        [Tooltip("Look for carving obstacles and re-bakes in place this often, seconds; 0 = when scenes or NavMeshSurfaces come and go, and when RefreshNavMesh is called.")]
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

        /// <summary>While there is no NavMesh it is looked for this often; after the second time it is said once. Seconds.</summary>
        private const double EmptyRetry = 0.5, EmptySaid = 1;

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
        private double nextRefresh;
        private bool levelMayHaveChanged;
        private bool saidEmpty;
        private double emptySince;

        /// <summary>Goes up whenever a world has begun or ended: then there may be another one, without a bridge.</summary>
        public static int Changes { get; private set; }

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
            SceneManager.sceneLoaded += SceneCame;
            SceneManager.sceneUnloaded += SceneWent;
            TryBegin();
        }

        private void OnDisable()
        {
            SceneManager.sceneLoaded -= SceneCame;
            SceneManager.sceneUnloaded -= SceneWent;
            EndNative();
        }

        // By now whatever else is in the scene has added its data: a NavMeshSurface does so in OnEnable, which comes after that of this component.
        private void Start()
        {
            FollowNavMesh();
        }

        private void SceneCame(Scene scene, LoadSceneMode mode)
        {
            levelMayHaveChanged = true;
        }

        private void SceneWent(Scene scene)
        {
            levelMayHaveChanged = true;
        }

        private void TryBegin()
        {
            try
            {
                BeginLevel();
                BeginTimed();
            }
            catch (Exception error)
            {
                EndNative();
                Debug.LogError("Antreckon is off: " + error.Message, this);
                enabled = false;
            }
        }

        private void BeginLevel()
        {
            ownSettings = settings == null ? ScriptableObject.CreateInstance<AntSettings>() : null;
            ownPheromones = pheromones == null ? ScriptableObject.CreateInstance<AntPheromoneMap>() : null;
            usedSettings = settings == null ? ownSettings : settings;
            usedPheromones = pheromones == null ? ownPheromones : pheromones;
            AntLifetime.Add(this);
            level = World.CreateMesh(usedSettings.WorldDesc());
            if (readNavMesh)
            {
                tiles = new NavMeshTiles(tileSize);
                emptySince = Time.unscaledTimeAsDouble;
                RefreshNavMesh();
                levelMayHaveChanged = true;
            }
        }

        private void BeginTimed()
        {
            lastTime = Now;
            isNewClock = false;
            map = usedPheromones.Create(level, lastTime);
            ghosts = new GhostBatch(this, lastTime);
            EndAutomatic();
            ++Changes;
            Enabled.Add(this);
            AntNetwork network = GetComponent<AntNetwork>();
            if (network != null && network.enabled)
            {
                network.Begin();
            }
            AntGuest.ArriveAll();
        }

        /// <summary>
        /// The bridge of a netcode beside the world in use; where there is no world, one is made that outlives scenes, until a scene brings one. Entities of bridges call it,
        /// so that a scene needs no set-up.
        /// </summary>
        public static T Bridge<T>() where T : MonoBehaviour
        {
            AntWorldBehaviour world = Current != null ? Current : automatic;
            if (world == null)
            {
                GameObject made = new GameObject("Antreckon (made by an entity)");
                DontDestroyOnLoad(made);
                world = automatic = made.AddComponent<AntWorldBehaviour>();
            }
            T bridge = world.GetComponent<T>();
            return bridge != null ? bridge : world.gameObject.AddComponent<T>();
        }

        // The scene brings its own settings.
        private void EndAutomatic()
        {
            AntWorldBehaviour made = automatic;
            if (made != null && made != this)
            {
                automatic = null;
                made.enabled = false;
                Destroy(made.gameObject);
            }
        }

        // What was known at times of a clock: guests and the network come along, the level stays.
        private void EndTimed()
        {
            if (!ReferenceEquals(Network, null))
            {
                Network.EndNative();
            }
            AntGuest.DepartAll(this);
            ++Changes;
            Enabled.Remove(this);
            if (ghosts != null)
            {
                ghosts.Dispose();
                ghosts = null;
            }
            map.Dispose();
            map = default(PheromoneMap);
        }

        /// <summary>Forgets everything but the level and begins anew; ghosts, doors and points of interest come along.</summary>
        public void Restart()
        {
            if (!IsRunning)
            {
                return;
            }
            try
            {
                EndTimed();
                BeginTimed();
            }
            catch (Exception error)
            {
                EndNative();
                Debug.LogError("Antreckon is off: " + error.Message, this);
                enabled = false;
            }
        }

        /// <summary>Ends everything native. Calls nothing of Unity's that a destroyed component may not call.</summary>
        public void EndNative()
        {
            bool wasEnabled = Enabled.Contains(this);
            EndTimed();
            AntLifetime.Remove(this);
            level.Dispose();
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
            if (tiles == null)
            {
                return 0;
            }
            bool wasEmpty = tiles.IsEmpty;
            levelMayHaveChanged = false;
            nextRefresh = Time.unscaledTimeAsDouble + (refreshInterval > 0f ? refreshInterval : EmptyRetry);
            int changes = tiles.Feed(level);
            if (!tiles.IsEmpty)
            {
                emptySince = double.PositiveInfinity;
            }
            else if (!wasEmpty)
            {
                emptySince = Time.unscaledTimeAsDouble;
            }
            return changes;
        }

        // Looks at what costs nothing; the NavMesh itself is asked for only when there is a reason.
        private void FollowNavMesh()
        {
            if (tiles == null)
            {
                return;
            }
            double now = Time.unscaledTimeAsDouble;
            bool isDue = now >= nextRefresh && (refreshInterval > 0f || tiles.IsEmpty);
            if (levelMayHaveChanged || tiles.SurfacesChanged() || isDue)
            {
                RefreshNavMesh();
            }
            if (tiles.IsEmpty && !saidEmpty && now >= emptySince + EmptySaid)
            {
                saidEmpty = true;
                Debug.Log("Antreckon: there is no NavMesh, so predictions know no walls. Bake one (or switch Read NavMesh off); it is taken as soon as it is there.", this);
            }
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
            FollowNavMesh();
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
            automatic = null;
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
