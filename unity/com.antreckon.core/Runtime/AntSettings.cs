// All numbers in one asset, shared by the components of a project.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>How things are predicted, drawn and sent.</summary>
    [CreateAssetMenu(menuName = "Antreckon/Settings", fileName = "AntSettings", order = 1)]
    public sealed class AntSettings : ScriptableObject
    {
        // Of a server: each client is one, and once more as the owner of entities. Only those that are there take memory.
        private const uint MostPeers = 1024;

        [Header("Level")]
        [Tooltip("Edge of a field cell, metres. Halving it makes four times as many cells.")]
        [Range(0.1f, 10f)]
        public float cellSize = 1f;

        [Tooltip("Highest step that is walked up without jumping, metres.")]
        [Range(0f, 3f)]
        public float stepHeight = 0.5f;

        [Tooltip("Deepest fall that makes an edge a drop and not a wall, metres.")]
        [Range(0f, 100f)]
        public float dropHeight = 20f;

        [Header("Prediction")]
        [Tooltip("Auto mixes the models by their recent errors and is never much worse than the best simple one.")]
        public AntModel model = AntModel.Auto;

        [Tooltip("How fast players run, m/s; 0: it is learned from what is seen.")]
        [Range(0f, 100f)]
        public float runSpeed = 0f;

        [Tooltip("What happens when a prediction meets a wall.")]
        public AntObstacle obstacle = AntObstacle.Slide;

        [Tooltip("Most entities.")]
        [Min(1)]
        public int maxEntities = 4096;

        [Header("Drawing")]
        [Tooltip("From 1 (the predicted present) to 0 (the interpolated past).")]
        [Range(0f, 1f)]
        public float freshness = 1f;

        [Tooltip("Use the two values below; off: the library's defaults.")]
        public bool overrideSmoothing = false;

        [Tooltip("How what is drawn converges to a corrected prediction.")]
        public AntSmoothMethod smoothing = AntSmoothMethod.Chase;

        [Tooltip("Farther corrections are jumps, metres.")]
        [Range(0.1f, 100f)]
        public float snapDistance = 2.2f;

        [Header("Sending")]
        [Tooltip("Most entities that are simulated here and sent. Each takes about 5 KB for each machine that is told.")]
        [Range(1, 4096)]
        public int maxSenders = 64;

        [Tooltip("An update is sent when the receivers would be off by this, metres.")]
        [Range(0.02f, 5f)]
        public float sendThreshold = 0.1f;

        [Tooltip("Longest time between two updates, seconds. It also bounds how long a ghost is wrong when the transport loses an update.")]
        [Range(0.1f, 60f)]
        public float heartbeat = 0.5f;

        [Tooltip("Shortest time between two updates, seconds.")]
        [Range(0f, 1f)]
        public float shortestGap = 0f;

        /// <summary>Parameters of a level in Unity's frame.</summary>
        public AntWorldDesc WorldDesc()
        {
            AntWorldDesc desc = AntWorldDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            desc.cellSize = cellSize;
            desc.stepHeight = stepHeight;
            desc.dropHeight = dropHeight;
            return desc;
        }

        /// <summary>How somebody moves.</summary>
        public AntProfile Profile()
        {
            AntProfile profile = AntProfile.Default();
            profile.model = model;
            if (runSpeed > 0f)
            {
                profile.vMax = runSpeed;
            }
            profile.obstacle = obstacle;
            return profile;
        }

        /// <summary>How those are drawn who are simulated elsewhere.</summary>
        public AntGhostsDesc GhostsDesc(PheromoneMap map)
        {
            AntGhostsDesc desc = AntGhostsDesc.Default();
            desc.map = map;
            desc.maxPlayers = (uint)maxEntities;
            desc.maxPeers = MostPeers;
            desc.runSpeed = runSpeed;
            desc.freshness = freshness;
            if (overrideSmoothing)
            {
                desc.convergence = smoothing;
                desc.snapDistance = snapDistance;
            }
            return desc;
        }

        /// <summary>How those are sent who are simulated here.</summary>
        public AntOutboxDesc OutboxDesc(PheromoneMap map)
        {
            AntOutboxDesc desc = AntOutboxDesc.Default();
            desc.map = map;
            desc.maxPlayers = (uint)maxSenders;
            // The library wants at most 2^24 pairs.
            desc.maxObservers = System.Math.Min(MostPeers, (1u << 24) / (uint)maxSenders);
            desc.runSpeed = runSpeed;
            return desc;
        }

        /// <summary>When updates are sent.</summary>
        public AntSenderRules SenderRules()
        {
            AntSenderRules rules = AntSenderRules.Default();
            rules.kind = AntSenderKind.OwnerLine;
            rules.position = sendThreshold;
            rules.heartbeat = AntClock.FromSeconds(heartbeat);
            rules.minGap = AntClock.FromSeconds(shortestGap);
            return rules;
        }
    }
}
