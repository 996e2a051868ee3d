# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

cpu=sys/devices/system/cpu

# A machine without fault: two CPUs of a quiet host
doctor_setup() {
	fake_tree "$IPIBENCH_ROOT"
	put "$IPIBENCH_ROOT/env/hypervisor" none
	rm -rf "$work/machine"
	_m=$work/machine
	for _c in 0 1; do
		put "$_m/$cpu/cpu$_c/cpufreq/scaling_governor" performance
		put "$_m/$cpu/cpu$_c/cpuidle/state0/name" C1
		put "$_m/$cpu/cpu$_c/cpuidle/state0/latency" 2
		put "$_m/$cpu/cpu$_c/cpuidle/state0/disable" 0
	done
	put "$_m/$cpu/smt/active" 0
	put "$_m/$cpu/isolated" 1
	put "$_m/$cpu/vulnerabilities/meltdown" "Not affected"
	put "$_m/proc/loadavg" "0.01 0.02 0.03 1/100 999"
	printf 'cpu  100 0 100 9000 0 0 0 0 0 0\ncpu0 1\ncpu1 1\n' > "$_m/proc/stat"
	put "$_m/sys/devices/system/clocksource/clocksource0/current_clocksource" tsc
	put "$_m/sys/kernel/tracing/current_tracer" nop
	: > "$_m/sys/kernel/tracing/set_event"
	put "$_m/boot/config-$(uname -r)" "# none"
}

doctor() { # CODE
	IPIBENCH_SYSROOT=$work/machine try "$1" ipibench doctor
}

test_doctor_finds_a_good_machine_good() {
	doctor_setup && doctor 0 &&
	has_not "$out" '^(warn|unknown)' &&
	has "$out" '^ok +governor +performance on every CPU$'
}

# Each fault alone is found, told with its remedy, and makes the exit code 1
test_doctor_finds_each_fault() {
	while IFS='|' read -r file text check fix; do
		doctor_setup && put "$work/machine/$file" "$text" && doctor 1 &&
		equal "$(printf '%s\n' "$out" | grep -c '^warn')" 1 &&
		has "$out" "^warn +$check" && has "$out" "-> $fix" || return 1
	done << EOL
$cpu/cpu1/cpufreq/scaling_governor|powersave|governor|cpupower frequency-set
proc/loadavg|1.50 1 1 1/1 1|load|stop it
sys/devices/system/clocksource/clocksource0/current_clocksource|hpet|clocksource|look for
sys/kernel/tracing/current_tracer|function|tracing|echo nop
sys/kernel/tracing/set_event|ipi:ipi_raise|tracing|echo nop
$cpu/cpu0/thermal_throttle/package_throttle_count|12|heat|cool it
EOL
}

test_doctor_notes_what_belongs_to_the_numbers() {
	doctor_setup &&
	put "$work/machine/$cpu/vulnerabilities/meltdown" "Mitigation: PTI" &&
	put "$work/machine/$cpu/smt/active" 1 &&
	put "$work/machine/$cpu/isolated" "" &&
	put "$work/machine/$cpu/cpu0/cpuidle/state1/name" C6 &&
	put "$work/machine/$cpu/cpu0/cpuidle/state1/latency" 133 &&
	put "$work/machine/sys/module/kvm_amd/parameters/avic" N &&
	doctor 0 &&
	has "$out" '^note +mitigations +on for meltdown' &&
	has "$out" '^note +SMT +on' &&
	has "$out" '^note +isolated CPUs +none' &&
	has "$out" '^note +idle states +C6 takes 133 us' &&
	has "$out" '^note +KVM host +AVIC .*is off'
}

test_doctor_notes_what_this_kernel_refuses() {
	doctor_setup &&
	put "$work/machine/sys/module/module/parameters/sig_enforce" Y &&
	put "$work/machine/sys/kernel/security/lockdown" "[none] integrity confidentiality" &&
	put "$work/machine/sys/kernel/realtime" 1 &&
	doctor 0 &&
	has "$out" '^note +signatures +enforced' && has_not "$out" lockdown &&
	has "$out" '^note +real time +PREEMPT_RT' &&
	put "$work/machine/sys/kernel/security/lockdown" "none [integrity] confidentiality" &&
	doctor 0 &&
	has "$out" '^note +lockdown +on: .*live hooks are refused' &&
	has_not "$out" signatures
}

test_doctor_reads_the_kernel_configuration() {
	doctor_setup &&
	printf '%s\n' '#' CONFIG_KASAN=y CONFIG_PROVE_LOCKING=y > \
		"$work/machine/boot/config-$(uname -r)" &&
	doctor 1 && has "$out" '^warn +kernel .*CONFIG_PROVE_LOCKING'
}

test_doctor_without_the_module() {
	doctor_setup && rm -rf "$IPIBENCH_ROOT" && doctor 1 &&
	has "$out" '^warn +module +not loaded$' && has "$out" '-> modprobe ipibench'
}

test_doctor_on_an_emulated_guest() {
	doctor_setup &&
	put "$IPIBENCH_ROOT/env/hypervisor" qemu &&
	put "$IPIBENCH_ROOT/env/emulated" yes &&
	printf 'cpu  100 0 100 700 0 0 0 100 0 0\ncpu0 1\ncpu1 1\n' > "$work/machine/proc/stat" &&
	doctor 1 &&
	has "$out" '^note +hypervisor +a guest of qemu' &&
	has "$out" '^warn +hypervisor +the host took 10.0 %' &&
	has "$out" '^warn +emulation' &&
	IPIBENCH_SYSROOT=$work/machine try 1 ipibench doctor --json &&
	equal "$(json "$work/out" '[f["level"] for f in d["findings"]].count("warn")')" 2
}
