# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Completion of ipibench for bash.

_ipibench_benches() {
	local root=${IPIBENCH_ROOT:-/sys/kernel/ipibench} file

	for file in "$root"/*/supported; do
		[[ -e $file ]] || continue
		file=${file%/supported}
		echo "${file##*/}"
	done
}

# What the parameter of an option may be, as the bench on the line says
_ipibench_values() {
	local root=${IPIBENCH_ROOT:-/sys/kernel/ipibench} word

	for word in "${COMP_WORDS[@]:2}"; do
		[[ -r $root/$word/$1 ]] && cat "$root/$word/$1"
	done
}

_ipibench() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local output="--json --output" words=
	local -A options=(
		[list]="$output"
		[run]="$output --csv --ktap --samples --block --warmup --senders --targets
			--pairs-max --seed --variants --backend --target-state --gap-us
			--timeout-ms --shot-timeout-ms --same-margin-pct --set --quick
			--thorough --repeat"
		[show]="$output --csv --ktap"
		[compare]="$output --csv --same-margin-pct"
		[matrix]="$output --csv --variant --percentile"
		[export]="--prometheus --output"
		[report]="--output"
		[doctor]="$output"
		[trace]="$output --csv --event --record"
	)

	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W "${!options[*]} --help --version" -- "$word")
		return
	fi
	[[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
	[[ $word == = ]] && word=
	case $before in
	--variants | --variant) words=$(_ipibench_values available_variants) ;;
	--backend) words=$(_ipibench_values available_backends) ;;
	--target-state) words="busy idle" ;;
	--percentile) words="50 99" ;;
	-o | --output | -r | --record)
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
		return
		;;
	trace)
		mapfile -t COMPREPLY < <(compgen -W run -- "$word"; compgen -f -- "$word")
		return
		;;
	*)
		if [[ $word == -* ]]; then
			words="${options[${COMP_WORDS[1]}]} --help"
		else
			[[ ${COMP_WORDS[1]} == @(list|doctor) ]] || words=$(_ipibench_benches)
			[[ ${COMP_WORDS[1]} == run ]] && words+=" all"
		fi
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
	if [[ $word != -* && ${COMP_WORDS[1]} == @(show|compare|matrix|export|report) ]]; then
		mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X '!*.json' -- "$word")
	fi
}

complete -o filenames -F _ipibench ipibench
