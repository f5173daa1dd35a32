using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using NUnit.Framework;

namespace Antreckon.Tests
{
    /// <summary>What every object does with a handle that names nothing.</summary>
    [TestFixture]
    public class ErrorTests
    {
        static IEnumerable<Type> Objects()
        {
            return typeof(Native).Assembly.GetExportedTypes().Where(type => type.IsValueType && typeof(IDisposable).IsAssignableFrom(type));
        }

        /// <summary>Methods that can be called by reflection, which knows neither spans nor (on Mono) pointers.</summary>
        static IEnumerable<MethodInfo> Methods(Type type)
        {
            return type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).Where(method =>
                !method.IsSpecialName && !method.IsVirtual && !method.Name.StartsWith("Has", StringComparison.Ordinal)
                && !method.GetParameters().Any(parameter => parameter.ParameterType.IsPointer || parameter.ParameterType.Name.Contains("Span")));
        }

        /// <summary>What handles of every kind have: the library asks the object, not the type in C#.</summary>
        static readonly string[] OfEveryKind = { "Bytes", "StateHash", "Snapshot", "Restore", "Rebase" };

        /// <summary>Calls everything; some calls look at their other arguments first, which are not all good here.</summary>
        static void EverythingFailsOn(object target, params string[] except)
        {
            int calls = 0, handles = 0;
            foreach (MethodInfo method in Methods(target.GetType()).Where(method => !except.Contains(method.Name)))
            {
                AntStatus status = CallOn(target, method);
                ++calls;
                handles += status == AntStatus.ErrorInvalidHandle ? 1 : 0;
                CollectionAssert.Contains(
                    new[] { AntStatus.ErrorInvalidHandle, AntStatus.ErrorOutOfRange, AntStatus.ErrorNullPointer, AntStatus.ErrorInvalidArgument },
                    status, method.DeclaringType.Name + "." + method.Name);
            }
            Assert.GreaterOrEqual(handles, calls * 4 / 5, target.GetType().Name);
        }

        static AntStatus CallOn(object target, MethodInfo method)
        {
            object[] arguments = method.GetParameters().Select(parameter => Argument(parameter.ParameterType)).ToArray();
            try
            {
                method.Invoke(target, arguments);
            }
            catch (TargetInvocationException wrapped)
            {
                AntException error = wrapped.InnerException as AntException;
                Assert.IsNotNull(error, target.GetType().Name + "." + method.Name + ": " + wrapped.InnerException);
                return error.Status;
            }
            throw new AssertionException(target.GetType().Name + "." + method.Name + " was done");
        }

        /// <summary>Something valid: defaults where a struct has them, else nothing.</summary>
        static object Argument(Type type)
        {
            Type plain = type.IsByRef ? type.GetElementType() : type;
            if (!plain.IsValueType || Nullable.GetUnderlyingType(plain) != null)
            {
                return null;
            }
            MethodInfo make = plain.GetMethod("Default", BindingFlags.Public | BindingFlags.Static);
            return make == null ? Activator.CreateInstance(plain) : make.Invoke(null, null);
        }

        [Test]
        public void ThereAreAllObjects()
        {
            Assert.GreaterOrEqual(Objects().Count(), 15);
            foreach (Type type in Objects())
            {
                Assert.Greater(Methods(type).Count(), 0, type.Name);
            }
        }

        [Test]
        public void EveryMethodOfANullObjectTellsSo()
        {
            foreach (Type type in Objects())
            {
                object none = Activator.CreateInstance(type);
                EverythingFailsOn(none);
                ((IDisposable)none).Dispose();
            }
        }

        [Test]
        public void EveryMethodOfAForeignHandleTellsSo()
        {
            using (World world = Support.Yard(2))
            {
                foreach (Type type in Objects().Where(type => type != typeof(World)))
                {
                    object foreign = Activator.CreateInstance(type, world.id);
                    EverythingFailsOn(foreign, OfEveryKind);
                }
                Assert.IsTrue(world.IsValid);
            }
        }

        [Test]
        public void EveryMethodAfterDisposeTellsSo()
        {
            World world = Support.Yard(2);
            PheromoneMap map = Support.MapOver(world);
            Predictor predictor = Support.PredictorOver(map);
            Codec codec = Support.UnityCodec();
            AntSmootherDesc smoother = AntSmootherDesc.Default();
            smoother.predictor = predictor;
            AntReceiverDesc receiver = AntReceiverDesc.Default();
            receiver.predictor = predictor;
            AntSenderDesc sender = AntSenderDesc.Default();
            sender.codec = codec;
            List<IDisposable> all = new List<IDisposable>
            {
                Smoother.Create(smoother), Receiver.Create(receiver), Sender.Create(sender), world, map, predictor, codec, NeedModel.Create(3),
                Interactions.Create(AntInteractionRules.Default()), Simulator.Create(AntSimulatorDesc.Default()), Clock.Create(AntClockDesc.Default()),
                Timewarp.Create(AntTimewarpDesc.Default()), Plausibility.Create(AntPlausibilityDesc.Default(), AntLimits.Default()),
                Commitments.Create(4), Recorder.Create(AntRecorderDesc.Default()),
                Ghosts.Create(AntGhostsDesc.Default()), Outbox.Create(AntOutboxDesc.Default()), Tastes.Create(AntTastesDesc.Default()),
            };
            CollectionAssert.AreEquivalent(Objects(), all.Select(each => each.GetType()), "every object there is");
            foreach (IDisposable each in all)
            {
                each.Dispose();
                each.Dispose();
                EverythingFailsOn(each);
            }
        }

        [Test]
        public unsafe void SpansAndPointersAreRefusedOnNullObjectsToo()
        {
            byte[] bytes = new byte[8];
            PinnedArray<byte> memory = new PinnedArray<byte>(120);
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(World).Restore(bytes));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(PheromoneMap).TrailsLoad(bytes));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Predictor).Snapshot(bytes));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Codec).Decode(bytes, null));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Simulator).Send(0, bytes));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Commitments).Commit(0, 0, (byte*)memory.Pointer, 0));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Receiver).ReceiveBatch(0, null, 0));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Predictor).Suggest(default(AntEntity), (double*)memory.Pointer));
            AntArrival verdict;
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Timewarp).Insert(0, 0, 0, bytes, out verdict));
            memory.Dispose();
        }
    }
}
