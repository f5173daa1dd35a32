using System;
using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>
    /// What a sender makes of how a game moves things: each frame, with FixedUpdate, with ticks of its own, by a component that knows its velocity. Measured are packets
    /// per second and how far the ghost is from the truth, which is where the circle is at that moment.
    /// </summary>
    [TestFixture]
    public sealed class MotionTests : Stage
    {
        private const double Radius = 8, Speed = 5;
        private static readonly Vector3 Middle = new Vector3(16f, 0f, 16f);

        /// <summary>Moves as a game does: at a rate of its own, between frames not at all.</summary>
        public sealed class Circler : MonoBehaviour
        {
            public bool withPhysics;
            public float ticksPerSecond;
            public double Time;

            private void FixedUpdate()
            {
                if (withPhysics)
                {
                    Go(UnityEngine.Time.fixedDeltaTime);
                }
            }

            private void Update()
            {
                if (ticksPerSecond > 0f)
                {
                    for (double due = UnityEngine.Time.timeAsDouble - start; Time + 1 / ticksPerSecond <= due;)
                    {
                        Go(1 / ticksPerSecond);
                    }
                }
                else if (!withPhysics)
                {
                    Go(UnityEngine.Time.deltaTime);
                }
            }

            private double start;

            private void Start()
            {
                start = UnityEngine.Time.timeAsDouble;
            }

            private void Go(double seconds)
            {
                Time += seconds;
                transform.position = At(Time);
                Rigidbody body = GetComponent<Rigidbody>();
                if (body != null)
                {
                    double angle = Time * Speed / Radius;
                    body.linearVelocity = new Vector3((float)(-Speed * Math.Sin(angle)), 0f, (float)(Speed * Math.Cos(angle)));
                }
            }

            internal static Vector3 At(double time)
            {
                double angle = time * Speed / Radius;
                return Middle + new Vector3((float)(Radius * Math.Cos(angle)), 0f, (float)(Radius * Math.Sin(angle)));
            }
        }

        private struct Result
        {
            public double PerSecond;
            public double Mean;
            public double Worst;
        }

        private Result Measure(float framesPerSecond, bool withPhysics, float ticks, bool withBody)
        {
            Circler circler = null;
            AntGhost ghost = null;
            AntNetwork network = null;
            Player.LoadScene(() =>
            {
                circler = Make<Circler>("circler", Circler.At(0));
                circler.withPhysics = withPhysics;
                circler.ticksPerSecond = ticks;
                if (withBody)
                {
                    circler.gameObject.AddComponent<Rigidbody>();
                }
                circler.gameObject.AddComponent<AntSender>().NetworkNumber = 1;
                ghost = Make<AntGhost>("ghost");
                ghost.NetworkNumber = 1;
                network = Make<AntNetwork>("world");
            });
            int packets = 0;
            network.PacketReady += (peer, bytes) =>
            {
                packets += bytes.Array[bytes.Offset] == 1 ? 1 : 0;
                network.Receive(peer, bytes);
            };
            network.Connect(5);
            Player.Frames((int)(3 * framesPerSecond), 1 / framesPerSecond);
            packets = 0;
            double sum = 0, worst = 0;
            int frames = (int)(10 * framesPerSecond);
            for (int frame = 0; frame < frames; ++frame)
            {
                Player.Frame(1 / framesPerSecond);
                // The game's own position is up to a tick old; that is the truth others can know.
                double off = (ghost.transform.position - circler.transform.position).magnitude;
                sum += off;
                worst = Math.Max(worst, off);
            }
            Result result = new Result { PerSecond = packets / 10.0, Mean = sum / frames, Worst = worst };
            Console.WriteLine("fps {0}, physics {1}, ticks {2}, body {3}: {4} packets/s, mean {5:0.000} m, worst {6:0.000} m",
                framesPerSecond, withPhysics, ticks, withBody, result.PerSecond, result.Mean, result.Worst);
            return result;
        }

        [Test]
        public void ACircleCostsTheSameHoweverItIsMoved(
            [Values(30f, 60f, 144f)] float framesPerSecond, [Values("frames", "physics", "ticks", "body")] string by)
        {
            Result result = Measure(framesPerSecond, by == "physics" || by == "body", by == "ticks" ? 30f : 0f, by == "body");
            Assert.LessOrEqual(result.PerSecond, 3.5, "packets a second");
            Assert.LessOrEqual(result.Mean, 0.13, "metres");
        }

        [Test]
        public void WhoStandsIsToldOnceAndHeartbeats()
        {
            AntSender sender = null;
            AntNetwork network = null;
            Player.LoadScene(() =>
            {
                sender = Make<AntSender>("sender", Middle);
                sender.NetworkNumber = 1;
                network = Make<AntNetwork>("world");
            });
            int packets = 0;
            network.PacketReady += (peer, bytes) => packets += bytes.Array[bytes.Offset] == 1 ? 1 : 0;
            network.Connect(5);
            Player.Frames(600, 1f / 144f);
            Assert.That(packets, Is.InRange(1, 12));
        }

        [Test]
        public void AGameMayKnowBetter()
        {
            AntSender sender = null;
            AntGhost ghost = null;
            AntNetwork network = null;
            Player.LoadScene(() =>
            {
                sender = Make<AntSender>("sender", Middle);
                sender.NetworkNumber = 1;
                ghost = Make<AntGhost>("ghost");
                ghost.NetworkNumber = 1;
                network = Make<AntNetwork>("world");
            });
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.Connect(5);
            Vector3 told = new Vector3(0f, 0f, 2f);
            sender.Velocity = () => told;
            Player.Frames(3);
            sender.Teleport();
            Player.Frames(2);
            Assert.AreEqual(2f, World.Ghosts.Handle.Predict(1, 0).velocity.ToUnity().magnitude, 0.1f);
        }

        [Test]
        public void WhoStandsOnALiftCostsNothingAndStandsOnItElsewhere()
        {
            AntSender sender = null;
            AntGhost ghost = null;
            AntNetwork network = null;
            AntMovingBase lift = null;
            Player.LoadScene(() =>
            {
                lift = Make<AntMovingBase>("lift", Middle);
                sender = Make<AntSender>("sender", Middle + new Vector3(1f, 0f, 0f));
                sender.NetworkNumber = 1;
                sender.transform.parent = lift.transform;
                ghost = Make<AntGhost>("ghost");
                ghost.NetworkNumber = 1;
                network = Make<AntNetwork>("world");
            });
            network.PacketReady += (peer, bytes) => network.Receive(peer, bytes);
            network.Connect(5);
            double worst = 0;
            for (int frame = 0; frame < 600; ++frame)
            {
                // Up and down, as no line could follow.
                Vector3 step = new Vector3(0f, 4f / 60f * (float)Math.Sin(frame / 20.0), 0f);
                lift.transform.position += step;
                sender.transform.position += step;
                Player.Frame();
                worst = frame < 60 ? 0 : Math.Max(worst, (ghost.transform.position - sender.transform.position).magnitude);
            }
            Assert.LessOrEqual(Updates(network), 22, "it appears, and heartbeats of ten seconds; other packets answer clock requests");
            Assert.Less(worst, 0.1, "metres");
            sender.transform.parent = null;
            Player.Frames(60);
            Assert.Less((ghost.transform.position - sender.transform.position).magnitude, 0.05, "it has got off");
        }

        private static unsafe ulong Updates(AntNetwork network)
        {
            AntConnectionStats stats = network.Outbox.Stats(5);
            ulong sum = 0;
            for (int reason = 0; reason < 16; ++reason)
            {
                sum += stats.updates[reason];
            }
            return sum;
        }

        [Test]
        public void VelocitiesOfCornersAndStarts()
        {
            AntMotion motion = new AntMotion();
            long now = 0;
            Vector3 place = Middle;
            Assert.IsTrue(motion.Look(place, now, 0));
            for (int frame = 0; frame < 40; ++frame)
            {
                now += Second / 60;
                place += new Vector3(4f / 60f, 0f, 0f);
                motion.Look(place, now, 0);
                Assert.AreEqual(4f, motion.Velocity.x, frame == 0 ? 1f : 0.05f, "frame " + frame);
            }
            for (int frame = 0; frame < 12; ++frame)
            {
                now += Second / 60;
                place += new Vector3(0f, 0f, 4f / 60f);
                motion.Look(place, now, 0);
            }
            Assert.Less((motion.Velocity - new Vector3(0f, 0f, 4f)).magnitude, 0.05f, "a corner is over after the window");
            for (int frame = 0; frame < 6; ++frame)
            {
                now += Second / 60;
                motion.Look(place, now, 0);
            }
            Assert.IsTrue(motion.Stands);
            Assert.AreEqual(0f, motion.Velocity.magnitude);
        }
    }
}
