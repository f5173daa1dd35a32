// Who knows how fast an object moves.
using UnityEngine;
using UnityEngine.AI;

namespace Antreckon.Components
{
    /// <summary>Asks the object's Rigidbody, CharacterController or NavMeshAgent; each knows the velocity within a frame, where positions tell it over some.</summary>
    internal struct AntVelocity
    {
        // A component that says it stands, while its object moves at this speed, m/s, is not what moves it.
        private const float Slow = 0.05f, Moves = 0.5f;

        private Rigidbody body;
        private CharacterController controller;
        private NavMeshAgent agent;

        /// <summary>Looks for components.</summary>
        public void Find(Component of)
        {
            body = of.GetComponent<Rigidbody>();
            controller = of.GetComponent<CharacterController>();
            agent = of.GetComponent<NavMeshAgent>();
        }

        /// <summary>The component's velocity where one moves the object, else that of its positions. `scale` is how much game time passes in a second of the clock.</summary>
        public Vector3 Of(Vector3 positions, float scale)
        {
            Vector3 told;
            if (body != null && !body.isKinematic)
            {
#if UNITY_6000_0_OR_NEWER
                told = body.linearVelocity;
#else
                told = body.velocity;
#endif
            }
            else if (controller != null && controller.enabled)
            {
                told = controller.velocity;
            }
            else if (agent != null && agent.enabled)
            {
                told = agent.velocity;
            }
            else
            {
                return positions;
            }
            told *= scale;
            return told.magnitude < Slow && positions.magnitude > Moves ? positions : told;
        }
    }
}
