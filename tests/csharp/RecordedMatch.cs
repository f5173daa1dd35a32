// The recorded match through C#: bit for bit what the C program match/match.c makes of it.
using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Text;
using Antreckon;
using NUnit.Framework;

namespace Antreckon.Tests
{
    [TestFixture]
    public unsafe class RecordedMatch
    {
        const int Columns = 10;
        const int Interval = 10;
        const int Report = 900;

        static readonly AntModel[] Models =
        {
            AntModel.Auto, AntModel.Ant, AntModel.Trail, AntModel.Kinematic, AntModel.Damped, AntModel.Dr2, AntModel.Interest, AntModel.Hybrid,
        };

        ulong shown;

        /// <summary>The two files are given by whoever runs the tests: the recording as it is committed, and what the C program printed.</summary>
        [Test]
        public void GivesTheSameBitsAsTheCAbi()
        {
            string expected = File.ReadAllText(Given("ANTRECKON_MATCH_EXPECTED"));
            Assert.AreEqual(4, expected.Split('\n').Length - 1, "the C program reports four times");
            using (FileStream file = File.OpenRead(Given("ANTRECKON_MATCH")))
            using (GZipStream unpacked = new GZipStream(file, CompressionMode.Decompress))
            using (BinaryReader input = new BinaryReader(unpacked))
            {
                Assert.AreEqual(expected, Replay(input));
            }
        }

        static string Given(string name)
        {
            string path = Environment.GetEnvironmentVariable(name);
            Assert.IsNotNull(path, name + " is not set: run `cargo xtask test --only csharp`");
            return path;
        }

        string Replay(BinaryReader input)
        {
            input.ReadBytes(12);
            uint hz = input.ReadUInt32();
            int ticks = input.ReadInt32(), players = input.ReadInt32(), items = input.ReadInt32(), events = input.ReadInt32();
            Assert.AreEqual(Models.Length, players);
            using (World world = MakeWorld(input))
            using (PheromoneMap map = PheromoneMap.Create(world, AntMapDesc.Default()))
            {
                map.EnableTrails(AntTrailDesc.Default());
                ushort[] itemIds = AddItems(input, map, items);
                byte[] happened = input.ReadBytes(7 * events);
                int[][] samples = ReadSamples(input, players, ticks);

                AntPredictorDesc predictorDesc = AntPredictorDesc.Default();
                predictorDesc.map = map;
                using (Predictor predictor = Predictor.Create(predictorDesc))
                {
                    AntSmootherDesc smootherDesc = AntSmootherDesc.Default();
                    smootherDesc.predictor = predictor;
                    using (Smoother smoother = Smoother.Create(smootherDesc))
                    {
                        AntEntity[] entities = AddPlayers(map, predictor);
                        return Play(world, map, predictor, smoother, entities, itemIds, happened, samples, hz, ticks);
                    }
                }
            }
        }

        static World MakeWorld(BinaryReader input)
        {
            float cell = input.ReadSingle();
            int west = input.ReadInt32(), south = input.ReadInt32();
            uint width = input.ReadUInt32(), depth = input.ReadUInt32(), floors = input.ReadUInt32();
            int squares = (int)(width * depth * floors);
            using (PinnedArray<double> heights = new PinnedArray<double>(squares))
            using (PinnedArray<byte> blocked = new PinnedArray<byte>(squares))
            {
                for (int i = 0; i < squares; ++i)
                {
                    short height = input.ReadInt16();
                    blocked[i] = (byte)(height == short.MinValue ? 1 : 0);
                    heights[i] = height == short.MinValue ? 0.0 : height / 8.0;
                }
                AntWorldDesc desc = AntWorldDesc.Default();
                desc.frame.kind = AntFrameKind.ZUp;
                desc.frame.metresPerUnit = 0.0254;
                desc.cellSize = (double)cell * 0.0254;
                AntGridDesc grid = AntGridDesc.Default();
                grid.width = width;
                grid.depth = depth;
                grid.floors = floors;
                grid.corner = new AntDouble3(west * (double)cell, south * (double)cell, 0);
                grid.blocked = blocked.Stream(AntFormat.U8);
                grid.heights = heights.Stream(AntFormat.F64);
                return World.CreateGrid(desc, grid);
            }
        }

        static ushort[] AddItems(BinaryReader input, PheromoneMap map, int items)
        {
            List<ushort> ids = new List<ushort>();
            for (int i = 0; i < items; ++i)
            {
                AntSourceDesc source = AntSourceDesc.Default();
                ushort id = input.ReadUInt16();
                input.ReadByte();
                source.position = new AntDouble3(input.ReadInt16() / 8.0, input.ReadInt16() / 8.0, input.ReadInt16() / 8.0);
                source.flags = AntSourceFlags.Fixed;
                // Off the level it is refused: nobody smells it.
                if (Native.ant_map_add_source(map, id, &source) == (int)AntStatus.ErrorInvalidArgument)
                {
                    continue;
                }
                map.SetSourceActive(id, false);
                ids.Add(id);
            }
            return ids.ToArray();
        }

        static int[][] ReadSamples(BinaryReader input, int players, int ticks)
        {
            int[][] samples = new int[players * Columns][];
            for (int column = 0; column < samples.Length; ++column)
            {
                samples[column] = new int[ticks];
                int value = 0;
                for (int tick = 0; tick < ticks; ++tick)
                {
                    value += Difference(input);
                    samples[column][tick] = value;
                }
            }
            return samples;
        }

        static int Difference(BinaryReader input)
        {
            uint bits = 0;
            for (int shift = 0; ; shift += 7)
            {
                byte part = input.ReadByte();
                bits |= (uint)(part & 0x7f) << shift;
                if ((part & 0x80) == 0)
                {
                    return (int)(bits >> 1) ^ -(int)(bits & 1);
                }
            }
        }

        static AntEntity[] AddPlayers(PheromoneMap map, Predictor predictor)
        {
            AntEntity[] entities = new AntEntity[Models.Length];
            for (int p = 0; p < Models.Length; ++p)
            {
                map.AddAvatar((ulong)p, 10.0f);
                AntProfile profile = AntProfile.Default();
                profile.model = Models[p];
                profile.avatar = (ulong)p;
                profile.flags = AntProfileFlags.HasAvatar;
                entities[p] = predictor.AddEntity(profile);
            }
            return entities;
        }

        string Play(World world, PheromoneMap map, Predictor predictor, Smoother smoother, AntEntity[] entities, ushort[] itemIds, byte[] happened,
            int[][] samples, uint hz, int ticks)
        {
            int players = entities.Length;
            shown = 0xcbf29ce484222325;
            bool[] known = new bool[players];
            ulong answers = 0;
            int next = 0;
            StringBuilder report = new StringBuilder();
            using (PinnedArray<AntEntity> asked = new PinnedArray<AntEntity>(players))
            using (PinnedArray<AntDouble3> positions = new PinnedArray<AntDouble3>(players))
            using (PinnedArray<float> drawn = new PinnedArray<float>(3 * players))
            {
                AntPredictBatch predict = AntPredictBatch.Default();
                predict.entities = asked.Stream(AntFormat.U64);
                predict.positions = positions.Stream(AntFormat.F64x3);
                AntDrawBatch draw = AntDrawBatch.Default();
                draw.entities = predict.entities;
                draw.positions = AntStream.Of(drawn.Pointer, players, AntFormat.F32x3);
                for (int tick = 0; tick < ticks; ++tick)
                {
                    long time = tick * 1000000000L / hz;
                    for (; next < happened.Length && BitConverter.ToUInt32(happened, next) <= tick; next += 7)
                    {
                        ushort actor = BitConverter.ToUInt16(happened, next + 5);
                        if (happened[next + 4] >= 3 && Array.IndexOf(itemIds, actor) >= 0)
                        {
                            map.SetSourceActive(actor, happened[next + 4] == 3);
                        }
                    }
                    AntStepReport ignored;
                    map.StepTo(time, out ignored);

                    uint count = 0;
                    for (int p = 0; p < players; ++p)
                    {
                        if (known[p])
                        {
                            asked[(int)count++] = entities[p];
                        }
                    }
                    predict.count = draw.count = count;
                    predict.time = draw.time = time;
                    predictor.PredictBatch(predict);
                    smoother.DrawBatch(draw);
                    Note((byte*)positions.Pointer, count * 24);
                    Note((byte*)drawn.Pointer, count * 12);
                    answers += count;

                    for (int p = 0; p < players; ++p)
                    {
                        News(map, predictor, smoother, entities[p], samples, p, tick, time, ref known[p]);
                    }
                    predictor.Adapt(4);
                    if ((tick + 1) % Report == 0)
                    {
                        report.AppendFormat("tick {0} world {1:x16} map {2:x16} predictor {3:x16} smoother {4:x16} shown {5:x16} of {6}\n", tick + 1,
                            world.StateHash(), map.StateHash(), predictor.StateHash(), smoother.StateHash(), shown, answers);
                    }
                }
            }
            return report.ToString();
        }

        static void News(PheromoneMap map, Predictor predictor, Smoother smoother, AntEntity entity, int[][] samples, int player, int tick, long time,
            ref bool known)
        {
            int column = player * Columns;
            int state = samples[column + 9][tick];
            if ((state & 1) == 0)
            {
                known = false;
                return;
            }
            if ((tick + player * Interval / Models.Length) % Interval != 0)
            {
                return;
            }
            AntObservation seen = AntObservation.Default();
            seen.time = time;
            // The feet are 24 units below what was recorded.
            seen.position = new AntDouble3(
                samples[column][tick] / 8.0, samples[column + 1][tick] / 8.0, samples[column + 2][tick] / 8.0 - 24.0);
            seen.velocity = new AntDouble3(
                samples[column + 3][tick] / 4.0, samples[column + 4][tick] / 4.0, samples[column + 5][tick] / 4.0);
            seen.flags = AntObserveFlags.HasVelocity;
            seen.flags |= (state & 4) != 0 ? AntObserveFlags.None : AntObserveFlags.Airborne;
            seen.flags |= known ? AntObserveFlags.None : AntObserveFlags.Teleported;
            predictor.Observe(entity, seen);
            AntSmoothCorrection correction = AntSmoothCorrection.Default();
            correction.time = time;
            correction.flags = known ? AntSmoothFlags.None : AntSmoothFlags.Teleported;
            smoother.Correct(entity, correction);
            // Over no known square nothing is emitted; the raw call does not throw.
            Native.ant_map_move_avatar(map, (ulong)player, (double*)&seen.position);
            known = true;
        }

        void Note(byte* bytes, uint length)
        {
            for (uint i = 0; i < length; ++i)
            {
                shown = (shown ^ bytes[i]) * 0x100000001b3;
            }
        }
    }
}
