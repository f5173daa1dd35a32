using System;
using System.Collections.Generic;
using NUnit.Framework;

namespace Antreckon.Tests
{
    /// <summary>Somebody who moves straight at constant speed is drawn so, within one per cent, in Unity's frame.</summary>
    [TestFixture]
    public class EvenTests
    {
        const ulong Peer = 9, Observer = 5;
        const uint Player = 7;
        const double Speed = 5;
        const long Latency = Support.Second / 20;

        /// <summary>The owner's clock shows so much more than the own one.</summary>
        const long Ahead = 100 * Support.Second;

        /// <summary>Clock and buffer are found until then.</summary>
        const long Settled = 2 * Support.Second;

        public enum Transport
        {
            Packets,
            Dated,
            Undated,
        }

        struct Letter
        {
            public long Arrival;
            public byte[] Bytes;
            public AntState State;
        }

        sealed class Game : IDisposable
        {
            readonly Transport transport;
            readonly Ghosts ghosts;
            readonly Outbox outbox;
            readonly Queue<Letter> down = new Queue<Letter>(), up = new Queue<Letter>();
            readonly byte[] room = new byte[1200];

            public Game(Transport transport, long rate, double freshness)
            {
                this.transport = transport;
                AntGhostsDesc desc = AntGhostsDesc.Default();
                desc.frame.kind = AntFrameKind.Unity;
                desc.freshness = freshness;
                ghosts = Ghosts.Create(desc);
                AntOutboxDesc owner = AntOutboxDesc.Default();
                owner.frame.kind = AntFrameKind.Unity;
                outbox = Outbox.Create(owner);
                // Who runs straight on is told of by the heartbeat alone.
                AntSenderRules rules = AntSenderRules.Default();
                rules.heartbeat = Support.Second / rate;
                outbox.SetRules(Ant.Everybody, rules);
            }

            public void Dispose()
            {
                ghosts.Dispose();
                outbox.Dispose();
            }

            public void Tick(long now)
            {
                double way = Speed * 1e-9 * now;
                AntState state = AntState.Default();
                state.player = Player;
                state.flags = AntStateFlags.HasVelocity;
                state.position = new AntDouble3(0.8 * way, 0, 0.6 * way);
                state.velocity = new AntDouble3(0.8 * Speed, 0, 0.6 * Speed);
                if (transport == Transport.Dated)
                {
                    state.flags |= AntStateFlags.HasTime;
                    state.time = now + Ahead;
                }
                if (transport != Transport.Packets)
                {
                    down.Enqueue(new Letter { Arrival = now + Latency, State = state });
                    return;
                }
                while (up.Count > 0 && up.Peek().Arrival <= now)
                {
                    outbox.Receive(Observer, up.Dequeue().Bytes, now + Ahead);
                }
                outbox.Submit(state, now + Ahead);
                int size;
                outbox.Packet(Observer, now + Ahead, room, out size);
                Post(down, now, size);
            }

            /// <summary>Whether somebody is drawn, and where.</summary>
            public bool Frame(long now, out AntDouble3 place)
            {
                while (down.Count > 0 && down.Peek().Arrival <= now)
                {
                    Letter letter = down.Dequeue();
                    if (letter.Bytes != null)
                    {
                        ghosts.Receive(Peer, letter.Bytes, now);
                    }
                    else
                    {
                        ghosts.Observe(Peer, letter.State, now);
                    }
                }
                bool drawn = ghosts.Draw(now) == 1;
                place = drawn ? ghosts.Get(Player).position : default(AntDouble3);
                if (transport == Transport.Packets)
                {
                    Post(up, now, (int)ghosts.Reply(Peer, now, room));
                }
                return drawn;
            }

            void Post(Queue<Letter> line, long now, int size)
            {
                if (size > 0)
                {
                    byte[] bytes = new byte[size];
                    Array.Copy(room, bytes, size);
                    line.Enqueue(new Letter { Arrival = now + Latency, Bytes = bytes });
                }
            }
        }

        /// <summary>Largest deviation of the drawn speed, as a share.</summary>
        static double Unevenness(Transport transport, long rate, long frames, double freshness)
        {
            using (Game game = new Game(transport, rate, freshness))
            {
                long ticks = transport == Transport.Packets ? 60 : rate;
                long tick = 0, shown = -1;
                double worst = 0;
                int counted = 0;
                AntDouble3 last = default(AntDouble3);
                for (long frame = 0; frame < 5 * frames; ++frame)
                {
                    long now = Support.Second / 120 + frame * Support.Second / frames;
                    for (; tick * Support.Second / ticks <= now; ++tick)
                    {
                        game.Tick(tick * Support.Second / ticks);
                    }
                    AntDouble3 place;
                    if (!game.Frame(now, out place))
                    {
                        continue;
                    }
                    if (shown >= Settled)
                    {
                        double x = place.x - last.x, z = place.z - last.z;
                        double speed = Math.Sqrt(x * x + z * z) / (1e-9 * (now - shown));
                        worst = Math.Max(worst, Math.Abs(speed / Speed - 1));
                        ++counted;
                    }
                    last = place;
                    shown = now;
                }
                Assert.GreaterOrEqual(counted, 2 * frames);
                return worst;
            }
        }

        [Test]
        public void StraightRunsAreDrawnAtConstantSpeed([Values(Transport.Packets, Transport.Dated, Transport.Undated)] Transport transport,
            [Values(5, 20, 60)] int rate)
        {
            foreach (long frames in new long[] { 30, 60, 144 })
            {
                foreach (double freshness in new[] { 1, 0.5, 0 })
                {
                    double off = Unevenness(transport, rate, frames, freshness);
                    Assert.LessOrEqual(off, 0.01, frames + " Hz, freshness " + freshness);
                }
            }
        }
    }
}
