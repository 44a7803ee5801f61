UPDATE seen_keys SET key = substr(key, 1, 16);
