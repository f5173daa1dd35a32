// NavMeshLinks and OffMeshLinks of the scene as links of the library's level.
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.AI;
#if ANTRECKON_AI_NAVIGATION
using Unity.AI.Navigation;
#endif

namespace Antreckon.Components
{
    /// <summary>
    /// Gives the enabled and activated NavMeshLink components (package AI Navigation) and OffMeshLinks to a level. They are given again when any of them changed, or
    /// the floor below them.
    /// </summary>
    internal sealed class NavMeshLinks
    {
        private readonly List<AntLink> given = new List<AntLink>();
        private readonly List<AntLinkDesc> before = new List<AntLinkDesc>();
        private readonly List<AntLinkDesc> present = new List<AntLinkDesc>();

        public void Feed(World world, bool floorChanged)
        {
            present.Clear();
            Collect(present);
            // Unity's order is that of loading; machines shall number links alike.
            present.Sort(Compare);
            if (!floorChanged && Same())
            {
                return;
            }
            foreach (AntLink link in given)
            {
                world.RemoveLink(link);
            }
            given.Clear();
            before.Clear();
            before.AddRange(present);
            foreach (AntLinkDesc link in present)
            {
                try
                {
                    given.Add(world.AddLink(link));
                }
                catch (AntException error)
                {
                    Debug.LogWarning("Antreckon: the link from " + link.from + " to " + link.to + " is off the NavMesh. " + error.Message);
                }
            }
        }

        private bool Same()
        {
            if (before.Count != present.Count)
            {
                return false;
            }
            for (int i = 0; i < present.Count; ++i)
            {
                if (Compare(before[i], present[i]) != 0)
                {
                    return false;
                }
            }
            return true;
        }

        private static int Compare(AntLinkDesc a, AntLinkDesc b)
        {
            int order = Compare(a.from, b.from);
            order = order != 0 ? order : Compare(a.to, b.to);
            order = order != 0 ? order : a.area.CompareTo(b.area);
            return order != 0 ? order : a.flags.CompareTo(b.flags);
        }

        private static int Compare(AntDouble3 a, AntDouble3 b)
        {
            int order = a.x.CompareTo(b.x);
            order = order != 0 ? order : a.y.CompareTo(b.y);
            return order != 0 ? order : a.z.CompareTo(b.z);
        }

        private static void Collect(List<AntLinkDesc> found)
        {
// Unity 6 calls OffMeshLink obsolete; scenes still have them.
#pragma warning disable 618
            foreach (OffMeshLink link in All<OffMeshLink>())
            {
                if (link.isActiveAndEnabled && link.activated && link.startTransform != null && link.endTransform != null)
                {
                    found.Add(Describe(link.startTransform.position, link.endTransform.position, link.biDirectional, link.area));
                }
            }
#pragma warning restore 618
#if ANTRECKON_AI_NAVIGATION
            foreach (NavMeshLink link in All<NavMeshLink>())
            {
                if (!link.isActiveAndEnabled)
                {
                    continue;
                }
                // As the package does it: the scale of the transform does not count.
                Transform place = link.transform;
                Vector3 start = place.position + place.rotation * link.startPoint;
                Vector3 end = place.position + place.rotation * link.endPoint;
#if ANTRECKON_AI_NAVIGATION_2
                if (!link.activated)
                {
                    continue;
                }
                start = link.startTransform != null ? link.startTransform.position : start;
                end = link.endTransform != null ? link.endTransform.position : end;
#endif
                found.Add(Describe(start, end, link.bidirectional, link.area));
            }
#endif
        }

        private static T[] All<T>() where T : Object
        {
#if UNITY_6000_4_OR_NEWER
            return Object.FindObjectsByType<T>();
#elif UNITY_2022_2_OR_NEWER
            return Object.FindObjectsByType<T>(FindObjectsSortMode.None);
#else
            return Object.FindObjectsOfType<T>();
#endif
        }

        private static AntLinkDesc Describe(Vector3 from, Vector3 to, bool bothWays, int area)
        {
            AntLinkDesc desc = AntLinkDesc.Default();
            desc.kind = AntLinkKind.Jump;
            desc.from = from.ToAnt();
            desc.to = to.ToAnt();
            desc.flags = bothWays ? AntLinkFlags.TwoWay : AntLinkFlags.None;
            desc.area = (uint)area;
            return desc;
        }
    }
}
