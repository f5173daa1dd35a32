using System;
using System.Collections.Generic;
using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>From a sender through packets to a ghost.</summary>
    [TestFixture]
    public sealed class NetworkTests : Stage
    {
        private AntSender sender;
        private AntGhost ghost;
        private AntNetwork network;

        private void Scene()
        {
            sender = Make<AntSender>("sender", new Vector3(2f, 0f, 2f));
            ghost = Make<AntGhost>("ghost");
            ghost.networkNumber = 1;
            network = Make<AntNetwork>("world");
        }

        private void Walk(int frames)
        {
            for (int i = 0; i < frames; ++i)
            {
                sender.transform.position += new Vector3(2f / 60f, 0f, 0f);
                Player.Frame();
            }
        }

        private float Off
        {
            get { return (ghost.transform.position - sender.transform.position).magnitude; }
        }

        [Test]
        public void WhatIsSentArrivesAndIsSentSeldom()
        {
            Player.LoadScene(Scene);
            Assert.IsTrue(network.IsRunning && ghost.Network == network && sender.Network == network);
            int packets = 0;
            network.PacketReady += (peer, bytes) =>
            {
                ++packets;
                network.Receive(peer, bytes);
            };
            network.Connect(5);
            Walk(300);
            Assert.Less(Off, 0.5f);
            Assert.That(packets, Is.InRange(1, 60), "of 300 frames");
            Vector3 there = new Vector3(5f, 0f, 25f);
            sender.transform.position = there;
            sender.Teleport();
            Player.Frames(2);
            Assert.Less((ghost.transform.position - there).magnitude, 0.1f, "a teleport is shown at once");
        }

        [Test]
        public void WhatIsLostIsRepairedWithinAHeartbeat()
        {
            Player.LoadScene(Scene);
            bool loses = false;
            network.PacketReady += (peer, bytes) =>
            {
                if (!loses)
                {
                    network.Receive(peer, bytes);
                }
            };
            network.Connect(5);
            Walk(120);
            loses = true;
            for (int i = 0; i < 60; ++i)
            {
                sender.transform.position += new Vector3(0f, 0f, 3f / 60f);
                Player.Frame();
            }
            Assert.Greater(Off, 1f, "nothing of the turn has arrived");
            loses = false;
            Player.Frames(75);
            Assert.Less(Off, 0.4f);
        }

        [Test]
        public void WhoIsUnknownIsAskedFor()
        {
            Player.LoadScene(() =>
            {
                Scene();
                ghost.networkNumber = 0;
            });
            List<uint> asked = new List<uint>();
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.UnknownEntity += number =>
            {
                asked.Add(number);
                ghost = Make<AntGhost>("late ghost");
                ghost.enabled = false;
                ghost.networkNumber = (int)number;
                ghost.enabled = true;
            };
            network.Connect(5);
            Walk(120);
            CollectionAssert.AreEqual(new[] { 1u }, asked);
            Assert.Less(Off, 0.5f);
        }

        [Test]
        public void WhoPausesIsHeldAndWhoLeavesIsTold()
        {
            Player.LoadScene(Scene);
            List<uint> left = new List<uint>();
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.EntityLeft += number => left.Add(number);
            network.Connect(5);
            Walk(120);
            sender.Frozen = true;
            Player.Frames(120);
            Assert.AreEqual(AntShownAs.Frozen, World.Ghosts.Handle.Get(ghost.Player).source);
            Assert.Less(Off, 0.1f);
            sender.Frozen = false;
            Walk(60);
            Assert.Less(Off, 0.5f);
            Assert.IsTrue(ghost.IsShown);
            sender.enabled = false;
            Player.Frames(3);
            CollectionAssert.AreEqual(new[] { 1u }, left);
            Assert.IsFalse(ghost.IsShown);
            sender.enabled = true;
            Walk(60);
            Assert.IsTrue(ghost.IsShown, "it has come again");
            Assert.Less(Off, 0.5f);
        }

        [Test]
        public void WhoDisconnectsIsForgotten()
        {
            Player.LoadScene(Scene);
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.Connect(5);
            Walk(60);
            Assert.AreEqual(1, World.Ghosts.Handle.PeerStats(5).players);
            Assert.GreaterOrEqual(World.Ghosts.Handle.PeerStats(5).roundTrip, 0, "replies and their answers go both ways");
            network.Disconnect(5);
            Assert.Throws<AntException>(() => World.Ghosts.Handle.PeerStats(5));
            Assert.Throws<AntException>(() => network.Outbox.Stats(5));
            network.Receive(5, new ArraySegment<byte>(new byte[] { 1, 2, 3 }));
            network.Connect(6);
            network.Connect(6);
            Assert.AreEqual(1, network.ConnectionCount);
            Walk(60);
            Assert.Less(Off, 0.5f, "another machine tells of the same one");
        }

        [Test]
        public void TheInterpolatedPastIsBehindThePresent()
        {
            AntSettings past = ScriptableObject.CreateInstance<AntSettings>();
            past.freshness = 0f;
            past.heartbeat = 0.1f;
            Player.LoadScene(() =>
            {
                Scene();
                ghost.settings = past;
                sender.settings = past;
            });
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.Connect(5);
            Walk(300);
            Assert.AreEqual(AntShownAs.Interpolated, World.Ghosts.Handle.Get(ghost.Player).source);
            Assert.Greater(sender.transform.position.x - ghost.transform.position.x, 0.1f);
            Player.Stop();
            UnityEngine.Object.DestroyImmediate(past);
        }

        [Test]
        public void TheSecondOfANumberIsLeftOut()
        {
            Player.LoadScene(Scene);
            AntGhost second = null;
            Player.AddScene(() =>
            {
                second = Make<AntGhost>("second");
                second.networkNumber = 1;
            });
            Assert.IsNull(second.World);
            Assert.AreEqual(1, World.Ghosts.Count);
            StringAssert.Contains("left out", Messages.Of("warning")[0]);
        }

        [Test]
        public void SendersThatAreTooManyAreLeftOutAndTold()
        {
            AntSettings settings = ScriptableObject.CreateInstance<AntSettings>();
            settings.maxSenders = 1;
            AntSender second = null;
            Player.LoadScene(() =>
            {
                Scene();
                network.GetComponent<AntWorldBehaviour>().settings = settings;
                second = Make<AntSender>("second");
                second.networkNumber = 2;
            });
            Assert.IsTrue(sender.Network == network && second.Network == null);
            StringAssert.Contains("left out", Messages.Of("warning")[0]);
            Player.Frames(3);
            Player.Stop();
            UnityEngine.Object.DestroyImmediate(settings);
        }

        [Test]
        public void GarbledPacketsAreRefusedWithAnException()
        {
            Player.LoadScene(Scene);
            System.Random random = new System.Random(3);
            int refused = 0;
            network.Connect(5);
            for (int i = 0; i < 1000; ++i)
            {
                byte[] bytes = new byte[random.Next(1, 100)];
                random.NextBytes(bytes);
                try
                {
                    network.Receive(5, new ArraySegment<byte>(bytes));
                }
                catch (AntException)
                {
                    ++refused;
                }
            }
            Assert.Greater(refused, 900);
            Player.Frame();
        }

        [Test]
        public void NetworkAndWorldEndAndBeginInAnyOrder()
        {
            Player.LoadScene(Scene);
            AntWorldBehaviour world = World;
            network.enabled = false;
            Assert.IsFalse(network.IsRunning);
            Assert.IsNull(ghost.Network);
            Assert.AreSame(world, ghost.World);
            network.enabled = true;
            Assert.AreSame(network, ghost.Network);
            world.enabled = false;
            Assert.IsFalse(network.IsRunning);
            network.enabled = false;
            world.enabled = true;
            Assert.IsFalse(network.IsRunning);
            network.enabled = true;
            Assert.IsTrue(network.IsRunning && sender.Network == network);
            Player.Frames(3);
            network.Connect(5);
            Assert.Throws<AntException>(() => network.Receive(5, new ArraySegment<byte>(new byte[0])));
        }

        [Test]
        public void PeersAreFollowed()
        {
            Player.LoadScene(Scene);
            AntPeers peers = new AntPeers(network);
            Name(peers, 1, 2);
            Assert.AreEqual(2, peers.Count);
            Name(peers, 2, 3);
            Assert.AreEqual(2, peers.Count);
            World.Restart();
            Name(peers, 2);
            Assert.AreEqual(1, peers.Count);
            network.enabled = false;
            Name(peers, 2);
            Assert.AreEqual(0, peers.Count);
            network.enabled = true;
            Name(peers, 2);
            Assert.AreEqual(1, peers.Count);
        }

        private static void Name(AntPeers peers, params ulong[] numbers)
        {
            peers.Begin();
            foreach (ulong number in numbers)
            {
                peers.Keep(number);
            }
            peers.End();
        }

        [Test]
        public void SendingMakesNoGarbage()
        {
            Player.LoadScene(Scene);
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.Connect(5);
            Walk(120);
            Assert.AreEqual(0, Player.Garbage(120));
        }
    }
}
