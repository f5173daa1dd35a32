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

        private Vector3 lastPosition;
        private bool teleported;

        /// <summary>It was moved and did not move: others shall not see a path.</summary>
        public void Teleport()
        {
            teleported = true;
        }

        /// <inheritdoc/>
        protected override unsafe void JoinNetwork(AntNetwork network)
        {
            AntSettings used = settings != null ? settings : World.Settings;
            // What the ghosts elsewhere are predicted by, or it would be sent too often or too seldom.
            float[] weights = World.Pheromones.Weights();
            fixed (float* first = weights)
            {
                AntProfile profile = used.Profile();
                profile.layerWeights = first;
                profile.layerWeightCount = (uint)weights.Length;
                network.Sender.AddEntity((uint)networkNumber, used.SenderRules(), profile);
            }
            lastPosition = transform.position;
            teleported = true;
        }

        /// <inheritdoc/>
        protected override void LeaveNetwork(AntNetwork network)
        {
            network.Sender.RemoveEntity((uint)networkNumber);
        }

        /// <inheritdoc/>
        protected override void Rebased(Vector3 shift)
        {
            lastPosition -= shift;
        }

        // After everybody has moved, before the network sends.
        private void LateUpdate()
        {
            if (Network == null || !World.HasTime || Time.deltaTime <= 0f)
            {
                return;
            }
            AntUpdate truth = AntUpdate.Default();
            truth.entity = (uint)networkNumber;
            truth.time = World.Now;
            truth.position = transform.position.ToAnt();
            truth.orientation = transform.rotation.ToAnt();
            truth.flags = AntUpdateFlags.HasOrientation;
            if (teleported)
            {
                truth.flags |= AntUpdateFlags.Teleport;
            }
            else
            {
                truth.velocity = ((transform.position - lastPosition) / Time.deltaTime).ToAnt();
            }
            Network.Sender.Submit(truth);
            lastPosition = transform.position;
            teleported = false;
        }
    }
}
