// Writes how players move, for the command-line lab (`antreckon eval`).
using System.Globalization;
using System.IO;
using System.IO.Compression;
using System.Text;
using UnityEngine;
using UnityEngine.AI;

namespace Antreckon.Samples
{
    /// <summary>
    /// Samples the transforms of players at a fixed rate and writes a trace folder: meta.json, entities.csv, samples.csv.gz, nav.json.gz. Numbers and positions only:
    /// nothing that names a person. Unity is left-handed with y up; traces are right-handed with z up, so y and z change places.
    /// </summary>
    public sealed class RecordATrace : MonoBehaviour
    {
        [Tooltip("Who is recorded.")]
        public Transform[] players;

        [Range(1, 60)]
        public int samplesPerSecond = 20;

        [Tooltip("Nominal top speed, m/s.")]
        [Min(0.1f)]
        public float topSpeed = 8f;

        [Tooltip("Folder below the project's persistent data path; also the trace's name.")]
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
            line.Length = 0;
            Append("{{\"name\":\"{0}\",\"tick_hz\":{1},\"units\":\"metres\",\"up_axis\":\"z\",\"v_max\":{2:0.###},\"body_width\":1}}", folder, samplesPerSecond, topSpeed);
            File.WriteAllText(Path.Combine(path, "meta.json"), line.ToString());
            using (StreamWriter entities = new StreamWriter(Path.Combine(path, "entities.csv")))
            {
                entities.WriteLine("id,kind,name,team,x,y,z");
                for (int i = 0; i < players.Length; ++i)
                {
                    entities.WriteLine(i.ToString(CultureInfo.InvariantCulture) + ",player,,,,,");
                }
            }
            WriteLevel(Path.Combine(path, "nav.json.gz"));
            samples = Packed(Path.Combine(path, "samples.csv.gz"));
            samples.WriteLine("t,id,x,y,z,vx,vy,vz,yaw,pitch,health,armor,alive");
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
                Vector3 velocity = (position - lastPositions[i]) / interval;
                lastPositions[i] = position;
                line.Length = 0;
                Append("{0:0.####},{1},", tick * interval, i);
                Append("{0:0.###},{1:0.###},{2:0.###},", position.x, position.z, position.y);
                Append("{0:0.###},{1:0.###},{2:0.###},{3:0.#},,,,1", velocity.x, velocity.z, velocity.y, 90f - players[i].eulerAngles.y);
                samples.WriteLine(line.ToString());
            }
            ++tick;
        }

        private void WriteLevel(string path)
        {
            NavMeshTriangulation mesh = NavMesh.CalculateTriangulation();
            using (StreamWriter level = Packed(path))
            {
                level.Write("{\"type\":\"mesh\",\"vertices\":[");
                for (int i = 0; i < mesh.vertices.Length; ++i)
                {
                    line.Length = 0;
                    Vector3 vertex = mesh.vertices[i];
                    Append(i == 0 ? "[{0:0.###},{1:0.###},{2:0.###}]" : ",[{0:0.###},{1:0.###},{2:0.###}]", vertex.x, vertex.z, vertex.y);
                    level.Write(line.ToString());
                }
                level.Write("],\"polys\":[");
                for (int i = 0; i + 2 < mesh.indices.Length; i += 3)
                {
                    line.Length = 0;
                    Append(i == 0 ? "[{0},{1},{2}]" : ",[{0},{1},{2}]", mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]);
                    level.Write(line.ToString());
                }
                level.Write("]}");
            }
        }

        private void Append(string format, params object[] values)
        {
            line.AppendFormat(CultureInfo.InvariantCulture, format, values);
        }

        private static StreamWriter Packed(string path)
        {
            return new StreamWriter(new GZipStream(File.Create(path), CompressionMode.Compress));
        }
    }
}
