// One computer of a network game, in an application domain of its own: a scene, a netcode, the package.
using System;
using System.Linq;
using System.Runtime.CompilerServices;
using ActingUnity;
using Antreckon.Components;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>The netcodes that there is a bridge to.</summary>
    public enum Netcode
    {
        Mirror,
        ForGameObjects,
        FishNet,
    }

    /// <summary>What tests ask of a machine; only values cross the border between domains.</summary>
    public sealed class Machine : MarshalByRefObject
    {
        /// <summary>Prefabs: the usual one, and one that the server moves.</summary>
        public const int Usual = 0, MovedByServer = 1;

        private Netcode netcode;
        private GameObject manager;

        /// <summary>Begins to play in a scene without any set-up: no world, no network, no bridge.</summary>
        public void Play(Netcode with, double clock)
        {
            netcode = with;
            RuntimeHelpers.RunClassConstructor(typeof(Antreckon.Editor.AntReloadGuard).TypeHandle);
            Level.Triangulation = Level.Floor(16, 16, 4f);
            Wire.Prefabs.Add(() => Prefab(AntAuthority.Owner));
            Wire.Prefabs.Add(() => Prefab(AntAuthority.Server));
            Player.Play(() => { });
            Player.SetClock(clock);
        }

        private GameObject Prefab(AntAuthority movedBy)
        {
            GameObject made = new GameObject("player");
            made.AddComponent<CharacterController>();
            if (netcode == Netcode.Mirror)
            {
                made.AddComponent<AntMirrorEntity>().movedBy = movedBy;
            }
            else if (netcode == Netcode.ForGameObjects)
            {
                made.AddComponent<AntNetcodeEntity>().movedBy = movedBy;
            }
            else
            {
                made.AddComponent<AntFishNetEntity>().movedBy = movedBy;
            }
            return made;
        }

        /// <summary>Starts the netcode as a server.</summary>
        public void StartServer(bool asHost)
        {
            if (netcode == Netcode.Mirror)
            {
                MirrorPeer.StartServer(asHost);
            }
            else if (netcode == Netcode.ForGameObjects)
            {
                manager = manager != null ? manager : new GameObject("manager");
                NetcodePeer.StartServer(manager, asHost);
            }
            else
            {
                FishNetPeer.StartServer(asHost);
            }
        }

        /// <summary>Starts the netcode as a client that asks to be let in. The server's clock is ahead by so much.</summary>
        public void StartClient(int me, double ahead, double oneWay)
        {
            if (netcode == Netcode.Mirror)
            {
                MirrorPeer.StartClient(me, ahead + oneWay, 2 * oneWay);
            }
            else if (netcode == Netcode.ForGameObjects)
            {
                manager = manager != null ? manager : new GameObject("manager");
                NetcodePeer.StartClient(manager, me, ahead, oneWay);
            }
            else
            {
                FishNetPeer.StartClient(me, ahead, oneWay);
            }
            Wire.Knock();
        }

        /// <summary>Stops the netcode.</summary>
        public void StopNetcode()
        {
            if (netcode == Netcode.Mirror)
            {
                if (Wire.IsServer)
                {
                    MirrorPeer.StopServer();
                }
                else
                {
                    MirrorPeer.StopClient();
                }
            }
            else if (netcode == Netcode.ForGameObjects)
            {
                NetcodePeer.Stop();
            }
            else
            {
                FishNetPeer.Stop();
            }
        }

        /// <summary>A frame, after what has come was delivered.</summary>
        public void Frame(float seconds)
        {
            Player.Frame(seconds);
        }

        /// <summary>What it wants to send.</summary>
        public Datagram[] Take()
        {
            Datagram[] taken = Wire.Outgoing.ToArray();
            Wire.Outgoing.Clear();
            return taken;
        }

        /// <summary>Something has come.</summary>
        public void Deliver(int from, byte[] bytes)
        {
            Wire.Deliver(from, bytes);
        }

        /// <summary>The server spawns an object; the owner that stands for the host itself is -1.</summary>
        public uint Spawn(int prefab, int owner, float x, float z)
        {
            return Wire.Spawn(prefab, owner, new Vector3(x, 0f, z)).Id;
        }

        /// <summary>The server ends an object.</summary>
        public void Despawn(uint id)
        {
            Wire.Despawn(Wire.Things[id]);
        }

        /// <summary>The server gives an object to somebody.</summary>
        public void Give(uint id, int owner)
        {
            Wire.Give(Wire.Things[id], owner);
        }

        /// <summary>The server hides an object from a client, or shows it.</summary>
        public void SetVisible(uint id, int client, bool visible)
        {
            if (visible)
            {
                Wire.Show(Wire.Things[id], client);
            }
            else
            {
                Wire.Hide(Wire.Things[id], client);
            }
        }

        /// <summary>It is here.</summary>
        public bool Has(uint id)
        {
            return Wire.Things.ContainsKey(id);
        }

        /// <summary>The game moves what it simulates.</summary>
        public void Move(uint id, float x, float z)
        {
            Transform place = Wire.Things[id].Body.transform;
            place.position += new Vector3(x, 0f, z);
        }

        /// <summary>Where it is seen here: x and z.</summary>
        public float[] Place(uint id)
        {
            Vector3 place = Wire.Things[id].Body.transform.position;
            return new[] { place.x, place.z };
        }

        /// <summary>The game hides the object, or shows it again, while it is spawned.</summary>
        public void SetActive(uint id, bool active)
        {
            Wire.Things[id].Body.SetActive(active);
        }

        /// <summary>It is simulated here.</summary>
        public bool IsMine(uint id)
        {
            return AntNetworkEntity.Find(id).IsMine;
        }

        /// <summary>It is drawn here by what was told.</summary>
        public bool IsShown(uint id)
        {
            AntNetworkEntity entity = AntNetworkEntity.Find(id);
            return entity != null && entity.Ghost != null && entity.Ghost.IsShown;
        }

        /// <summary>Its character controller moves it.</summary>
        public bool IsFree(uint id)
        {
            return Wire.Things[id].Body.GetComponent<CharacterController>().enabled;
        }

        /// <summary>What this machine's clock of the network shows, seconds.</summary>
        public double Now
        {
            get { return AntWorldBehaviour.Current.Now * 1e-9; }
        }

        /// <summary>Ghosts that the library knows of, and ghosts of the scene.</summary>
        public int Ghosts
        {
            get { return AntWorldBehaviour.Current.Ghosts.Count; }
        }

        /// <summary>Cells of the level.</summary>
        public uint Cells
        {
            get { return AntWorldBehaviour.Current.Level.Stats().cellCount; }
        }

        /// <summary>What was refused.</summary>
        public ulong Refused
        {
            get { return AntWorldBehaviour.Current.Network.Refused; }
        }

        /// <summary>Whoever was thrown out.</summary>
        public int Kicked
        {
            get { return MirrorPeer.Kicked.Count; }
        }

        /// <summary>Sets the speed of game time.</summary>
        public void SetTimeScale(float scale)
        {
            Time.timeScale = scale;
        }

        /// <summary>The console's lines of a kind.</summary>
        public string[] Console(string kind)
        {
            return Messages.Of(kind);
        }

        /// <summary>A scene with a world of its own is loaded beside the others; the number of its objects.</summary>
        public int AddSceneWithWorld()
        {
            added = Player.AddScene(() => new GameObject("world").AddComponent<AntWorldBehaviour>()).ToArray();
            return added.Length;
        }

        private GameObject[] added;

        /// <summary>It is unloaded.</summary>
        public void UnloadScene()
        {
            Player.UnloadScene(added.Where(one => one != null));
        }

        /// <summary>Stops the game; what is left of native objects.</summary>
        public int End()
        {
            if (Wire.IsServer || Wire.IsConnected)
            {
                StopNetcode();
            }
            Player.Stop();
            return AntLifetime.Count + Work.Arrays;
        }

        /// <summary>Never ends by itself.</summary>
        public override object InitializeLifetimeService()
        {
            return null;
        }
    }
}
