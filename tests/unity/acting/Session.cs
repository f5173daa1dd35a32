// Machines that play together over a network with latency and loss.
using System;
using System.Collections.Generic;
using System.Linq;
using ActingUnity;
using NUnit.Framework;

namespace Antreckon.ActingTests
{
    /// <summary>A server, number 0, and clients from 1 on.</summary>
    public sealed class Session : IDisposable
    {
        private struct Underway
        {
            public double Due;
            public int From;
            public Datagram What;
        }

        private const double ServerClock = 5000, OneWay = 0.04;
        private const float FrameTime = 1f / 60f;

        private readonly List<AppDomain> domains = new List<AppDomain>();
        private readonly List<Underway> underway = new List<Underway>();
        private readonly Random random = new Random(11);
        private readonly Netcode netcode;
        private double now;

        /// <summary>By number.</summary>
        public readonly List<Machine> Machines = new List<Machine>();

        /// <summary>Share of unreliable datagrams that are lost.</summary>
        public double Loss;

        /// <summary>Unreliable datagrams that left a machine, by number, and their bytes.</summary>
        public readonly int[] Sent = new int[8], SentBytes = new int[8];

        /// <summary>A server alone.</summary>
        public Session(Netcode netcode, bool asHost = false)
        {
            this.netcode = netcode;
            Add(ServerClock).StartServer(asHost);
        }

        /// <summary>The server.</summary>
        public Machine Server
        {
            get { return Machines[0]; }
        }

        private Machine Add(double clock)
        {
            AppDomainSetup setup = new AppDomainSetup { ApplicationBase = AppDomain.CurrentDomain.BaseDirectory };
            AppDomain domain = AppDomain.CreateDomain("machine " + Machines.Count, null, setup);
            Machine machine = (Machine)domain.CreateInstanceFromAndUnwrap(typeof(Machine).Assembly.Location, typeof(Machine).FullName);
            domains.Add(domain);
            Machines.Add(machine);
            machine.Play(netcode, clock);
            return machine;
        }

        /// <summary>A client joins; its own clock shows something else.</summary>
        public Machine Join()
        {
            double clock = 17 * Machines.Count;
            Machine machine = Add(clock + now);
            machine.StartClient(Machines.Count - 1, ServerClock - clock, OneWay);
            return machine;
        }

        /// <summary>So many frames; before each, machines move what they simulate.</summary>
        public void Frames(int count, Action move = null)
        {
            for (int frame = 0; frame < count; ++frame)
            {
                now += FrameTime;
                foreach (Underway one in underway.Where(one => one.Due <= now).ToArray())
                {
                    underway.Remove(one);
                    if (one.What.To < Machines.Count)
                    {
                        Machines[one.What.To].Deliver(one.From, one.What.Bytes);
                    }
                }
                if (move != null)
                {
                    move();
                }
                for (int number = 0; number < Machines.Count; ++number)
                {
                    Machines[number].Frame(FrameTime);
                    foreach (Datagram datagram in Machines[number].Take())
                    {
                        Sent[number] += datagram.Reliable ? 0 : 1;
                        SentBytes[number] += datagram.Reliable ? 0 : datagram.Bytes.Length;
                        if (datagram.Reliable || random.NextDouble() >= Loss)
                        {
                            underway.Add(new Underway { Due = now + OneWay, From = number, What = datagram });
                        }
                    }
                }
            }
        }

        /// <summary>How far apart two machines see an object, metres.</summary>
        public double Apart(uint id, Machine one, Machine other)
        {
            float[] a = one.Place(id), b = other.Place(id);
            return Math.Sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
        }

        /// <summary>Ends all; nothing native may be left, and no machine may have told of an error.</summary>
        public void Dispose()
        {
            List<string> wrong = new List<string>();
            foreach (Machine machine in Machines)
            {
                int left = machine.End();
                wrong.AddRange(machine.Console("error"));
                if (left != 0)
                {
                    wrong.Add(left + " native objects are left");
                }
            }
            domains.ForEach(AppDomain.Unload);
            CollectionAssert.IsEmpty(wrong);
        }
    }
}
