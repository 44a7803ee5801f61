# Sourced by ./feedwarden and ./check. find_jdk25 sets jdk25 to the home of a JDK 25, or fails.
# shellcheck shell=bash

jdk25=

# A JDK says its version in its release file; asking java itself is slower and only for odd builds without one.
is_jdk25() {
  local line
  [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 1
  if [ -r "$1/release" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      case $line in
        'JAVA_VERSION="25'[\".+-]*) return 0 ;;
        'JAVA_VERSION='*) return 1 ;;
      esac
    done <"$1/release"
  fi
  case $("$1/bin/java" -version 2>&1) in
    *' version "25'[\".+-]*) return 0 ;;
    *) return 1 ;;
  esac
}

find_jdk25() {
  local candidate on_path
  on_path=$(command -v java || true)
  if [ -n "$on_path" ]; then
    on_path=$(readlink -f "$on_path" || true)
    on_path=${on_path%/bin/java}
    if [ ! -x "$on_path/bin/java" ]; then # a version manager's shim, which knows where it leads
      on_path=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p' || true)
    fi
  fi
  for candidate in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* \
    "${HOME:-}"/.jdks/* /opt/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$candidate" ] && is_jdk25 "$candidate"; then
      jdk25=$candidate
      return 0
    fi
  done
  return 1
}

need_jdk25() {
  find_jdk25 && return
  echo "Feedwarden needs a JDK 25 and found none: install one (for example temurin-25-jdk or openjdk-25-jdk) or point JAVA_HOME at it." >&2
  exit 2
}

need_mvn() {
  command -v mvn >/dev/null && return
  echo "Feedwarden is built with Maven and found no mvn on the PATH: install Maven 3.8 or newer." >&2
  exit 2
}

# Maven on the JDK 25 that was found; the options silence the JVM's warnings about Maven's own libraries.
maven() {
  local quiet="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
  JAVA_HOME=$jdk25 MAVEN_OPTS="$quiet ${MAVEN_OPTS:-}" mvn -B -ntp "$@"
}
