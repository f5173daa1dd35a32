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

        /// <summary>Methods that tests can call by name: no spans, and pointers may be null.</summary>
        static IEnumerable<MethodInfo> Methods(Type type)
        {
            return type.GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly).Where(method =>
                !method.IsSpecialName && !method.IsVirtual && !method.Name.StartsWith("Has", StringComparison.Ordinal)
                && !method.GetParameters().Any(parameter => parameter.ParameterType.Name.Contains("Span")));
        }

        static void CallOn(object target, MethodInfo method, AntStatus expected)
        {
            object[] arguments = method.GetParameters().Select(parameter => Argument(parameter.ParameterType)).ToArray();
            try
            {
                method.Invoke(target, arguments);
                Assert.Fail(target.GetType().Name + "." + method.Name + " was done");
            }
            catch (TargetInvocationException wrapped)
            {
                AntException error = wrapped.InnerException as AntException;
                Assert.IsNotNull(error, target.GetType().Name + "." + method.Name + ": " + wrapped.InnerException);
                Assert.AreEqual(expected, error.Status, target.GetType().Name + "." + method.Name + ": " + error.Message);
            }
        }

        /// <summary>Something valid: defaults where a struct has them, no stream, null.</summary>
        static unsafe object Argument(Type type)
        {
            Type plain = type.IsByRef ? type.GetElementType() : type;
            if (plain.IsPointer)
            {
                return Pointer.Box(null, plain);
            }
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
            Assert.GreaterOrEqual(Objects().Count(), 14);
            foreach (Type type in Objects())
            {
                Assert.Greater(Methods(type).Count(), 2, type.Name);
            }
        }

        [Test]
        public void EveryMethodOfANullObjectTellsSo()
        {
            foreach (Type type in Objects())
            {
                object none = Activator.CreateInstance(type);
                foreach (MethodInfo method in Methods(type))
                {
                    CallOn(none, method, AntStatus.ErrorInvalidHandle);
                }
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
                    foreach (MethodInfo method in Methods(type))
                    {
                        CallOn(foreign, method, AntStatus.ErrorInvalidHandle);
                    }
                    ((IDisposable)foreign).Dispose();
                }
                Assert.IsTrue(world.IsValid, "a foreign Dispose ends nothing");
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
                Commitments.Create(4),
            };
            Assert.AreEqual(Objects().Count(), all.Count, "a kind of object is not tested");
            foreach (IDisposable each in all)
            {
                each.Dispose();
                each.Dispose();
                foreach (MethodInfo method in Methods(each.GetType()))
                {
                    CallOn(each, method, AntStatus.ErrorInvalidHandle);
                }
            }
        }

        [Test]
        public void SpansAreRefusedOnNullObjectsToo()
        {
            byte[] bytes = new byte[8];
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(World).Restore(bytes));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(PheromoneMap).TrailsLoad(bytes));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Predictor).Snapshot(bytes));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Codec).Decode(bytes, null));
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Simulator).Send(0, bytes));
            AntArrival verdict;
            Support.Fails(AntStatus.ErrorInvalidHandle, () => default(Timewarp).Insert(0, 0, 0, bytes, out verdict));
        }
    }
}
