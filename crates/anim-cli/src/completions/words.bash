# Bash splits words at `:` and `=`, which codes and options contain. The word before the cursor is `$head$2`, of which Bash
# replaces `$2`. Of a list only the last item is completed.
_anim_words() {
    local line=${COMP_LINE:0:COMP_POINT} prev=$3 head= cur list=
    if [[ ${line%"$2"} =~ ([^[:space:]]+)[[:space:]]+([^[:space:]]*[:=])$ ]]; then
        prev=${BASH_REMATCH[1]} head=${BASH_REMATCH[2]}
    fi
    if [[ $head == --*=* ]]; then # --flag=value
        prev=${head%%=*} head=${head#*=}
    fi
    cur=$head$2
    if [[ $prev == --fields ]]; then
        list=${cur%"${cur##*,}"}
    fi
    _anim "$1" "${cur#"$list"}" "$prev"
    COMPREPLY=("${COMPREPLY[@]/#/$list}")
    COMPREPLY=("${COMPREPLY[@]#"$head"}")
    case ${COMPREPLY[*]} in
        "") COMPREPLY=() ;; # the value after a key, such as the path of a file
        *=) compopt -o nospace 2> /dev/null ;; # Bash 3 has no compopt
    esac
}

