// Writes how players move, for the command-line lab (`antreckon eval`).
using System.Globalization;
using System.IO;
using System.Text;
using UnityEngine;

namespace Antreckon.Samples
{
    /// <summary>
    /// Samples the transforms of players at a fixed rate into samples.csv, with entities.csv beside it. Ids and positions only: nothing that names a person.
    /// </summary>
    public sealed class RecordATrace : MonoBehaviour
    {
        [Tooltip("Who is recorded.")]
        public Transform[] players;

        [Range(1, 60)]
        public int samplesPerSecond = 20;

        [Tooltip("Folder below the project's persistent data path.")]
        public string folder = "trace";

        private StreamWriter samples;
        private Vector3[] lastPositions;
        private float untilNext;
        private int tick;
        private readonly StringBuilder line = new StringBuilder(256);

        private void OnEnable()
        {
            string path = Path.Combine(Application.persistentDataPath, folder);
            Directory.CreateDirectory(path);
            samples = new StreamWriter(Path.Combine(path, "samples.csv"));
            samples.WriteLine("t,id,x,y,z,vx,vy,vz,yaw");
            using (StreamWriter entities = new StreamWriter(Path.Combine(path, "entities.csv")))
            {
                entities.WriteLine("id,kind");
                for (int i = 0; i < players.Length; ++i)
                {
                    entities.WriteLine(i.ToString(CultureInfo.InvariantCulture) + ",player");
                }
            }
            lastPositions = new Vector3[players.Length];
            for (int i = 0; i < players.Length; ++i)
            {
                lastPositions[i] = players[i].position;
            }
            tick = 0;
            untilNext = 0f;
            Debug.Log("Recording to " + path, this);
        }

        private void OnDisable()
        {
            if (samples != null)
            {
                samples.Dispose();
                samples = null;
            }
        }

        private void FixedUpdate()
        {
            untilNext -= Time.fixedDeltaTime;
            if (untilNext > 0f)
            {
                return;
            }
            float interval = 1f / samplesPerSecond;
            untilNext += interval;
            for (int i = 0; i < players.Length; ++i)
            {
                Vector3 position = players[i].position;
                Write(tick * interval, i, position, (position - lastPositions[i]) / interval, players[i].eulerAngles.y);
                lastPositions[i] = position;
            }
            ++tick;
        }

        // Unity is left-handed with y up; the lab's traces are right-handed with z up.
        private void Write(float time, int id, Vector3 position, Vector3 velocity, float yaw)
        {
            line.Length = 0;
            line.AppendFormat(CultureInfo.InvariantCulture, "{0:0.####},{1},{2:0.###},{3:0.###},{4:0.###},{5:0.###},{6:0.###},{7:0.###},{8:0.#}", time, id,
                position.x, position.z, position.y, velocity.x, velocity.z, velocity.y, 90f - yaw);
            samples.WriteLine(line.ToString());
        }
    }
}
