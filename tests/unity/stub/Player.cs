// Not part of Unity: makes the stub act. Play mode, scenes and frames, with the messages that MonoBehaviours get from Unity and in its order.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEngine;

namespace ActingUnity
{
    /// <summary>What Unity's player loop does, as far as the package can notice it.</summary>
    public static class Player
    {
        internal static readonly List<GameObject> Objects = new List<GameObject>();
        private static readonly List<GameObject> Kept = new List<GameObject>();
        private static readonly List<UnityEngine.Object> Doomed = new List<UnityEngine.Object>();
        private static Action scene = () => { };
        private static bool isLoading;

        /// <summary>Assets and what scripts made of such types, until destroyed.</summary>
        public static readonly List<ScriptableObject> Assets = new List<ScriptableObject>();

        /// <summary>Play mode. At the beginning too, as in a test runner.</summary>
        public static bool IsPlaying { get; private set; }

        static Player()
        {
            IsPlaying = true;
        }

        /// <summary>Presses Play: statics are told to reset, then the scene begins.</summary>
        public static void Play(Action newScene, bool reloadsScene = true)
        {
            UnityEditor.EditorApplication.Tell(UnityEditor.PlayModeStateChange.ExitingEditMode);
            IsPlaying = true;
            InitializeOnLoad();
            if (reloadsScene)
            {
                LoadScene(newScene);
            }
            else
            {
                scene = newScene ?? scene;
                EnableAll();
            }
            UnityEditor.EditorApplication.Tell(UnityEditor.PlayModeStateChange.EnteredPlayMode);
        }

        /// <summary>Presses Stop. Without a reload of the scene its objects stay, disabled.</summary>
        public static void Stop(bool reloadsScene = true)
        {
            UnityEditor.EditorApplication.Tell(UnityEditor.PlayModeStateChange.ExitingPlayMode);
            if (reloadsScene)
            {
                EndObjects(Objects);
            }
            else
            {
                DisableAll();
            }
            EndDoomed();
            IsPlaying = false;
            UnityEditor.EditorApplication.Tell(UnityEditor.PlayModeStateChange.EnteredEditMode);
        }

        /// <summary>Loads a scene in place of the one before; what was kept stays.</summary>
        public static void LoadScene(Action newScene)
        {
            scene = newScene;
            EndObjects(Objects.Except(Kept));
            Load(newScene, UnityEngine.SceneManagement.LoadSceneMode.Single);
        }

        /// <summary>Loads a scene beside the others and returns its objects.</summary>
        public static List<GameObject> AddScene(Action newScene)
        {
            return Load(newScene, UnityEngine.SceneManagement.LoadSceneMode.Additive);
        }

        private static List<GameObject> Load(Action newScene, UnityEngine.SceneManagement.LoadSceneMode mode)
        {
            int before = Objects.Count;
            isLoading = true;
            newScene();
            isLoading = false;
            EnableAll();
            UnityEngine.SceneManagement.SceneManager.TellLoaded(mode);
            return Objects.Skip(before).ToList();
        }

        /// <summary>As of a prefab: all its components are there before the first of them awakes, from the last one on, as their order is nobody's promise.</summary>
        public static GameObject Instantiate(Func<GameObject> prefab)
        {
            isLoading = true;
            GameObject made = prefab();
            isLoading = false;
            for (int i = made.components.Count - 1; i >= 0 && i < made.components.Count; --i)
            {
                Follow(made.components[i]);
            }
            return made;
        }

        /// <summary>Unloads a scene that was added.</summary>
        public static void UnloadScene(IEnumerable<GameObject> ended)
        {
            EndObjects(ended);
            UnityEngine.SceneManagement.SceneManager.TellUnloaded();
        }

        /// <summary>Ends the objects of a scene that was added.</summary>
        public static void EndObjects(IEnumerable<GameObject> ended)
        {
            foreach (GameObject one in ended.ToArray())
            {
                DestroyNow(one);
            }
        }

        /// <summary>The next frame, so many seconds of real time later.</summary>
        public static void Frame(float seconds = 1f / 60f)
        {
            Advance(seconds);
            foreach (MonoBehaviour one in Behaviours().Where(one => one.isOn && !one.hasStarted).ToArray())
            {
                one.hasStarted = true;
                Send(one, "Start");
            }
            for (; Time.fixedTimeAsDouble + Time.fixedDeltaTime <= Time.timeAsDouble; Time.fixedTimeAsDouble += Time.fixedDeltaTime)
            {
                SendAll("FixedUpdate");
            }
            SendAll("Update");
            SendAll("LateUpdate");
            EndDoomed();
        }

        /// <summary>The computer has been on for so long.</summary>
        public static void SetClock(double seconds)
        {
            Time.unscaledTimeAsDouble = Time.timeAsDouble = Time.fixedTimeAsDouble = seconds;
        }

        private static void Advance(float seconds)
        {
            Time.unscaledDeltaTime = seconds;
            Time.unscaledTimeAsDouble += seconds;
            Time.deltaTime = seconds * Time.timeScale;
            Time.timeAsDouble += Time.deltaTime;
            ++Time.frameCount;
        }

        private static void EndDoomed()
        {
            foreach (UnityEngine.Object one in Doomed.ToArray())
            {
                DestroyNow(one);
            }
            Doomed.Clear();
        }

        /// <summary>Many frames.</summary>
        public static void Frames(int count, float seconds = 1f / 60f)
        {
            for (int i = 0; i < count; ++i)
            {
                Frame(seconds);
            }
        }

        /// <summary>Garbage that the scripts make in so many frames, bytes; without that of this player.</summary>
        public static long Garbage(int frames, float seconds = 1f / 60f)
        {
            Action[] updates = Calls("Update"), lateUpdates = Calls("LateUpdate");
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int frame = 0; frame < frames; ++frame)
            {
                Advance(seconds);
                foreach (Action update in updates)
                {
                    update();
                }
                foreach (Action update in lateUpdates)
                {
                    update();
                }
            }
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        private static Action[] Calls(string message)
        {
            return Behaviours().Where(one => one.isOn).Select(one => Find(one, message)).Where(call => call != null).ToArray();
        }

        /// <summary>Draws what the scene view draws of a selected object.</summary>
        public static void DrawGizmos(GameObject selected)
        {
            foreach (MonoBehaviour one in selected.components.OfType<MonoBehaviour>())
            {
                Send(one, "OnDrawGizmos");
                Send(one, "OnDrawGizmosSelected");
            }
        }

        /// <summary>Scripts that have statics are told so, as after every press of Play.</summary>
        public static void InitializeOnLoad()
        {
            const BindingFlags Statics = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
            foreach (Type type in AppDomain.CurrentDomain.GetAssemblies().Where(IsScripts).SelectMany(assembly => assembly.GetTypes()))
            {
                foreach (MethodInfo method in type.GetMethods(Statics).Where(one => one.IsDefined(typeof(RuntimeInitializeOnLoadMethodAttribute), false)))
                {
                    method.Invoke(null, null);
                }
            }
        }

        internal static bool IsScripts(Assembly assembly)
        {
            return assembly.GetReferencedAssemblies().Any(one => one.Name == typeof(Player).Assembly.GetName().Name);
        }

        internal static IEnumerable<MonoBehaviour> Behaviours()
        {
            return Objects.ToArray().SelectMany(one => one.components.OfType<MonoBehaviour>().ToArray()).OrderBy(Order);
        }

        private static int Order(MonoBehaviour one)
        {
            object[] orders = one.GetType().GetCustomAttributes(typeof(DefaultExecutionOrder), true);
            return orders.Length == 0 ? 0 : ((DefaultExecutionOrder)orders[0]).order;
        }

        internal static void EnableAll()
        {
            foreach (MonoBehaviour one in Behaviours())
            {
                Follow(one);
            }
        }

        internal static void DisableAll()
        {
            foreach (MonoBehaviour one in Behaviours().Where(one => one.isOn))
            {
                one.isOn = false;
                Send(one, "OnDisable");
            }
        }

        private static void SendAll(string message)
        {
            foreach (MonoBehaviour one in Behaviours())
            {
                if (one.isOn && !one.isDestroyed)
                {
                    Send(one, message);
                }
            }
        }

        /// <summary>Sends Awake, OnEnable and OnDisable when the state of a component asks for it.</summary>
        internal static void Follow(Component component)
        {
            MonoBehaviour one = component as MonoBehaviour;
            if (ReferenceEquals(one, null) || !IsPlaying || isLoading || one.isDestroyed)
            {
                return;
            }
            if (one.owner.activeSelf && !one.hasAwoken)
            {
                one.hasAwoken = true;
                Send(one, "Awake");
            }
            if (one.isActiveAndEnabled != one.isOn)
            {
                one.isOn = !one.isOn;
                Send(one, one.isOn ? "OnEnable" : "OnDisable");
            }
        }

        // An exception in a script is logged, and the rest goes on.
        private static void Send(MonoBehaviour one, string message)
        {
            Action call = Find(one, message);
            try
            {
                if (call != null)
                {
                    call();
                }
            }
            catch (Exception error)
            {
                Debug.LogException(error);
            }
        }

        // Private methods count, those of base classes too; of several the most derived one.
        private static Action Find(MonoBehaviour one, string message)
        {
            const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            for (Type type = one.GetType(); type != typeof(MonoBehaviour); type = type.BaseType)
            {
                MethodInfo method = type.GetMethod(message, Own, null, Type.EmptyTypes, null);
                if (method != null)
                {
                    return (Action)Delegate.CreateDelegate(typeof(Action), one, method);
                }
            }
            return null;
        }

        internal static void Keep(GameObject one)
        {
            Kept.Add(one);
        }

        internal static void DestroyLater(UnityEngine.Object one)
        {
            Doomed.Add(one);
        }

        internal static void DestroyNow(UnityEngine.Object one)
        {
            if (one == null)
            {
                return;
            }
            GameObject whole = one as GameObject;
            foreach (Component part in ReferenceEquals(whole, null) ? new[] { one as Component } : whole.components.ToArray())
            {
                MonoBehaviour script = part as MonoBehaviour;
                if (!ReferenceEquals(script, null) && script.isOn)
                {
                    script.isOn = false;
                    Send(script, "OnDisable");
                }
                if (!ReferenceEquals(script, null) && script.hasAwoken)
                {
                    Send(script, "OnDestroy");
                }
                if (!ReferenceEquals(part, null))
                {
                    part.isDestroyed = true;
                    part.owner.components.Remove(part);
                }
            }
            one.isDestroyed = true;
            if (!ReferenceEquals(whole, null))
            {
                Objects.Remove(whole);
                Kept.Remove(whole);
            }
            Assets.Remove(one as ScriptableObject);
        }

        internal static void MustLive(UnityEngine.Object one)
        {
            if (one.isDestroyed)
            {
                throw new MissingReferenceException("this " + one.GetType().Name + " was destroyed");
            }
        }

        internal static T[] Find<T>() where T : UnityEngine.Object
        {
            return Objects.Where(one => one.activeSelf).SelectMany(one => one.components).OfType<T>().ToArray();
        }
    }
}
