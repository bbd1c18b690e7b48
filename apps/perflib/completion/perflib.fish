# fish completion of perflib. Subcommands and options are those of --help; what a word may become is known to
# `perflib complete` alone. fish quotes what it inserts.

# Rows "name<TAB>text" of the lines of --help, read from standard input, that match.
function __perflib_rows --argument-names pattern
    while read --local line
        string match --quiet 'Examples:*' -- $line; and break
        set --local found (string match --regex --groups-only -- $pattern $line)
        and printf '%s\t%s\n' $found[1] (string trim -- "$found[2]")
    end
end

function __perflib_subcommands
    set --local words (commandline --tokenize --current-process --cut-at-cursor)
    $words[1] --help 2>/dev/null | __perflib_rows '^  ([a-z]+) +(.*)$'
end

function __perflib_options
    set --local words (commandline --tokenize --current-process --cut-at-cursor)
    $words[1] $words[2] --help 2>/dev/null | __perflib_rows '^  (?:-[a-z],)?(--?[a-zA-Z][a-z-]*)\\S*(?: [A-Z]\\S*)?(?:$| +(.*)$)'
end

function __perflib_paths
    set --local words (commandline --tokenize --current-process --cut-at-cursor)
    set --local word (commandline --current-token --cut-at-cursor | string unescape)
    $words[1] complete --for $words[2] -- "$word" $words[3..] 2>/dev/null
end

function __perflib_services
    set --local words (commandline --tokenize --current-process --cut-at-cursor)
    $words[1] provider list 2>/dev/null | awk '/^SERVICE /{seen=1;next} /^$/{exit} seen{print $1}'
end

function __perflib_uses
    set --local words (commandline --tokenize --current-process --cut-at-cursor)
    test (count $words) -ge 2; and contains -- $words[2] $argv
end

function __perflib_has_no_subcommand
    test (count (commandline --tokenize --current-process --cut-at-cursor)) -eq 1
end

function __perflib_has_no_argument
    test (count (commandline --tokenize --current-process --cut-at-cursor)) -eq 2
end

# Whether the word at the cursor is the value of one of these options.
function __perflib_is_value_of
    set --local words (commandline --tokenize --current-process --cut-at-cursor)
    contains -- $words[-1] $argv
end

function __perflib_is_value
    __perflib_is_value_of -f --format --by --from --to --encoding --date-order --page-size --root -o --output --log --rules --names --library --ini -n -i -b -e -c --top --every --threads --first --last --at --for --least --fact --events --path --detail --machine --title --width --height --ring --max-size --listen --expire --instances --set --open --collect --close
end

function __perflib_begins_path
    string match --quiet --regex '^[\'"]?(\\\\|@|(?i:sql:))' -- (commandline --current-token --cut-at-cursor)
end

function __perflib_is_option
    string match --quiet -- '-*' (commandline --current-token --cut-at-cursor)
end

complete --command perflib --no-files
complete --command perflib --condition __perflib_has_no_subcommand --arguments '(__perflib_subcommands)'
complete --command perflib --condition '__perflib_is_value_of -f --format; and __perflib_uses query' --arguments 'table csv tsv json'
complete --command perflib --condition '__perflib_is_value_of -f --format; and __perflib_uses chart' --arguments 'text svg html json'
complete --command perflib --condition '__perflib_is_value_of -f --format; and not __perflib_uses query chart' --arguments 'text json'
complete --command perflib --condition '__perflib_is_value_of --by' --arguments 'average max growth'
complete --command perflib --condition '__perflib_is_value_of --from --to' --arguments 'csv tsv blg perfrec'
complete --command perflib --condition '__perflib_is_value_of --encoding' --arguments 'utf-8 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 gbk shift-jis big5 euc-kr'
complete --command perflib --condition '__perflib_is_value_of --date-order' --arguments 'mdy dmy ymd'
complete --command perflib --condition '__perflib_is_value_of --page-size' --arguments '4096 16384 65536'
complete --command perflib --condition '__perflib_is_value_of --detail' --arguments 'novice advanced expert wizard'
complete --command perflib --condition '__perflib_is_value_of --path' --arguments '(__perflib_paths)'
complete --command perflib --condition '__perflib_is_value_of --root' --arguments '(__fish_complete_directories)'
complete --command perflib --condition 'not __perflib_is_value; and __perflib_uses mcp' --arguments '(__fish_complete_directories)'
complete --command perflib --condition '__perflib_is_value_of -o --output --log --rules --names --library --ini' --force-files
complete --command perflib --condition 'not __perflib_is_value; and not __perflib_has_no_subcommand; and __perflib_is_option' --arguments '(__perflib_options)'
complete --command perflib --condition '__perflib_has_no_argument; and __perflib_uses help' --arguments '(__perflib_subcommands)'
complete --command perflib --condition 'not __perflib_is_value; and __perflib_uses list query watch at explain record chart error' --arguments '(__perflib_paths)'
complete --command perflib --condition '__perflib_is_value_of -c; or not __perflib_is_value; and __perflib_begins_path; and __perflib_uses summary diff convert cut merge inspect report sets' --arguments '(__perflib_paths)'
complete --command perflib --condition 'not __perflib_is_value; and __perflib_uses dump' --arguments 'Global Costly'
complete --command perflib --condition 'not __perflib_is_value; and __perflib_uses list query watch at explain dump inspect convert cut merge summary chart diff annotate report alert sets' --force-files
complete --command perflib --condition 'not __perflib_is_value; and __perflib_uses alert' --arguments 'test'
complete --command perflib --condition 'not __perflib_is_value; and __perflib_uses provider' --arguments 'list show new test install remove set enable disable publish statsd (__perflib_services)'
complete --command perflib --condition 'not __perflib_is_value; and __perflib_uses provider' --force-files
