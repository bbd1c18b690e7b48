# fish completion of typeperf, relog, logman, lodctr, unlodctr and ctrpp, which say themselves what may follow; "<files>" are names of files.
# fish quotes what it inserts.

function __perflib_windows_tool
    set --local words (commandline --tokenize --current-process --cut-at-cursor)
    set --local word (commandline --current-token --cut-at-cursor | string unescape)
    for line in ($words[1] --complete $words[2..] "$word" 2>/dev/null)
        if test "$line" = '<files>'
            __fish_complete_path "$word"
        else
            echo $line
        end
    end
end

for tool in typeperf relog logman lodctr unlodctr ctrpp
    complete --command $tool --no-files --arguments '(__perflib_windows_tool)'
end
