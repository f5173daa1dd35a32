using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    [TestFixture]
    public unsafe class NetTests
    {
        static Predictor UnityPredictor()
        {
            AntPredictorDesc desc = AntPredictorDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            return Predictor.Create(desc);
        }

        [Test]
        public void UpdatesAreEncodedAndDecoded()
        {
            using (Codec codec = Support.UnityCodec())
            {
                AntUpdate update = Support.News(3, 1, 4.25, Support.Second);
                AntUpdate exact = codec.Quantise(update);
                byte[] bytes = new byte[256];
                ulong length = codec.Encode(update, null, bytes);
                AntUpdate back = codec.Decode(new ReadOnlySpan<byte>(bytes, 0, (int)length), null);
                Assert.AreEqual(exact.position, back.position);
                Assert.Less(length, 40);
                AntUpdate next = Support.News(3, 2, 4.35, Support.Second * 11 / 10);
                Assert.Less(codec.Encode(next, exact, bytes), length);
                Support.Fails(AntStatus.ErrorBufferTooSmall, () => codec.Encode(update, null, new byte[2]));
                Support.Fails(AntStatus.ErrorCorrupt, () => codec.Decode(new byte[3], null));
                Assert.Greater(codec.Info().positionError, 0);
            }
        }

        [Test]
        public void PacketsHoldManyUpdates()
        {
            using (Codec codec = Support.UnityCodec())
            {
                AntUpdate* updates = stackalloc AntUpdate[2];
                updates[0] = Support.News(1, 1, 1, Support.Second);
                updates[1] = Support.News(2, 1, 2, Support.Second);
                byte[] bytes = new byte[400];
                ulong length;
                uint encoded;
                codec.EncodePacket(Support.Second, 2, updates, 0, null, bytes, out length, out encoded);
                Assert.AreEqual(2, encoded);
                AntUpdate* back = stackalloc AntUpdate[4];
                for (int i = 0; i < 4; ++i)
                {
                    back[i] = AntUpdate.Sized();
                }
                Assert.AreEqual(2, codec.DecodePacket(new ReadOnlySpan<byte>(bytes, 0, (int)length), 0, null, 4, back));
                Assert.AreEqual(2, back[1].entity);
            }
        }

        [Test]
        public void ANetworkIsSimulated()
        {
            AntSimulatorDesc desc = AntSimulatorDesc.Default();
            desc.latency = Support.Second / 10;
            using (Simulator simulator = Simulator.Create(desc))
            {
                Assert.AreEqual(1, simulator.Send(0, new byte[] { 1, 2, 3 }));
                long arrival = simulator.Stats().nextArrival;
                Assert.GreaterOrEqual(arrival, Support.Second / 10);
                byte[] buffer = new byte[100];
                ulong length;
                AntDelivery delivery;
                Assert.AreEqual(AntStatus.Empty, simulator.Receive(1, buffer, out length, out delivery));
                Assert.AreEqual(AntStatus.Ok, simulator.Receive(arrival, buffer, out length, out delivery));
                Assert.AreEqual(3, length);
                Assert.AreEqual(2, buffer[1]);
                simulator.SetNetwork(desc);
                simulator.Stats();
                ulong hash = simulator.StateHash();
                simulator.Restore(simulator.Snapshot());
                Assert.AreEqual(hash, simulator.StateHash());
                desc.loss = 2;
                Support.Fails(AntStatus.ErrorInvalidArgument, () => simulator.SetNetwork(desc));
            }
        }

        [Test]
        public void TheOtherClockIsFound()
        {
            using (Clock clock = Clock.Create(AntClockDesc.Default()))
            {
                long time;
                Assert.Less(Native.ant_clock_remote_time(clock, 0, &time) + 1, 9);
                for (int i = 1; i < 20; ++i)
                {
                    clock.AnswerArrived(i * Support.Second, i * Support.Second + 550000000, i * Support.Second + 550000000, i * Support.Second + 100000000);
                }
                clock.RemoteTime(20 * Support.Second, out time);
                Assert.AreEqual(20.5, time * 1e-9, 0.05);
                clock.UpdateArrived(20 * Support.Second, 20 * Support.Second);
                long lateness;
                clock.Lateness(0.9, out lateness);
                Assert.IsTrue((clock.Info(20 * Support.Second).flags & AntClockFlags.HasAnswers) != 0);
                ulong hash = clock.StateHash();
                clock.Restore(clock.Snapshot());
                Assert.AreEqual(hash, clock.StateHash());
                clock.Reset();
                Assert.AreNotEqual(hash, clock.StateHash());
                Support.Fails(AntStatus.ErrorOutOfRange, () => clock.Lateness(3, out lateness));
            }
        }

        [Test]
        public void SenderAndReceiverAgree()
        {
            using (Codec codec = Support.UnityCodec())
            using (Predictor predictor = UnityPredictor())
            {
                AntSenderDesc senderDesc = AntSenderDesc.Default();
                senderDesc.codec = codec;
                AntReceiverDesc receiverDesc = AntReceiverDesc.Default();
                receiverDesc.predictor = predictor;
                receiverDesc.synchronised = 1;
                using (Sender sender = Sender.Create(senderDesc))
                using (Receiver receiver = Receiver.Create(receiverDesc))
                {
                    AntSenderRules rules = AntSenderRules.Default();
                    AntProfile profile = AntProfile.Default();
                    profile.model = AntModel.Dr1;
                    sender.SetEntity(7, rules, profile);
                    AntConnection connection = sender.Connect(AntConnectionDesc.Default());
                    receiver.Add(7, predictor.AddEntity(profile));
                    int sent = 0;
                    double worst = 0;
                    byte[] packet = new byte[1200];
                    AntUpdate* updates = stackalloc AntUpdate[4];
                    for (int tick = 0; tick < 200; ++tick)
                    {
                        long now = tick * Support.Second / 50;
                        double angle = tick * 0.02;
                        AntUpdate truth = AntUpdate.Default();
                        truth.entity = 7;
                        truth.time = now;
                        truth.position = new AntDouble3(5 * Math.Sin(angle), 0, 5 * Math.Cos(angle));
                        truth.velocity = new AntDouble3(5 * Math.Cos(angle), 0, -5 * Math.Sin(angle));
                        sender.Submit(truth);
                        AntCollected collected;
                        sender.Collect(connection, now, packet, out collected);
                        if (collected.byteLen > 0)
                        {
                            ++sent;
                            for (int i = 0; i < 4; ++i)
                            {
                                updates[i] = AntUpdate.Sized();
                            }
                            uint count = codec.DecodePacket(new ReadOnlySpan<byte>(packet, 0, (int)collected.byteLen), 0, null, 4, updates);
                            receiver.ReceiveBatch(count, updates, now);
                        }
                        receiver.Advance(now);
                        AntShown there = receiver.Show(7, false);
                        worst = Math.Max(worst, Math.Abs(there.position.x - truth.position.x) + Math.Abs(there.position.z - truth.position.z));
                    }
                    Assert.Less(sent, 100, "only when the receiver would be wrong");
                    Assert.Greater(sent, 5);
                    Assert.Less(worst, 0.3 * 1.5);
                    CheckReceiver(receiver, predictor);
                    CheckSender(sender, connection);
                }
            }
        }

        static void CheckReceiver(Receiver receiver, Predictor predictor)
        {
            predictor.SetLife(receiver.Stats(7).entity, 1);
            uint number = 7, count;
            receiver.Entities(0, 1, AntStream.Of(&number, 1, AntFormat.U32), out count);
            Assert.AreEqual(1, count);
            receiver.Show(7, true);
            float* place = stackalloc float[3];
            AntShowBatch batch = AntShowBatch.Default();
            batch.count = 1;
            batch.numbers = AntStream.Of(&number, 1, AntFormat.U32);
            batch.positions = AntStream.Of(place, 1, AntFormat.F32x3);
            receiver.ShowBatch(batch);
            Assert.AreEqual((float)receiver.Show(7, false).position.x, place[0], 1e-5f);
            AntReceiverStats link = receiver.Stats(Ant.AllEntities);
            Assert.LessOrEqual(link.interpolationTime, link.predictionTime);
            byte[] state = receiver.Snapshot();
            ulong hash = receiver.StateHash();
            receiver.Restore(state);
            Assert.AreEqual(hash, receiver.StateHash());
            Assert.Greater(receiver.JoinSnapshot().Length, 0);
            Support.Fails(AntStatus.ErrorCorrupt, () => receiver.Join(new byte[20]));
            receiver.AnswerArrived(0, 1, 1, 2);
            receiver.ForgetClock();
            receiver.Rebase(new AntDouble3(1, 0, 0));
            Assert.Greater(receiver.Bytes(), 0);
            Assert.AreEqual(AntVerdict.Unknown, receiver.Receive(Support.News(99, 1, 0, Support.Second), Support.Second));
            receiver.Remove(7);
            Support.Fails(AntStatus.ErrorNotFound, () => receiver.Show(7, false));
        }

        static void CheckSender(Sender sender, AntConnection connection)
        {
            Assert.AreEqual(1, sender.ConnectionStats(connection).entities);
            sender.SetEntity(7, AntSenderRules.Default());
            sender.SetObserver(connection, new AntDouble3(0, 0, 0));
            sender.SetInterest(connection, 7, AntRelevance.Always, 1);
            sender.SetConnection(connection, AntConnectionDesc.Default());
            sender.ConnectionStats(connection);
            AntConnection listed;
            uint count;
            sender.Connections(0, 1, AntStream.Of(&listed, 1, AntFormat.U64), out count);
            Assert.AreEqual(connection, listed);
            AntUpdate update, baseline;
            bool hasBaseline;
            AntReason reason;
            sender.Poll(connection, 7, 60 * Support.Second, out update, out baseline, out hasBaseline, out reason);
            Assert.IsFalse(hasBaseline);
            ulong hash = sender.StateHash();
            sender.Restore(sender.Snapshot());
            Assert.AreEqual(hash, sender.StateHash());
            Assert.Greater(sender.Bytes(), 0);
            Support.Fails(AntStatus.ErrorCorrupt, () => sender.LoadPolicy(new byte[9]));
            sender.Disconnect(connection);
            Support.Fails(AntStatus.ErrorNotFound, () => sender.Disconnect(connection));
            sender.RemoveEntity(7);
            Support.Fails(AntStatus.ErrorNotFound, () => sender.RemoveEntity(7));
        }
    }
}
