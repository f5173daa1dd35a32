using System;
using System.Linq;
using System.Reflection;
using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>What the editor draws and tells.</summary>
    [TestFixture]
    public sealed class EditorTests : Stage
    {
        private static readonly Vector3 Item = new Vector3(10f, 0f, 10f);

        [Test]
        public void GizmosShowCellsAndField()
        {
            Player.LoadScene(SmallScene);
            Player.Frames(30);
            Player.DrawGizmos(World.gameObject);
            Assert.AreEqual(32 * 32, Drawings.All.Count(shape => shape.Kind == "frame"), "cells");
            Drawings.Shape[] field = Drawings.All.Where(shape => shape.Kind == "cube").ToArray();
            Assert.Greater(field.Length, 10);
            Drawings.Shape strongest = field.OrderByDescending(shape => shape.To.y).First();
            Assert.Less((strongest.From - Item).magnitude, 1.5f);
            Assert.AreEqual(1f, strongest.Colour.g);

            Drawings.All.Clear();
            World.showCells = false;
            World.showLayer = -1;
            Player.DrawGizmos(World.gameObject);
            Assert.AreEqual(0, Drawings.All.Count);
        }

        [Test]
        public void GizmosShowTruthAgainstPredictionAndTheForce()
        {
            Player.LoadScene(SmallScene);
            AntGhost ghost = World.Ghosts[0];
            Player.DrawGizmos(ghost.gameObject);
            Assert.AreEqual(0, Drawings.All.Count, "nothing is known yet");
            Player.Frames(30);
            ghost.truth = new GameObject("truth").transform;
            ghost.truth.position = new Vector3(9f, 0f, 9f);
            ghost.Observe(new Vector3(8f, 0f, 8f), new Vector3(1f, 0f, 1f), Quaternion.Euler(0f, 45f, 0f), World.Now);
            Player.Frames(6);
            Player.DrawGizmos(ghost.gameObject);
            AntPrediction prediction = World.Ghosts.Handle.Predict(ghost.Player, 0);
            Vector3 predicted = prediction.position.ToUnity();
            Assert.IsTrue(One("sphere", Color.yellow).From == new Vector3(8f, 0f, 8f));
            Assert.IsTrue(One("sphere", Color.blue).From == predicted);
            Assert.IsTrue(One("sphere", Color.white).From == ghost.DrawnPosition);
            Assert.IsTrue(One("sphere", Color.red).From == ghost.truth.position);
            Assert.IsTrue(One("line", Color.red).To == predicted);
            Drawings.Shape pull = One("line", Color.green);
            Assert.Greater(pull.To.x, pull.From.x, "towards the item");
            Assert.Greater(pull.To.z, pull.From.z, "towards the item");
        }

        private static Drawings.Shape One(string kind, Color colour)
        {
            return Drawings.All.Single(shape => shape.Kind == kind && shape.Colour.Equals(colour));
        }

        [Test]
        public void GizmosShowItemsAndDoors()
        {
            Player.LoadScene(SmallScene);
            foreach (AntGuest guest in UnityEngine.Object.FindObjectsByType<AntGuest>())
            {
                Player.DrawGizmos(guest.gameObject);
            }
            Assert.IsTrue(One("sphere", Color.green).From == Item);
            Assert.IsTrue(One("frame", Color.green).To == new Vector3(2f, 3f, 2f));
        }

        [Test]
        public void TheWorldTellsItsState()
        {
            Player.LoadScene(SmallScene);
            Inspect(World);
            StringAssert.Contains("Cells = 1024 on 128 polygons", string.Join("\n", Messages.Of("label")));
            Level.Triangulation = Level.Floor(4, 4, 4f);
            Messages.Button = "Refresh NavMesh";
            Inspect(World);
            Assert.AreEqual(256, World.Level.Stats().cellCount);
            AntWorldBehaviour world = World;
            world.enabled = false;
            Inspect(world);
            StringAssert.Contains("Bake a NavMesh", Messages.Of("help").Last());
            Level.Triangulation = Level.Empty();
            world.enabled = true;
            Inspect(world);
            StringAssert.Contains("The level is empty", Messages.Of("help").Last());
        }

        [Test]
        public void AGhostTellsWhatIsKnown()
        {
            Player.LoadScene(SmallScene);
            AntGhost ghost = World.Ghosts[0];
            Inspect(ghost);
            StringAssert.Contains("No update", Messages.Of("help").Last());
            ghost.Observe(Item, Vector3.right * 3f, Quaternion.identity, World.Now);
            Player.Frame();
            Inspect(ghost);
            float speed = World.Ghosts.Handle.Predict(ghost.Player, 0).velocity.ToUnity().magnitude;
            Assert.AreEqual(3f, speed, 0.3f);
            StringAssert.Contains("Speed = " + speed.ToString("0.0") + " m/s", string.Join("\n", Messages.Of("label")));
        }

        [Test]
        public void MistakesAreTold()
        {
            AntSettings settings = ScriptableObject.CreateInstance<AntSettings>();
            Tells(settings, null);
            settings.shortestGap = 1f;
            settings.heartbeat = 0.5f;
            Tells(settings, "shortest gap");
            settings.shortestGap = 0f;
            settings.model = AntModel.Neuro;
            Tells(settings, "data of its own");
            settings.model = AntModel.Auto;
            settings.cellSize = 0.2f;
            Tells(settings, "Cells this small");
            UnityEngine.Object.DestroyImmediate(settings);

            AntPheromoneMap map = ScriptableObject.CreateInstance<AntPheromoneMap>();
            Tells(map, null);
            map.layers[0].evaporation = 0f;
            Tells(map, "forgets everything");
            map.layers = new AntPheromoneMap.Layer[0];
            Tells(map, "at least one layer");
            Assert.AreEqual(-1, map.IndexOf("items"));
            UnityEngine.Object.DestroyImmediate(map);

            Player.LoadScene(SmallScene);
            AntPointOfInterest item = UnityEngine.Object.FindObjectsByType<AntPointOfInterest>()[0];
            Tells(item, null);
            item.layer = 5;
            Tells(item, "has no layer 5");
            item.enabled = false;
            item.enabled = true;
            StringAssert.Contains("left out", Messages.Of("warning").Single());
            Tells(item, "left out");
            item.enabled = false;
            item.layer = 0;
            item.enabled = true;
            item.transform.position = new Vector3(500f, 0f, 0f);
            Tells(item, "off the NavMesh");
            AntDoorVolume door = UnityEngine.Object.FindObjectsByType<AntDoorVolume>()[0];
            Tells(door, null);
            door.size = new Vector3(0f, 1f, 1f);
            Tells(door, "has no volume");
            AntSender sender = Make<AntSender>("sender");
            Tells(sender, "Ant Network");
            sender.gameObject.AddComponent<AntGhost>();
            Tells(sender, "both");
        }

        private static void Tells(UnityEngine.Object target, string expected)
        {
            Messages.All.Clear();
            Inspect(target);
            string told = string.Join("\n", Messages.Of("help"));
            if (expected == null)
            {
                Assert.AreEqual("", told, target.GetType().Name);
            }
            else
            {
                StringAssert.Contains(expected, told);
            }
            Messages.All.Clear();
        }

        private static void Inspect(UnityEngine.Object target)
        {
            Type inspector = typeof(Antreckon.Editor.AntReloadGuard).Assembly.GetTypes().Single(type =>
                type.GetCustomAttributes(typeof(UnityEditor.CustomEditor), false).Cast<UnityEditor.CustomEditor>().Any(one => one.InspectedType == target.GetType()));
            UnityEditor.Editor editor = (UnityEditor.Editor)Activator.CreateInstance(inspector);
            editor.target = target;
            editor.OnInspectorGUI();
        }

        [Test]
        public void BridgesExistOnEveryTargetWhereTheirNetcodeIs()
        {
            Antreckon.Editor.AntDefines.Update();
            foreach (UnityEditor.Build.NamedBuildTarget target in new[] { UnityEditor.Build.NamedBuildTarget.Standalone, UnityEditor.Build.NamedBuildTarget.Server })
            {
                string[] symbols;
                UnityEditor.PlayerSettings.GetScriptingDefineSymbols(target, out symbols);
                CollectionAssert.AreEquivalent(new[] { "ANTRECKON_MIRROR", "ANTRECKON_FISHNET" }, symbols, target.TargetName);
            }
            int written = UnityEditor.PlayerSettings.Written;
            Antreckon.Editor.AntDefines.Update();
            Assert.AreEqual(written, UnityEditor.PlayerSettings.Written, "what is right is not touched");
            MethodInfo deleted = typeof(Antreckon.Editor.AntDefines).GetMethod("OnPostprocessAllAssets", BindingFlags.Static | BindingFlags.NonPublic);
            string[] none = new string[0], gone = { "Assets/Mirror/Core/Mirror.asmdef" };
            deleted.Invoke(null, new object[] { none, gone, none, none });
            string[] left;
            UnityEditor.PlayerSettings.GetScriptingDefineSymbols(UnityEditor.Build.NamedBuildTarget.Server, out left);
            CollectionAssert.AreEqual(new[] { "ANTRECKON_FISHNET" }, left);
        }

        [Test]
        public void ABuildWithoutItsLibraryIsToldBefore()
        {
            string plugins = System.IO.Path.Combine(System.IO.Path.GetTempPath(), "acting-plugins-" + System.Diagnostics.Process.GetCurrentProcess().Id);
            System.IO.Directory.CreateDirectory(System.IO.Path.Combine(plugins, "linux-x64"));
            try
            {
                Antreckon.Editor.AntBuildCheck.Check(UnityEditor.BuildTarget.StandaloneLinux64, plugins);
                CollectionAssert.IsEmpty(Messages.Of("warning"));
                Antreckon.Editor.AntBuildCheck.Check(UnityEditor.BuildTarget.Android, plugins);
                StringAssert.Contains("no native library for Android", Messages.Of("warning").Single());
                Exception told = Assert.Throws<UnityEditor.Build.BuildFailedException>(() => Antreckon.Editor.AntBuildCheck.Check(UnityEditor.BuildTarget.iOS, plugins));
                StringAssert.Contains("ios-arm64", told.Message);
            }
            finally
            {
                System.IO.Directory.Delete(plugins, true);
            }
        }

        [Test]
        public void EveryComponentHasAnInspectorAndEveryNumberARangeAndEveryFieldHelp()
        {
            Type[] types = typeof(AntWorldBehaviour).Assembly.GetTypes().Where(type => typeof(MonoBehaviour).IsAssignableFrom(type) && !type.IsAbstract
                || typeof(ScriptableObject).IsAssignableFrom(type)).ToArray();
            Assert.AreEqual(9, types.Length);
            foreach (Type type in types)
            {
                Assert.IsTrue(typeof(Antreckon.Editor.AntReloadGuard).Assembly.GetTypes().Any(editor => editor.GetCustomAttributes(typeof(UnityEditor.CustomEditor), false)
                    .Cast<UnityEditor.CustomEditor>().Any(one => one.InspectedType == type)), type.Name + " has an inspector");
                foreach (FieldInfo field in type.GetFields(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                {
                    string name = type.Name + "." + field.Name;
                    Assert.IsTrue(field.IsDefined(typeof(TooltipAttribute), false), name + " has help");
                    bool isNumber = field.FieldType == typeof(int) || field.FieldType == typeof(float);
                    Assert.AreEqual(isNumber, field.IsDefined(typeof(UnityEngine.RangeAttribute), false) || field.IsDefined(typeof(MinAttribute), false), name + " has a range");
                }
            }
        }
    }
}
