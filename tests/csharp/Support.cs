// What the tests share.
using System;
using NUnit.Framework;

namespace Antreckon.Tests
{
    static class Support
    {
        public const long Second = 1000000000;

        /// <summary>Length of the shortest way between two points.</summary>
        public static unsafe AntStatus PathDistance(World world, AntDouble3 from, AntDouble3 to, AntQueryFilter? filter, out double distance)
        {
            double found;
            AntStatus status = world.PathDistanceBatch(1, AntStream.Of(&from, 1, AntFormat.F64x3), AntStream.Of(&to, 1, AntFormat.F64x3), filter,
                AntStream.Of(&found, 1, AntFormat.F64));
            distance = found;
            return status;
        }

        /// <summary>Runs what must fail, and returns how it told so.</summary>
        public static AntException Fails(AntStatus expected, TestDelegate action)
        {
            AntException error = Assert.Throws<AntException>(action);
            Assert.AreEqual(expected, error.Status, error.Message);
            StringAssert.Contains(Library.StatusName(expected), error.Message);
            return error;
        }

        /// <summary>A square of open squares of one metre, from (0, 0, 0) on, in Unity's frame.</summary>
        public static World Yard(uint edge)
        {
            AntWorldDesc desc = AntWorldDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            AntGridDesc grid = AntGridDesc.Default();
            grid.width = edge;
            grid.depth = edge;
            return World.CreateGrid(desc, grid);
        }

        public static PheromoneMap MapOver(World world)
        {
            return PheromoneMap.Create(world, AntMapDesc.Default());
        }

        public static Predictor PredictorOver(PheromoneMap map)
        {
            AntPredictorDesc desc = AntPredictorDesc.Default();
            desc.map = map;
            return Predictor.Create(desc);
        }

        public static AntObservation Seen(double x, double z, long time)
        {
            AntObservation seen = AntObservation.Default();
            seen.position = new AntDouble3(x, 0, z);
            seen.time = time;
            return seen;
        }

        public static AntUpdate News(uint entity, uint sequence, double x, long time)
        {
            AntUpdate update = AntUpdate.Default();
            update.entity = entity;
            update.sequence = sequence;
            update.time = time;
            update.position = new AntDouble3(x, 0, 5);
            update.velocity = new AntDouble3(1, 0, 0);
            return update;
        }

        public static Codec UnityCodec()
        {
            AntCodecDesc desc = AntCodecDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            return Codec.Create(desc);
        }
    }
}
