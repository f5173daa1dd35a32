using ActingUnity;
using Antreckon.Components;
using Mirror;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>The bridge to Mirror: whichever of the two comes first.</summary>
    [TestFixture]
    public sealed class MirrorTests : Stage
    {
        private AntSender sender;
        private AntGhost ghost;

        [SetUp]
        public void BeginScene()
        {
            Player.LoadScene(() =>
            {
                sender = Make<AntSender>("sender", new Vector3(2f, 0f, 2f));
                ghost = Make<AntGhost>("ghost");
                ghost.networkNumber = 1;
                Make<AntMirrorBridge>("world");
            });
        }

        [TearDown]
        public void EndMirror()
        {
            MirrorPeer.StopServer();
            MirrorPeer.StopClient();
            MirrorPeer.SentToServer.Clear();
        }

        [Test]
        public void AServerIsStartedLateAndAgain()
        {
            Player.Frames(3);
            for (int time = 1; time <= 3; ++time)
            {
                MirrorPeer.SetTime(1000 * time, 0, 0);
                MirrorPeer.StartServer();
                NetworkConnectionToClient client = MirrorPeer.Join(1);
                Walk(60, 1000 * time, client);
                Assert.AreEqual(1, MirrorPeer.ServerHandlers);
                Assert.Greater(MirrorPeer.SentTo(client).Count, 0);
                Assert.AreEqual(1000 * time + 1.0, World.Now * 1e-9, 0.1, "the server's clock");
                Assert.Less((ghost.transform.position - sender.transform.position).magnitude, 0.4f, "what was sent came back from the client");
                MirrorPeer.StopServer();
                Player.Frames(2);
                Assert.IsNull(World.Clock);
            }
        }

        [Test]
        public void WhoIsNotReadyGetsNothing()
        {
            MirrorPeer.StartServer();
            NetworkConnectionToClient loading = MirrorPeer.Join(1);
            loading.isReady = false;
            Walk(30, 10);
            Assert.AreEqual(0, MirrorPeer.SentTo(loading).Count);
            loading.isReady = true;
            Walk(30, 11);
            Assert.Greater(MirrorPeer.SentTo(loading).Count, 0);
        }

        [Test]
        public void AClientSendsToTheServerByItsClock()
        {
            MirrorPeer.StartClient();
            MirrorPeer.SetTime(49.8, 50.05, 0.1);
            Player.Frame();
            Assert.AreEqual(1, MirrorPeer.ClientHandlers, "before it is connected");
            Assert.AreEqual(0, MirrorPeer.SentToServer.Count);
            NetworkClient.ready = true;
            Player.Frame();
            Assert.AreEqual(50.0, World.Now * 1e-9, 1e-6, "half a round trip before what arrives");
            for (int i = 0; i < 60; ++i)
            {
                MirrorPeer.SetTime(0, 50.05 + i / 60.0, 0.1);
                Player.Frame();
            }
            Assert.Greater(MirrorPeer.SentToServer.Count, 0);
            MirrorPeer.Deliver((AntPacketMessage)MirrorPeer.SentToServer[0]);
            MirrorPeer.Deliver(new AntPacketMessage { bytes = new System.ArraySegment<byte>(new byte[] { 1, 2, 3 }) });
            StringAssert.Contains("refused", Messages.Of("warning")[0]);
            World.GetComponent<AntMirrorBridge>().enabled = false;
            Assert.AreEqual(0, MirrorPeer.ClientHandlers);
        }

        private void Walk(int frames, double from, NetworkConnectionToClient answers = null)
        {
            int delivered = 0;
            for (int i = 0; i < frames; ++i)
            {
                MirrorPeer.SetTime(from + (i + 1) / 60.0, 0, 0);
                sender.transform.position += new Vector3(1f / 60f, 0f, 0f);
                Player.Frame();
                for (; answers != null && delivered < MirrorPeer.SentTo(answers).Count; ++delivered)
                {
                    MirrorPeer.Deliver(answers, (AntPacketMessage)MirrorPeer.SentTo(answers)[delivered]);
                }
            }
        }
    }
}
