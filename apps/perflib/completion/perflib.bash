# bash completion of perflib, typeperf, relog, logman, lodctr, unlodctr and ctrpp.
#
# What a word may become is known to `perflib complete` and to the --complete of the other tools. Here is what only
# the shell can do: read the line up to the cursor without its quotes, and quote what is offered as the word is quoted.

# Reads the line up to the cursor into variables of the caller: `words` (finished ones, without quotes),
# `word` (the one at the cursor, without quotes), `quote` (the quote that is open there, or nothing) and
# `before` (the part of `word` that stands left of $1, where readline begins to replace).
_perflib_read_line() {
  local line=${COMP_LINE:0:COMP_POINT} start=$1 i char in_word=
  for ((i = 0; i < ${#line}; i++)); do
    ((i == start)) && before=$word
    char=${line:i:1}
    if [[ $quote == "'" ]]; then
      if [[ $char == "'" ]]; then quote=; else word+=$char; fi
    elif [[ $char == '\' && ( -z $quote || ${line:i+1:1} == [\$\`\"\\] ) ]]; then
      ((++i))
      word+=${line:i:1} in_word=1
    elif [[ $quote == '"' ]]; then
      if [[ $char == '"' ]]; then quote=; else word+=$char; fi
    elif [[ $char == [\'\"] ]]; then
      quote=$char in_word=1
    elif [[ $char == [$' \t\n'] ]]; then
      [[ $in_word ]] && words+=("$word")
      word= in_word=
    else
      word+=$char in_word=1
    fi
  done
  ((i == start)) && before=$word
  return 0
}

# Sets `quoted` to $1 as it must stand at the cursor.
_perflib_quote() {
  local i
  case $quote in
    "'") quoted=${1//"'"/"'\\''"} ;;
    '"')
      quoted=
      for ((i = 0; i < ${#1}; i++)); do
        case ${1:i:1} in
          '"' | '$' | '`') quoted+='\' ;;
          '\') [[ ${1:i+1:1} == [\$\`\"\\] ]] && quoted+='\' ;;
        esac
        quoted+=${1:i:1}
      done
      ;;
    *) printf -v quoted %q "$1" ;;
  esac
}

# Verbs, then services, folders or files.
_perflib_offer_provider_words() {
  if ((${#words[@]} == 2)); then
    _perflib_offer list show new test install remove set enable disable publish statsd
    return
  fi
  case ${words[2]} in
    show | remove | set | enable | disable)
      local services
      mapfile -t services < <("${words[0]/#\~/$HOME}" provider list 2>/dev/null | awk '/^SERVICE /{seen=1;next} /^$/{exit} seen{print $1}')
      _perflib_offer "${services[@]}"
      ;;
    *) _perflib_offer_files -f ;;
  esac
}

# Offers its arguments that begin as the word does, case ignored.
_perflib_offer() {
  local candidate quoted
  for candidate; do
    [[ ${candidate,,} == "${word,,}"* ]] || continue
    _perflib_quote "${candidate:${#before}}"
    COMPREPLY+=("$quoted")
  done
}

_perflib_offer_files() {  # -f or -d
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}

# Files, where nothing else begins as the word does: with nothing typed they would hide the paths.
_perflib_offer_logs() {
  [[ ${#COMPREPLY[@]} -eq 0 && -n $word && $word != [\\@]* ]] && _perflib_offer_files -f
  return 0
}

# No blank after a folder, or after a database, whose set is to follow.
_perflib_stay_at_database() {
  [[ $word == [sS][qQ][lL]:* && ${COMPREPLY[0]} == *[\!/] ]] && compopt -o nospace 2>/dev/null
  return 0
}

# Paths, and sets of watch: those of the logs that the line names, else of the machine.
_perflib_offer_words() {
  local offered=()
  mapfile -t offered < <(
    "${words[0]/#\~/$HOME}" complete --for "${words[1]}" -- "$word" "${words[@]:2}" 2>/dev/null)
  _perflib_offer "${offered[@]}"
  _perflib_stay_at_database
}

# Files, or paths of the logs that the line names and sets where one was begun.
_perflib_offer_files_or_words() {
  if [[ $word == [\\@]* || $word == [sS][qQ][lL]:* ]]; then
    _perflib_offer_words
  else
    _perflib_offer_files -f
  fi
}

_perflib_offer_options() {
  local source='--root --page-size'
  case ${words[1]} in
    list) _perflib_offer --help --paths --missing --json -f --format --log -b -e --encoding --date-order --names $source ;;
    pick) _perflib_offer --help --single --objects --costly --path --log --encoding --date-order --names --machine --detail --fixed-detail --no-index --title --data-source --file-only --no-color $source ;;
    query) _perflib_offer --help -n -i -f --format --json --raw --top --kthreads --names-with-ids --log -b -e --encoding --date-order --names $source ;;
    watch) _perflib_offer --help -n -i --json -f --format --no-color --kthreads --names-with-ids --log -b -e --encoding --date-order --names $source ;;
    at) _perflib_offer --help --json -f --format --log --encoding --date-order --names ;;
    explain) _perflib_offer --help -i --json -f --format --log -b -e --encoding --date-order --names $source ;;
    dump) _perflib_offer --help -o --output -y --kthreads --names-with-ids --log -b -e --encoding --date-order --names $source ;;
    inspect) _perflib_offer --help --json -f --format --strict ;;
    record) _perflib_offer --help -o --output -n -i -y --ring --max-size --kthreads --names-with-ids $source ;;
    convert) _perflib_offer --help -c --from --to --every --long --excel --decimal-comma -o --output -y -b -e --encoding --date-order --names --threads ;;
    cut) _perflib_offer --help -b -e --first --last -c --from --to -o --output -y --encoding --date-order --names --threads ;;
    merge) _perflib_offer --help -c --from --to -o --output -y --encoding --date-order --names --threads ;;
    diff) _perflib_offer --help --at --for --by-clock --whole --least --top --json -f --format --encoding --date-order --names --threads ;;
    annotate) _perflib_offer --help --at ;;
    summary) _perflib_offer --help --top --by --json -f --format --log -b -e --encoding --date-order --names --threads ;;
    chart) _perflib_offer --help -o --output -y --json -f --format --title --width --height --top --by -n -i --log -b -e --encoding --date-order --names $source ;;
    report) _perflib_offer --help -n -i -o --output -y --json -f --format --skipped --rules --list-rules --fact --log -b -e --encoding --date-order --names --threads $source ;;
    alert) _perflib_offer --help -n -i --events --json -f --format -b -e --encoding --date-order --names $source ;;
    sets) _perflib_offer --help --delete --json -f --format ;;
    provider) _perflib_offer --help --json -f --format --cxx --library --ini --set --open --collect --close --listen --expire --instances ;;
    doctor) _perflib_offer --help --json -f --format $source ;;
    error) _perflib_offer --help --json -f --format ;;
    mcp) _perflib_offer --help --logs-only $source ;;
  esac
}

_perflib_offer_subcommands() {
  _perflib_offer list pick query watch at explain dump inspect record convert cut merge summary chart diff annotate report \
    alert sets provider doctor error mcp
}

_perflib() {
  local words=() word= before= quote=
  COMPREPLY=()
  _perflib_read_line $((COMP_POINT - ${#2}))
  if ((${#words[@]} < 2)); then
    _perflib_offer_subcommands
    _perflib_offer help --help --version
    return
  fi
  case ${words[-1]} in
    -f | --format)
      case ${words[1]} in
        query) _perflib_offer table csv tsv json ;;
        chart) _perflib_offer text svg html json ;;
        *) _perflib_offer text json ;;
      esac
      ;;
    --by) _perflib_offer average max growth ;;
    --from | --to) _perflib_offer csv tsv blg perfrec ;;
    --encoding) _perflib_offer utf-8 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 gbk shift-jis big5 euc-kr ;;
    --date-order) _perflib_offer mdy dmy ymd ;;
    --page-size) _perflib_offer 4096 16384 65536 ;;
    --root) _perflib_offer_files -d ;;
    -o | --output | --log | --rules | --names | --library | --ini) _perflib_offer_files -f ;;
    --detail) _perflib_offer novice advanced expert wizard ;;
    -c | --path) _perflib_offer_words ;;
    -n | -i | -b | -e | --top | --every | --threads | --first | --last | --at | --for | --least | --fact | --events | --machine | --title | --width | --height | \
      --ring | --max-size | --listen | --expire | --instances | --set | --open | --collect | --close) ;;
    *)
      if [[ $word == -* ]]; then
        _perflib_offer_options
        return
      fi
      case ${words[1]} in
        list | query | watch | at | explain | chart)
          _perflib_offer_words
          _perflib_offer_logs
          ;;
        record | error) _perflib_offer_words ;;
        help) ((${#words[@]} > 2)) || _perflib_offer_subcommands ;;
        dump)
          _perflib_offer Global Costly
          _perflib_offer_logs
          ;;
        inspect | convert | cut | merge | summary | diff | annotate | report | sets) _perflib_offer_files_or_words ;;
        provider) _perflib_offer_provider_words ;;
        mcp) _perflib_offer_files -d ;;
        alert)
          _perflib_offer test
          _perflib_offer_files -f
          ;;
      esac
      ;;
  esac
}

# The other tools say themselves what may follow; "<files>" are names of files.
_perflib_windows_tool() {
  local words=() word= before= quote= offered=() line files=
  COMPREPLY=()
  _perflib_read_line $((COMP_POINT - ${#2}))
  while IFS= read -r line; do
    if [[ $line == '<files>' ]]; then files=yes; else offered+=("$line"); fi
  done < <("${words[0]/#\~/$HOME}" --complete "${words[@]:1}" "$word" 2>/dev/null)
  _perflib_offer "${offered[@]}"
  [[ ${#COMPREPLY[@]} -eq 0 && $files ]] && _perflib_offer_files -f
  _perflib_stay_at_database
}

complete -F _perflib perflib
complete -F _perflib_windows_tool typeperf relog logman lodctr unlodctr ctrpp
