import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;

/**
 * Run by the build: {@code java Modernise.java JAR FOLDER}. Writes the classes of a library that was compiled for a Java
 * before 6 with the stack maps that later ones have: the JVM's cache of loaded classes takes no others.
 */
void main(String[] args) throws IOException {
  var classes = classes(args[0]);
  var hierarchy =
      ClassHierarchyResolver.ofResourceParsing(
              type -> {
                var found = classes.get(type.descriptorString().replaceFirst("^L(.*);$", "$1.class"));
                return found == null ? null : new ByteArrayInputStream(found);
              })
          .orElse(ClassHierarchyResolver.defaultResolver());
  var format = ClassFile.of(StackMapsOption.GENERATE_STACK_MAPS, ClassHierarchyResolverOption.of(hierarchy));
  var modern =
      ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
          .andThen(ClassTransform.endHandler(made -> made.withVersion(ClassFile.JAVA_6_VERSION, 0)));
  for (var name : classes.keySet()) {
    var file = Path.of(args[1]).resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, format.transformClass(format.parse(classes.get(name)), modern));
  }
}

Map<String, byte[]> classes(String jar) throws IOException {
  var classes = new TreeMap<String, byte[]>();
  try (var open = new JarFile(jar)) {
    for (var entry : open.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
      if (!entry.getName().endsWith("module-info.class")) {
        classes.put(entry.getName(), open.getInputStream(entry).readAllBytes());
      }
    }
  }
  return classes;
}
