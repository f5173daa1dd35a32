using System;
using NUnit.Framework;

namespace Antreckon.ActingTests
{
    /// <summary>
    /// Whole games over each netcode: a prefab with one component, scenes without any set-up, each machine in a domain of its own, 40 ms one way. What a player sees, and
    /// what nobody must be able to do.
    /// </summary>
    [TestFixture(Netcode.Mirror)]
    [TestFixture(Netcode.ForGameObjects)]
    [TestFixture(Netcode.FishNet)]
    public sealed class PlayTests
    {
        private const float Speed = 3f;
        private readonly Netcode netcode;
        private Session session;

        public PlayTests(Netcode netcode)
        {
            this.netcode = netcode;
        }

        private Session Begin(bool asHost = false)
        {
            return session = new Session(netcode, asHost);
        }

        [TearDown]
        public void End()
        {
            if (session != null)
            {
                session.Dispose();
                session = null;
            }
        }

        private static Action Walking(Machine machine, uint id)
        {
            return () =>
            {
                if (machine.Has(id))
                {
                    machine.Move(id, Speed / 60f, 0f);
                }
            };
        }

        [Test]
        public void TwoClientsSeeEachOtherAndSoDoesTheServer()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint ofA = session.Server.Spawn(Machine.Usual, 1, 5f, 5f), ofB = session.Server.Spawn(Machine.Usual, 2, 5f, 20f);
            session.Frames(20);
            session.Frames(180, Walking(a, ofA) + Walking(b, ofB));
            Assert.IsTrue(a.IsMine(ofA) && !a.IsMine(ofB) && b.IsMine(ofB) && !b.IsMine(ofA));
            Assert.IsFalse(session.Server.IsMine(ofA) || session.Server.IsMine(ofB));
            foreach (Machine observer in new[] { b, session.Server })
            {
                Assert.IsTrue(observer.IsShown(ofA));
                Assert.Less(session.Apart(ofA, a, observer), 0.25, "who runs straight is drawn where it is now");
            }
            Assert.IsTrue(a.IsShown(ofB));
            Assert.Less(session.Apart(ofB, b, a), 0.25);
            Assert.AreEqual(64 * 64, a.Cells, "the NavMesh was found");
            Assert.AreEqual(session.Server.Now, a.Now, 0.02, "all machines have the server's clock");
            Assert.AreEqual(0, session.Server.Refused);
            Assert.Less(session.Sent[1], 60, "packets of a client in 3.6 s; it sends replies too");
            CollectionAssert.IsEmpty(b.Console("warning"));
            CollectionAssert.IsEmpty(session.Server.Console("warning"));
        }

        [Test]
        public void AHostPlaysToo()
        {
            Begin(true);
            Machine a = session.Join();
            session.Frames(20);
            uint ofHost = session.Server.Spawn(Machine.Usual, -1, 5f, 5f), ofA = session.Server.Spawn(Machine.Usual, 1, 5f, 20f);
            session.Frames(20);
            session.Frames(180, Walking(session.Server, ofHost) + Walking(a, ofA));
            Assert.IsTrue(session.Server.IsMine(ofHost) && !a.IsMine(ofHost) && a.IsMine(ofA) && !session.Server.IsMine(ofA));
            Assert.Less(session.Apart(ofHost, session.Server, a), 0.25, "the host's");
            Assert.Less(session.Apart(ofA, a, session.Server), 0.25, "the client's");
        }

        [Test]
        public void WhoeverSimulatesItIsFreeAndOthersAreHeld()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint ofA = session.Server.Spawn(Machine.Usual, 1, 5f, 5f);
            session.Frames(20);
            Assert.IsTrue(a.IsFree(ofA));
            Assert.IsFalse(b.IsFree(ofA), "its character controller would fight with the ghost");
            Assert.IsFalse(session.Server.IsFree(ofA));
        }

        [Test]
        public void WhatTheServerMovesIsSeenByAllItsOwnerToo()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint npc = session.Server.Spawn(Machine.Usual, 0, 5f, 5f), ofA = session.Server.Spawn(Machine.MovedByServer, 1, 5f, 20f);
            session.Frames(20);
            session.Frames(180, Walking(session.Server, npc) + Walking(session.Server, ofA));
            foreach (Machine observer in new[] { a, b })
            {
                Assert.IsFalse(observer.IsMine(npc) || observer.IsMine(ofA));
                Assert.Less(session.Apart(npc, session.Server, observer), 0.25);
                Assert.Less(session.Apart(ofA, session.Server, observer), 0.25);
            }
        }

        [Test]
        public void OwnershipGoesOnAndBack()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint ball = session.Server.Spawn(Machine.Usual, 1, 5f, 5f);
            session.Frames(20);
            Machine[] all = { session.Server, a, b };
            foreach (int owner in new[] { 1, 2, 0, 2, 1 })
            {
                session.Server.Give(ball, owner);
                session.Frames(30);
                session.Frames(90, Walking(all[owner], ball));
                for (int observer = 0; observer < 3; ++observer)
                {
                    Assert.AreEqual(observer == owner, all[observer].IsMine(ball), "owner " + owner + ", machine " + observer);
                    Assert.Less(session.Apart(ball, all[owner], all[observer]), 0.3, "owner " + owner + ", machine " + observer);
                }
            }
            Assert.AreEqual(0, session.Server.Refused, "what was under way is late, not wrong");
        }

        [Test]
        public void WhoDoesNotSeeItIsToldNothing()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint ofA = session.Server.Spawn(Machine.Usual, 1, 5f, 5f), npc = session.Server.Spawn(Machine.Usual, 0, 5f, 20f);
            session.Frames(20);
            session.Server.SetVisible(ofA, 2, false);
            session.Server.SetVisible(npc, 2, false);
            session.Frames(30);
            Assert.IsFalse(b.Has(ofA) || b.Has(npc));
            session.Frames(120, Walking(a, ofA));
            Assert.AreEqual(0, b.Ghosts);
            session.Server.SetVisible(ofA, 2, true);
            session.Server.SetVisible(npc, 2, true);
            session.Frames(120, Walking(a, ofA) + Walking(session.Server, npc));
            Assert.IsTrue(b.IsShown(ofA) && b.IsShown(npc));
            Assert.Less(session.Apart(ofA, a, b), 0.25);
            Assert.Less(session.Apart(npc, session.Server, b), 0.25);
        }

        [Test]
        public void WhatIsDespawnedIsGoneAndLateJoinersSeeTheRest()
        {
            Begin();
            Machine a = session.Join();
            session.Join();
            session.Frames(20);
            uint ofA = session.Server.Spawn(Machine.Usual, 1, 5f, 5f), ofB = session.Server.Spawn(Machine.Usual, 2, 5f, 20f);
            session.Frames(60, Walking(a, ofA));
            session.Server.Despawn(ofB);
            session.Frames(20);
            Assert.IsFalse(a.Has(ofB));
            Assert.AreEqual(0, a.Ghosts);
            Machine c = session.Join();
            session.Frames(90, Walking(a, ofA));
            Assert.Less(session.Apart(ofA, a, c), 0.25, "who joins late sees who is there");
            a.StopNetcode();
            session.Frames(30);
            Assert.IsFalse(c.Has(ofA), "who leaves is gone");
            Assert.AreEqual(0, c.Ghosts);
        }

        [Test]
        public void WhatIsSwitchedOffAndOnGoesOn()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint ofA = session.Server.Spawn(Machine.Usual, 1, 5f, 5f);
            session.Frames(60, Walking(a, ofA));
            b.SetActive(ofA, false);
            session.Frames(30, Walking(a, ofA));
            Assert.AreEqual(0, b.Ghosts);
            b.SetActive(ofA, true);
            session.Frames(60, Walking(a, ofA));
            Assert.IsTrue(b.IsShown(ofA));
            Assert.Less(session.Apart(ofA, a, b), 0.25);
        }

        [Test]
        public void LossIsMadeGood()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint ofA = session.Server.Spawn(Machine.Usual, 1, 5f, 5f);
            session.Loss = 0.2;
            session.Frames(240, Walking(a, ofA));
            session.Frames(90);
            Assert.Less(session.Apart(ofA, a, b), 0.15, "it has stopped, and everybody knows");
        }

        [Test]
        public void TheNetcodeStopsAndStarts()
        {
            Begin();
            for (int time = 0; time < 2; ++time)
            {
                Machine a = session.Join(), b = session.Join();
                int first = session.Machines.Count - 2;
                session.Frames(20);
                uint ofA = session.Server.Spawn(Machine.Usual, first, 5f, 5f);
                session.Frames(20);
                session.Frames(120, Walking(a, ofA));
                Assert.Less(session.Apart(ofA, a, b), 0.25, "time " + time);
                // Within one frame.
                session.Server.StopNetcode();
                session.Server.StartServer(false);
                session.Frames(20);
            }
            Assert.AreEqual(0, session.Server.Kicked);
        }

        [Test]
        public void SlowMotionAndPauseAreSeenAsTheyAre()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint npc = session.Server.Spawn(Machine.Usual, 0, 5f, 5f);
            session.Frames(60, Walking(session.Server, npc));
            session.Server.SetTimeScale(0.25f);
            double worst = 0;
            session.Frames(60);
            session.Frames(120, () =>
            {
                session.Server.Move(npc, Speed / 60f * 0.25f, 0f);
                worst = Math.Max(worst, session.Apart(npc, session.Server, a));
            });
            Assert.Less(worst, 0.3, "slow motion");
            session.Server.SetTimeScale(0f);
            session.Frames(60);
            Assert.Less(session.Apart(npc, session.Server, b), 0.1, "the server's game stands still, and nobody runs on");
            Assert.AreEqual(session.Server.Now, a.Now, 0.02, "the network's clock goes on");
        }

        [Test]
        public void ScenesWithAWorldComeAndGo()
        {
            Begin();
            Machine a = session.Join(), b = session.Join();
            session.Frames(20);
            uint ofA = session.Server.Spawn(Machine.Usual, 1, 5f, 5f);
            session.Frames(60, Walking(a, ofA));
            for (int time = 0; time < 2; ++time)
            {
                // The world of the scene takes the place of the one that an entity made.
                b.AddSceneWithWorld();
                session.Frames(90, Walking(a, ofA));
                Assert.IsTrue(b.IsShown(ofA), "with the scene");
                Assert.Less(session.Apart(ofA, a, b), 0.25, "with the scene");
                b.UnloadScene();
                session.Frames(90, Walking(a, ofA));
                Assert.IsTrue(b.IsShown(ofA), "without the scene");
                Assert.Less(session.Apart(ofA, a, b), 0.25, "without the scene");
            }
            Assert.AreEqual(0, session.Server.Kicked + b.Kicked, "nobody is thrown out");
            CollectionAssert.IsEmpty(b.Console("warning"));
        }
    }
}
