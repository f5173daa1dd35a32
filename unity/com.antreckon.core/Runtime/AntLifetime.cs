// What lives in the native library and must end with the managed code that made it.
using System.Collections.Generic;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>Something that owns native objects.</summary>
    public interface IAntOwner
    {
        /// <summary>Ends all native objects; twice does no harm.</summary>
        void EndNative();
    }

    /// <summary>
    /// Everybody who owns native objects. The library stays loaded when scripts are compiled anew or play mode ends; its objects would stay with it. Components end
    /// theirs when they are disabled; whoever was missed is ended here (Editor/AntReloadGuard.cs). Nothing of it relies on domain reload being on.
    /// </summary>
    public static class AntLifetime
    {
        private static readonly List<IAntOwner> Owners = new List<IAntOwner>();

        /// <summary>Owners at present.</summary>
        public static int Count
        {
            get { return Owners.Count; }
        }

        /// <summary>From now on it may own native objects.</summary>
        public static void Add(IAntOwner owner)
        {
            if (!Owners.Contains(owner))
            {
                Owners.Add(owner);
            }
        }

        /// <summary>It owns nothing any more.</summary>
        public static void Remove(IAntOwner owner)
        {
            Owners.Remove(owner);
        }

        /// <summary>Ends everything.</summary>
        public static void EndAll()
        {
            for (int i = Owners.Count - 1; i >= 0; --i)
            {
                IAntOwner owner = Owners[i];
                Owners.RemoveAt(i);
                owner.EndNative();
            }
        }

        /// <summary>With domain reload off, statics outlive a play session.</summary>
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void ResetStatics()
        {
            EndAll();
        }
    }
}
