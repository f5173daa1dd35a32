using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    /// <summary>What looks back: timewarp, plausibility, commitments.</summary>
    [TestFixture]
    public unsafe class HistoryTests
    {
        /// <summary>The state of the game is one sum; events add to it.</summary>
        [Test]
        public void ALateEventIsReExecutedByPulling()
        {
            AntTimewarpDesc desc = AntTimewarpDesc.Default();
            desc.maxState = 16;
            using (Timewarp warp = Timewarp.Create(desc))
            {
                long sum = 0;
                AntArrival verdict;
                warp.Insert(10, 1, 1, BitConverter.GetBytes(5L), out verdict);
                Assert.AreEqual(AntArrival.InOrder, verdict);
                sum = PlayTo(warp, 20, sum);
                warp.Insert(30, 1, 2, BitConverter.GetBytes(7L), out verdict);
                sum = PlayTo(warp, 40, sum);
                Assert.AreEqual(12, sum);
                warp.Insert(15, 2, 1, BitConverter.GetBytes(100L), out verdict);
                Assert.AreEqual(AntArrival.Late, verdict);
                sum = PlayTo(warp, 50, sum);
                Assert.AreEqual(112, sum);
                warp.Insert(15, 2, 1, BitConverter.GetBytes(100L), out verdict);
                Assert.AreEqual(AntArrival.Duplicate, verdict);
                warp.Cancel(15, 2, 1, out verdict);
                sum = PlayTo(warp, 60, sum);
                Assert.AreEqual(12, sum);
                Check(warp);
            }
        }

        static void Check(Timewarp warp)
        {
            warp.Stats();
            Assert.Greater(warp.Bytes(), 0);
            Assert.AreNotEqual(0, warp.EventsHash(0, 100));
            ulong hash = warp.StateHash();
            warp.Restore(warp.Snapshot());
            Assert.AreEqual(hash, warp.StateHash());
            warp.ClearChanges();
            Assert.Throws<AntException>(() => warp.Change(99));
            Assert.Throws<AntException>(() => warp.Complete(new byte[4]));
            Assert.Throws<AntException>(() => warp.Abort(1));
            warp.Resync();
            Support.Fails(AntStatus.ErrorCorrupt, () => warp.Restore(new byte[12]));
        }

        static long PlayTo(Timewarp warp, long now, long sum)
        {
            byte[] bytes = new byte[16];
            ulong length;
            AntTimewarpPlan plan;
            while (warp.Plan(now, out plan) != AntStatus.Empty)
            {
                if ((plan.flags & AntPlanFlags.Restore) != 0)
                {
                    warp.State(plan.restoreSlot, bytes);
                    sum = BitConverter.ToInt64(bytes, 0);
                }
                for (uint i = 0; i < plan.count; ++i)
                {
                    AntTimewarpEvent happened;
                    warp.Event(plan.first + i, out happened, bytes, out length);
                    sum += BitConverter.ToInt64(bytes, 0);
                    AntOutcome outcome = default(AntOutcome);
                    outcome.len = 1;
                    outcome.bytes[0] = (byte)sum;
                    warp.SetOutcome(plan.first + i, outcome);
                }
                bool saves = (plan.flags & AntPlanFlags.Save) != 0;
                warp.Complete(saves ? BitConverter.GetBytes(sum) : new byte[0]);
            }
            return sum;
        }

        [Test]
        public void ImpossibleMovesAreJudged()
        {
            AntPlausibilityDesc desc = AntPlausibilityDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            using (Plausibility watch = Plausibility.Create(desc, AntLimits.Default()))
            {
                watch.SetLimits(1, AntLimits.Default());
                AntJudgement judged;
                watch.Judge(Support.News(1, 1, 0, Support.Second), Support.Second, default(Receiver), out judged);
                watch.Judge(Support.News(1, 2, 5000, 2 * Support.Second), 2 * Support.Second, default(Receiver), out judged);
                Assert.IsTrue((judged.rules & AntRuleFlags.Speed) != 0, judged.rules.ToString());
                AntEvidence evidence;
                Assert.AreEqual(AntStatus.Ok, watch.Pull(out evidence));
                Assert.Greater(watch.Standing(1, 3 * Support.Second).score, 0);
                watch.AllowSpeed(1, 100, 9 * Support.Second);
                watch.AllowTeleport(1, 9 * Support.Second);
                watch.AimedAt(1, 0, Support.Second);
                watch.Inconsistent(Support.News(1, 3, 0, 3 * Support.Second), 3 * Support.Second, 2);
                watch.AddPassage(AntPassage.Default());
                watch.ClearPassages();
                watch.Rebase(new AntDouble3(1, 0, 0));
                ulong hash = watch.StateHash();
                watch.Restore(watch.Snapshot());
                Assert.AreEqual(hash, watch.StateHash());
                Assert.Greater(watch.Bytes(), 0);
                watch.Remove(1);
                AntLimits bad = AntLimits.Default();
                bad.vMax = double.NaN;
                Assert.Throws<AntException>(() => watch.SetLimits(1, bad));
            }
        }

        [Test]
        public void PromisesAreKeptOrBroken()
        {
            byte* nonce = stackalloc byte[32];
            byte* digest = stackalloc byte[32];
            nonce[3] = 9;
            AntUpdate update = Support.News(1, 1, 2, Support.Second);
            Ant.CommitmentMake(nonce, update, digest);
            using (Commitments commitments = Commitments.Create(16))
            {
                commitments.Commit(1, 1, digest, 0);
                uint entity, sequence;
                Assert.AreEqual(AntStatus.Ok, commitments.Overdue(Support.Second, out entity, out sequence));
                Assert.AreEqual(1, entity);
                AntReveal reveal = commitments.Reveal(nonce, Support.News(1, 2, 3, Support.Second));
                Assert.AreEqual(AntReveal.Uncommitted, reveal);
                commitments.Commit(1, 3, digest, 0);
                Assert.AreEqual(AntReveal.Different, commitments.Reveal(nonce, Support.News(1, 3, 3, Support.Second)));
                Ant.UpdateDigest(update, digest);
                commitments.Saw(1, 1, digest);
                Assert.AreEqual(1, commitments.Told(5, 1, 1, digest).agree);
            }
            Support.Fails(AntStatus.ErrorInvalidArgument, () => Commitments.Create(0));
        }
    }
}
