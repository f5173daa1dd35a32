// Frames of ghosts on Unity's worker threads.
using Unity.Jobs;
#if ANTRECKON_BURST
using Unity.Burst;
#endif

namespace Antreckon.Jobs
{
    /// <summary>Part of a frame: independent tasks.</summary>
#if ANTRECKON_BURST
    [BurstCompile]
#endif
    public struct GhostDrawJob : IJobParallelFor
    {
        /// <summary>The ghosts, between DrawBegin and DrawEnd.</summary>
        public Ghosts ghosts;

        /// <summary>Does one task. Its status is told again by DrawEnd.</summary>
        public void Execute(int index)
        {
            Native.ant_ghosts_draw_task(ghosts, (uint)index);
        }
    }

    /// <summary>Draws a frame: begin, tasks on all workers, end.</summary>
    public static class GhostDraw
    {
        /// <summary>Blocks until the frame is written. The result is the same for any number of workers.</summary>
        public static AntStatus Run(Ghosts ghosts, long time, AntGhostFrame frame, out uint count)
        {
            uint tasks = ghosts.DrawBegin(time);
            if (tasks > 0)
            {
                new GhostDrawJob { ghosts = ghosts }.Schedule((int)tasks, 1).Complete();
            }
            return ghosts.DrawEnd(frame, out count);
        }
    }
}
