# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
#
# A tree of plain files that looks like /sys/kernel/ipibench, and something
# behind it that answers "start" and "stop". Sourced, not run.

put() { # FILE TEXT
	[ -d "${1%/*}" ] || mkdir -p "${1%/*}"
	printf '%s\n' "$2" > "$1"
}

fake_params() { # BENCH
	put "$1/samples" 2048
	put "$1/block" 32
	put "$1/warmup" 64
	put "$1/senders" default
	put "$1/targets" default
	put "$1/pairs_max" 64
	put "$1/seed" 1
	put "$1/timeout_ms" 60000
	put "$1/shot_timeout_ms" 100
	put "$1/target_state" busy
	put "$1/gap_us" 1000
	put "$1/same_margin_pct" 1
}

fake_bench() { # BENCH BASELINE VARIANT...
	_b=$1
	_base=$2
	shift 2
	put "$_b/supported" yes
	put "$_b/available_backends" real
	put "$_b/backend" real
	put "$_b/available_variants" "$*"
	put "$_b/variants" "$*"
	put "$_b/baseline" "$_base"
	put "$_b/control" ""
	put "$_b/state" idle
	: > "$_b/error"
	: > "$_b/progress"
	put "$_b/run/id" 0
	fake_params "$_b"
}

fake_leg() { # DIR LEG P50
	put "$1/$2_min_ns" "$(($3 - 100))"
	put "$1/$2_mean_ns" "$(($3 + 10)).125"
	put "$1/$2_stddev_ns" 42.5
	put "$1/$2_p50_ns" "$3.25"
	put "$1/$2_p90_ns" "$(($3 + 100)).5"
	put "$1/$2_p99_ns" "$(($3 + 200))"
	put "$1/$2_p999_ns" "$(($3 + 300))"
	put "$1/$2_max_ns" "$(($3 + 4000))"
	printf '%12s %12s\n' "$3" 1024 "$(($3 + 200))" 1000 "$(($3 + 4000))" 24 > "$1/$2_histogram"
}

fake_result() { # BENCH VARIANT CLASS P50
	_d=$1/results/$2/$3
	put "$_d/count" 2048
	put "$_d/pairs" 1
	put "$_d/lost" 0
	put "$_d/negative" 0
	put "$_d/skipped_idle" 0
	put "$_d/deliver_count" 2047
	fake_leg "$_d" deliver "$(($4 / 2))"
	fake_leg "$_d" rtt "$4"
}

fake_compare() { # BENCH VARIANT CLASS LEG DELTA VERDICT
	_d=$1/compare/$2/$3
	put "$_d/$4_p50_delta_ns" "$5"
	put "$_d/$4_ci_low_ns" "$(($5 - 20)).5"
	put "$_d/$4_ci_high_ns" "$(($5 + 20)).5"
	put "$_d/$4_change_pct" "$(($5 / 10)).2"
	put "$_d/$4_verdict" "$6"
	put "$_d/$4_p99_delta_ns" "$(($5 * 2))"
}

fake_matrix() { # BENCH VARIANT
	for _s in 0 1 2 3; do
		for _t in 0 1 2 3; do
			[ "$_s" = "$_t" ] && continue
			[ "$_s$_t" = 31 ] && continue
			printf '%5d %5d %10d %14d.250 %14d.500\n' "$_s" "$_t" 2048 \
				"$((1000 + 100 * _s + 10 * _t))" "$((2000 + 100 * _s + 10 * _t))"
		done
	done > "$1/results/$2/matrix"
}

fake_run() { # BENCH ID EPOCH
	put "$1/run/finished_epoch_s" "$3"
	put "$1/run/duration_ms" 2345
	put "$1/run/pairs" 2
	put "$1/run/rounds" 64
	put "$1/run/verdicts" 4
	put "$1/run/shots" 8192
	put "$1/run/lost" 0
	put "$1/run/negative" 0
	put "$1/run/skipped_idle" 0
	put "$1/run/offline" 0
	put "$1/run/memory_bytes" 1048576
	put "$1/run/conditions/backend" real
	put "$1/run/conditions/clock" tsc
	put "$1/run/conditions/kernel" 6.12
	put "$1/run/conditions/target_state" "$(cat "$1/target_state")"
	put "$1/run/conditions/tracing" off
	for _p in samples block warmup pairs_max seed gap_us; do
		put "$1/run/conditions/$_p" "$(cat "$1/$_p")"
	done
	put "$1/run/id" "$2"
}

# Results of one run of ipi, slower by $4 ns
fake_publish() { # BENCH ID EPOCH MORE
	fake_result "$1" call smt "$((1000 + $4))"
	fake_result "$1" call cross "$((3000 + $4))"
	fake_result "$1" async smt "$((900 + $4))"
	fake_result "$1" async cross "$((3100 + $4))"
	fake_compare "$1" async smt rtt -100 faster
	fake_compare "$1" async cross rtt 100 slower
	fake_compare "$1" async smt deliver 0 same
	fake_compare "$1" async cross deliver 5 unclear
	fake_matrix "$1" call
	fake_matrix "$1" async
	fake_run "$1" "$2" "$3"
}

fake_tree() { # ROOT
	rm -rf "$1"
	put "$1/abi" 1
	put "$1/env/hypervisor" kvm
	put "$1/env/emulated" no
	put "$1/env/clock" tsc
	put "$1/env/clock_resolution_ns" 0.333
	put "$1/env/clock_read_ns" 12.5
	put "$1/env/clock_synced" yes
	put "$1/env/clock_error_ns" 30
	put "$1/env/classes" "smt cross"
	fake_bench "$1/ipi" call call async
	fake_bench "$1/selftest" base base base_again
	fake_bench "$1/hyperv" mask mask single
	put "$1/hyperv/supported" "no: not a Hyper-V guest"
}

# Answers what is written to BENCH/control, as often as it takes, until killed:
# a run takes $2 steps of 50 ms, and the value of `seed` makes its results slower
fake_engine() { # BENCH STEPS END
	_id=0
	while :; do
		if [ "$(cat "$1/control")" = start ]; then
			put "$1/state" running
			: > "$1/control"
			cat "$1/samples" "$1/block" > "$1/seen"
			_end=$3
			_n=0
			while [ "$_n" -lt "$2" ]; do
				_n=$((_n + 1))
				put "$1/progress" "$_n $2"
				sleep 0.05
				[ "$(cat "$1/control")" = stop ] || continue
				_end=stopped
				: > "$1/control"
				break
			done
			_id=$((_id + 1))
			[ "$_end" = "done" ] &&
				fake_publish "$1" "$_id" "$(date +%s)" "$(cat "$1/seed")"
			[ "$_end" = failed ] && put "$1/error" "the clock went backwards"
			put "$1/state" "$_end"
		fi
		sleep 0.02
	done
}
