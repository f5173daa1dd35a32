using System;
using System.Collections.Generic;
using System.Linq;
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
            sender.NetworkNumber = 1;
            ghost = Make<AntGhost>("ghost");
            ghost.NetworkNumber = 1;
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
                ghost.NetworkNumber = 0;
            });
            List<uint> asked = new List<uint>();
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.UnknownEntity += number =>
            {
                asked.Add(number);
                ghost = Make<AntGhost>("late ghost");
                ghost.enabled = false;
                ghost.NetworkNumber = number;
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
                second.NetworkNumber = 1;
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
                second.NetworkNumber = 2;
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
        public void ANumberThatChangesLeavesAndJoins()
        {
            Player.LoadScene(() =>
            {
                Scene();
                sender.NetworkNumber = 0;
                ghost.NetworkNumber = 0;
            });
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.Connect(5);
            Walk(60);
            Assert.IsFalse(ghost.IsShown, "neither has a number");
            sender.NetworkNumber = 7;
            ghost.NetworkNumber = 7;
            Walk(60);
            Assert.IsTrue(ghost.IsShown && ghost.Player == 7);
            Assert.Less(Off, 0.3f);
            ghost.NetworkNumber = 8;
            Walk(60);
            Assert.IsFalse(ghost.IsShown, "nobody tells of 8");
            sender.NetworkNumber = 8;
            Walk(60);
            Assert.Less(Off, 0.3f);
            Assert.AreEqual(1, World.Ghosts.Count);
            Assert.Throws<ArgumentOutOfRangeException>(() => ghost.NetworkNumber = 0x80000000);
        }

        [Test]
        public void AServerTakesNothingThatIsNotTheSendersToTell()
        {
            List<ulong> passedOn = new List<ulong>();
            GameObject body = null;
            Player.LoadScene(() =>
            {
                network = Make<AntNetwork>("world");
                body = new GameObject("player");
            });
            network.Role = AntNetworkRole.Server;
            network.PacketReady += (peer, bytes) => passedOn.Add(peer);
            network.Connect(5);
            network.Connect(6);
            AntNetworkEntity entity = new AntNetworkEntity(body, null, null);
            entity.Follow(40, 5, false);
            network.Receive(5, Told(40, 5, 40));
            CollectionAssert.AreEqual(new[] { 6ul }, passedOn, "to others, not to its owner");
            Assert.AreEqual(0, network.Refused);
            network.Receive(6, Told(40, 6, 40));
            Assert.AreEqual(1, network.Refused, "another's");
            network.Receive(6, Told(40, 5, 40));
            Assert.AreEqual(2, network.Refused, "in another's name");
            network.Receive(5, Told(40, 5, 41));
            Assert.AreEqual(3, network.Refused, "another one within");
            network.Receive(5, Told(40, 5, 40, 41));
            Assert.AreEqual(4, network.Refused, "another one beside it");
            network.Receive(6, Told(99, 6, 99));
            byte[] plain = Told(40, 5, 40).ToArray();
            plain[0] = 1;
            network.Receive(5, new ArraySegment<byte>(plain));
            Assert.AreEqual(5, network.Refused, "packets of an outbox");
            Assert.AreEqual(1, passedOn.Count);
            Player.Frames(3);
            Assert.AreEqual(1, World.Ghosts.Count);
            Assert.Throws<AntException>(() => World.Ghosts.Handle.PlayerStats(41));
            Assert.Throws<AntException>(() => World.Ghosts.Handle.PlayerStats(99), "nobody spawns what the server does not know");
            Assert.AreEqual(1, Messages.Of("warning").Length, "it is said once");
            System.Random random = new System.Random(9);
            for (int i = 0; i < 2000; ++i)
            {
                byte[] garbled = Told(40, 5, 40).ToArray();
                garbled[random.Next(garbled.Length)] ^= (byte)(1 << random.Next(8));
                Array.Resize(ref garbled, random.Next(1, garbled.Length + 1));
                try
                {
                    network.Receive(5, new ArraySegment<byte>(garbled));
                }
                catch (AntException)
                {
                }
            }
            entity.End();
            Player.Frames(2);
            Assert.AreEqual(0, World.Ghosts.Count);
        }

        // What a client's machine would write.
        private static ArraySegment<byte> Told(byte number, byte owner, params uint[] players)
        {
            byte[] bytes = new byte[600];
            bytes[0] = 3;
            bytes[1] = number;
            bytes[2] = owner;
            AntOutboxDesc desc = AntOutboxDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            using (Outbox outbox = Outbox.Create(desc))
            {
                foreach (uint player in players)
                {
                    AntState state = AntState.Default();
                    state.player = player;
                    outbox.Submit(state, World.Now);
                }
                ulong length;
                outbox.Packet(Ant.Everyone, World.Now, new Span<byte>(bytes, 3, bytes.Length - 3), out length);
                return new ArraySegment<byte>(bytes, 0, 3 + (int)length);
            }
        }

        [Test]
        public void DistributedAuthorityIsRefusedAndSaidOnce()
        {
            Player.LoadScene(() => Make<AntNetcodeBridge>("world"));
            GameObject place = new GameObject("manager");
            Unity.Netcode.NetworkManager manager = NetcodePeer.StartClient(place, 1, 0, 0.05);
            manager.DistributedAuthorityMode = true;
            Player.Frames(30);
            Assert.IsNull(World.Clock);
            Assert.AreEqual(0, NetcodePeer.Handlers(manager));
            StringAssert.Contains("distributed authority", Messages.Of("warning").Single());
            NetcodePeer.Stop();
            Wire.Outgoing.Clear();
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
