// STUB of Unity's API, not Unity: see README.md. Signatures as in Unity 2022.3; objects live and die as ActingUnity.Player says.
using System;
using System.Collections.Generic;
using System.Reflection;
using ActingUnity;

namespace UnityEngine
{
    public class Object
    {
        private static int lastId;
        private readonly int id = ++lastId;
        internal bool isDestroyed;

        public string name { get; set; }
#if UNITY_6000_5_OR_NEWER
        [Obsolete("GetInstanceID is deprecated. Use GetEntityId instead. This will be removed in a future version.", true)]
#elif UNITY_6000_4_OR_NEWER
        [Obsolete("GetInstanceID is deprecated. Use GetEntityId instead. This will be removed in a future version.")]
#endif
        public int GetInstanceID() { return id; }
        public static void Destroy(Object obj) { Player.DestroyLater(obj); }
        public static void DestroyImmediate(Object obj) { Player.DestroyNow(obj); }
        public static void DontDestroyOnLoad(Object target) { Player.Keep((GameObject)target); }
        public static T Instantiate<T>(T original) where T : Object { throw new NotSupportedException("the stub has no prefabs"); }
#if UNITY_2023_1_OR_NEWER
        [Obsolete("Object.FindObjectsOfType has been deprecated. Use Object.FindObjectsByType instead.")]
#endif
        public static T[] FindObjectsOfType<T>() where T : Object { return Player.Find<T>(); }
#if UNITY_6000_4_OR_NEWER
        [Obsolete("FindObjectsByType with FindObjectsSortMode parameter has been deprecated.")]
#endif
        public static T[] FindObjectsByType<T>(FindObjectsSortMode sortMode) where T : Object { return Player.Find<T>(); }
#if UNITY_6000_4_OR_NEWER
        public static T[] FindObjectsByType<T>() where T : Object { return Player.Find<T>(); }
#endif
        public static bool operator ==(Object x, Object y) { return ReferenceEquals(x, y) || IsNull(x) && IsGone(y) || IsNull(y) && IsGone(x); }
        public static bool operator !=(Object x, Object y) { return !(x == y); }
        public override bool Equals(object other) { return this == (other as Object); }
        public override int GetHashCode() { return id; }
        // What was destroyed equals null, though the managed object is there.
        private static bool IsGone(Object x) { return IsNull(x) || x.isDestroyed; }
        private static bool IsNull(Object x) { return ReferenceEquals(x, null); }
    }

#if UNITY_6000_4_OR_NEWER
    [Obsolete("FindObjectsSortMode has been deprecated.")]
#endif
    public enum FindObjectsSortMode
    {
        None,
        InstanceID,
    }

    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject
        {
            T made = Activator.CreateInstance<T>();
            Player.Assets.Add(made);
            return made;
        }
    }

    public class Component : Object
    {
        internal GameObject owner;

        public Transform transform { get { return gameObject.transform; } }

        public GameObject gameObject
        {
            get
            {
                Player.MustLive(this);
                return owner;
            }
        }

        public T GetComponent<T>() { return gameObject.GetComponent<T>(); }
        public T GetComponentInParent<T>() { return gameObject.GetComponent<T>(); }
    }

    public class Collider : Component
    {
        public bool enabled { get; set; }
        public Collider() { enabled = true; }
    }

    public class CapsuleCollider : Collider
    {
    }

    /// <summary>Not Unity's: what moved it says its velocity.</summary>
    public class CharacterController : Collider
    {
        public Vector3 velocity { get; set; }
    }

    public class Rigidbody : Component
    {
#if UNITY_6000_0_OR_NEWER
        public Vector3 linearVelocity { get; set; }
        [Obsolete("Please use Rigidbody.linearVelocity instead.")]
        public Vector3 velocity { get { return linearVelocity; } set { linearVelocity = value; } }
#else
        public Vector3 velocity { get; set; }
#endif
        public bool isKinematic { get; set; }
    }

    public class Behaviour : Component
    {
        private bool isEnabled = true;

        public bool enabled
        {
            get { return isEnabled; }
            set
            {
                Player.MustLive(this);
                isEnabled = value;
                Player.Follow(this);
            }
        }

        public bool isActiveAndEnabled { get { return isEnabled && !ReferenceEquals(owner, null) && owner.activeSelf && !isDestroyed; } }
    }

    public class MonoBehaviour : Behaviour
    {
        internal bool hasAwoken;
        internal bool isOn;
        internal bool hasStarted;
    }

    public class Transform : Component
    {
        public Vector3 position { get; set; }
        public Quaternion rotation { get; set; }
        public Vector3 eulerAngles { get { return rotation.eulerAngles; } }
        public Vector3 localScale { get; set; }
        public Vector3 lossyScale { get { return localScale; } }
        public Transform parent { get; set; }
        public Transform() { localScale = Vector3.one; }
        public Vector3 TransformPoint(Vector3 position) { return this.position + rotation * Vector3.Scale(localScale, position); }

        public void SetPositionAndRotation(Vector3 position, Quaternion rotation)
        {
            this.position = position;
            this.rotation = rotation;
        }
    }

    public enum PrimitiveType
    {
        Sphere,
        Capsule,
        Cylinder,
        Cube,
        Plane,
        Quad,
    }

    public sealed class GameObject : Object
    {
        internal readonly List<Component> components = new List<Component>();
        private readonly Transform place;
        private bool isActive = true;

        public GameObject(string name)
        {
            this.name = name;
            place = new Transform { owner = this, rotation = Quaternion.identity };
            components.Add(place);
            Player.Objects.Add(this);
        }

        public Transform transform
        {
            get
            {
                Player.MustLive(this);
                return place;
            }
        }

        public bool activeSelf { get { return isActive; } }

        public void SetActive(bool value)
        {
            Player.MustLive(this);
            isActive = value;
            foreach (Component component in components.ToArray())
            {
                Player.Follow(component);
            }
        }

        public T AddComponent<T>() where T : Component { return (T)Add(typeof(T)); }

        internal Component Add(Type type)
        {
            Player.MustLive(this);
            foreach (RequireComponent required in type.GetCustomAttributes(typeof(RequireComponent), true))
            {
                if (!components.Exists(one => required.Type.IsInstanceOfType(one)))
                {
                    Add(required.Type);
                }
            }
            if (type.IsDefined(typeof(DisallowMultipleComponent), true) && components.Exists(one => one.GetType() == type))
            {
                Debug.LogError("there is a " + type.Name + " already", this);
                return null;
            }
            Component made = (Component)Activator.CreateInstance(type);
            made.owner = this;
            made.name = name;
            components.Add(made);
            Player.Follow(made);
            return made;
        }

        public T GetComponent<T>()
        {
            Player.MustLive(this);
            object found = components.Find(one => one is T);
            return found == null ? default(T) : (T)found;
        }

        public static GameObject CreatePrimitive(PrimitiveType type)
        {
            GameObject made = new GameObject(type.ToString());
            made.AddComponent<CapsuleCollider>();
            return made;
        }
    }

    public sealed class Mesh : Object
    {
    }

    public class Material : Object
    {
    }

    public sealed class MissingReferenceException : Exception
    {
        public MissingReferenceException(string message) : base(message) { }
    }
}
