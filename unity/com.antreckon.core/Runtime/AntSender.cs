// Somebody who is simulated here and shown elsewhere.
using UnityEngine;

namespace Antreckon.Components
{
    /// <summary>Tells the network where its transform is, every frame; an update is sent only when others would be wrong about it.</summary>
    [AddComponentMenu("Antreckon/Ant Sender")]
    [DefaultExecutionOrder(-450)]
    [DisallowMultipleComponent]
    public sealed class AntSender : AntGuest
    {
        [Tooltip("The entity's number on the network, the same on every machine.")]
        [Min(1)]
        public int networkNumber = 1;

        [Tooltip("Other numbers than those of the world, for this kind of entity.")]
        public AntSettings settings;

        private bool teleported;

        /// <summary>It is not simulated at present (paused, loading): others hold it where it is.</summary>
        public bool Frozen { get; set; }

        /// <summary>It was moved and did not move: others shall not see a path.</summary>
        public void Teleport()
        {
            teleported = true;
        }

        /// <inheritdoc/>
        protected override void JoinNetwork(AntNetwork network)
        {
            network.Outbox.SetRules((uint)networkNumber, (settings != null ? settings : World.Settings).SenderRules());
            teleported = false;
        }

        /// <inheritdoc/>
        protected override void LeaveNetwork(AntNetwork network)
        {
            network.Outbox.Remove((uint)networkNumber);
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            teleported = true;
        }

        // After everybody has moved, before the network sends.
        private void LateUpdate()
        {
            if (Network == null || !World.HasTime || Time.deltaTime <= 0f)
            {
                return;
            }
            AntState truth = AntState.Default();
            truth.player = (uint)networkNumber;
            truth.position = transform.position.ToAnt();
            truth.orientation = transform.rotation.ToAnt();
            truth.flags = AntStateFlags.HasOrientation;
            truth.flags |= teleported ? AntStateFlags.Teleported : AntStateFlags.None;
            truth.flags |= Frozen ? AntStateFlags.Frozen : AntStateFlags.None;
            Network.Outbox.Submit(truth, World.Now);
            teleported = false;
        }
    }
}
