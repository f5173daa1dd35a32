// Arrays of the host, read and written in place.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    public unsafe partial struct AntStream
    {
        /// <summary>
        /// A stream over memory that stays where it is during the call: a NativeArray, a PinnedArray, or what a fixed statement holds.
        /// </summary>
        /// <param name="data">the first element, or the attribute of it that is meant</param>
        /// <param name="count">elements</param>
        /// <param name="format">what an element is</param>
        /// <param name="stride">bytes from one element to the next; 0 = elements lie tight</param>
        public static AntStream Of(void* data, int count, AntFormat format, int stride = 0)
        {
            if (count < 0 || stride < 0)
            {
                throw new ArgumentOutOfRangeException(count < 0 ? "count" : "stride");
            }
            AntStream stream = default(AntStream);
            ulong size = SizeOf(format);
            ulong step = stride == 0 ? size : (ulong)stride;
            stream.data = data;
            stream.byteLen = count == 0 ? 0 : (ulong)(count - 1) * step + size;
            stream.stride = (uint)stride;
            stream.format = format;
            return stream;
        }

        /// <summary>Bytes of one element.</summary>
        public static uint SizeOf(AntFormat format)
        {
            switch (format)
            {
                case AntFormat.U8:
                case AntFormat.I8:
                    return 1;
                case AntFormat.U16:
                    return 2;
                case AntFormat.F32:
                case AntFormat.U32:
                case AntFormat.I32:
                    return 4;
                case AntFormat.F64:
                case AntFormat.U64:
                case AntFormat.I64:
                    return 8;
                case AntFormat.F32x3:
                    return 12;
                case AntFormat.F32x4:
                    return 16;
                case AntFormat.F64x3:
                    return 24;
                case AntFormat.F64x4:
                    return 32;
                default:
                    throw new ArgumentOutOfRangeException("format");
            }
        }

        /// <summary>A stream that was left out is a null pointer for the library.</summary>
        internal static AntStream* OrNull(AntStream* stream)
        {
            return stream->format == default(AntFormat) ? null : stream;
        }
    }

    /// <summary>
    /// A managed array that the collector does not move, made once and used for streams every frame. Dispose of it; a forgotten one is only memory, since
    /// its end touches nothing of the library.
    /// </summary>
    public sealed unsafe class PinnedArray<T> : IDisposable
        where T : struct
    {
        /// <summary>The elements.</summary>
        public readonly T[] Items;

        private GCHandle handle;

        /// <summary>An array of this length, all zero.</summary>
        public PinnedArray(int length)
            : this(new T[length])
        {
        }

        /// <summary>Holds an array that is there already.</summary>
        public PinnedArray(T[] items)
        {
            Items = items;
            handle = GCHandle.Alloc(items, GCHandleType.Pinned);
        }

        /// <summary>Ends the hold without Dispose.</summary>
        ~PinnedArray()
        {
            Release();
        }

        /// <summary>Where the first element lies.</summary>
        public void* Pointer
        {
            get
            {
                if (!handle.IsAllocated)
                {
                    throw new ObjectDisposedException("PinnedArray");
                }
                return (void*)handle.AddrOfPinnedObject();
            }
        }

        /// <summary>An element.</summary>
        public T this[int index]
        {
            get { return Items[index]; }
            set { Items[index] = value; }
        }

        /// <summary>All elements as a stream. The element's size must be that of the format.</summary>
        public AntStream Stream(AntFormat format)
        {
            if (Marshal.SizeOf(typeof(T)) != AntStream.SizeOf(format))
            {
                throw new ArgumentException("an element has " + Marshal.SizeOf(typeof(T)) + " bytes, not those of " + format, "format");
            }
            return AntStream.Of(Pointer, Items.Length, format);
        }

        /// <summary>Lets the collector move the array again. Twice does no harm.</summary>
        public void Dispose()
        {
            Release();
            GC.SuppressFinalize(this);
        }

        private void Release()
        {
            if (handle.IsAllocated)
            {
                handle.Free();
            }
        }
    }
}
