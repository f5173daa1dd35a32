// Not part of Unity or any netcode: what machines have in common when tests let them play together. One application domain is one machine.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using UnityEngine;

namespace ActingUnity
{
    /// <summary>Something on its way to another machine.</summary>
    [Serializable]
    public struct Datagram
    {
        public int To;
        public bool Reliable;
        public byte[] Bytes;
    }

    /// <summary>A spawned object.</summary>
    public sealed class Thing
    {
        public uint Id;
        public int Prefab;
        public GameObject Body;

        /// <summary>Number of the machine that owns it; 0 = the server.</summary>
        public int Owner;

        /// <summary>On the server: machines that see it.</summary>
        public readonly SortedSet<int> Observers = new SortedSet<int>();
    }

    /// <summary>What a netcode makes of what happens.</summary>
    internal interface INetcode
    {
        /// <summary>A client knows of every change of owner; else only those who gain or lose.</summary>
        bool TellsOwners { get; }

        void Connected(int machine);
        void Disconnected(int machine);
        void Spawned(Thing thing, BinaryReader state);
        void Despawned(Thing thing);
        void OwnerChanged(Thing thing, int before);
        void Changed(Thing thing, BinaryReader state);
        void Message(int from, byte[] bytes);
        void ObserversChanged(Thing thing);
        byte[] StateOf(Thing thing);
    }

    /// <summary>What all netcodes do: connect, spawn what is seen, say who owns it, carry messages.</summary>
    public static class Wire
    {
        private enum Kind : byte
        {
            Welcome,
            Spawn,
            Despawn,
            Owner,
            State,
            Message,
            Goodbye,
        }

        /// <summary>What the machine wants to send.</summary>
        public static readonly List<Datagram> Outgoing = new List<Datagram>();

        /// <summary>What can be spawned, by number.</summary>
        public static readonly List<Func<GameObject>> Prefabs = new List<Func<GameObject>>();

        /// <summary>Spawned objects.</summary>
        public static readonly SortedDictionary<uint, Thing> Things = new SortedDictionary<uint, Thing>();

        /// <summary>On the server: machines that are connected, itself not.</summary>
        public static readonly SortedSet<int> Clients = new SortedSet<int>();

        private static INetcode netcode;
        private static uint lastId;

        /// <summary>The netcode runs as a server.</summary>
        public static bool IsServer { get; private set; }

        /// <summary>The netcode runs as a client that is connected; a host is both.</summary>
        public static bool IsConnected { get; private set; }

        /// <summary>Number of this machine; that of a server is 0.</summary>
        public static int Me { get; private set; }

        internal static void Start(INetcode with, bool asServer, int me)
        {
            netcode = with;
            IsServer = asServer;
            IsConnected = false;
            Me = me;
        }

        internal static void Stop()
        {
            foreach (Thing thing in Things.Values.ToArray())
            {
                End(thing);
            }
            foreach (int client in Clients)
            {
                Send(client, true, Kind.Goodbye, writer => { });
            }
            if (!IsServer && netcode != null)
            {
                Send(0, true, Kind.Goodbye, writer => { });
            }
            Clients.Clear();
            netcode = null;
            IsServer = IsConnected = false;
        }

        private static void Send(int to, bool reliable, Kind kind, Action<BinaryWriter> write)
        {
            MemoryStream bytes = new MemoryStream();
            BinaryWriter writer = new BinaryWriter(bytes);
            writer.Write((byte)kind);
            write(writer);
            Outgoing.Add(new Datagram { To = to, Reliable = reliable, Bytes = bytes.ToArray() });
        }

        internal static void Message(int to, bool reliable, byte[] bytes)
        {
            Send(to, reliable, Kind.Message, writer => writer.Write(bytes));
        }

        /// <summary>Something has come.</summary>
        public static void Deliver(int from, byte[] bytes)
        {
            BinaryReader reader = new BinaryReader(new MemoryStream(bytes));
            Kind kind = (Kind)reader.ReadByte();
            if (netcode == null)
            {
                return;
            }
            if (IsServer && kind == Kind.Welcome)
            {
                Clients.Add(from);
                Send(from, true, Kind.Welcome, writer => { });
                netcode.Connected(from);
                foreach (Thing thing in Things.Values)
                {
                    Show(thing, from);
                }
            }
            else if (kind == Kind.Message)
            {
                netcode.Message(from, reader.ReadBytes(bytes.Length - 1));
            }
            else if (kind == Kind.Goodbye)
            {
                Lose(from);
            }
            else if (!IsServer)
            {
                Follow(kind, reader);
            }
        }

        private static void Follow(Kind kind, BinaryReader reader)
        {
            if (kind == Kind.Welcome)
            {
                IsConnected = true;
                netcode.Connected(0);
                return;
            }
            uint id = reader.ReadUInt32();
            Thing thing;
            Things.TryGetValue(id, out thing);
            if (kind == Kind.Spawn && thing == null)
            {
                thing = new Thing { Id = id, Prefab = reader.ReadInt32(), Owner = reader.ReadInt32() };
                Things.Add(id, thing);
                Make(thing, new Vector3(reader.ReadSingle(), reader.ReadSingle(), reader.ReadSingle()));
                netcode.Spawned(thing, reader);
            }
            else if (kind == Kind.Despawn && thing != null)
            {
                End(thing);
            }
            else if (kind == Kind.Owner && thing != null)
            {
                int before = thing.Owner;
                thing.Owner = reader.ReadInt32();
                netcode.OwnerChanged(thing, before);
            }
            else if (kind == Kind.State && thing != null)
            {
                netcode.Changed(thing, reader);
            }
        }

        private static void Make(Thing thing, Vector3 position)
        {
            thing.Body = Player.Instantiate(Prefabs[thing.Prefab]);
            thing.Body.transform.position = position;
        }

        private static void End(Thing thing)
        {
            netcode.Despawned(thing);
            Things.Remove(thing.Id);
            UnityEngine.Object.DestroyImmediate(thing.Body);
        }

        /// <summary>A client asks to be let in.</summary>
        public static void Knock()
        {
            Send(0, true, Kind.Welcome, writer => { });
        }

        /// <summary>A machine is gone: on a server with what it owns, on a client with everything.</summary>
        public static void Lose(int machine)
        {
            if (IsServer && Clients.Remove(machine))
            {
                foreach (Thing thing in Things.Values.Where(one => one.Owner == machine).ToArray())
                {
                    Despawn(thing);
                }
                foreach (Thing thing in Things.Values)
                {
                    thing.Observers.Remove(machine);
                    netcode.ObserversChanged(thing);
                }
                netcode.Disconnected(machine);
            }
            else if (!IsServer)
            {
                netcode.Disconnected(0);
            }
        }

        /// <summary>The server spawns an object.</summary>
        public static Thing Spawn(int prefab, int owner, Vector3 position)
        {
            Thing thing = new Thing { Id = ++lastId, Prefab = prefab, Owner = owner };
            Things.Add(thing.Id, thing);
            Make(thing, position);
            netcode.Spawned(thing, null);
            foreach (int client in Clients)
            {
                Show(thing, client);
            }
            return thing;
        }

        /// <summary>A client sees it from now on.</summary>
        public static void Show(Thing thing, int client)
        {
            if (!thing.Observers.Add(client))
            {
                return;
            }
            netcode.ObserversChanged(thing);
            Vector3 position = thing.Body.transform.position;
            Send(client, true, Kind.Spawn, writer =>
            {
                writer.Write(thing.Id);
                writer.Write(thing.Prefab);
                writer.Write(thing.Owner);
                writer.Write(position.x);
                writer.Write(position.y);
                writer.Write(position.z);
                writer.Write(netcode.StateOf(thing));
            });
        }

        /// <summary>A client does not see it any more.</summary>
        public static void Hide(Thing thing, int client)
        {
            if (thing.Observers.Remove(client))
            {
                netcode.ObserversChanged(thing);
                Send(client, true, Kind.Despawn, writer => writer.Write(thing.Id));
            }
        }

        /// <summary>The server ends an object.</summary>
        public static void Despawn(Thing thing)
        {
            foreach (int client in thing.Observers.ToArray())
            {
                Hide(thing, client);
            }
            End(thing);
        }

        /// <summary>The server gives an object to a machine.</summary>
        public static void Give(Thing thing, int owner)
        {
            int before = thing.Owner;
            thing.Owner = owner;
            netcode.OwnerChanged(thing, before);
            foreach (int client in thing.Observers.Where(one => netcode.TellsOwners || one == before || one == owner))
            {
                Send(client, true, Kind.Owner, writer =>
                {
                    writer.Write(thing.Id);
                    writer.Write(owner);
                });
            }
        }

        /// <summary>The server tells observers what an object has to say.</summary>
        internal static void Change(Thing thing)
        {
            byte[] state = netcode.StateOf(thing);
            foreach (int client in thing.Observers)
            {
                Send(client, true, Kind.State, writer =>
                {
                    writer.Write(thing.Id);
                    writer.Write(state);
                });
            }
        }

        internal static Thing Of(GameObject body)
        {
            return Things.Values.FirstOrDefault(one => one.Body == body);
        }
    }
}
