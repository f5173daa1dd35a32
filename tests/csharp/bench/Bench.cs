// What a call costs from C# beside the same call from C: both in one process, on the same predictor, sample by sample in turn.
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Antreckon;

static unsafe class Bench
{
    const int Samples = 400;
    const long Time = 500000000;

    [DllImport("from_c")]
    static extern int from_c_predict_batch(Predictor predictor, AntPredictBatch* batch, uint repeats);

    [DllImport("from_c")]
    static extern int from_c_predict(Predictor predictor, AntEntity entity, long time, AntPrediction* prediction, uint repeats);

    static Predictor predictor;
    static AntEntity entity;
    static AntPredictBatch batch;
    static uint repeats;

    // A batch of a thousand may cost this many times what it costs from C.
    const double MostRatio = 1.3;

    static int Main()
    {
        // The cheapest model, without a level: what remains of the call is largest.
        AntProfile profile = AntProfile.Default();
        profile.model = AntModel.Dr1;
        profile.flags = AntProfileFlags.NoSpeedLimit;
        profile.obstacle = AntObstacle.Ignore;
        predictor = Predictor.Create(AntPredictorDesc.Default());
        PinnedArray<AntEntity> entities = new PinnedArray<AntEntity>(1000);
        PinnedArray<float> positions = new PinnedArray<float>(3000);
        AntObservation seen = AntObservation.Default();
        seen.velocity = new AntDouble3(1, 0, 0);
        seen.flags = AntObserveFlags.HasVelocity;
        for (int i = 0; i < 1000; ++i)
        {
            entities[i] = predictor.AddEntity(profile);
            seen.position = new AntDouble3(i, 0, 0);
            predictor.Observe(entities[i], seen);
        }
        Console.WriteLine("{0,-28}{1,12}{2,12}{3,10}", "call", "C, ns", "C#, ns", "C# / C");
        double worst = double.MaxValue;
        foreach (int count in new[] { 1000, 100, 10, 1 })
        {
            batch = AntPredictBatch.Default();
            batch.count = (uint)count;
            batch.time = Time;
            batch.entities = AntStream.Of(entities.Pointer, count, AntFormat.U64);
            batch.positions = AntStream.Of(positions.Pointer, count, AntFormat.F32x3);
            repeats = (uint)(20000 / (count + 20)) + 1;
            double ratio = Report("batch of " + count, BatchFromC, BatchFromCSharp);
            worst = count == 1000 ? ratio : worst;
        }
        entity = entities[0];
        repeats = 1000;
        Report("one prediction", OneFromC, OneFromCSharp);
        return worst < MostRatio ? 0 : 1;
    }

    static int BatchFromC()
    {
        AntPredictBatch asked = batch;
        return from_c_predict_batch(predictor, &asked, repeats);
    }

    static int BatchFromCSharp()
    {
        int worst = 0;
        for (uint n = 0; n < repeats; ++n)
        {
            worst = Math.Min(worst, (int)predictor.PredictBatch(batch));
        }
        return worst;
    }

    static int OneFromC()
    {
        AntPrediction prediction = AntPrediction.Sized();
        return from_c_predict(predictor, entity, Time, &prediction, repeats);
    }

    static int OneFromCSharp()
    {
        int worst = 0;
        for (uint n = 0; n < repeats; ++n)
        {
            AntPrediction prediction;
            worst = Math.Min(worst, (int)predictor.Predict(entity, Time, out prediction));
        }
        return worst;
    }

    // The smallest of many short samples is the least disturbed one.
    static double Report(string name, Func<int> fromC, Func<int> fromCSharp)
    {
        double c = double.MaxValue, cSharp = double.MaxValue;
        for (int sample = 0; sample < Samples; ++sample)
        {
            c = Math.Min(c, Nanoseconds(fromC));
            cSharp = Math.Min(cSharp, Nanoseconds(fromCSharp));
        }
        FormattableString line = $"{name,-28}{c,12:0.0}{cSharp,12:0.0}{cSharp / c,10:0.000}";
        Console.WriteLine(FormattableString.Invariant(line));
        return cSharp / c;
    }

    static double Nanoseconds(Func<int> work)
    {
        long begin = Stopwatch.GetTimestamp();
        if (work() < 0)
        {
            throw new InvalidOperationException("a call failed");
        }
        return (Stopwatch.GetTimestamp() - begin) * 1e9 / Stopwatch.Frequency / repeats;
    }
}
