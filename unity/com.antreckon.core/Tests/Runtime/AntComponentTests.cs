// For the Test Runner inside Unity; the engine-free layer has its own tests (tests/csharp in the repository).
using Antreckon.Components;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.Tests
{
    public sealed class AntComponentTests
    {
        private GameObject worldObject;

        [SetUp]
        public void Make()
        {
            worldObject = new GameObject("world");
            worldObject.AddComponent<AntWorldBehaviour>();
        }

        [TearDown]
        public void End()
        {
            Object.DestroyImmediate(worldObject);
            Assert.AreEqual(0, AntLifetime.Count, "everything native has ended");
        }

        [Test]
        public void TheWorldRunsAndEndsWithItsComponent()
        {
            AntWorldBehaviour world = worldObject.GetComponent<AntWorldBehaviour>();
            Assert.IsTrue(world.IsRunning);
            Assert.AreSame(world, AntWorldBehaviour.Current);
            world.enabled = false;
            Assert.IsFalse(world.IsRunning);
            Assert.IsNull(AntWorldBehaviour.Current);
            world.enabled = true;
            Assert.IsTrue(world.IsRunning);
        }

        [Test]
        public void AGhostIsObservedAndGoes()
        {
            GameObject ghostObject = new GameObject("ghost");
            AntGhost ghost = ghostObject.AddComponent<AntGhost>();
            AntWorldBehaviour world = worldObject.GetComponent<AntWorldBehaviour>();
            Assert.AreEqual(1, world.Ghosts.Count);
            Assert.AreEqual(AntStatus.Ok, ghost.Observe(Vector3.zero, Vector3.forward, Quaternion.identity, world.Now));
            Object.DestroyImmediate(ghostObject);
            Assert.AreEqual(0, world.Ghosts.Count);
        }

        [Test]
        public void SettingsBecomeDescriptors()
        {
            AntSettings settings = ScriptableObject.CreateInstance<AntSettings>();
            Assert.AreEqual(AntFrameKind.Unity, settings.WorldDesc().frame.kind);
            Assert.AreEqual(AntModel.Auto, settings.Profile().model);
            Object.DestroyImmediate(settings);
        }
    }
}
