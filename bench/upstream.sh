# Sourced by benchmarks that need an upstream.
# shellcheck shell=bash

# A bare machine may get what is missing here; anyone else goes without it and is told.
# usage: wish COMMAND PACKAGE…
wish() {
  command -v "$1" >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    shift
    apt-get install -y -qq --no-install-recommends "$@" >&2 ||
      { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } >&2 || true
  fi
}

# Serves $work/www on port 18080 with validators. The yardstick's own configuration is taken if it is there.
nginx_plain() {
  mkdir -p "$work/ngx/logs"
  if [ -f "$yardsticks/nginx.conf.template" ]; then
    sed "s#PERF#$work#g" "$yardsticks/nginx.conf.template" >"$work/ngx/nginx.conf"
  else
    nginx_conf ngx "server { listen 18080 default_server backlog=4096; root $work/www; }" >"$work/ngx/nginx.conf"
  fi
  nginx -p "$work/ngx" -c "$work/ngx/nginx.conf"
}

# The same over TLS on port 18443, where no connection outlives its answer; /status counts connections and requests.
nginx_tls() {
  mkdir -p "$work/ngx-tls/logs"
  certificate
  nginx_conf ngx-tls "
  server {
    listen 18443 ssl default_server backlog=4096; keepalive_timeout 0;
    ssl_certificate $work/server.pem; ssl_certificate_key $work/server.key; ssl_protocols TLSv1.2 TLSv1.3;
    root $work/www;
  }
  server { listen 127.0.0.1:18444; location /status { stub_status; } }" >"$work/ngx-tls/nginx.conf"
  nginx -p "$work/ngx-tls" -c "$work/ngx-tls/nginx.conf"
}

# usage: nginx_conf FOLDER SERVERS
nginx_conf() {
  local here=$work/$1
  cat <<CONF
worker_processes 2;
worker_rlimit_nofile 65536;
daemon on;
user root;
pid $here/nginx.pid;
error_log $here/logs/error.log warn;
events { worker_connections 16384; multi_accept on; }
http {
  types { application/rss+xml xml; }
  access_log off;
  sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_timeout 75; keepalive_requests 1000000;
  open_file_cache max=10000 inactive=600s; open_file_cache_valid 1s;
  client_body_temp_path $here/t1; proxy_temp_path $here/t2; fastcgi_temp_path $here/t3;
  uwsgi_temp_path $here/t4; scgi_temp_path $here/t5;
  $2
}
CONF
}

# An authority of our own for an afternoon, and a certificate for the twenty addresses.
certificate() {
  local names
  names=$(seq -f 'IP:127.0.0.%g' -s, 1 20)
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=bench authority" \
    -keyout "$work/ca.key" -out "$work/ca.pem" 2>/dev/null
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=127.0.0.1" \
    -keyout "$work/server.key" -out "$work/server.csr" 2>/dev/null
  openssl x509 -req -in "$work/server.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial -days 2 \
    -extfile <(echo "subjectAltName=$names") -out "$work/server.pem" 2>/dev/null
}

# usage: compile_bench CLASS… (into $classes, with whatever they use)
compile_bench() {
  local name sources=()
  for name; do
    sources+=("$root/bench/$name.java")
  done
  mkdir -p "$classes"
  "$jdk25/bin/javac" -nowarn -d "$classes" -cp "$root/target/feedwarden.jar" --source-path "$root/bench" "${sources[@]}"
}

# usage: make_feeds FOLDER FEEDS EDITION; sets made to who made them
make_feeds() {
  mkdir -p "$1"
  if [ -f "$yardsticks/gen.py" ] && command -v python3 >/dev/null; then
    made="gen.py of the yardsticks"
    python3 "$yardsticks/gen.py" "$1" "$2" "$3" >&2
  else
    made="our own maker (the yardstick's gen.py is not beside this checkout)"
    java_bench FeedMaker make "$1" "$2" "$3" >&2
  fi
}

java_bench() {
  "$jdk25/bin/java" -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED -cp "$classes:$root/target/feedwarden.jar" "$@"
}

# nginx if there is one, our own upstream otherwise; sets upstream to which.
start_plain() {
  if command -v nginx >/dev/null; then
    # shellcheck disable=SC2034 # told by who sources this
    upstream="nginx $(nginx -v 2>&1 | sed 's#.*/##')"
    nginx_plain
    return
  fi
  # shellcheck disable=SC2034
  upstream="our own lab upstream (there is no nginx)"
  java_bench FeedMaker serve "$work/www" 18080 >"$work/lab.log" 2>&1 &
  lab=$!
  for _ in $(seq 100); do
    if grep -q ready "$work/lab.log"; then break; fi
    sleep 0.1
  done
}

stop_upstream() {
  local folder
  for folder in ngx ngx-tls; do
    [ -f "$work/$folder/nginx.pid" ] && kill "$(cat "$work/$folder/nginx.pid")" 2>/dev/null
  done
  if [ -n "${lab:-}" ]; then
    kill "$lab" 2>/dev/null
  fi
  return 0
}
