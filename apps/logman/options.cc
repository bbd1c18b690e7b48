#include "apps/logman/options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "apps/logman/alert_threshold.h"
#include "apps/windows_tool/computer.h"
#include "apps/windows_tool/given_time.h"
#include "apps/windows_tool/interval.h"
#include "apps/windows_tool/text_lines.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/base/utf16.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/query/path_pattern.h"

namespace openperflib::logman {
namespace {

using windows_tool::GivenOption;
using windows_tool::OptionRow;
using windows_tool::Takes;
using windows_tool::without_quotes;
using Set = CollectionSet;
using Result = windows_tool::Outcome;

// What an option belongs to.
constexpr unsigned kAnywhere = 1U;
constexpr unsigned kCounter = 2U;
constexpr unsigned kAlert = 4U;
constexpr unsigned kBoth = kCounter | kAlert;

windows_tool::Failure conflict(const GivenOption& given, std::string_view why) {
  return windows_tool::wrong_value(given, why).error();
}

// One setter an option. `given.value` is there unless the option may stand alone.

Result set_nothing(Set&, const GivenOption&) { return {}; }

template <auto Member, bool kValue>
Result set_flag(Set& set, const GivenOption&) {
  set.*Member = kValue;
  return {};
}

template <auto Member>
Result set_text(Set& set, const GivenOption& given) {
  set.*Member = *given.value;
  return {};
}

template <auto Member>
Result clear(Set& set, const GivenOption&) {
  set.*Member = {};
  return {};
}

template <auto Member>
Result set_time(Set& set, const GivenOption& given) {
  set.*Member = windows_tool::read_given_time(without_quotes(*given.value));
  if ((set.*Member).has_value()) return {};
  return windows_tool::wrong_value(given, "is no time: M/D/YYYY [[HH:]MM:]SS [AM|PM]");
}

template <auto Member>
Result set_span(Set& set, const GivenOption& given) {
  const auto span = windows_tool::read_interval(*given.value);
  if (!span.has_value()) {
    return windows_tool::wrong_value(given, "is no span of time: [[hh:]mm:]ss, 1 second at least");
  }
  set.*Member = static_cast<std::uint64_t>(span->count());
  return {};
}

template <auto Member>
Result set_count(Set& set, const GivenOption& given) {
  constexpr std::uint64_t kMost = 1'000'000'000;
  const auto number = windows_tool::whole_number(*given.value);
  if (!number.has_value() || *number == 0 || *number > kMost) {
    return windows_tool::wrong_value(given, "is no whole number from 1 to 1000000000");
  }
  set.*Member = *number;
  return {};
}

Result add_path(Set& set, std::string_view place, std::string path) {
  if (!PathPattern::parse(path).has_value()) {
    return windows_tool::failure(
        windows_tool::at_place(place, fmt::format("{}: is no path of a counter", path)),
        windows_tool::kInvalidPath);
  }
  set.counters.push_back(std::move(path));
  return {};
}

Result add_counter(Set& set, const GivenOption& given) {
  return add_path(set, given.place, without_quotes(*given.value));
}

Result add_counters_of_file(Set& set, const GivenOption& given) {
  for (const auto& line : OPENPERFLIB_TRY(windows_tool::read_text_lines(*given.value))) {
    OPENPERFLIB_TRY(
        add_path(set, fmt::format("{}:{}", *given.value, line.number), without_quotes(line.text)));
  }
  return {};
}

Result add_threshold(Set& set, const GivenOption& given) {
  std::string text = without_quotes(*given.value);
  if (const auto threshold = read_threshold(text); !threshold.has_value()) {
    return windows_tool::wrong_value(given, threshold.error());
  }
  set.thresholds.push_back(std::move(text));
  return {};
}

struct FormatWord {
  std::string_view word;
  LogFormat format;
  bool circular = false;
};

constexpr auto kFormats = std::to_array<FormatWord>({{"bin", LogFormat::blg},
                                                     {"bincirc", LogFormat::blg, true},
                                                     {"csv", LogFormat::csv},
                                                     {"tsv", LogFormat::tsv},
                                                     {"sql", LogFormat::sql}});

// A file's name is none of a set, and the other way round; a set is always gone on with, so it has
// one name where nothing else is said, as has a file that is gone on with.
void change_format(Set& set, LogFormat format) {
  if (format == LogFormat::sql || set.format == LogFormat::sql) {
    set.file_name = set.name;
    set.database.clear();
    const bool has_one_name = format == LogFormat::sql || set.append || set.overwrite;
    set.version = has_one_name ? NameVersion::none : NameVersion::number;
  }
  set.format = format;
}

Result set_format(Set& set, const GivenOption& given) {
  const auto* const row = std::ranges::find(kFormats, folded(*given.value), &FormatWord::word);
  if (row == kFormats.end()) {
    return windows_tool::wrong_value(given, "is none of bin, bincirc, csv, tsv and sql");
  }
  if (row->format != set.format) change_format(set, row->format);
  set.circular = row->circular;
  return {};
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.lexically_normal().string();
}

// As Windows' tool takes it: "SQL:" may be left out.
Result set_log_set(Set& set, const GivenOption& given) {
  const std::string name =
      SqlLogName::is_one(*given.value) ? *given.value : fmt::format("SQL:{}", *given.value);
  const auto taken = set_database_output(set, name);
  if (taken.has_value() && !set.file_name.empty()) return {};
  const std::string why = taken.has_value() ? "names no log set: SQL:DATABASE!SET" : taken.error();
  return windows_tool::failure(
      windows_tool::at_place(given.place, fmt::format("-o {}: {}", shown_log_name(name), why)),
      windows_tool::kInvalidSqlLogFormat);
}

Result set_output_path(Set& set, const GivenOption& given) {
  if (set.format == LogFormat::sql) return set_log_set(set, given);
  if (SqlLogName::is_one(*given.value)) {
    return windows_tool::failure(
        windows_tool::at_place(given.place, fmt::format("-o {}: a log of a database is -f sql",
                                                        shown_log_name(*given.value))),
        windows_tool::kInvalidSqlLogFormat);
  }
  const std::string path = absolute(*given.value);
  if (path.empty() || path.ends_with('/')) return windows_tool::wrong_value(given, "names no file");
  set_output(set, path);
  return {};
}

Result set_rules(Set& set, const GivenOption& given) {
  set.alert_rules = absolute(*given.value);
  return {};
}

Result set_version(Set& set, const GivenOption& given) {
  const std::string word = folded(*given.value);
  if (word != "nnnnnn" && word != "mmddhhmm") {
    return windows_tool::wrong_value(given, "is neither nnnnnn nor mmddhhmm");
  }
  set.version = word == "nnnnnn" ? NameVersion::number : NameVersion::date;
  return {};
}

// A log that is gone on with or written over has one name.
Result set_append(Set& set, const GivenOption&) {
  set.append = true;
  set.version = NameVersion::none;
  return {};
}

Result set_overwrite(Set& set, const GivenOption&) {
  set.overwrite = true;
  set.version = NameVersion::none;
  return {};
}

Result set_no_version(Set& set, const GivenOption&) {
  set.version = NameVersion::none;
  return {};
}

Result set_segments(Set& set, const GivenOption& given) {
  set.segment = true;
  set.segment_seconds = 0;
  return given.value.has_value() ? set_span<&Set::segment_seconds>(set, given) : Result();
}

Result set_no_segments(Set& set, const GivenOption&) {
  set.segment = false;
  set.segment_seconds = 0;
  return {};
}

// By hand instead of by -b and -e: both where neither word is given.
Result set_manual(Set& set, const GivenOption& given) {
  const std::string word = folded(given.value.value_or(""));
  if (word.empty() || word == "start") set.begin_local = std::nullopt;
  if (word.empty() || word == "stop") set.end_local = std::nullopt;
  if (word.empty() || word == "start" || word == "stop") return {};
  return windows_tool::wrong_value(given, "is neither start nor stop");
}

Result refuse_user(Set&, const GivenOption& given) {
  return std::unexpected(conflict(given, "a collection runs as the user who starts it"));
}

struct Row : OptionRow {
  unsigned belongs_to;
  Result (*set)(Set&, const GivenOption&);
};

// -f comes first, as -o is read by it; then -a and -ow, so that they do not undo a -v.
constexpr auto kRows = std::to_array<Row>({
    // clang-format off
    {{"f",      Takes::one},            kCounter, set_format},
    {{"a",      Takes::nothing},        kCounter, set_append},
    {{"-a",     Takes::nothing},        kCounter, set_flag<&Set::append, false>},
    {{"ow",     Takes::nothing},        kCounter, set_overwrite},
    {{"-ow",    Takes::nothing},        kCounter, set_flag<&Set::overwrite, false>},
    {{"v",      Takes::one},            kCounter, set_version},
    {{"-v",     Takes::nothing},        kCounter, set_no_version},
    {{"o",      Takes::one},            kCounter, set_output_path},
    {{"c",      Takes::some},           kCounter, add_counter},
    {{"cf",     Takes::one},            kCounter, add_counters_of_file},
    {{"si",     Takes::one},            kBoth,    set_span<&Set::interval>},
    {{"sc",     Takes::one},            kCounter, set_count<&Set::samples>},
    {{"rf",     Takes::one},            kBoth,    set_span<&Set::run_for>},
    {{"b",      Takes::some},           kBoth,    set_time<&Set::begin_local>},
    {{"e",      Takes::some},           kBoth,    set_time<&Set::end_local>},
    {{"m",      Takes::one_or_nothing}, kBoth,    set_manual},
    {{"r",      Takes::nothing},        kBoth,    set_flag<&Set::daily, true>},
    {{"-r",     Takes::nothing},        kBoth,    set_flag<&Set::daily, false>},
    {{"max",    Takes::one},            kCounter, set_count<&Set::segment_megabytes>},
    {{"-max",   Takes::nothing},        kCounter, clear<&Set::segment_megabytes>},
    {{"cnf",    Takes::one_or_nothing}, kCounter, set_segments},
    {{"-cnf",   Takes::nothing},        kCounter, set_no_segments},
    {{"rc",     Takes::one},            kCounter, set_text<&Set::close_command>},
    {{"-rc",    Takes::nothing},        kCounter, clear<&Set::close_command>},
    {{"u",      Takes::some},           kBoth,    refuse_user},
    {{"-u",     Takes::nothing},        kBoth,    refuse_user},
    {{"th",     Takes::some},           kAlert,   add_threshold},
    {{"el",     Takes::nothing},        kAlert,   set_flag<&Set::event_log, true>},
    {{"-el",    Takes::nothing},        kAlert,   set_flag<&Set::event_log, false>},
    {{"rdcs",   Takes::one},            kAlert,   set_text<&Set::alert_set>},
    {{"-rdcs",  Takes::nothing},        kAlert,   clear<&Set::alert_set>},
    {{"tn",     Takes::one},            kAlert,   set_text<&Set::alert_command>},
    {{"-tn",    Takes::nothing},        kAlert,   clear<&Set::alert_command>},
    {{"targ",   Takes::one},            kAlert,   set_text<&Set::alert_arguments>},
    {{"-targ",  Takes::nothing},        kAlert,   clear<&Set::alert_arguments>},
    {{"rules",  Takes::one},            kAlert,   set_rules},
    {{"-rules", Takes::nothing},        kAlert,   clear<&Set::alert_rules>},
    {{"keep",   Takes::one},            kAlert,   set_span<&Set::keep_seconds>},
    {{"-keep",  Takes::nothing},        kAlert,   clear<&Set::keep_seconds>},
    {{"n",      Takes::one},            kAnywhere, set_nothing},
    {{"s",      Takes::one},            kAnywhere, set_nothing},
    {{"xml",    Takes::one},            kAnywhere, set_nothing},
    {{"config", Takes::one},            kAnywhere, set_nothing},
    {{"y",      Takes::nothing},        kAnywhere, set_nothing},
    {{"?",      Takes::nothing},        kAnywhere, set_nothing},
    {{"ets",    Takes::nothing},        kAnywhere, set_nothing},
    {{"as",     Takes::nothing},        kAnywhere, set_nothing},
    {{"unit",   Takes::nothing},        kAnywhere, set_nothing},
});  // clang-format on

const OptionRow* find_row(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  return row == kRows.end() ? nullptr : row;
}

const Row& row_of(const GivenOption& given) { return *static_cast<const Row*>(given.row); }

struct VerbWord {
  std::string_view word;
  Verb verb;
};

constexpr auto kVerbs = std::to_array<VerbWord>({{"query", Verb::query},
                                                 {"create", Verb::create},
                                                 {"update", Verb::update},
                                                 {"start", Verb::start},
                                                 {"stop", Verb::stop},
                                                 {"delete", Verb::remove},
                                                 {"import", Verb::import_xml},
                                                 {"export", Verb::export_xml}});

struct KindWord {
  std::string_view word;
  std::optional<CollectorKind> kind;  // nullopt: not supported
};

constexpr auto kKinds = std::to_array<KindWord>({{"counter", CollectorKind::counter},
                                                 {"alert", CollectorKind::alert},
                                                 {"trace", std::nullopt},
                                                 {"cfg", std::nullopt},
                                                 {"api", std::nullopt}});

bool takes_kind(Verb verb) { return verb == Verb::create || verb == Verb::update; }

// Takes the kind's word from the front of `words`; a set that is updated has its kind already.
Outcome take_kind(std::vector<std::string>& words, Request& request) {
  if (!takes_kind(request.verb)) return {};
  const std::string word = words.empty() ? "" : folded(words.front());
  const auto* const row = std::ranges::find(kKinds, word, &KindWord::word);
  if (row == kKinds.end()) {
    if (request.verb == Verb::update) return {};
    return invalid("create what? counter or alert");
  }
  if (!row->kind.has_value()) {
    return invalid(fmt::format("{}: collections of this type are not supported", word));
  }
  request.kind = row->kind;
  words.erase(words.begin());
  return {};
}

Outcome take_words(std::vector<std::string> words, Request& request) {
  if (words.empty()) return {};
  const auto* const row = std::ranges::find(kVerbs, folded(words.front()), &VerbWord::word);
  if (row == kVerbs.end())
    return invalid(fmt::format("{}: no such verb; -? lists them", words.front()));
  request.verb = row->verb;
  words.erase(words.begin());
  OPENPERFLIB_TRY(take_kind(words, request));
  if (words.size() > 1) return invalid(fmt::format("{}: one word too many", words[1]));
  if (!words.empty()) request.name = words.front();
  return {};
}

std::string machine_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// Its name, or as Windows writes it: with two backslashes.
Outcome check_computer(const std::string& given) {
  const std::size_t begin = std::min(given.find_first_not_of('\\'), given.size());
  OPENPERFLIB_TRY(windows_tool::check_computer(given.substr(begin), machine_name()));
  return {};
}

// -n, -s, -xml, -y, -as, -unit, -ets: what is not about the collection.
Outcome take_general(const GivenOption& given, Request& request) {
  if (is_called(given, "n")) request.name = *given.value;
  if (is_called(given, "xml")) request.xml = *given.value;
  if (is_called(given, "y")) request.overwrite = windows_tool::Overwrite::yes;
  if (is_called(given, "as")) request.waits = false;
  if (is_called(given, "unit")) request.with_unit = true;
  if (is_called(given, "ets")) return invalid("-ets: there are no event trace sessions here");
  if (is_called(given, "s")) return check_computer(*given.value);
  return {};
}

Outcome check_name(const Request& request) {
  if (request.name.empty()) {
    return request.verb == Verb::query ? Outcome()
                                       : invalid("which collection? its name is missing");
  }
  if (request.verb == Verb::query && folded(request.name) == "providers") {
    return invalid("providers: there are no event trace providers here");
  }
  const std::string wrong = wrong_in_name(request.name);
  if (!wrong.empty()) return invalid(fmt::format("{}: {}", request.name, wrong));
  return {};
}

Outcome check_options(const Request& request) {
  const bool uses_xml = request.verb == Verb::import_xml || request.verb == Verb::export_xml;
  if (uses_xml != !request.xml.empty()) {
    return uses_xml ? invalid("-xml names the file") : invalid("-xml belongs to import and export");
  }
  const bool is_start_or_stop = request.verb == Verb::start || request.verb == Verb::stop;
  if (!request.waits && !is_start_or_stop) return invalid("-as: belongs to start and stop");
  if (request.with_unit && !is_start_or_stop) return invalid("-unit: belongs to start and stop");
  if (request.with_unit && !request.waits) return invalid("-unit: does not go together with -as");
  if (takes_kind(request.verb) || request.options.empty()) return {};
  return invalid(
      fmt::format("-{}: belongs to create and update", request.options.front().row->name));
}

// "-m start stop": the second word is taken for a word of its own.
bool goes_on_with_manual(const GivenOption* before, const GivenOption& word) {
  if (before == nullptr || !is_called(*before, "m") || word.row != nullptr) return false;
  const std::string text = folded(*word.value);
  return before->value.has_value() && (text == "start" || text == "stop");
}

Outcome sort_out(std::span<const GivenOption> given, Request& request,
                 std::vector<std::string>& words) {
  const GivenOption* before = nullptr;
  for (const GivenOption& one : given) {
    if (goes_on_with_manual(before, one)) {
      request.options.push_back({.row = before->row, .value = one.value, .place = one.place});
    } else if (one.row == nullptr) {
      words.push_back(*one.value);
    } else if (row_of(one).belongs_to == kAnywhere) {
      OPENPERFLIB_TRY(take_general(one, request));
    } else {
      request.options.push_back(one);
    }
    before = &one;
  }
  return {};
}

// Lists that an option fills are those of the options alone.
void clear_lists(std::span<const GivenOption> options, Set& set) {
  const auto gives = [&](std::string_view name) {
    return std::ranges::any_of(options, [&](const auto& one) { return is_called(one, name); });
  };
  if (gives("c") || gives("cf")) set.counters.clear();
  if (gives("th")) set.thresholds.clear();
}

}  // namespace

std::expected<Request, Failure> read_request(std::span<char* const> arguments) {
  const auto command_line = windows_tool::with_whole_times(
      OPENPERFLIB_TRY(windows_tool::read_arguments(arguments, find_row)));
  Request request;
  if (std::ranges::any_of(command_line, [](const auto& one) { return is_called(one, "?"); })) {
    request.verb = Verb::help;
    return request;
  }
  const auto settings = windows_tool::with_whole_times(
      OPENPERFLIB_TRY(windows_tool::read_settings_files(command_line, find_row)));
  std::vector<std::string> words;
  OPENPERFLIB_TRY(sort_out(settings, request, words));
  OPENPERFLIB_TRY(sort_out(command_line, request, words));
  OPENPERFLIB_TRY(take_words(std::move(words), request));
  OPENPERFLIB_TRY(check_name(request));
  OPENPERFLIB_TRY(check_options(request));
  return request;
}

Outcome apply_options(std::span<const GivenOption> options, CollectionSet& set) {
  clear_lists(options, set);
  const unsigned kind = set.kind == CollectorKind::alert ? kAlert : kCounter;
  for (const Row& row : kRows) {
    for (const GivenOption& given : options) {
      if (given.row != &row) continue;
      if ((row.belongs_to & kind) == 0) {
        return invalid(fmt::format("-{}: does not belong to a collection of type {}", row.name,
                                   type_name(set.kind)));
      }
      OPENPERFLIB_TRY(row.set(set, given));
    }
  }
  const std::string conflict_text = conflict_of(set);
  if (!conflict_text.empty()) return refusal(kConflict, conflict_text);
  return {};
}

}  // namespace openperflib::logman
