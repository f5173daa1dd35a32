// A scene without the native library: what is missing is told once, and the game goes on. A program of its own, as a library that was loaded once stays.
using System;
using System.Linq;
using ActingUnity;
using Antreckon;
using Antreckon.Components;
using UnityEngine;

static class MissingLibrary
{
    static int failures;

    static void Main()
    {
        AntWorldBehaviour world = null;
        Player.LoadScene(() =>
        {
            new GameObject("ghost").AddComponent<AntGhost>();
            new GameObject("item").AddComponent<AntPointOfInterest>();
            new GameObject("sender").AddComponent<AntSender>();
            world = new GameObject("world").AddComponent<AntNetwork>().GetComponent<AntWorldBehaviour>();
        });
        Player.Frames(10);
        Ensure(!world.enabled && !world.IsRunning, "the world is off");
        Ensure(Messages.Of("error").Length == 1, "one error: " + string.Join("\n", Messages.Of("error")));
        Ensure(Messages.Of("error").All(line => line.Contains("'antreckon' was not found for this platform")), "it says what is missing");
        world.enabled = true;
        Ensure(!world.enabled && Messages.Of("error").Length == 2, "so it does again");
        Player.Stop();
        Ensure(AntLifetime.Count == 0, "nothing is left");
        try
        {
            World.CreateMesh(default(AntWorldDesc));
            Ensure(false, "an object was made");
        }
        catch (DllNotFoundException error)
        {
            Ensure(error.Message.Contains("antreckon"), error.Message);
        }
        default(World).Dispose();
        Environment.Exit(failures);
    }

    static void Ensure(bool holds, string what)
    {
        if (!holds)
        {
            Console.WriteLine("not true: " + what);
            ++failures;
        }
    }
}
