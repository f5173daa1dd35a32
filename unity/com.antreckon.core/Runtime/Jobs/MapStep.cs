// Steps of the field on Unity's worker threads.
using Unity.Jobs;
#if ANTRECKON_BURST
using Unity.Burst;
#endif

namespace Antreckon.Jobs
{
    /// <summary>One phase of a step: independent tasks.</summary>
#if ANTRECKON_BURST
    [BurstCompile]
#endif
    public struct MapStepJob : IJobParallelFor
    {
        /// <summary>The map, between StepBegin and StepEnd.</summary>
        public PheromoneMap map;

        /// <summary>Does one task. Its status is told again by StepEnd.</summary>
        public void Execute(int index)
        {
            Native.ant_map_step_task(map, (uint)index);
        }
    }

    /// <summary>Brings a map to a time: begin, tasks on all workers, end; as often as steps are due.</summary>
    public static class MapStep
    {
        /// <summary>As in AntMapDesc.maxCatchUp: after a long pause the rest is done in the next frames.</summary>
        private const int MostSteps = 200;

        /// <summary>Blocks until the map is there. The result is the same for any number of workers.</summary>
        public static void Run(PheromoneMap map, long time)
        {
            for (int step = 0; step < MostSteps; ++step)
            {
                uint tasks;
                AntStatus begun = map.StepBegin(time, out tasks);
                if (begun == AntStatus.Empty || begun == AntStatus.InThePast)
                {
                    return;
                }
                new MapStepJob { map = map }.Schedule((int)tasks, 1).Complete();
                map.StepEnd();
            }
        }
    }
}
