#!/bin/bash -eu
# Builds every fuzz target with the sanitizer that the service asks for, each with its seeds and its dictionary.
cd "$SRC/anim"
cargo fuzz build --fuzz-dir fuzz -O --debug-assertions
built=fuzz/target/x86_64-unknown-linux-gnu/release
for source in fuzz/fuzz_targets/*.rs; do
  target=$(basename "$source" .rs | tr _ -)
  cp "$built/$target" "$OUT/"
  for words in fuzz/dictionaries/*.dict; do
    format=$(basename "$words" .dict)
    if [[ $target == "$format" || $target == "$format"-* ]]; then
      cp "$words" "$OUT/$target.dict"
      find "fixtures/$format" "fuzz/regressions/$format" -type f -size -64k -print0 \
        | xargs -0 zip -q -j "$OUT/${target}_seed_corpus.zip"
    fi
  done
done
