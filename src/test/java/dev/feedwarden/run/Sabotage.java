package dev.feedwarden.run;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something goes wrong in the program at a named point: an agent, so that the program itself knows
 * nothing of it.
 */
public final class Sabotage {
  private static final ClassDesc HERE = ClassDesc.of("dev.feedwarden.run.Sabotage");
  private static final MethodTypeDesc WITH_NUMBER =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
  private static volatile List<Armed> orders = List.of();

  private Sabotage() {}

  /** What happens. */
  enum Deed {
    /** The process is over at once, as after kill -9: no hook, no goodbye. */
    HALT {
      @Override
      void happen() {
        Runtime.getRuntime().halt(137);
      }
    },
    MEMORY {
      @Override
      void happen() {
        throw new OutOfMemoryError("by order"); // one that the virtual machine knows nothing of
      }
    },
    /** More than there is: the virtual machine sees it, too. */
    REAL_MEMORY {
      @Override
      void happen() {
        var hoard = new long[1 << 16][];
        for (int i = 0; true; i++) {
          hoard[i] = new long[1 << 24];
        }
      }
    },
    STACK {
      @Override
      void happen() {
        throw new StackOverflowError("by order");
      }
    },
    LINKAGE {
      @Override
      void happen() {
        throw new NoClassDefFoundError("by order");
      }
    },
    BUG {
      @Override
      void happen() {
        throw new IllegalStateException("by order");
      }
    };

    abstract void happen();
  }

  /**
   * A point and a deed.
   *
   * @param type the class that has the method
   * @param after at its end, else before it begins
   * @param thread what the thread's name begins with
   * @param nth at which passage
   */
  record Order(String type, String method, boolean after, String thread, int nth, Deed deed) {
    /** The same as one word, for the command line. */
    String text() {
      return String.join(
          "/", type, method, String.valueOf(after), thread, String.valueOf(nth), deed.name());
    }

    static Order of(String text) {
      var parts = text.split("/", -1);
      return new Order(
          parts[0],
          parts[1],
          Boolean.parseBoolean(parts[2]),
          parts[3],
          Integer.parseInt(parts[4]),
          Deed.valueOf(parts[5]));
    }
  }

  /** An order, and how often its point was passed. */
  private record Armed(Order order, AtomicInteger passed) {}

  /** Called by the JVM before the program begins. */
  public static void premain(String text, Instrumentation instrumentation) {
    orders =
        Stream.of(text.split(",", -1))
            .map(one -> new Armed(Order.of(one), new AtomicInteger()))
            .toList();
    for (int i = 0; i < orders.size(); i++) {
      instrumentation.addTransformer(new Point(orders.get(i).order(), i));
    }
  }

  /** Called at a point. */
  public static void passed(int number) {
    var armed = orders.get(number);
    var order = armed.order();
    if (Thread.currentThread().getName().startsWith(order.thread())
        && armed.passed().incrementAndGet() == order.nth()) {
      System.err.println("sabotage: " + order.text());
      order.deed().happen();
    }
  }

  private record Point(Order order, int number) implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String name,
        @Nullable Class<?> old,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      if (loader == null || !name.replace('/', '.').equals(order.type())) {
        return null;
      }
      var hierarchy = ClassHierarchyResolver.ofResourceParsing(loader);
      var files =
          ClassFile.of(
              ClassHierarchyResolverOption.of(
                  hierarchy.orElse(ClassHierarchyResolver.defaultResolver())));
      return files.transformClass(
          files.parse(bytes),
          ClassTransform.transformingMethodBodies(
              method -> method.methodName().equalsString(order.method()),
              order.after() ? this::atReturn : atStart()));
    }

    private CodeTransform atStart() {
      return new CodeTransform() {
        @Override
        public void atStart(CodeBuilder code) {
          pass(code);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
          code.with(element);
        }
      };
    }

    private void atReturn(CodeBuilder code, CodeElement element) {
      if (element instanceof ReturnInstruction) {
        pass(code);
      }
      code.with(element);
    }

    private void pass(CodeBuilder code) {
      code.loadConstant(number).invokestatic(HERE, "passed", WITH_NUMBER);
    }
  }
}
