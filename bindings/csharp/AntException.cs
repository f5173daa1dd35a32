using System;

namespace Antreckon
{
    /// <summary>A call failed. Nothing was changed by it, and nothing written.</summary>
    public sealed class AntException : Exception
    {
        /// <summary>What went wrong.</summary>
        public readonly AntStatus Status;

        /// <summary>An error with the text of the library: function, argument, value and allowed range.</summary>
        public AntException(AntStatus status, string message)
            : base(message)
        {
            Status = status;
        }
    }
}
