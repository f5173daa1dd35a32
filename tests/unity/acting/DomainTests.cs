using System;
using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;

namespace Antreckon.ActingTests
{
    /// <summary>
    /// Unity's domain reload: the managed world is unloaded and loaded anew at every press of Play, while the native library stays. Here each play has an
    /// application domain of its own, with stub, package and all their statics.
    /// </summary>
    [TestFixture]
    public sealed class DomainTests : Stage
    {
        [Test]
        public void EveryPlayInADomainOfItsOwnLeavesNothing([Values(true, false)] bool stopsFirst)
        {
            ulong before = Ant.BytesInUse();
            for (int i = 0; i < 5; ++i)
            {
                AppDomainSetup setup = new AppDomainSetup { ApplicationBase = AppDomain.CurrentDomain.BaseDirectory };
                AppDomain domain = AppDomain.CreateDomain("play " + i, null, setup);
                Playing playing = (Playing)domain.CreateInstanceFromAndUnwrap(typeof(Playing).Assembly.Location, typeof(Playing).FullName);
                Assert.AreEqual(1, playing.Play());
                Assert.Greater(Ant.BytesInUse(), before);
                playing.End(stopsFirst);
                AppDomain.Unload(domain);
                Assert.AreEqual(before, Ant.BytesInUse());
            }
        }
    }

    /// <summary>Lives in another domain.</summary>
    public sealed class Playing : MarshalByRefObject
    {
        /// <summary>Plays, and returns how many own native objects.</summary>
        public int Play()
        {
            System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(typeof(Antreckon.Editor.AntReloadGuard).TypeHandle);
            Level.Triangulation = Level.Floor(8, 8, 4f);
            Player.Play(Scene);
            Player.Frames(10);
            return AntLifetime.Count;
        }

        private static void Scene()
        {
            new UnityEngine.GameObject("ghost").AddComponent<AntGhost>();
            new UnityEngine.GameObject("world").AddComponent<AntWorldBehaviour>();
        }

        /// <summary>Stop and reload; or the reload alone, with components that nobody disabled: the guard must end them.</summary>
        public void End(bool stopsFirst)
        {
            if (stopsFirst)
            {
                Player.Stop();
            }
            Recompilation.Tell();
        }
    }
}
