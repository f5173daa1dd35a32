// Prints what the runtime makes of the bindings as checks for a C++ compiler that includes the header: the signature of each extern, the size of each
// struct, offset, size and type of each field. Values of constants follow as lines "constant TYPE.NAME VALUE".
using System;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Text;
using Antreckon;

static class Layout
{
    static void Main()
    {
        foreach (MethodInfo method in typeof(Native).GetMethods(BindingFlags.Public | BindingFlags.Static).OrderBy(method => method.MetadataToken))
        {
            string parameters = string.Join(", ", method.GetParameters().Select(parameter => InC(parameter.ParameterType)));
            Console.WriteLine("SIGNATURE({0}, {1}({2}));", method.Name, InC(method.ReturnType), parameters);
        }
        Type[] types = typeof(Native).Assembly.GetExportedTypes();
        foreach (Type type in types.Where(IsStruct))
        {
            Console.WriteLine("SIZE({0}, {1});", InC(type), SizeOf(type));
            foreach (FieldInfo field in Fields(type))
            {
                string name = SnakeCase(field.Name);
                Console.WriteLine("FIELD({0}, {1}, {2}, {3}, {4});", InC(type), name, OffsetOf(field), FieldSize(field), FieldType(field));
            }
        }
        foreach (Type type in types.Where(type => type.IsEnum))
        {
            foreach (string name in Enum.GetNames(type))
            {
                Console.WriteLine("constant {0}.{1} {2}", type.Name, name, Enum.Format(type, Enum.Parse(type, name), "d"));
            }
        }
        foreach (FieldInfo constant in typeof(Ant).GetFields().Where(field => field.IsLiteral))
        {
            Console.WriteLine("constant Ant.{0} {1}", constant.Name, constant.GetRawConstantValue());
        }
    }

    static bool IsStruct(Type type)
    {
        return type.IsValueType && !type.IsEnum && !type.IsGenericType && !type.IsNested && type != typeof(AntDouble3) && type != typeof(AntDouble4);
    }

    static FieldInfo[] Fields(Type type)
    {
        return type.GetFields(BindingFlags.Public | BindingFlags.Instance).OrderBy(field => field.MetadataToken).ToArray();
    }

    static string InC(Type type)
    {
        if (type.IsPointer)
        {
            return InC(type.GetElementType()) + " *";
        }
        if (type.IsEnum)
        {
            return InC(Enum.GetUnderlyingType(type));
        }
        switch (type.Name)
        {
            case "Void": return "void";
            case "IntPtr": return "void *";
            case "Byte": return "std::uint8_t";
            case "SByte": return "std::int8_t";
            case "UInt16": return "std::uint16_t";
            case "Int16": return "std::int16_t";
            case "UInt32": return "std::uint32_t";
            case "Int32": return "std::int32_t";
            case "UInt64": return "std::uint64_t";
            case "Int64": return "std::int64_t";
            case "Single": return "float";
            case "Double": return "double";
            default: return type.Name.StartsWith("Ant", StringComparison.Ordinal) ? type.Name : "Ant" + type.Name;
        }
    }

    static string FieldType(FieldInfo field)
    {
        FixedBufferAttribute buffer = Buffer(field);
        if (buffer != null)
        {
            return InC(buffer.ElementType) + "[" + buffer.Length + "]";
        }
        if (field.FieldType == typeof(AntDouble3) || field.FieldType == typeof(AntDouble4))
        {
            return "double[" + Fields(field.FieldType).Length + "]";
        }
        return InC(field.FieldType);
    }

    static FixedBufferAttribute Buffer(FieldInfo field)
    {
        return (FixedBufferAttribute)Attribute.GetCustomAttribute(field, typeof(FixedBufferAttribute));
    }

    // What the running code uses, which is more than what a marshaller would make of it.
    static long SizeOf(Type type)
    {
        DynamicMethod method = new DynamicMethod("size", typeof(long), Type.EmptyTypes, typeof(Layout).Module, true);
        ILGenerator code = method.GetILGenerator();
        code.Emit(OpCodes.Sizeof, type);
        code.Emit(OpCodes.Conv_I8);
        code.Emit(OpCodes.Ret);
        return (long)method.Invoke(null, null);
    }

    static long FieldSize(FieldInfo field)
    {
        return field.FieldType.IsPointer ? IntPtr.Size : SizeOf(field.FieldType);
    }

    static long OffsetOf(FieldInfo field)
    {
        DynamicMethod method = new DynamicMethod("offset", typeof(long), new[] { typeof(IntPtr) }, typeof(Layout).Module, true);
        ILGenerator code = method.GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Ldflda, field);
        code.Emit(OpCodes.Conv_U);
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Sub);
        code.Emit(OpCodes.Conv_I8);
        code.Emit(OpCodes.Ret);
        return (long)method.Invoke(null, new object[] { (IntPtr)4096 });
    }

    static string SnakeCase(string name)
    {
        StringBuilder snake = new StringBuilder();
        foreach (char letter in name)
        {
            if (char.IsUpper(letter))
            {
                snake.Append('_');
            }
            snake.Append(char.ToLowerInvariant(letter));
        }
        return snake.ToString();
    }
}
