# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

# What bash would offer for the last of the words given
complete_words() { # WORD...
	# shellcheck disable=SC2016
	bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ipibench
		echo "${COMPREPLY[*]}"' - "$here/../ipibench.bash" "$@"
}

test_completion_offers_what_the_tool_takes() {
	if ! command -v bash > /dev/null; then
		return 0
	fi
	fake_tree "$IPIBENCH_ROOT" &&
	equal "$(complete_words ipibench ma)" matrix &&
	equal "$(complete_words ipibench run sel)" selftest &&
	equal "$(complete_words ipibench report sel)" selftest &&
	equal "$(complete_words ipibench report --o)" --output &&
	equal "$(complete_words ipibench run --target-s)" --target-state &&
	equal "$(complete_words ipibench run ipi --target-state i)" idle &&
	equal "$(complete_words ipibench run ipi --variants as)" async
}

# The table of commands and that of the completion say the same
test_completion_and_manual_know_every_option() {
	for command in list run show compare matrix export report doctor trace; do
		for option in $("$tool" "$command" --help | grep -o -e '--[a-z-]*' | sort -u); do
			case $option in
			--help | --usage | --version) continue ;;
			esac
			if ! grep -q -e "$option" "$here/../ipibench.bash" ||
			   ! sed 's/\\-/-/g' "$here/../ipibench.1" | grep -q -e "$option"; then
				echo "$command $option"
				return 1
			fi
		done
	done
}
