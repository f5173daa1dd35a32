// Inspectors of what lives in a world: what is wrong, before somebody wonders.
using Antreckon.Components;
using UnityEditor;
using UnityEngine;

namespace Antreckon.Editor
{
    /// <summary>Tells whoever is not in the world why.</summary>
    public abstract class AntGuestInspector : UnityEditor.Editor
    {
        /// <inheritdoc/>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            AntGuest guest = (AntGuest)target;
            if (AntWorldBehaviour.Current != null && guest.isActiveAndEnabled && guest.World == null)
            {
                EditorGUILayout.HelpBox("It was left out of the world; the console says why.", MessageType.Warning);
            }
            Explain(guest);
        }

        /// <summary>More to say.</summary>
        protected abstract void Explain(AntGuest guest);
    }

    /// <summary>Warns of layers that do not exist.</summary>
    [CustomEditor(typeof(AntPointOfInterest))]
    [CanEditMultipleObjects]
    public sealed class AntPointOfInterestInspector : AntGuestInspector
    {
        /// <inheritdoc/>
        protected override void Explain(AntGuest guest)
        {
            AntPointOfInterest point = (AntPointOfInterest)guest;
            if (point.World != null && point.layer >= point.World.Pheromones.layers.Length)
            {
                EditorGUILayout.HelpBox("The world's pheromone map has no layer " + point.layer + ".", MessageType.Error);
            }
            if (point.World != null && !IsOnTheFloor(point))
            {
                EditorGUILayout.HelpBox("It is off the NavMesh: nobody feels it.", MessageType.Warning);
            }
            if (point.emission == 0f)
            {
                EditorGUILayout.HelpBox("It emits nothing.", MessageType.Info);
            }
        }

        // Under it or within reach of a hand: items float.
        private static unsafe bool IsOnTheFloor(AntPointOfInterest point)
        {
            AntDouble3 position = point.transform.position.ToAnt();
            AntLocation location = AntLocation.Sized();
            return Native.ant_world_locate(point.World.Level, (double*)&position, 1.5, &location) >= 0;
        }
    }

    /// <summary>Warns of boxes that hold nothing.</summary>
    [CustomEditor(typeof(AntDoorVolume))]
    [CanEditMultipleObjects]
    public sealed class AntDoorVolumeInspector : AntGuestInspector
    {
        /// <inheritdoc/>
        protected override void Explain(AntGuest guest)
        {
            AntDoorVolume door = (AntDoorVolume)guest;
            if (door.size.x <= 0f || door.size.y <= 0f || door.size.z <= 0f)
            {
                EditorGUILayout.HelpBox("The box has no volume: nothing is closed.", MessageType.Error);
            }
        }
    }

    /// <summary>Warns of bases that nobody can name.</summary>
    [CustomEditor(typeof(AntMovingBase))]
    [CanEditMultipleObjects]
    public sealed class AntMovingBaseInspector : AntGuestInspector
    {
        /// <inheritdoc/>
        protected override void Explain(AntGuest guest)
        {
            if (((AntMovingBase)guest).number < 1)
            {
                EditorGUILayout.HelpBox("Numbers of bases begin with 1.", MessageType.Error);
            }
        }
    }

    /// <summary>Says what a sender needs.</summary>
    [CustomEditor(typeof(AntSender))]
    [CanEditMultipleObjects]
    public sealed class AntSenderInspector : AntGuestInspector
    {
        /// <inheritdoc/>
        protected override void Explain(AntGuest guest)
        {
            if (guest.World != null && guest.Network == null)
            {
                EditorGUILayout.HelpBox("Nothing is sent: there is no Ant Network beside the Ant World.", MessageType.Warning);
            }
            if (guest.GetComponent<AntGhost>() != null)
            {
                EditorGUILayout.HelpBox("It is both sender and ghost: the ghost moves what the sender sends.", MessageType.Error);
            }
        }
    }

    /// <summary>Counts of the network.</summary>
    [CustomEditor(typeof(AntNetwork))]
    public sealed class AntNetworkInspector : UnityEditor.Editor
    {
        /// <inheritdoc/>
        public override bool RequiresConstantRepaint()
        {
            return Application.isPlaying;
        }

        /// <inheritdoc/>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            AntNetwork network = (AntNetwork)target;
            if (!network.IsRunning)
            {
                EditorGUILayout.HelpBox("Add a bridge beside it, or carry the packets yourself: see Documentation~/index.md.", MessageType.Info);
                return;
            }
            EditorGUILayout.LabelField("Role", network.Role.ToString());
            EditorGUILayout.LabelField("Connections", network.ConnectionCount.ToString());
            EditorGUILayout.LabelField("Refused", network.Refused.ToString());
        }
    }
}
