// NavMeshLinks of the scene as links of the library's level.
using System.Collections.Generic;
using UnityEngine;
#if ANTRECKON_AI_NAVIGATION
using Unity.AI.Navigation;
#endif

namespace Antreckon.Components
{
    /// <summary>
    /// Gives the enabled NavMeshLink components to a level (package AI Navigation; without it there are none). They are given again when any of them changed, or the
    /// floor below them.
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
#if ANTRECKON_AI_NAVIGATION
#if UNITY_6000_4_OR_NEWER
            NavMeshLink[] all = Object.FindObjectsByType<NavMeshLink>();
#elif UNITY_2022_2_OR_NEWER
            NavMeshLink[] all = Object.FindObjectsByType<NavMeshLink>(FindObjectsSortMode.None);
#else
            NavMeshLink[] all = Object.FindObjectsOfType<NavMeshLink>();
#endif
            foreach (NavMeshLink link in all)
            {
                if (link.isActiveAndEnabled)
                {
                    found.Add(Describe(link));
                }
            }
#endif
        }

#if ANTRECKON_AI_NAVIGATION
        private static AntLinkDesc Describe(NavMeshLink link)
        {
            Vector3 start = link.transform.TransformPoint(link.startPoint);
            Vector3 end = link.transform.TransformPoint(link.endPoint);
#if ANTRECKON_AI_NAVIGATION_2
            start = link.startTransform != null ? link.startTransform.position : start;
            end = link.endTransform != null ? link.endTransform.position : end;
#endif
            AntLinkDesc desc = AntLinkDesc.Default();
            desc.kind = AntLinkKind.Jump;
            desc.from = start.ToAnt();
            desc.to = end.ToAnt();
            desc.flags = link.bidirectional ? AntLinkFlags.TwoWay : AntLinkFlags.None;
            desc.area = (uint)link.area;
            return desc;
        }
#endif
    }
}
