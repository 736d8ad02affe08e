# Completion of nactgen for fish.
function __nactgen_candidates
    set -l line (commandline --cut-at-cursor --tokenize --current-process)
    set -l current (commandline --current-token)
    if string match --quiet -- '-*' $current
        set -a line $current
    end
    $line --generate-bash-completion 2>/dev/null
end
complete --command nactgen --no-files --arguments '(__nactgen_candidates)'
complete --command nactgen --long-option manifest --require-parameter --force-files
complete --command nactgen --long-option openapi --require-parameter --force-files
complete --command nactgen --long-option out --require-parameter --force-files
complete --command nactgen --long-option dir --require-parameter --force-files
complete --command nactgen --long-option format --require-parameter --no-files --arguments 'text json github sarif markdown'
