#!/bin/sh
# Fuzz one door for some seconds: campaign.sh DOOR SECONDS [folder for what is built and found]
# Needs clang with libFuzzer, and a Python with Assay's packages as $PYTHON; $SCANNER is another scanner.c to try.
set -eu
door=$1 seconds=$2 work=${3:-.fuzz} here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-$here/../../.venv/bin/python} scanner=${SCANNER:-$here/../../src/assay/compiled/scanner.c}
asked() { "$python" -c "import sys, sysconfig; print($1)"; }
mkdir -p "$work/$door"
[ "$work/fuzzer" -nt "$scanner" ] || clang -g -O1 -fsanitize=fuzzer,address,undefined \
    -fno-sanitize-recover=undefined -DSCANNER="\"$scanner\"" -I"$(asked 'sysconfig.get_path("include")')" "$here/embedded.c" -o "$work/fuzzer" \
    -L"$(asked 'sysconfig.get_config_var("LIBDIR")')" -Wl,-rpath,"$(asked 'sysconfig.get_config_var("LIBDIR")')" \
    -lpython"$(asked 'sysconfig.get_config_var("LDVERSION")')"
export DOOR="$door" PYTHONHOME="$(asked sys.base_prefix)" PYTHONMALLOC=malloc PYTHONDONTWRITEBYTECODE=1
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
export PYTHONPATH="$here:$here/../../src:$(asked 'sysconfig.get_path("purelib")')"
exec "$work/fuzzer" "$work/$door" "$here/corpus/$door" -max_total_time="$seconds" -max_len=512 -timeout=20 \
    -rss_limit_mb=3000 -artifact_prefix="$work/$door-" -print_final_stats=1
