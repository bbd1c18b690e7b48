// Names of databases and log sets that begin as a word does.
#pragma once

#include <string>
#include <vector>

namespace openperflib::apps {

// What "SQL:..." may become: folders and SQLite files, "SQL:logs/perf.db!", and the log sets of the
// file before the
// "!". Empty for other words, and for databases that are not files.
[[nodiscard]] std::vector<std::string> database_completions(const std::string& word);

}  // namespace openperflib::apps
