using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    [TestFixture]
    public unsafe class LibraryTests
    {
        [Test]
        public void TheGateOpensForItsOwnVersionOnly()
        {
            Library.Ensure();
            Assert.AreEqual(Ant.Version, Native.ant_version());
            Assert.AreEqual(Ant.AbiVersion, Native.ant_abi_version());
            AntException error = Support.Fails(AntStatus.ErrorVersion, () => Library.CheckVersion(Ant.Version, Ant.AbiVersion + 1));
            StringAssert.Contains("ant_check_version", error.Message);
            Support.Fails(AntStatus.ErrorVersion, () => Library.CheckVersion(Ant.Version + (1u << 24), Ant.AbiVersion));
        }

        [Test]
        public void TheVersionIsReadable()
        {
            string expected = Ant.VersionMajor + "." + Ant.VersionMinor + "." + Ant.VersionPatch;
            Assert.AreEqual(expected, Library.Version);
        }

        [Test]
        public void StatusesHaveTheirNamesOfC()
        {
            Assert.AreEqual("ANT_OK", Library.StatusName(AntStatus.Ok));
            Assert.AreEqual("ANT_ERROR_BUSY", Library.StatusName(AntStatus.ErrorBusy));
            Assert.AreEqual("ANT_UNKNOWN_STATUS", Library.StatusName((AntStatus)99));
        }

        [Test]
        public void AnErrorTellsFunctionArgumentAndValue()
        {
            AntWorldDesc desc = AntWorldDesc.Default();
            desc.cellSize = -3;
            AntException error = Support.Fails(AntStatus.ErrorOutOfRange, () => World.CreateMesh(desc));
            StringAssert.Contains("ant_world_create_mesh", error.Message);
            StringAssert.Contains("cell_size", error.Message);
            StringAssert.Contains("-3", error.Message);
        }

        [Test]
        public void TheLogIsPolled()
        {
            AntLogLevel level;
            string text;
            while (Library.PollLog(out level, out text))
            {
            }
            Assert.IsNull(text);
            using (World world = Support.Yard(4))
            {
                // The test build of the library panics on request, which is logged.
                Assert.AreEqual((int)AntStatus.ErrorInternal, TestingPanic(world.id, 1));
                Assert.IsTrue(Library.PollLog(out level, out text));
                Assert.AreEqual(AntLogLevel.Error, level);
                StringAssert.Contains("this panic was asked for", text);
                Support.Fails(AntStatus.ErrorPoisoned, () => world.Stats());
                Assert.IsFalse(world.IsValid);
            }
        }

        [System.Runtime.InteropServices.DllImport(Library.Name, EntryPoint = "ant_testing_panic")]
        static extern int TestingPanic(ulong handle, uint write);

        [Test]
        public void TimeIsNanoseconds()
        {
            Assert.AreEqual(1500000000L, Ant.TimeFromSeconds(1.5));
            Assert.AreEqual(50000000L, Ant.TimeFromTicks(3, 60));
            Support.Fails(AntStatus.ErrorNotFinite, () => Ant.TimeFromSeconds(double.NaN));
        }

        [Test]
        public void StreamsKnowTheirLength()
        {
            float* data = stackalloc float[30];
            AntStream tight = AntStream.Of(data, 10, AntFormat.F32x3);
            Assert.AreEqual(120, tight.byteLen);
            AntStream within = AntStream.Of(data, 5, AntFormat.F32, 20);
            Assert.AreEqual(84, within.byteLen);
            Assert.AreEqual(0, AntStream.Of(null, 0, AntFormat.U8).byteLen);
            Assert.Throws<ArgumentOutOfRangeException>(() => AntStream.Of(null, -1, AntFormat.U8));
            Assert.Throws<ArgumentOutOfRangeException>(() => AntStream.Of(null, 1, AntFormat.U8, -1));
            Assert.Throws<ArgumentOutOfRangeException>(() => AntStream.SizeOf(0));
            foreach (AntFormat format in Enum.GetValues(typeof(AntFormat)))
            {
                Assert.Greater(AntStream.SizeOf(format), 0, format.ToString());
            }
        }

        [Test]
        public void PinnedArraysStayAndEnd()
        {
            PinnedArray<float> numbers = new PinnedArray<float>(4);
            void* before = numbers.Pointer;
            GC.Collect();
            Assert.IsTrue(before == numbers.Pointer);
            Assert.Throws<ArgumentException>(() => numbers.Stream(AntFormat.F64));
            numbers.Dispose();
            numbers.Dispose();
            Assert.Throws<ObjectDisposedException>(() => numbers.Stream(AntFormat.F32));
        }

        [Test]
        public void DeadReckoningOfDisNeedsNoObject()
        {
            AntDisState state = AntDisState.Default();
            state.velocity = new AntDouble3(2, 0, 0);
            AntDisState later = Ant.DisExtrapolate(AntDisAlgorithm.Fpw, AntBodyAcceleration.Derivative, state, 3);
            Assert.AreEqual(6.0, later.position.x, 1e-12);
            AntDouble4 level = Ant.DisEulerToQuaternion(new AntDouble3(0, 0, 0));
            Assert.AreEqual(1.0, Math.Abs(level.w), 1e-12);
            Assert.AreEqual(0.0, Ant.DisQuaternionToEuler(level).x, 1e-12);
            Assert.IsFalse(Ant.DisOrientationDiffers(level, level, 0.1));
            Assert.AreEqual(0.0, Ant.DisSecondsBetween(0, 0));
            Support.Fails(AntStatus.ErrorInvalidArgument, () => Ant.DisExtrapolate((AntDisAlgorithm)77, 0, state, 1));
        }

        [Test]
        public void NeedsAndBanksNeedNoObject()
        {
            Assert.AreEqual(0.75f, Ant.Need(25, 100), 1e-6f);
            Support.Fails(AntStatus.ErrorCorrupt, () => Ant.BankInfo(new byte[64]));
        }

        [Test]
        public void IdsAreValues()
        {
            AntEntity one = new AntEntity(1), same = new AntEntity(1), other = new AntEntity(2);
            Assert.IsTrue(one == same && one != other && one.Equals((object)same) && !one.Equals("1"));
            Assert.AreEqual(one.GetHashCode(), same.GetHashCode());
            Assert.IsTrue(default(World).IsNull && !default(World).IsValid);
            Assert.AreEqual("AntEntity 0x1", one.ToString());
            Assert.AreEqual(new AntDouble3(1, 2, 3), new AntDouble3(1, 2, 3));
            Assert.AreNotEqual(new AntDouble4(1, 2, 3, 4), new AntDouble4(1, 2, 3, 5));
        }
    }
}
