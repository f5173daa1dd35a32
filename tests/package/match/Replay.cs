// What replay.c does, through the C# layer.
using System;
using System.IO;
using Antreckon;

/// <summary>A program: Replay.exe TOLD.BIN.</summary>
public static unsafe class Replay
{
    const int Players = 8;
    const long StepsPerSecond = 20;
    const uint Samples = 4;

    static readonly AntEntity[] Entities = new AntEntity[Players];
    static Predictor predictor;
    static Receiver receiver;
    static Smoother smoother;

    /// <summary>Prints the line.</summary>
    public static int Main(string[] arguments)
    {
        using (BinaryReader input = new BinaryReader(File.OpenRead(arguments[0])))
        using (World world = MakeWorld(input))
        using (PheromoneMap map = MakeMap(input, world))
        {
            MakePlayers(input, map);
            ulong shown = 0xcbf29ce484222325;
            long last = -1;
            uint frames = input.ReadUInt32(), updates = 0;
            for (uint frame = 0; frame < frames; ++frame)
            {
                long now = input.ReadInt64();
                for (uint events = input.ReadUInt32(); events > 0; --events)
                {
                    updates += Happen(input, map, now, last);
                }
                AntStepReport ignored;
                map.StepTo(now, out ignored);
                receiver.Advance(now);
                for (uint player = 0; player < Players; ++player)
                {
                    float* drawn = stackalloc float[3];
                    Draw(player, now, drawn);
                    for (int i = 0; i < 12; ++i)
                    {
                        shown = (shown ^ ((byte*)drawn)[i]) * 0x100000001b3;
                    }
                }
                predictor.Adapt(Samples);
                last = now;
            }
            ulong ofSmoother = smoother.StateHash();
            ulong ofCrowd = predictor.StateHash() ^ (ofSmoother << 1 | ofSmoother >> 63);
            Console.WriteLine("{0} frames, {1} updates: world {2:x16} map {3:x16} crowd {4:x16} shown {5:x16}", frames, updates, world.StateHash(),
                map.StateHash(), ofCrowd, shown);
            smoother.Dispose();
            receiver.Dispose();
            predictor.Dispose();
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
            World world = World.CreateEmpty(desc);
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

    static void MakePlayers(BinaryReader input, PheromoneMap map)
    {
        AntPredictorDesc predictorDesc = AntPredictorDesc.Default();
        predictorDesc.map = map;
        predictor = Predictor.Create(predictorDesc);
        AntReceiverDesc receiverDesc = AntReceiverDesc.Default();
        receiverDesc.predictor = predictor;
        receiver = Receiver.Create(receiverDesc);
        AntSmootherDesc smootherDesc = AntSmootherDesc.Default();
        smootherDesc.predictor = predictor;
        smoother = Smoother.Create(smootherDesc);
        if (input.ReadUInt32() != Players)
        {
            throw new InvalidDataException("eight players are expected");
        }
        for (uint player = 0; player < Players; ++player)
        {
            AntProfile profile = AntProfile.Default();
            profile.model = (AntModel)input.ReadUInt32();
            Entities[player] = predictor.AddEntity(profile);
            receiver.Add(player, Entities[player]);
        }
    }

    static AntDouble3 ReadVector(BinaryReader input)
    {
        return new AntDouble3(input.ReadSingle(), input.ReadSingle(), input.ReadSingle());
    }

    /// <summary>One event; returns the number of updates in it.</summary>
    static uint Happen(BinaryReader input, PheromoneMap map, long now, long last)
    {
        uint kind = input.ReadUInt32(), number = input.ReadUInt32(), sequence = input.ReadUInt32();
        bool teleported = input.ReadUInt32() != 0;
        AntUpdate update = AntUpdate.Default();
        update.entity = number;
        update.sequence = sequence;
        update.time = input.ReadInt64();
        update.flags = AntUpdateFlags.HasOrientation | (teleported ? AntUpdateFlags.Teleport : AntUpdateFlags.None);
        update.position = ReadVector(input);
        update.velocity = ReadVector(input);
        update.orientation = new AntDouble4(input.ReadSingle(), input.ReadSingle(), input.ReadSingle(), input.ReadSingle());
        if (kind != 2)
        {
            map.SetSourceActive(number, kind == 1);
            return 0;
        }
        AntShown before = AntShown.Sized(), after = AntShown.Sized();
        bool wasShown = Native.ant_receiver_predict(receiver, number, &before) >= 0;
        AntVerdict verdict = receiver.Receive(update, now);
        bool changed = verdict == AntVerdict.Applied || verdict == AntVerdict.Inserted;
        if (last < 0 || !changed || Native.ant_receiver_predict(receiver, number, &after) < 0)
        {
            return 1;
        }
        AntSmoothCorrection correction = AntSmoothCorrection.Default();
        correction.time = last;
        correction.flags = AntSmoothFlags.HasPrediction | (teleported ? AntSmoothFlags.Teleported : AntSmoothFlags.None);
        correction.position = after.position;
        correction.velocity = after.velocity;
        correction.orientation = after.orientation;
        if (wasShown)
        {
            correction.flags |= AntSmoothFlags.HasBefore;
            correction.beforePosition = before.position;
            correction.beforeVelocity = before.velocity;
            correction.beforeOrientation = before.orientation;
        }
        smoother.Correct(Entities[number], correction);
        return 1;
    }

    static void Draw(uint player, long now, float* drawn)
    {
        drawn[0] = drawn[1] = drawn[2] = float.PositiveInfinity;
        AntShown shown = AntShown.Sized();
        if (Native.ant_receiver_predict(receiver, player, &shown) < 0)
        {
            return;
        }
        AntEntity entity = Entities[player];
        AntDrawBatch batch = AntDrawBatch.Default();
        batch.count = 1;
        batch.time = now;
        batch.entities = AntStream.Of(&entity, 1, AntFormat.U64);
        batch.predictedPositions = AntStream.Of(&shown.position, 1, AntFormat.F64x3);
        batch.predictedVelocities = AntStream.Of(&shown.velocity, 1, AntFormat.F64x3);
        batch.predictedOrientations = AntStream.Of(&shown.orientation, 1, AntFormat.F64x4);
        batch.positions = AntStream.Of(drawn, 1, AntFormat.F32x3);
        smoother.DrawBatch(batch);
    }
}
