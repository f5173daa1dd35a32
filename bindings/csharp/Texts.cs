// Texts of a fixed number of bytes inside structs.
using System;
using System.Text;

namespace Antreckon
{
    internal static unsafe class Texts
    {
        /// <summary>Bytes of a text in a struct, with the zero at its end.</summary>
        private const int Bytes = 64;

        public static string Get(byte* field)
        {
            int length = 0;
            while (length < Bytes && field[length] != 0)
            {
                ++length;
            }
            return Encoding.UTF8.GetString(field, length);
        }

        /// <summary>Writes the text and clears the rest.</summary>
        public static void Set(byte* field, string text)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text ?? string.Empty);
            if (bytes.Length >= Bytes)
            {
                throw new ArgumentException("'" + text + "' has " + bytes.Length + " bytes, allowed are " + (Bytes - 1), "text");
            }
            for (int i = 0; i < Bytes; ++i)
            {
                field[i] = i < bytes.Length ? bytes[i] : (byte)0;
            }
        }
    }

    public unsafe partial struct AntRecorderDesc
    {
        /// <summary>Name of the match, usable as a folder name.</summary>
        public string Name
        {
            get { fixed (byte* field = name) { return Texts.Get(field); } }
            set { fixed (byte* field = name) { Texts.Set(field, value); } }
        }

        /// <summary>Name of the game.</summary>
        public string Game
        {
            get { fixed (byte* field = game) { return Texts.Get(field); } }
            set { fixed (byte* field = game) { Texts.Set(field, value); } }
        }

        /// <summary>Name of the level's geometry: matches with the same one are on the same level.</summary>
        public string Map
        {
            get { fixed (byte* field = map) { return Texts.Get(field); } }
            set { fixed (byte* field = map) { Texts.Set(field, value); } }
        }
    }

    public unsafe partial struct AntRecordEntity
    {
        /// <summary>What it is ("item_health"); never the name of a person.</summary>
        public string Name
        {
            get { fixed (byte* field = name) { return Texts.Get(field); } }
            set { fixed (byte* field = name) { Texts.Set(field, value); } }
        }
    }
}
