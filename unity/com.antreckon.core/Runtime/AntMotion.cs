// How fast something moves, from where it was in the last frames.
using System;
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>
    /// Follows a position that changes every frame, with FixedUpdate, or with the ticks of a game: only frames in which it changed say something, so frames between two
    /// ticks neither stop it nor double its speed. When a position was true is one of three guesses: in the frame, at the newest physics step, at a regular tick. The one
    /// under which it moves most evenly is taken. Times are those of the network's clock, nanoseconds. No garbage.
    /// </summary>
    public sealed class AntMotion
    {
        private const long Millisecond = 1000000;

        // Long enough that what is left of the unevenness is a small share of it, short enough to follow a turn.
        private const long Window = 90 * Millisecond;

        // Less is what floats lose, metres.
        private const float Least = 1e-4f;

        // Ticks that a change of velocity shows in.
        private const int Fewest = 4;

        // Before two ticks were seen: that of FixedUpdate.
        private const long FirstTick = 20 * Millisecond;

        // Who has not moved for two and a half ticks stands; nobody ticks less often than ten times a second.
        private const long LongestTick = 100 * Millisecond;

        // Share of the unevenness so far that stays with each change, and how much more even another guess must be to be taken instead.
        private const double Stays = 0.9, Better = 0.7;

        private const int Frames = 0, Physics = 1, Ticks = 2, Guesses = 3;
        private const int Kept = 32;

        private readonly Vector3[] places = new Vector3[Kept];
        private readonly long[][] times = { new long[Kept], new long[Kept], new long[Kept] };
        private readonly Vector3[] velocities = new Vector3[Guesses];
        private readonly double[] uneven = new double[Guesses];
        private int guess;
        private int count;
        private long looked;
        private long tick;

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
            Velocity = Vector3.zero;
        }

        /// <summary>Where it is in this frame, in which the newest physics step was so long ago. True when this is news: it has moved, or it stands.</summary>
        public bool Look(Vector3 position, long now, long sinceStep)
        {
            if (count == 0 || now <= looked)
            {
                Reset();
                looked = now;
                Keep(position, now, now, now);
                Time = now;
                Stands = true;
                return true;
            }
            long before = looked;
            looked = now;
            if ((position - places[At(1)]).magnitude < Least)
            {
                return Rest(now);
            }
            Move(position, before, now, now - Math.Max(0, sinceStep));
            return true;
        }

        // Place of the newest one, with 1, or of those before.
        private int At(int back)
        {
            return (count - back) % Kept;
        }

        private void Move(Vector3 position, long before, long now, long step)
        {
            if (Stands)
            {
                // It has begun with this tick, so it was still there one tick before.
                Vector3 stood = places[At(1)];
                long length = tick > 0 ? tick : FirstTick;
                count = 0;
                Keep(stood, now - length, step - length, now - length);
                Array.Clear(velocities, 0, Guesses);
            }
            else
            {
                long gap = now - times[Frames][At(1)];
                if (tick == 0)
                {
                    // Now it is known how long a tick is, the first one too.
                    times[Frames][At(2)] = times[Frames][At(1)] - gap;
                    times[Ticks][At(2)] = times[Ticks][At(1)] - gap;
                }
                tick = Mean(gap);
            }
            long last = times[Ticks][At(1)];
            long due = last + tick * Math.Max(1, (now - last + tick / 2) / Math.Max(1, tick));
            // It came after the frame before this one.
            due = Math.Max(before + 1, Math.Min(now, due));
            Keep(position, now, step, tick > 0 ? due : now);
            Stands = false;
            Choose();
            Time = Math.Max(Time + 1, times[guess][At(1)]);
            Velocity = Over(Window);
        }

        // Mean gap between the positions that are kept and the one that comes.
        private long Mean(long gap)
        {
            int gaps = Math.Min(count, Kept) - 1;
            return gaps < 1 ? gap : (gap + times[Frames][At(1)] - times[Frames][At(1 + gaps)]) / (gaps + 1);
        }

        // Between two ticks there is nothing to say.
        private bool Rest(long now)
        {
            long patience = (tick == 0 ? LongestTick : Math.Min(tick, LongestTick)) * 5 / 2;
            bool rests = Stands || now - times[Frames][At(1)] > patience;
            if (rests)
            {
                Stands = true;
                Velocity = Vector3.zero;
                Time = now;
            }
            return rests;
        }

        private void Keep(Vector3 position, long frame, long step, long due)
        {
            int at = count % Kept;
            places[at] = position;
            times[Frames][at] = frame;
            times[Physics][at] = step;
            times[Ticks][at] = due;
            ++count;
            // It may not wrap after years; places by it stay.
            count = count == 3 * Kept ? 2 * Kept : count;
        }

        // By how much the velocity changes from one position to the next.
        private void Choose()
        {
            for (int one = 0; one < Guesses; ++one)
            {
                Vector3 velocity = Between(one, At(2), At(1));
                bool isFirst = velocities[one].Equals(Vector3.zero);
                uneven[one] = Stays * uneven[one] + (isFirst ? 0 : (velocity - velocities[one]).magnitude);
                velocities[one] = velocity;
            }
            for (int one = 0; one < Guesses; ++one)
            {
                guess = uneven[one] < Better * uneven[guess] ? one : guess;
            }
        }

        // Mean velocity over the window, carried on to its end by how much it changed from its first half to its second.
        private Vector3 Over(long window)
        {
            int most = Math.Min(count, Kept), back = 2;
            while (back < most && (back <= Fewest || times[guess][At(1)] - times[guess][At(back)] < window))
            {
                ++back;
            }
            Vector3 mean = Between(guess, At(back), At(1));
            if (back <= Fewest)
            {
                return mean;
            }
            int middle = At((1 + back) / 2);
            Vector3 newer = Between(guess, middle, At(1)), change = newer - Between(guess, At(back), middle);
            // More than this is a corner or a start, not a curve.
            return change.magnitude < 0.5f * mean.magnitude ? mean + change : newer;
        }

        private Vector3 Between(int by, int from, int to)
        {
            long elapsed = Math.Max(Millisecond, times[by][to] - times[by][from]);
            return (places[to] - places[from]) / (float)(elapsed * 1e-9);
        }
    }
}
