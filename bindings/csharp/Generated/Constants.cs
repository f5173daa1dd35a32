// Generated from include/antreckon by `cargo xtask csharp`; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Antreckon
{
    /// <summary>Constants and functions that need no object.</summary>
    public static partial class Ant
    {
        /// <summary>Changes with every incompatible change.</summary>
        public const uint VersionMajor = 0;

        /// <summary>Changes with every addition.</summary>
        public const uint VersionMinor = 1;

        /// <summary>Changes with every correction.</summary>
        public const uint VersionPatch = 0;

        /// <summary>Version of this header in one number: major (8 bits), minor (8 bits), patch (16 bits).</summary>
        public const uint Version = (((VersionMajor << 24) | (VersionMinor << 16)) | VersionPatch);

        /// <summary>Version of the binary interface: struct layouts, numbers and calling rules. Appending to them does not change it.</summary>
        public const uint AbiVersion = 1;

        /// <summary>Stands for every player at once, those to come included.</summary>
        public const uint Everybody = 4294967295;

        /// <summary>The observer that stands for all: what it gets is sent to everybody, and nobody acknowledges it.</summary>
        public const uint Everyone = 0;

        /// <summary>No polygon (on a grid, or nothing hit).</summary>
        public const uint NoPolygon = 4294967295;

        /// <summary>No layer.</summary>
        public const uint NoLayer = 4294967295;

        /// <summary>Horizons of a trail: 0.25, 0.5, 1, 2 and 4 seconds.</summary>
        public const uint TrailHorizons = 5;

        /// <summary>No team.</summary>
        public const uint NoTeam = 4294967295;

        /// <summary>Horizons of what an expert says: 0.25, 0.5, 1, 2 and 4 seconds.</summary>
        public const uint ExpertHorizons = 5;

        /// <summary>Distances of AntSenderRules::distances.</summary>
        public const uint SenderKnots = 4;

        /// <summary>Number of reasons.</summary>
        public const uint ReasonCount = 16;

        /// <summary>In place of a network number: all entities of the link.</summary>
        public const uint AllEntities = 4294967295;

        /// <summary>Most networks of a bank.</summary>
        public const uint BankMaxNetworks = 20;

        /// <summary>Most thresholds for which a bank says what is sent.</summary>
        public const uint BankMaxSends = 8;

        /// <summary>In place of a strategy's number: the one the entity is inside of, found alike on both ends.</summary>
        public const uint StrategyAutomatic = 4294967295;

        /// <summary>In place of a strategy's number: none, dead reckoning.</summary>
        public const uint StrategyNone = 4294967294;

        /// <summary>Most bytes of an outcome.</summary>
        public const uint OutcomeMax = 32;

        /// <summary>Score above which an entity is a suspect: none of the honest players of the study reached it (docs/studies/plausibility.md).</summary>
        public const double AlarmScore = 6.0;

        /// <summary>Number of rules.</summary>
        public const uint RuleCount = 13;

        /// <summary>In place of an actor or target: nobody, the world, or unknown.</summary>
        public const uint RecordNobody = 4294967295;
    }
}
