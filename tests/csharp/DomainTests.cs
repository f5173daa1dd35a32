using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    /// <summary>
    /// Loading and unloading application domains, which stands for Unity's domain reload: managed code comes and goes, the native library stays.
    /// </summary>
    [TestFixture]
    public class DomainTests
    {
        static Guest Invite(string name, out AppDomain domain)
        {
            AppDomainSetup setup = new AppDomainSetup { ApplicationBase = AppDomain.CurrentDomain.BaseDirectory };
            domain = AppDomain.CreateDomain(name, null, setup);
            return (Guest)domain.CreateInstanceFromAndUnwrap(typeof(Guest).Assembly.Location, typeof(Guest).FullName);
        }

        [Test]
        public void DomainsThatCleanUpLeaveNothing()
        {
            OneVisit(true);
            ulong before = Ant.BytesInUse();
            for (int i = 0; i < 10; ++i)
            {
                OneVisit(true);
            }
            Assert.AreEqual(before, Ant.BytesInUse());
        }

        [Test]
        public void WhatADomainLeftAliveCanBeEndedFromAnother()
        {
            ulong before = Ant.BytesInUse();
            World left = new World(OneVisit(false));
            Assert.IsTrue(left.IsValid, "the library outlives the domain");
            Assert.Greater(left.Stats().cellCount, 0);
            left.Dispose();
            Assert.AreEqual(before, Ant.BytesInUse());
        }

        [Test]
        public void TwoDomainsShareTheLibrary()
        {
            AppDomain first, second;
            Guest one = Invite("first", out first), two = Invite("second", out second);
            ulong handle = one.MakeWorld(false);
            Assert.AreEqual(64, two.CellsOf(handle));
            AppDomain.Unload(first);
            Assert.AreEqual(64, two.CellsOf(handle));
            two.End(handle);
            AppDomain.Unload(second);
            Assert.IsFalse(new World(handle).IsValid);
        }

        static ulong OneVisit(bool cleansUp)
        {
            AppDomain domain;
            Guest guest = Invite("guest", out domain);
            ulong handle = guest.MakeWorld(cleansUp);
            guest.Work();
            AppDomain.Unload(domain);
            return handle;
        }
    }

    /// <summary>Lives in another domain.</summary>
    public sealed class Guest : MarshalByRefObject
    {
        World world;

        public ulong MakeWorld(bool cleansUp)
        {
            world = Support.Yard(8);
            if (cleansUp)
            {
                AppDomain.CurrentDomain.DomainUnload += (sender, arguments) => world.Dispose();
            }
            return world.id;
        }

        public void Work()
        {
            using (Crowd crowd = new Crowd(10))
            {
                for (int i = 0; i < 5; ++i)
                {
                    crowd.Frame();
                }
            }
        }

        public uint CellsOf(ulong handle)
        {
            return new World(handle).Stats().cellCount;
        }

        public void End(ulong handle)
        {
            new World(handle).Dispose();
        }
    }
}
