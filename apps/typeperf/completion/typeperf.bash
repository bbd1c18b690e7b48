# bash completion of typeperf: its options, their words and files. Paths are completed by perflib's.
_typeperf() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  case $before in
    -f) mapfile -t COMPREPLY < <(compgen -W 'CSV TSV BIN' -- "${word^^}") ;;
    -cf | -o | -config)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      ;;
    -s) mapfile -t COMPREPLY < <(compgen -W "localhost $HOSTNAME" -- "$word") ;;
    -si | -sc) ;;
    *)
      [[ $word == -* ]] || return 0
      mapfile -t COMPREPLY < <(compgen -W '-? -f -c -cf -si -o -q -qx -sc -config -s -y' -- "$word")
      ;;
  esac
}

complete -F _typeperf typeperf
