# Completion of nactgen for bash.
_nactgen() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words
	COMPREPLY=()
	case $prev in
	--manifest | --openapi | --out | --dir) return 0 ;; # paths: bash's own completion
	--format)
		COMPREPLY=($(compgen -W "text json github sarif markdown" -- "$cur"))
		return 0
		;;
	esac
	words=("${COMP_WORDS[@]:0:COMP_CWORD}")
	if [[ $cur == -* ]]; then
		words+=("$cur")
	fi
	COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$cur"))
}
complete -o bashdefault -o default -F _nactgen nactgen
