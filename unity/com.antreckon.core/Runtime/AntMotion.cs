// How fast something moves, from where it was in the last frames.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Follows a position that changes every frame, with FixedUpdate, or with the ticks of a game: only frames in which it changed say something, so frames between two
    /// ticks neither stop it nor double its speed. Times are those of the network's clock, nanoseconds. No garbage.
    /// </summary>
    public sealed class AntMotion
    {
        private const long Millisecond = 1000000;

        // Long enough that a frame more or less between two ticks is a small share of it, short enough to follow a turn.
        private const long Window = 90 * Millisecond;

        // Who has not moved for two and a half ticks stands; nobody ticks less often than ten times a second.
        private const long LongestTick = 100 * Millisecond;

        // Before two ticks were seen: that of FixedUpdate.
        private const long FirstTick = 20 * Millisecond;

        // Frames without a physics step in which it stood still although it was under way: then the steps move it.
        private const int Proof = 4;

        private const int Kept = 32;
        private readonly Vector3[] places = new Vector3[Kept];
        private readonly long[] times = new long[Kept];
        private int count;
        private long looked;
        private long tick;
        private double stepped;
        private int standsBetweenSteps;

        /// <summary>Metres per second of the clock.</summary>
        public Vector3 Velocity { get; private set; }

        /// <summary>When the newest position was true.</summary>
        public long Time { get; private set; }

        /// <summary>It has not moved for longer than it does between two ticks.</summary>
        public bool Stands { get; private set; }

        /// <summary>It was moved and did not move: what was before says nothing.</summary>
        public void Reset()
        {
            count = 0;
            tick = 0;
            Velocity = Vector3.zero;
            standsBetweenSteps = 0;
        }

        /// <summary>
        /// Where it is in this frame. `step` is the time of the newest physics step in seconds, `sinceStep` how long ago that was on the clock. True when this is news:
        /// it has moved, or it stands.
        /// </summary>
        public bool Look(Vector3 position, long now, double step, long sinceStep)
        {
            bool newStep = step != stepped;
            stepped = step;
            if (count == 0 || now <= looked)
            {
                Reset();
                looked = now;
                Keep(position, now);
                Time = now;
                Stands = true;
                return true;
            }
            looked = now;
            Vector3 before = places[(count - 1) % Kept];
            if (position.Equals(before))
            {
                standsBetweenSteps += newStep || Stands ? 0 : 1;
                return Rest(now);
            }
            // Moved without a step: frames move it.
            standsBetweenSteps = newStep ? standsBetweenSteps : 0;
            long time = standsBetweenSteps >= Proof ? System.Math.Max(now - sinceStep, Time + 1) : now;
            long last = times[(count - 1) % Kept];
            if (Stands)
            {
                // It has begun with this tick, so it was still there one tick before.
                count = 0;
                Keep(before, time - (tick > 0 ? tick : FirstTick));
            }
            else
            {
                long gap = time - last;
                tick = tick == 0 ? gap : tick + (gap - tick) / 4;
            }
            Keep(position, time);
            Time = time;
            Stands = false;
            Velocity = Over(Window);
            return true;
        }

        // Between two ticks there is nothing to say.
        private bool Rest(long now)
        {
            long patience = tick == 0 ? LongestTick : System.Math.Min(tick * 5 / 2, 5 * LongestTick / 2);
            bool rests = Stands || now - times[(count - 1) % Kept] > patience;
            if (rests)
            {
                Stands = true;
                Velocity = Vector3.zero;
                Time = now;
                times[(count - 1) % Kept] = now;
            }
            return rests;
        }

        private void Keep(Vector3 position, long time)
        {
            places[count % Kept] = position;
            times[count % Kept] = time;
            ++count;
            if (count == 2 * Kept)
            {
                // The count may wrap after years; places by it stay.
                count = Kept;
            }
        }

        // Mean velocity over the window, carried on to its end by how much it changed from its first half to its second.
        private Vector3 Over(long window)
        {
            int newest = count - 1, oldest = System.Math.Max(0, count - Kept);
            int first = newest - 1;
            while (first > oldest && times[newest % Kept] - times[first % Kept] < window)
            {
                --first;
            }
            Vector3 mean = Between(first, newest);
            if (newest - first < 4)
            {
                return mean;
            }
            int middle = (first + newest) / 2;
            Vector3 change = Between(middle, newest) - Between(first, middle);
            // More than this is a corner or a start, not a curve.
            return change.magnitude < 0.5f * mean.magnitude ? mean + change : Between(middle, newest);
        }

        private Vector3 Between(int from, int to)
        {
            long elapsed = times[to % Kept] - times[from % Kept];
            return elapsed <= 0 ? Vector3.zero : (places[to % Kept] - places[from % Kept]) / (float)(elapsed * 1e-9);
        }
    }
}
