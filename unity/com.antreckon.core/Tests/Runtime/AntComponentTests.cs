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
        public void ManyLivesTakeNoMoreMemory()
        {
            AntWorldBehaviour world = worldObject.GetComponent<AntWorldBehaviour>();
            ulong inUse = Ant.BytesInUse();
            for (int i = 0; i < 20; ++i)
            {
                world.enabled = false;
                world.enabled = true;
                Assert.AreEqual(inUse, Ant.BytesInUse());
            }
        }

        [Test]
        public void WhoeverComesFirstTheyMeet()
        {
            AntWorldBehaviour world = worldObject.GetComponent<AntWorldBehaviour>();
            world.enabled = false;
            GameObject guests = new GameObject("guests");
            AntPointOfInterest point = guests.AddComponent<AntPointOfInterest>();
            AntDoorVolume door = guests.AddComponent<AntDoorVolume>();
            AntSender sender = guests.AddComponent<AntSender>();
            Assert.IsNull(point.World);
            AntNetwork network = worldObject.AddComponent<AntNetwork>();
            Assert.IsFalse(network.IsRunning);
            world.enabled = true;
            Assert.AreSame(world, point.World);
            Assert.AreSame(world, door.World);
            Assert.AreSame(network, sender.Network);
            Object.DestroyImmediate(guests);
        }

        [Test]
        public void AnotherWorldTakesTheGuests()
        {
            GameObject ghostObject = new GameObject("ghost");
            AntGhost ghost = ghostObject.AddComponent<AntGhost>();
            GameObject otherObject = new GameObject("other world");
            AntWorldBehaviour other = otherObject.AddComponent<AntWorldBehaviour>();
            worldObject.GetComponent<AntWorldBehaviour>().enabled = false;
            Assert.AreSame(other, ghost.World);
            Object.DestroyImmediate(otherObject);
            Assert.IsNull(ghost.World);
            Object.DestroyImmediate(ghostObject);
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
