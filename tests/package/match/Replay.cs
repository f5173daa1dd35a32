// What replay.c does, through the C# layer.
using System;
using System.IO;
using Antreckon;

/// <summary>A program: Replay.exe TOLD.BIN.</summary>
public static unsafe class Replay
{
    enum Kind : uint { Taken, There, State, Truth, Gone, Packet, Reply }

    const int StepsPerSecond = 20, Most = 64, Latest = 16, Datagram = 1200;
    const long Ahead = 7000000000;
    const ulong Owner = 1, Host = 2, Client = 7;
    const uint HalfFresh = 6, OfThePast = 9;

    /// <summary>What frames sent.</summary>
    sealed class Sent
    {
        public readonly byte[] Bytes = new byte[Datagram];
        public int Size;
        public ReadOnlySpan<byte> View { get { return new ReadOnlySpan<byte>(Bytes, 0, Size); } }
    }

    static readonly Sent[] Packets = new Sent[Latest], Replies = new Sent[Latest];
    static PheromoneMap map;
    static Ghosts ghosts;
    static Outbox outbox;
    static ulong drawn = 0xcbf29ce484222325;

    /// <summary>Prints the line.</summary>
    public static int Main(string[] arguments)
    {
        using (BinaryReader input = new BinaryReader(File.OpenRead(arguments[0])))
        using (World world = MakeWorld(input))
        using (map = MakeMap(input, world))
        using (ghosts = MakeGhosts(input))
        using (outbox = MakeOutbox(world))
        {
            uint frames = input.ReadUInt32(), sent = 0;
            for (uint frame = 0; frame < frames; ++frame)
            {
                long now = input.ReadInt64();
                for (uint events = input.ReadUInt32(); events > 0; --events)
                {
                    Happen(input, now);
                }
                Sent packet = Packets[frame % Latest] = new Sent(), reply = Replies[frame % Latest] = new Sent();
                AntStepReport ignored;
                map.StepTo(now, out ignored);
                outbox.Packet(Client, now + Ahead, packet.Bytes, out packet.Size);
                Draw(now);
                reply.Size = (int)ghosts.Reply(Owner, now, reply.Bytes);
                sent += packet.Size > 0 ? 1u : 0u;
            }
            Console.WriteLine("{0} frames, {1} packets: world {2:x16} map {3:x16} ghosts {4:x16} outbox {5:x16} drawn {6:x16}", frames, sent,
                world.StateHash(), map.StateHash(), ghosts.StateHash(), outbox.StateHash(), drawn);
        }
        return 0;
    }

    static World MakeWorld(BinaryReader input)
    {
        AntWorldDesc desc = AntWorldDesc.Default();
        desc.cellSize = input.ReadSingle();
        desc.stepHeight = input.ReadSingle();
        int squares = input.ReadInt32();
        using (PinnedArray<float> corners = new PinnedArray<float>(12 * squares))
        using (PinnedArray<uint> indices = new PinnedArray<uint>(4 * squares))
        using (PinnedArray<uint> sizes = new PinnedArray<uint>(squares))
        {
            for (int i = 0; i < 12 * squares; ++i)
            {
                corners[i] = input.ReadSingle();
            }
            for (int i = 0; i < 4 * squares; ++i)
            {
                indices[i] = (uint)i;
                sizes[i / 4] = 4;
            }
            AntMeshDesc mesh = AntMeshDesc.Default();
            mesh.vertexCount = mesh.indexCount = 4 * (uint)squares;
            mesh.polygonCount = (uint)squares;
            mesh.vertices = AntStream.Of(corners.Pointer, 4 * squares, AntFormat.F32x3);
            mesh.indices = indices.Stream(AntFormat.U32);
            mesh.polygonSizes = sizes.Stream(AntFormat.U32);
            World world = World.CreateMesh(desc);
            world.SetTile(0, 0, 0, mesh);
            return world;
        }
    }

    static PheromoneMap MakeMap(BinaryReader input, World world)
    {
        AntMapDesc desc = AntMapDesc.Default();
        desc.step = 1000000000 / StepsPerSecond;
        PheromoneMap map = PheromoneMap.Create(world, desc);
        map.EnableTrails(AntTrailDesc.Default());
        for (uint items = input.ReadUInt32(); items > 0; --items)
        {
            uint number = input.ReadUInt32();
            AntSourceDesc source = AntSourceDesc.Default();
            source.position = ReadVector(input);
            source.emission = 10.0f;
            source.flags = AntSourceFlags.Fixed;
            map.AddSource(number, source);
            map.SetSourceActive(number, false);
        }
        return map;
    }

    static Ghosts MakeGhosts(BinaryReader input)
    {
        AntGhostsDesc desc = AntGhostsDesc.Default();
        desc.map = map;
        Ghosts made = Ghosts.Create(desc);
        uint players = input.ReadUInt32();
        for (uint player = 0; player < players; ++player)
        {
            AntProfile profile = AntProfile.Default();
            profile.model = (AntModel)input.ReadUInt32();
            made.SetProfile(player, profile);
        }
        made.SetFreshness(HalfFresh, 0.5);
        made.SetFreshness(OfThePast, 0.0);
        return made;
    }

    static Outbox MakeOutbox(World world)
    {
        AntOutboxDesc desc = AntOutboxDesc.Default();
        desc.world = world;
        return Outbox.Create(desc);
    }

    static AntDouble3 ReadVector(BinaryReader input)
    {
        return new AntDouble3(input.ReadSingle(), input.ReadSingle(), input.ReadSingle());
    }

    static void Happen(BinaryReader input, long now)
    {
        Kind kind = (Kind)input.ReadUInt32();
        uint number = input.ReadUInt32();
        bool teleported = input.ReadUInt64() != 0;
        AntState state = AntState.Default();
        state.player = number;
        state.flags = AntStateFlags.HasVelocity | AntStateFlags.HasOrientation | (kind == Kind.State ? AntStateFlags.HasTime : AntStateFlags.None) |
            (teleported ? AntStateFlags.Teleported : AntStateFlags.None);
        state.time = input.ReadInt64();
        state.position = ReadVector(input);
        state.velocity = ReadVector(input);
        state.orientation = new AntDouble4(input.ReadSingle(), input.ReadSingle(), input.ReadSingle(), input.ReadSingle());
        Sent packet = Packets[number % Latest], reply = Replies[number % Latest];
        switch (kind)
        {
            case Kind.State: ghosts.Observe(Host, state, now); break;
            case Kind.Truth: outbox.Submit(state, now + Ahead); break;
            case Kind.Gone: outbox.Remove(number); break;
            case Kind.Packet: if (packet.Size > 0) { ghosts.Receive(Owner, packet.View, now); } break;
            case Kind.Reply: if (reply.Size > 0) { outbox.Receive(Client, reply.View, now + Ahead); } break;
            default: map.SetSourceActive(number, kind == Kind.There); break;
        }
    }

    static void Draw(long now)
    {
        uint* players = stackalloc uint[Most];
        float* positions = stackalloc float[3 * Most], velocities = stackalloc float[3 * Most], orientations = stackalloc float[4 * Most];
        AntGhostFrame frame = AntGhostFrame.Default();
        frame.capacity = Most;
        frame.players = AntStream.Of(players, Most, AntFormat.U32);
        frame.positions = AntStream.Of(positions, Most, AntFormat.F32x3);
        frame.velocities = AntStream.Of(velocities, Most, AntFormat.F32x3);
        frame.orientations = AntStream.Of(orientations, Most, AntFormat.F32x4);
        uint count;
        ghosts.Draw(now, frame, out count);
        Add((byte*)players, 4 * count);
        Add((byte*)positions, 12 * count);
        Add((byte*)velocities, 12 * count);
        Add((byte*)orientations, 16 * count);
    }

    static void Add(byte* bytes, uint length)
    {
        for (uint i = 0; i < length; ++i)
        {
            drawn = (drawn ^ bytes[i]) * 0x100000001b3;
        }
    }
}
