// States of players, in and out, from arrays of the host.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    public readonly unsafe partial struct Ghosts
    {
        /// <summary>The host's own netcode brought the state of a player; see the method for many.</summary>
        /// <param name="peer">the host's number of the machine it came from</param>
        /// <param name="now">when it came, nanoseconds on the own clock</param>
        public AntStatus Observe(ulong peer, AntState state, long now)
        {
            return Observe(peer, &state, 1, now);
        }

        /// <summary>The host's own netcode brought states of players; see the method over a pointer.</summary>
        /// <param name="peer">the host's number of the machine they came from</param>
        /// <param name="now">when they came, nanoseconds on the own clock</param>
        public AntStatus Observe(ulong peer, ReadOnlySpan<AntState> states, long now)
        {
            fixed (AntState* first = &MemoryMarshal.GetReference(states))
            {
                return Observe(peer, first, (uint)states.Length, now);
            }
        }

        /// <summary>A frame whose ghosts are asked for one by one (Get). Returns how many players are here.</summary>
        /// <param name="now">time of the frame, nanoseconds on the own clock</param>
        public uint Draw(long now)
        {
            uint count;
            Draw(now, null, out count);
            return count;
        }
    }

    public readonly unsafe partial struct Outbox
    {
        /// <summary>The truth about one own avatar; see the method for many.</summary>
        /// <param name="now">nanoseconds on the own clock</param>
        public AntStatus Submit(AntState state, long now)
        {
            return Submit(&state, 1, now);
        }

        /// <summary>The truth about own avatars; see the method over a pointer.</summary>
        /// <param name="now">nanoseconds on the own clock</param>
        public AntStatus Submit(ReadOnlySpan<AntState> states, long now)
        {
            fixed (AntState* first = &MemoryMarshal.GetReference(states))
            {
                return Submit(first, (uint)states.Length, now);
            }
        }

        /// <summary>The packet that is due for an observer; 0 bytes = nothing is. The status tells whether more is due.</summary>
        /// <param name="size">receives the bytes written</param>
        public AntStatus Packet(ulong observer, long now, byte[] bytes, out int size)
        {
            ulong written;
            AntStatus status = Packet(observer, now, new Span<byte>(bytes), out written);
            size = (int)written;
            return status;
        }
    }
}
