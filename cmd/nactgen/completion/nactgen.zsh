#compdef nactgen
# Completion of nactgen for zsh.
_nactgen() {
	local cur=${words[CURRENT]} prev=${words[CURRENT-1]}
	local -a line candidates
	case $prev in
	--manifest | --openapi | --out | --dir) _files; return ;;
	--format) compadd text json github sarif markdown; return ;;
	esac
	line=("${(@)words[1,CURRENT-1]}")
	if [[ $cur == -* ]]; then
		line+=("$cur")
	fi
	candidates=("${(@f)$("${line[@]}" --generate-bash-completion 2>/dev/null)}")
	compadd -- "${candidates[@]}"
}
compdef _nactgen nactgen
