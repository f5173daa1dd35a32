using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    /// <summary>The front door: packets and states in, what to draw out.</summary>
    [TestFixture]
    public unsafe class GhostsTests
    {
        const uint Player = 3;
        const ulong Peer = 9, Observer = 5;
        const long Tick = Support.Second / 100;

        static Ghosts MakeGhosts()
        {
            AntGhostsDesc desc = AntGhostsDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            return Ghosts.Create(desc);
        }

        static Outbox MakeOutbox()
        {
            AntOutboxDesc desc = AntOutboxDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            return Outbox.Create(desc);
        }

        // 5 m/s along x.
        static AntState Runner(uint player, long now)
        {
            AntState state = AntState.Default();
            state.player = player;
            state.flags = AntStateFlags.HasVelocity;
            state.position = new AntDouble3(5e-9 * now, 0, 0);
            state.velocity = new AntDouble3(5, 0, 0);
            return state;
        }

        /// <summary>From an outbox to ghosts, some ticks under way, and replies at once.</summary>
        sealed class Line
        {
            const int Delay = 5;

            readonly Outbox outbox;
            readonly Ghosts ghosts;
            readonly byte[][] packets = new byte[Delay][];
            readonly int[] sizes = new int[Delay];
            readonly byte[] reply = new byte[8];
            public long Now;
            public int Sent;

            public Line(Outbox outbox, Ghosts ghosts)
            {
                this.outbox = outbox;
                this.ghosts = ghosts;
                for (int i = 0; i < Delay; ++i)
                {
                    packets[i] = new byte[1200];
                }
            }

            public void Play(int ticks)
            {
                for (int i = 0; i < ticks; ++i, Now += Tick)
                {
                    int place = (int)(Now / Tick % Delay);
                    if (sizes[place] > 0)
                    {
                        ghosts.Receive(Peer, new ReadOnlySpan<byte>(packets[place], 0, sizes[place]), Now);
                    }
                    outbox.Submit(Runner(Player, Now), Now);
                    outbox.Packet(Observer, Now, packets[place], out sizes[place]);
                    Sent += sizes[place] > 0 ? 1 : 0;
                    ghosts.Draw(Now);
                    int size = (int)ghosts.Reply(Peer, Now, reply);
                    if (size > 0)
                    {
                        outbox.Receive(Observer, new ReadOnlySpan<byte>(reply, 0, size), Now);
                    }
                }
            }
        }

        [Test]
        public void ARunnerIsDrawnWhereItIsAndLeaves()
        {
            using (Ghosts ghosts = MakeGhosts())
            using (Outbox outbox = MakeOutbox())
            {
                Line line = new Line(outbox, ghosts);
                line.Play(300);
                Assert.That(line.Sent, Is.InRange(4, 100), "sent seldom");
                Ghost seen = ghosts.Get(Player);
                Assert.AreEqual(5e-9 * (line.Now - Tick), seen.position.x, 0.4);
                Assert.AreEqual(5.0, seen.velocity.x, 0.05);
                Assert.AreEqual(AntShownAs.Predicted, seen.source);
                AntGhostEvent happened;
                Assert.AreEqual(AntStatus.Ok, ghosts.NextEvent(out happened));
                Assert.AreEqual(AntGhostEventKind.Appeared, happened.kind);
                Assert.AreEqual(Player, happened.player);
                Assert.AreEqual(AntStatus.Empty, ghosts.NextEvent(out happened));
                AntPeerStats peer = ghosts.PeerStats(Peer);
                Assert.AreEqual(1, peer.players);
                Assert.AreEqual(0, peer.badPackets);
                Assert.GreaterOrEqual(peer.roundTrip, 0);
                Assert.AreEqual(Peer, ghosts.PlayerStats(Player).peer);
                Assert.Greater(outbox.Stats(Observer).packets, 3);
                Assert.AreEqual(2.5, ghosts.Predict(Player, Support.Second / 2).position.x - seen.predictedPosition.x, 0.05);
                // Who has run straight on for some seconds need not for one more: there the model is asked.
                double ahead = ghosts.Predict(Player, Support.Second).position.x - seen.predictedPosition.x;
                Assert.That(ahead, Is.InRange(2.5, 5.05));

                outbox.Remove(Player);
                byte[] bytes = new byte[1200];
                int size;
                outbox.Packet(Observer, line.Now, bytes, out size);
                ghosts.Receive(Peer, new ReadOnlySpan<byte>(bytes, 0, size), line.Now + Tick);
                Assert.AreEqual(0, ghosts.Draw(line.Now + Tick));
                Assert.AreEqual(AntStatus.Ok, ghosts.NextEvent(out happened));
                Assert.AreEqual(AntGhostEventKind.Left, happened.kind);
                Support.Fails(AntStatus.ErrorState, () => ghosts.Get(Player));
            }
        }

        [Test]
        public void FramesAreWrittenIntoArraysAloneAndInTasks()
        {
            using (Ghosts ghosts = MakeGhosts())
            using (PinnedArray<uint> players = new PinnedArray<uint>(4))
            using (PinnedArray<AntDouble3> positions = new PinnedArray<AntDouble3>(4))
            {
                AntState[] states = new AntState[3];
                for (uint i = 0; i < 3; ++i)
                {
                    states[i] = Runner(10 + i, 0);
                    states[i].position.z = i;
                }
                Assert.AreEqual(AntStatus.Ok, ghosts.Observe(Peer, new ReadOnlySpan<AntState>(states), 0));
                AntGhostFrame frame = AntGhostFrame.Default();
                frame.capacity = 4;
                frame.players = players.Stream(AntFormat.U32);
                frame.positions = positions.Stream(AntFormat.F64x3);
                uint count;
                Assert.AreEqual(AntStatus.Ok, ghosts.Draw(0, frame, out count));
                Assert.AreEqual(3, count);
                CollectionAssert.AreEqual(new uint[] { 10, 11, 12, 0 }, players.Items);
                Assert.AreEqual(2.0, positions[2].z, 1e-9);
                frame.capacity = 2;
                Assert.AreEqual(AntStatus.Truncated, ghosts.Draw(1, frame, out count));
                Assert.AreEqual(3, count);

                frame.capacity = 4;
                uint tasks = ghosts.DrawBegin(Tick);
                for (uint task = 0; task < tasks; ++task)
                {
                    ghosts.DrawTask(task);
                }
                ghosts.Observe(Peer, Runner(10, Tick), Tick);
                Support.Fails(AntStatus.ErrorState, () => ghosts.Draw(Tick));
                Assert.AreEqual(AntStatus.Ok, ghosts.DrawEnd(frame, out count));
                Assert.AreEqual(0.05, positions[0].x, 0.01);
                Support.Fails(AntStatus.ErrorState, () => ghosts.DrawTask(0));

                ghosts.SetFreshness(11, 0);
                ghosts.SetFreshness(Ant.Everybody, 0.5);
                ghosts.Remove(11);
                Support.Fails(AntStatus.ErrorNotFound, () => ghosts.Remove(11));
                ghosts.RemovePeer(Peer);
                Support.Fails(AntStatus.ErrorNotFound, () => ghosts.RemovePeer(Peer));
            }
        }

        [Test]
        public void RidersGoWithTheirBaseByTheHostsClock()
        {
            using (Ghosts ghosts = MakeGhosts())
            {
                AntBaseMotion lift = AntBaseMotion.Default();
                lift.position.y = 10;
                lift.velocity.y = 2;
                AntState state = Runner(Player, 0);
                state.flags |= AntStateFlags.HasBase | AntStateFlags.HasTime;
                state.@base = 4;
                state.velocity = default(AntDouble3);
                state.time = 500 * Support.Second;
                ghosts.SetClock(Peer, 0, 500 * Support.Second);
                ghosts.SetBase(4, lift, 0);
                ghosts.Observe(Peer, state, 0);
                ghosts.Draw(0);
                lift.position.y = 12;
                ghosts.SetBase(4, lift, Support.Second);
                ghosts.Draw(Support.Second);
                Assert.AreEqual(12.0, ghosts.Get(Player).position.y, 0.05);
                ghosts.SetBase(4, null, Support.Second);
                AntProfile straight = AntProfile.Default();
                straight.model = AntModel.Dr1;
                ghosts.SetProfile(Player, straight);
                ghosts.SetProfile(Ant.Everybody, straight);
                ghosts.LoadWeights(default(ReadOnlySpan<byte>));
                ghosts.Rebase(new AntDouble3(100, 0, 0));
            }
        }

        [Test]
        public void ObserversAndRules()
        {
            using (Outbox outbox = MakeOutbox())
            {
                AntObserver observer = AntObserver.Default();
                observer.bytesPerSecond = 4000;
                observer.hasPosition = 1;
                observer.enterRadius = 50;
                observer.leaveRadius = 60;
                AntState[] states = { Runner(Player, 0), Runner(Player + 1, 0) };
                Assert.AreEqual(AntStatus.Ok, outbox.Submit(new ReadOnlySpan<AntState>(states), 0));
                Assert.AreEqual(AntStatus.Late, outbox.Submit(Runner(Player, 0), 0));
                outbox.SetObserver(Observer, observer);
                outbox.SetInterest(Observer, Player, AntRelevance.Always, 0.5);
                AntSenderRules rules = AntSenderRules.Default();
                rules.kind = AntSenderKind.OwnerLine;
                outbox.SetRules(Player, rules);
                outbox.SetRules(Ant.Everybody, rules);
                outbox.SetObserver(Observer);
                Support.Fails(AntStatus.ErrorNotFound, () => outbox.SetObserver(Observer));
            }
        }

        [Test]
        public void ALateJoinerGoesOnAlike()
        {
            using (Ghosts ghosts = MakeGhosts())
            using (Ghosts joiner = MakeGhosts())
            using (Outbox outbox = MakeOutbox())
            using (Outbox twin = MakeOutbox())
            {
                new Line(outbox, ghosts).Play(100);
                joiner.Restore(ghosts.Snapshot());
                twin.Restore(outbox.Snapshot());
                Assert.AreEqual(ghosts.StateHash(), joiner.StateHash());
                Assert.AreEqual(outbox.StateHash(), twin.StateHash());
                Assert.Greater(ghosts.Bytes(), 1000);
                Assert.Greater(outbox.Bytes(), 1000);
            }
        }

        [Test]
        public void BadInputIsRefusedAndChangesNothing()
        {
            using (Ghosts ghosts = MakeGhosts())
            using (Outbox outbox = MakeOutbox())
            {
                ulong before = ghosts.StateHash();
                AntGhostsDesc desc = AntGhostsDesc.Default();
                desc.freshness = 2;
                Assert.Throws<AntException>(() => Ghosts.Create(desc));
                AntOutboxDesc owner = AntOutboxDesc.Default();
                owner.heartbeat = 500;
                Assert.Throws<AntException>(() => Outbox.Create(owner));
                Support.Fails(AntStatus.ErrorCorrupt, () => ghosts.Receive(Peer, new byte[10], 0));
                Support.Fails(AntStatus.ErrorCorrupt, () => ghosts.Receive(Peer, new byte[0], 0));
                AntState nowhere = Runner(Player, 0);
                nowhere.position.y = double.NaN;
                Support.Fails(AntStatus.ErrorNotFinite, () => ghosts.Observe(Peer, nowhere, 0));
                Support.Fails(AntStatus.ErrorNotFinite, () => outbox.Submit(nowhere, 0));
                Assert.Throws<AntException>(() => ghosts.SetFreshness(Player, 1.5));
                var fast = AntProfile.Default();
                fast.vMax = double.NaN;
                Assert.Throws<AntException>(() => ghosts.SetProfile(Player, fast));
                Support.Fails(AntStatus.ErrorNotFound, () => ghosts.Get(Player));
                Support.Fails(AntStatus.ErrorNotFound, () => ghosts.Predict(Player, 0));
                Support.Fails(AntStatus.ErrorNotFound, () => ghosts.PeerStats(Peer));
                Support.Fails(AntStatus.ErrorNotFound, () => ghosts.PlayerStats(Player));
                Support.Fails(AntStatus.ErrorBufferTooSmall, () => ghosts.Reply(Peer, 0, new byte[2]));
                Assert.Throws<AntException>(() => ghosts.LoadWeights(new byte[1200]));
                Assert.AreEqual(before, ghosts.StateHash());
                int size;
                Support.Fails(AntStatus.ErrorBufferTooSmall, () => outbox.Packet(Observer, 0, new byte[8], out size));
                Support.Fails(AntStatus.ErrorNotFound, () => outbox.Remove(Player));
                Support.Fails(AntStatus.ErrorNotFound, () => outbox.Stats(77));
                Assert.Throws<AntException>(() => outbox.Receive(77, new byte[8], 0));

                outbox.Submit(Runner(Player, 0), 0);
                byte[] packet = new byte[1200];
                outbox.Packet(Observer, 0, packet, out size);
                AntGhostsDesc coarse = AntGhostsDesc.Default();
                coarse.positionStep = 0.02;
                using (Ghosts others = Ghosts.Create(coarse))
                {
                    Support.Fails(AntStatus.ErrorMismatch, () => others.Receive(Peer, new ReadOnlySpan<byte>(packet, 0, size), 0));
                }
            }
        }

        [Test]
        public void PacketsAndFramesMakeNoGarbage()
        {
            using (Ghosts ghosts = MakeGhosts())
            using (Outbox outbox = MakeOutbox())
            {
                Line line = new Line(outbox, ghosts);
                line.Play(200);
                long before = GC.GetAllocatedBytesForCurrentThread();
                line.Play(300);
                Assert.AreEqual(0, GC.GetAllocatedBytesForCurrentThread() - before);
            }
        }
    }
}
