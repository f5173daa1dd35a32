// What lives in the native library and must end with the managed code that made it.
using System;
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
            // An owner may end others together with itself.
            while (Owners.Count > 0)
            {
                IAntOwner owner = Owners[Owners.Count - 1];
                Owners.RemoveAt(Owners.Count - 1);
                try
                {
                    owner.EndNative();
                }
                catch (Exception error)
                {
                    // The others must end all the same.
                    Debug.LogException(error);
                }
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
