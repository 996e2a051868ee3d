#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel's own KVM selftests pass while ipibench_live sends what they call
# through each variant, and through all in turn. One that fails here without it
# says nothing about it and is left out.

DIR=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=/dev/null
. "$DIR/../kselftest/ktap_helpers.sh"

hook=/sys/kernel/ipibench/live/kvm_mpidr_to_vcpu
programs='psci_test vgic_irq vgic_init'
variants='kernel_again scan hash direct'

# splice VARIANT CALLS
splice()
{
	echo 0 >$hook/enabled && echo "$1" >$hook/variant &&
		echo "$2" >$hook/alternate_calls && echo 1 >$hook/enabled
}

# passes PROGRAM: a program that cannot run here is no failure of the hook.
passes()
{
	"$kvm/$1" >/dev/null 2>"/tmp/live_kvm.$$"
	status=$?
	[ $status = 0 ] || [ $status = "$KSFT_SKIP" ] || {
		cat "/tmp/live_kvm.$$"
		return 1
	}
}

went_through()
{
	ktap_print_msg "$(cat $hook/hits) calls, $(cat $hook/misses) misses"
	[ "$(cat $hook/hits)" -gt 0 ]
}

nothing_left()
{
	! grep -q '^kvm_mpidr_to_vcpu ' /sys/kernel/tracing/enabled_functions
}

# all_through NAME
all_through()
{
	for program in $programs; do
		case " $sound " in
		*" $program "*)
			ktap_test_result "$program through $1" passes "$program" ;;
		*)
			ktap_test_skip "$program through $1: fails by itself" ;;
		esac
	done
	ktap_test_result "calls went through $1" went_through
}

skip()
{
	ktap_skip_all "$1"
	exit "$KSFT_SKIP"
}

ktap_print_header
[ "$(id -u)" = 0 ] || skip "must be root"
for kvm in "$DIR/../kvm/aarch64" "$DIR/../kvm/arm64" "$DIR/../kvm"; do
	[ -x "$kvm/psci_test" ] && break
done
[ -x "$kvm/psci_test" ] || skip "the kernel's KVM selftests are not here"
{ modprobe ipibench emulated=1 && modprobe ipibench_live; } 2>/dev/null ||
	skip "module ipibench_live is not installed"
[ "$(cat $hook/supported)" = yes ] ||
	skip "live/kvm_mpidr_to_vcpu is not supported: $(cat $hook/supported)"

sound=
for program in $programs; do
	passes "$program" >/dev/null && sound="$sound $program"
done
ktap_set_plan 21
for variant in $variants; do
	splice "$variant" 0
	all_through "$variant"
done
splice kernel 1
all_through "all in turn"
modprobe -r ipibench_live
ktap_test_result "nothing is left" nothing_left
rm -f "/tmp/live_kvm.$$"
ktap_finished
