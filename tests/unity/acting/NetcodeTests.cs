using System.Collections.Generic;
using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using Unity.Netcode;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>The bridge to Netcode for GameObjects: whichever of the two comes first.</summary>
    [TestFixture]
    public sealed class NetcodeTests : Stage
    {
        private AntSender sender;
        private AntGhost ghost;
        private NetworkManager manager;

        [SetUp]
        public void BeginScene()
        {
            Player.LoadScene(() =>
            {
                sender = Make<AntSender>("sender", new Vector3(2f, 0f, 2f));
                ghost = Make<AntGhost>("ghost");
                ghost.networkNumber = 1;
                Make<AntNetcodeBridge>("world");
                manager = NetcodePeer.Make(new GameObject("manager"));
            });
        }

        [Test]
        public void AServerIsStartedLateAndAgain()
        {
            Player.Frames(3);
            for (int time = 1; time <= 3; ++time)
            {
                NetcodePeer.Start(manager, true);
                NetcodePeer.Join(manager, 0);
                NetcodePeer.Join(manager, 5);
                Walk(60, 1000 * time);
                Assert.AreEqual(1, NetcodePeer.Handlers(manager));
                Assert.AreEqual(1000 * time + 1.0, World.Now * 1e-9, 0.1);
                Assert.Greater(NetcodePeer.Sent(manager).Count, 0);
                foreach (KeyValuePair<ulong, byte[]> packet in NetcodePeer.Sent(manager))
                {
                    Assert.AreEqual(5, packet.Key, "not to itself");
                }
                Assert.Less((ghost.transform.position - sender.transform.position).magnitude, 0.4f, "what was sent came back from the client");
                NetcodePeer.Leave(manager, 5);
                int sent = NetcodePeer.Sent(manager).Count;
                Walk(60, 1000 * time + 2);
                Assert.AreEqual(sent, NetcodePeer.Sent(manager).Count, "who has left gets nothing");
                NetcodePeer.Stop(manager);
                Player.Frames(2);
                Assert.IsNull(World.Clock);
            }
        }

        [Test]
        public void AClientSendsToTheServerByItsClock()
        {
            manager.GetComponent<ActingTransport>().Rtt = 100;
            NetcodePeer.Start(manager, false);
            Walk(30, 50);
            Assert.AreEqual(0, NetcodePeer.Sent(manager).Count);
            NetcodePeer.Connect(manager);
            Walk(30, 50.5);
            Assert.AreEqual(51.0 + 0.05 + 0.05, World.Now * 1e-9, 1e-3, "what arrives, its way and the buffer");
            Assert.Greater(NetcodePeer.Sent(manager).Count, 0);
            Assert.AreEqual(NetworkManager.ServerClientId, NetcodePeer.Sent(manager)[0].Key);
            manager.GetComponent<ActingTransport>().Rtt = 300;
            long before = World.Now;
            Player.Frame();
            Assert.Less(World.Now - before, Second / 100, "the clock follows a new latency slowly");
            byte[] garbled = { 3, 0, 0, 0, 1, 2, 3 };
            NetcodePeer.Deliver(manager, 0, garbled);
            StringAssert.Contains("refused", Messages.Of("warning")[0]);
            NetcodePeer.Deliver(manager, 0, new byte[] { 255, 255, 255, 255 });
        }

        [Test]
        public void WithoutAManagerNothingHappens()
        {
            Object.DestroyImmediate(manager.gameObject);
            Player.Frames(3);
            Assert.IsTrue(World.IsRunning);
        }

        private void Walk(int frames, double from)
        {
            int delivered = NetcodePeer.Sent(manager).Count;
            for (int i = 0; i < frames; ++i)
            {
                NetcodePeer.SetTime(manager, from + (i + 1) / 60.0);
                sender.transform.position += new Vector3(1f / 60f, 0f, 0f);
                Player.Frame();
                for (; manager.IsServer && delivered < NetcodePeer.Sent(manager).Count; ++delivered)
                {
                    NetcodePeer.Deliver(manager, 5, NetcodePeer.Sent(manager)[delivered].Value);
                }
            }
        }
    }
}
