using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>Play mode, scenes and scripts come and go.</summary>
    [TestFixture]
    public sealed class LifeTests : Stage
    {
        [Test]
        public void PlayingAgainAndAgainTakesNoMoreMemory([Values(true, false)] bool reloadsScene)
        {
            Player.LoadScene(SmallScene);
            ulong inUse = PlayALittle();
            for (int i = 0; i < 20; ++i)
            {
                Player.Stop(reloadsScene);
                Assert.AreEqual(0, AntLifetime.Count);
                Assert.IsNull(AntWorldBehaviour.Current);
                Player.Play(SmallScene, reloadsScene);
                Assert.AreEqual(inUse, PlayALittle());
            }
        }

        [Test]
        public void ASceneIsLeftAndComeBackTo()
        {
            Player.LoadScene(SmallScene);
            ulong inUse = PlayALittle();
            for (int i = 0; i < 5; ++i)
            {
                Player.LoadScene(() => { });
                Assert.IsNull(World);
                Player.Frames(3);
                Player.LoadScene(SmallScene);
                Assert.AreEqual(inUse, PlayALittle());
            }
        }

        [Test]
        public void ScriptsAreCompiledAnewWhileItRuns([Values(true, false)] bool tellsFirst)
        {
            Player.LoadScene(SmallScene);
            ulong inUse = PlayALittle();
            for (int i = 0; i < 5; ++i)
            {
                AntWorldBehaviour before = World;
                Recompilation.Run(tellsFirst);
                Assert.AreNotSame(before, World);
                Assert.AreEqual(1, AntLifetime.Count);
                Assert.AreEqual(inUse, PlayALittle());
            }
        }

        [Test]
        public void WhatMissedItsEndIsEndedAtTheNextBeginning()
        {
            Player.LoadScene(SmallScene);
            AntWorldBehaviour missed = World;
            Player.Stop();
            // As if OnDisable had not come: an owner whose component Unity has destroyed.
            AntLifetime.Add(new Straggler(Antreckon.World.CreateMesh(AntWorldDesc.Default())));
            AntLifetime.Add(missed);
            Player.Play(SmallScene);
            Assert.AreEqual(1, AntLifetime.Count);
            Assert.AreEqual(1, World.Ghosts.Count);
        }

        private sealed class Straggler : IAntOwner
        {
            private readonly World level;

            public Straggler(World level)
            {
                this.level = level;
            }

            public void EndNative()
            {
                level.Dispose();
            }
        }

        [Test]
        public void OneThatFailsToEndDoesNotKeepTheOthers()
        {
            AntLifetime.Add(new Straggler(Antreckon.World.CreateMesh(AntWorldDesc.Default())));
            AntLifetime.Add(new Stubborn());
            AntLifetime.EndAll();
            Assert.AreEqual(0, AntLifetime.Count);
            Assert.AreEqual(1, Messages.Of("error").Length);
            Messages.All.Clear();
        }

        private sealed class Stubborn : IAntOwner
        {
            public void EndNative()
            {
                throw new System.InvalidOperationException("no");
            }
        }

        [Test]
        public void GuestsMoveOnToTheWorldThatIsLeft()
        {
            AntGhost ghost = null;
            Player.LoadScene(() =>
            {
                ghost = Make<AntGhost>("ghost");
                Object.DontDestroyOnLoad(ghost.gameObject);
                Make<AntWorldBehaviour>("first");
            });
            AntWorldBehaviour first = World, second = null;
            var added = Player.AddScene(() => second = Make<AntWorldBehaviour>("second"));
            Assert.AreSame(first, ghost.World);
            Object.DestroyImmediate(first.gameObject);
            Assert.AreSame(second, ghost.World);
            Assert.AreEqual(1, second.Ghosts.Count);
            Player.Frames(3);
            Player.EndObjects(added);
            Assert.IsNull(ghost.World);
            Make<AntWorldBehaviour>("third");
            Assert.AreSame(World, ghost.World);
        }

        [Test]
        public void WithoutANavMeshItRunsAndTellsWhoIsLeftOut()
        {
            Level.Triangulation = Level.Empty();
            Player.LoadScene(SmallScene);
            Assert.IsTrue(World.IsRunning);
            PlayALittle();
            Assert.AreEqual(0, World.Level.Stats().cellCount);
        }

        [Test]
        public void BadSettingsTurnItOffWithTheLibrarysWords()
        {
            AntSettings settings = ScriptableObject.CreateInstance<AntSettings>();
            settings.cellSize = -3f;
            AntWorldBehaviour world = null;
            Player.LoadScene(() =>
            {
                world = Make<AntWorldBehaviour>("world");
                world.settings = settings;
            });
            Assert.IsFalse(world.IsRunning || world.enabled);
            StringAssert.Contains("cell_size", Messages.Of("error")[0]);
            Messages.All.Clear();
            settings.cellSize = 1f;
            world.enabled = true;
            Assert.IsTrue(world.IsRunning);
            Object.DestroyImmediate(settings);
        }

        [Test]
        public void AnotherClockBeginsAnew()
        {
            Player.LoadScene(SmallScene);
            PlayALittle();
            World.Clock = () => AntClock.Now + 1000 * Second;
            Player.Frame();
            Assert.Greater(World.Map.Stats().time, 999 * Second);
            Assert.AreEqual(1, World.Ghosts.Count);
            Assert.IsTrue(PlayALittle() > 0);
            long jump = 0;
            World.Clock = () => AntClock.Now + jump;
            Player.Frames(2);
            jump = -5 * Second;
            Player.Frames(2);
            Assert.Less(World.Map.Stats().time, AntClock.Now - 4 * Second);
            World.Clock = null;
            Player.Frames(2);
            Assert.AreEqual(AntClock.Now, World.Now);
        }

        // Ends when the map has just made a step, so that the memory in use is the same each time.
        private static ulong PlayALittle()
        {
            foreach (AntGhost ghost in Object.FindObjectsByType<AntGhost>())
            {
                Assert.AreEqual(AntStatus.Ok, ghost.Observe(new Vector3(3f, 0f, 3f), Vector3.forward, Quaternion.identity, ghost.World.Now));
            }
            Player.Frames(12, 0.05f);
            return Ant.BytesInUse();
        }
    }
}
