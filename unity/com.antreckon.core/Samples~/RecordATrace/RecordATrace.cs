// Records how players move, for the command-line lab (`antreckon eval`).
using System.IO;
using Antreckon.Components;
using UnityEngine;

namespace Antreckon.Samples
{
    /// <summary>
    /// Samples the transforms of players at a fixed rate and writes one file, NAME.anttrace, with the level in it. Numbers and positions only: nothing that names a
    /// person. The file grows while the game runs; after a crash all but the last second is there. Needs an Ant World in the scene.
    /// </summary>
    public sealed class RecordATrace : AntGuest
    {
        [Tooltip("Who is recorded.")]
        public Transform[] players;

        [Range(1, 60)]
        public int samplesPerSecond = 20;

        [Tooltip("Nominal top speed, m/s.")]
        [Min(0.1f)]
        public float topSpeed = 8f;

        [Tooltip("Name of the file, below the project's persistent data path, and of the match.")]
        public string fileName = "match";

        private readonly byte[] pulled = new byte[65536];
        private Recorder recorder;
        private FileStream file;
        private Vector3[] lastPositions;
        private long lastTime;
        private long nextTime;
        private int takes;

        /// <summary>Where it is written. A world that begins anew gets a file of its own.</summary>
        public string FilePath
        {
            get { return Path.Combine(Application.persistentDataPath, fileName + (takes > 1 ? "-" + takes : "") + ".anttrace"); }
        }

        /// <inheritdoc/>
        protected override void Join(AntWorldBehaviour world)
        {
            AntRecorderDesc desc = AntRecorderDesc.Default();
            desc.frame.kind = AntFrameKind.Unity;
            desc.Name = fileName;
            desc.tickHz = samplesPerSecond;
            desc.vMax = topSpeed;
            Close();
            recorder = Recorder.Create(desc);
            ++takes;
            file = File.Create(FilePath);
            lastPositions = new Vector3[players.Length];
            for (int i = 0; i < players.Length; ++i)
            {
                AntRecordEntity player = AntRecordEntity.Default();
                player.id = (uint)i;
                recorder.AddEntity(player);
                lastPositions[i] = players[i].position;
            }
            // A level may be larger than what the recorder keeps.
            while (recorder.Level(world.Level) == AntStatus.Truncated)
            {
                Write();
            }
            lastTime = world.Now;
            nextTime = world.Now;
            Debug.Log("Recording to " + FilePath, this);
        }

        /// <inheritdoc/>
        protected override void Leave(AntWorldBehaviour world)
        {
            recorder.Finish();
            Write();
            Close();
        }

        /// <summary>Unity's message.</summary>
        protected override void OnDisable()
        {
            base.OnDisable();
            Close();
        }

        private void Close()
        {
            recorder.Dispose();
            recorder = default(Recorder);
            if (file != null)
            {
                file.Dispose();
                file = null;
            }
        }

        private void LateUpdate()
        {
            if (World == null || World.Now < nextTime)
            {
                return;
            }
            long now = World.Now;
            nextTime += AntClock.FromSeconds(1.0 / samplesPerSecond);
            for (int i = 0; i < players.Length; ++i)
            {
                Vector3 position = players[i].position;
                AntDouble3? velocity = null;
                if (now > lastTime)
                {
                    velocity = ((position - lastPositions[i]) / (float)((now - lastTime) * 1e-9)).ToAnt();
                }
                lastPositions[i] = position;
                recorder.Sample(now, (uint)i, position.ToAnt(), velocity, players[i].rotation.ToAnt(), 0);
            }
            lastTime = now;
            Write();
        }

        private void Write()
        {
            ulong length;
            while (recorder.Pull(pulled, out length) != AntStatus.Empty)
            {
                file.Write(pulled, 0, (int)length);
            }
        }
    }
}
