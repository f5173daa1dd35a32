// What the owner of an entity tells through a server.
using System;

namespace Antreckon.Components
{
    /// <summary>
    /// Writes and reads what stands before a packet that a server passes on unchanged: the kind (1 byte), the entity's number and its owner's (7 bits a byte). The
    /// packet is one for everybody, so it rests on nothing that single receivers have.
    /// </summary>
    internal sealed unsafe class AntRelay : IDisposable
    {
        /// <summary>First byte.</summary>
        public const byte Kind = 3;

        // More than one update in a packet about one entity does not happen; more names are not looked at.
        private const int MostNames = 4;

        private readonly AntUpdate[] updates = new AntUpdate[MostNames];
        private readonly int[] statuses = new int[MostNames];
        private Codec codec;

        /// <summary>What was read.</summary>
        public struct Told
        {
            public uint Number;
            public uint Owner;
            public ArraySegment<byte> Packet;
        }

        public AntRelay()
        {
            AntCodecDesc desc = AntCodecDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            codec = Codec.Create(desc);
            for (int i = 0; i < MostNames; ++i)
            {
                updates[i] = AntUpdate.Default();
            }
        }

        /// <summary>Owners are peers of their own: other numbers than those of connections.</summary>
        public static ulong PeerOf(uint owner)
        {
            return 1UL << 32 | owner;
        }

        /// <summary>Writes the head; its length.</summary>
        public static int Write(byte[] to, uint number, uint owner)
        {
            to[0] = Kind;
            return Write(to, Write(to, 1, number), owner);
        }

        private static int Write(byte[] to, int at, uint value)
        {
            for (; value >= 128; value >>= 7)
            {
                to[at++] = (byte)(value | 128);
            }
            to[at++] = (byte)value;
            return at;
        }

        /// <summary>False when it ends within the head or has nothing behind it.</summary>
        public static bool Read(ArraySegment<byte> bytes, out Told told)
        {
            told = default(Told);
            int at = 1;
            if (!Read(bytes, ref at, out told.Number) || !Read(bytes, ref at, out told.Owner) || at >= bytes.Count)
            {
                return false;
            }
            told.Packet = new ArraySegment<byte>(bytes.Array, bytes.Offset + at, bytes.Count - at);
            return true;
        }

        private static bool Read(ArraySegment<byte> bytes, ref int at, out uint value)
        {
            value = 0;
            for (int shift = 0; shift < 35 && at < bytes.Count; shift += 7)
            {
                byte next = bytes.Array[bytes.Offset + at++];
                value |= (uint)(next & 127) << shift;
                if (next < 128)
                {
                    return true;
                }
            }
            return false;
        }

        /// <summary>All updates of a packet are about this entity, and there is one.</summary>
        public bool IsAbout(uint number, ArraySegment<byte> packet)
        {
            int head = HeadOf(packet);
            if (head < 0)
            {
                return false;
            }
            uint count = 0;
            int status;
            fixed (byte* bytes = &packet.Array[packet.Offset])
            fixed (AntUpdate* first = updates)
            fixed (int* told = statuses)
            {
                AntStream stream = AntStream.Of(told, MostNames, AntFormat.I32);
                status = Native.ant_codec_decode_packet(codec, bytes + head, (ulong)(packet.Count - head), 0, null, MostNames, first, &stream, &count);
            }
            if (status < 0 || count == 0 || count > MostNames)
            {
                return false;
            }
            for (int i = 0; i < count; ++i)
            {
                if (updates[i].entity != number)
                {
                    return false;
                }
            }
            return true;
        }

        // What an outbox writes before the updates: format and flags, number (2 bytes), digests (8), answer (13).
        private static int HeadOf(ArraySegment<byte> packet)
        {
            byte first = packet.Array[packet.Offset];
            bool isPacket = first >> 4 == 1 && (first & 8) == 0;
            int head = 1 + ((first & 1) != 0 ? 2 : 0) + ((first & 2) != 0 ? 8 : 0) + ((first & 4) != 0 ? 13 : 0);
            return isPacket && head < packet.Count ? head : -1;
        }

        /// <summary>Ends the native object.</summary>
        public void Dispose()
        {
            codec.Dispose();
            codec = default(Codec);
        }
    }
}
