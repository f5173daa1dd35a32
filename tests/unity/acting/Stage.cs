// What the tests share: a scene, and the demand that nothing of it is left.
using ActingUnity;
using Antreckon.Components;
using NUnit.Framework;
using UnityEngine;

namespace Antreckon.ActingTests
{
    /// <summary>Begins each test with an empty scene in play mode, and ends it without errors, native objects, arrays or assets left.</summary>
    public abstract class Stage
    {
        protected const long Second = 1000000000;
        private ulong bytesBefore;
        private int assetsBefore;

        [SetUp]
        public void Begin()
        {
            // The editor's guard begins by itself in Unity.
            System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(typeof(Antreckon.Editor.AntReloadGuard).TypeHandle);
            Messages.All.Clear();
            Drawings.All.Clear();
            Drawings.Instances = 0;
            Work.Threads = 0;
            Level.Triangulation = Level.Floor(8, 8, 4f);
            if (!Player.IsPlaying)
            {
                Player.Play(() => { });
            }
            bytesBefore = Ant.BytesInUse();
            assetsBefore = Player.Assets.Count;
        }

        [TearDown]
        public void End()
        {
            if (Player.IsPlaying)
            {
                Player.Stop();
            }
            CollectionAssert.IsEmpty(Messages.Of("error"));
            Assert.AreEqual(0, AntLifetime.Count, "owners of native objects");
            Assert.AreEqual(0, Work.Arrays, "native arrays");
            Assert.AreEqual(assetsBefore, Player.Assets.Count, "assets");
            Assert.AreEqual(bytesBefore, Ant.BytesInUse(), "native memory");
        }

        /// <summary>The one world.</summary>
        protected static AntWorldBehaviour World
        {
            get { return AntWorldBehaviour.Current; }
        }

        protected static T Make<T>(string name, Vector3 position = default(Vector3)) where T : Component
        {
            GameObject made = new GameObject(name);
            made.transform.position = position;
            return made.AddComponent<T>();
        }

        /// <summary>A world, an item and a ghost: in this order or with the world last.</summary>
        protected static void SmallScene()
        {
            Make<AntGhost>("ghost", new Vector3(3f, 0f, 3f));
            Make<AntPointOfInterest>("item", new Vector3(10f, 0f, 10f));
            Make<AntDoorVolume>("door", new Vector3(16f, 0f, 16f));
            Make<AntWorldBehaviour>("world");
        }

        protected static unsafe float Field(Vector3 where, uint layer = 0)
        {
            float value;
            AntDouble3 place = where.ToAnt();
            AntSampleBatch batch = AntSampleBatch.Default();
            batch.count = 1;
            batch.layer = layer;
            batch.positions = AntStream.Of(&place, 1, AntFormat.F64x3);
            batch.values = AntStream.Of(&value, 1, AntFormat.F32);
            World.Map.SampleBatch(batch);
            return value;
        }
    }
}
