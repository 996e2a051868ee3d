# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh disable=SC2154

# Command lines of the documents, without their prompt. In a grafted tree they
# are elsewhere.
documented() {
	for _d in "$here"/../../Documentation/*.rst; do
		[ -e "$_d" ] || continue
		sed -n 's/^ *[$#] \(ipibench .*\)/\1/p; s/^ *[$#] .*| \(ipibench .*\)/\1/p' "$_d"
	done
}

# Each names a command that there is and options that it has
test_documentation_has_only_commands_that_exist() {
	documented > "$work/documented"
	if [ ! -s "$work/documented" ]; then
		skip "there are no documents"
		return
	fi
	while read -r _tool _command _rest; do
		# what is recorded is a command line of its own
		[ "$_command" != trace ] || _rest=${_rest%%run *}
		try 0 ipibench "$_command" --help || return
		for _word in $_rest; do
			case $_word in
			-?*) has "$out" "(^| )${_word%%=*}([, =[]|\$)" || return ;;
			esac
		done
	done < "$work/documented"
}
