#include "apps/logman/options.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "apps/drop_in/computer.h"
#include "apps/drop_in/given_time.h"
#include "apps/drop_in/interval.h"
#include "apps/drop_in/messages.h"
#include "apps/drop_in/quoted_paths.h"
#include "apps/drop_in/text_lines.h"
#include "apps/logman/alert/alert_threshold.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"

namespace openperflib::logman {
namespace {

using drop_in::GivenOption;
using drop_in::OptionRow;
using drop_in::Takes;
using drop_in::without_quotes;
using Set = DataCollectorSet;
using Result = drop_in::Outcome;

// The verbs of an option.
constexpr unsigned kAnywhere = 1U;
constexpr unsigned kCounter = 2U;
constexpr unsigned kAlert = 4U;
constexpr unsigned kBoth = kCounter | kAlert;

// What an option changes: the set, or its first collector.
template <auto Member>
auto& member(Set& set) {
  return member_of<Member>(set, set.first());
}

CounterCollector& counter_of(Set& set) { return std::get<CounterCollector>(set.first().what); }
AlertCollector& alert_of(Set& set) { return std::get<AlertCollector>(set.first().what); }

// One setter per option. `given.value` exists unless the option may be given without a value; the
// set has a collector of the kind that the option belongs to.

Result set_nothing(Set&, const GivenOption&) { return {}; }

template <auto Member, bool kValue>
Result set_flag(Set& set, const GivenOption&) {
  member<Member>(set) = kValue;
  return {};
}

template <auto Member>
Result set_text(Set& set, const GivenOption& given) {
  member<Member>(set) = *given.value;
  return {};
}

template <auto Member>
Result clear(Set& set, const GivenOption&) {
  member<Member>(set) = {};
  return {};
}

template <auto Member>
Result set_time(Set& set, const GivenOption& given) {
  member<Member>(set) = drop_in::read_given_time(without_quotes(*given.value));
  if (member<Member>(set).has_value()) return {};
  return drop_in::wrong_value(
      given, "must be a date and time: M/D/YYYY [[HH:]MM:]SS [AM|PM], or YYYY-MM-DD HH:MM[:SS]");
}

template <auto Member>
Result set_span(Set& set, const GivenOption& given) {
  const auto span = drop_in::read_interval(*given.value);
  if (!span.has_value()) {
    return drop_in::wrong_value(given, "must be [[hh:]mm:]ss, at least 1 second");
  }
  member<Member>(set) = static_cast<std::uint64_t>(span->count());
  return {};
}

template <auto Member>
Result set_count(Set& set, const GivenOption& given) {
  constexpr std::uint64_t kMost = 1'000'000'000;
  const auto number = drop_in::whole_number(*given.value);
  if (!number.has_value() || *number == 0 || *number > kMost) {
    return drop_in::wrong_value(given, "must be a whole number from 1 to 1000000000");
  }
  member<Member>(set) = *number;
  return {};
}

Result add_path(Set& set, std::string_view place, std::string path) {
  if (!PathPattern::parse(path).has_value()) {
    return drop_in::failure(drop_in::at_place(place, drop_in::not_a_path(path)), PDH_INVALID_PATH);
  }
  counter_of(set).counters.push_back(std::move(path));
  return {};
}

Result add_counter(Set& set, const GivenOption& given) {
  return add_path(set, given.place, without_quotes(*given.value));
}

Result add_counters_of_file(Set& set, const GivenOption& given) {
  for (const auto& line : OPENPERFLIB_TRY(drop_in::read_text_lines(*given.value))) {
    OPENPERFLIB_TRY(
        add_path(set, fmt::format("{}:{}", *given.value, line.number), without_quotes(line.text)));
  }
  return {};
}

Result add_threshold(Set& set, const GivenOption& given) {
  std::string text = without_quotes(*given.value);
  if (const auto threshold = read_threshold(text); !threshold.has_value()) {
    return drop_in::wrong_value(given, threshold.error());
  }
  alert_of(set).thresholds.push_back(std::move(text));
  return {};
}

// A file name is not the name of a set, and vice versa. A set is always appended to, so by default
// it has one name, like a file that is appended to.
void change_format(Set& set, LogFormat format) {
  Collector& collector = set.first();
  const bool was_in_database = collector.is_in_database();
  counter_of(set).format = format;
  if (!was_in_database && !collector.is_in_database()) return;
  collector.file_name = set.name;
  counter_of(set).database.clear();
  const bool has_one_name = collector.is_in_database() || collector.append || collector.overwrite;
  collector.version = has_one_name ? NameVersion::none : NameVersion::number;
}

Result set_format(Set& set, const GivenOption& given) {
  const bool is_circular = equal_ignoring_case(*given.value, "bincirc");
  const auto format = is_circular ? LogFormat::blg : format_of_word(*given.value);
  if (!format.has_value()) {
    return drop_in::wrong_value(given, "must be bin, bincirc, csv, tsv or sql");
  }
  if (*format != set.first().format()) change_format(set, *format);
  set.first().circular = is_circular;
  return {};
}

std::string absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  return error ? path : whole.lexically_normal().string();
}

// As in the tool of Windows: "SQL:" may be left out.
Result set_log_set(Set& set, const GivenOption& given) {
  const std::string name =
      SqlLogName::is_one(*given.value) ? *given.value : fmt::format("SQL:{}", *given.value);
  const auto taken = set_database_output(set.first(), name);
  if (taken.has_value() && !set.first().file_name.empty()) return {};
  const std::string why = taken.has_value() ? "must be SQL:DATABASE!SET" : taken.error();
  return drop_in::failure(
      drop_in::at_place(given.place, fmt::format("-o {}: {}", shown_log_name(name), why)),
      PDH_INVALID_SQL_LOG_FORMAT);
}

Result set_output_path(Set& set, const GivenOption& given) {
  if (set.first().is_in_database()) return set_log_set(set, given);
  if (SqlLogName::is_one(*given.value)) {
    return drop_in::failure(
        drop_in::at_place(given.place, fmt::format("-o {}: use -f sql to write to a database",
                                                   shown_log_name(*given.value))),
        PDH_INVALID_SQL_LOG_FORMAT);
  }
  const std::string path = absolute(*given.value);
  if (path.empty() || path.ends_with('/'))
    return drop_in::wrong_value(given, "must be the name of a file");
  drop_in::remark_on_windows_path("logman", *given.value);
  set_output(set, path);
  return {};
}

Result set_rules(Set& set, const GivenOption& given) {
  alert_of(set).rules = absolute(*given.value);
  return {};
}

Result set_version(Set& set, const GivenOption& given) {
  const std::string word = folded(*given.value);
  if (word != "nnnnnn" && word != "mmddhhmm") {
    return drop_in::wrong_value(given, "must be nnnnnn or mmddhhmm");
  }
  set.first().version = word == "nnnnnn" ? NameVersion::number : NameVersion::date;
  return {};
}

// A log has one name: the file name alone.
void clear_name_parts(Collector& collector) {
  collector.version = NameVersion::none;
  collector.name_parts = 0;
  collector.name_pattern.clear();
}

// A log that is appended to or overwritten has one name.
Result set_append(Set& set, const GivenOption&) {
  set.first().append = true;
  clear_name_parts(set.first());
  return {};
}

Result set_overwrite(Set& set, const GivenOption&) {
  set.first().overwrite = true;
  clear_name_parts(set.first());
  return {};
}

Result set_no_version(Set& set, const GivenOption&) {
  clear_name_parts(set.first());
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

// Manual start or stop instead of -b and -e; both if neither word is given.
Result set_manual(Set& set, const GivenOption& given) {
  const std::string word = folded(given.value.value_or(""));
  if (word.empty() || word == "start") set.begin_local = std::nullopt;
  if (word.empty() || word == "stop") set.end_local = std::nullopt;
  if (word.empty() || word == "start" || word == "stop") return {};
  return drop_in::wrong_value(given, "must be start or stop");
}

// -r has no days of the week.
template <bool kIsDaily>
Result set_daily(Set& set, const GivenOption&) {
  set.daily = kIsDaily;
  set.days = kEveryDay;
  return {};
}

// remark_on_user() has said so.
Result ignore_user(Set&, const GivenOption&) { return {}; }

struct Row : OptionRow {
  unsigned belongs_to;
  Result (*set)(Set&, const GivenOption&);
};

// -f comes first, because -o depends on it; then -a and -ow, so that they do not undo -v.
constexpr auto kRows = std::to_array<Row>({
    // clang-format off
    {{"f",      Takes::one},            kCounter, set_format},
    {{"a",      Takes::nothing},        kCounter, set_append},
    {{"-a",     Takes::nothing},        kCounter, set_flag<&Collector::append, false>},
    {{"ow",     Takes::nothing},        kCounter, set_overwrite},
    {{"-ow",    Takes::nothing},        kCounter, set_flag<&Collector::overwrite, false>},
    {{"v",      Takes::one},            kCounter, set_version},
    {{"-v",     Takes::nothing},        kCounter, set_no_version},
    {{"o",      Takes::one},            kCounter, set_output_path},
    {{"c",      Takes::some},           kCounter, add_counter},
    {{"cf",     Takes::one},            kCounter, add_counters_of_file},
    {{"si",     Takes::one},            kBoth,    set_span<&Collector::interval>},
    {{"sc",     Takes::one},            kCounter, set_count<&CounterCollector::samples>},
    {{"rf",     Takes::one},            kBoth,    set_span<&Set::run_for>},
    {{"b",      Takes::some},           kBoth,    set_time<&Set::begin_local>},
    {{"e",      Takes::some},           kBoth,    set_time<&Set::end_local>},
    {{"m",      Takes::one_or_nothing}, kBoth,    set_manual},
    {{"r",      Takes::nothing},        kBoth,    set_daily<true>},
    {{"-r",     Takes::nothing},        kBoth,    set_daily<false>},
    {{"max",    Takes::one},            kCounter, set_count<&Set::segment_megabytes>},
    {{"-max",   Takes::nothing},        kCounter, clear<&Set::segment_megabytes>},
    {{"cnf",    Takes::one_or_nothing}, kCounter, set_segments},
    {{"-cnf",   Takes::nothing},        kCounter, set_no_segments},
    {{"rc",     Takes::one},            kCounter, set_text<&Set::close_command>},
    {{"-rc",    Takes::nothing},        kCounter, clear<&Set::close_command>},
    {{"u",      Takes::some},           kBoth,    ignore_user},
    {{"-u",     Takes::nothing},        kBoth,    ignore_user},
    {{"th",     Takes::some},           kAlert,   add_threshold},
    {{"el",     Takes::nothing},        kAlert,   set_flag<&AlertCollector::event_log, true>},
    {{"-el",    Takes::nothing},        kAlert,   set_flag<&AlertCollector::event_log, false>},
    {{"rdcs",   Takes::one},            kAlert,   set_text<&AlertCollector::set>},
    {{"-rdcs",  Takes::nothing},        kAlert,   clear<&AlertCollector::set>},
    {{"tn",     Takes::one},            kAlert,   set_text<&AlertCollector::command>},
    {{"-tn",    Takes::nothing},        kAlert,   clear<&AlertCollector::command>},
    {{"targ",   Takes::one},            kAlert,   set_text<&AlertCollector::arguments>},
    {{"-targ",  Takes::nothing},        kAlert,   clear<&AlertCollector::arguments>},
    {{"rules",  Takes::one},            kAlert,   set_rules},
    {{"-rules", Takes::nothing},        kAlert,   clear<&AlertCollector::rules>},
    {{"keep",   Takes::one},            kAlert,   set_span<&AlertCollector::keep_seconds>},
    {{"-keep",  Takes::nothing},        kAlert,   clear<&AlertCollector::keep_seconds>},
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

// Takes the word of the kind from the front of `words`; a set that is updated already has its kind.
Outcome take_kind(std::vector<std::string>& words, Request& request) {
  if (!takes_kind(request.verb)) return {};
  const std::string word = words.empty() ? "" : folded(words.front());
  const auto* const row = std::ranges::find(kKinds, word, &KindWord::word);
  if (row == kKinds.end()) {
    if (request.verb == Verb::update) return {};
    return invalid("what to create is missing: counter or alert");
  }
  if (!row->kind.has_value()) {
    return invalid(fmt::format("{}: collections of this type are not supported", word));
  }
  request.kind = row->kind;
  words.erase(words.begin());
  return {};
}

std::string unknown_verb(const std::string& word) {
  std::array<std::string_view, kVerbs.size()> verbs;
  std::ranges::transform(kVerbs, verbs.begin(), &VerbWord::word);
  const auto nearest = nearest_names(word, verbs, 1);
  return nearest.empty() ? fmt::format("unknown verb {}; use -? for help", word)
                         : fmt::format("unknown verb {}; did you mean {}?", word, nearest.front());
}

Outcome take_words(std::vector<std::string> words, Request& request) {
  if (words.empty()) return {};
  const auto* const row = std::ranges::find(kVerbs, folded(words.front()), &VerbWord::word);
  if (row == kVerbs.end()) return invalid(unknown_verb(words.front()));
  request.verb = row->verb;
  words.erase(words.begin());
  OPENPERFLIB_TRY(take_kind(words, request));
  if (words.size() > 1) return invalid(fmt::format("unexpected word: {}", words[1]));
  if (!words.empty()) request.name = words.front();
  return {};
}

std::string machine_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// Its name, also with two backslashes, as on Windows.
Outcome check_computer(const std::string& given) {
  const std::size_t begin = std::min(given.find_first_not_of('\\'), given.size());
  OPENPERFLIB_TRY(drop_in::check_computer(given.substr(begin), machine_name()));
  return {};
}

// -n, -s, -xml, -y, -as, -unit, -ets: options that are not about the collection.
Outcome take_general(const GivenOption& given, Request& request) {
  if (is_called(given, "n")) request.name = *given.value;
  if (is_called(given, "xml")) request.xml = *given.value;
  if (is_called(given, "y")) request.overwrite = drop_in::Overwrite::yes;
  if (is_called(given, "as")) request.waits = false;
  if (is_called(given, "unit")) request.with_unit = true;
  if (is_called(given, "ets")) return invalid("-ets: event trace sessions are not supported");
  if (is_called(given, "s")) return check_computer(*given.value);
  return {};
}

Outcome check_name(const Request& request) {
  if (request.name.empty()) {
    return request.verb == Verb::query ? Outcome()
                                       : invalid("the name of the collection is missing");
  }
  if (request.verb == Verb::query && folded(request.name) == "providers") {
    return invalid("providers: event trace providers are not supported");
  }
  const std::string wrong = wrong_in_name(request.name);
  if (!wrong.empty()) return invalid(fmt::format("{}: {}", request.name, wrong));
  return {};
}

Outcome check_options(const Request& request) {
  const bool uses_xml = request.verb == Verb::import_xml || request.verb == Verb::export_xml;
  if (uses_xml != !request.xml.empty()) {
    return uses_xml ? invalid("-xml FILE is missing")
                    : invalid("-xml is an option of import and export");
  }
  const bool is_start_or_stop = request.verb == Verb::start || request.verb == Verb::stop;
  if (!request.waits && !is_start_or_stop) return invalid("-as is an option of start and stop");
  if (request.with_unit && !is_start_or_stop)
    return invalid("-unit is an option of start and stop");
  if (request.with_unit && !request.waits) return invalid("-unit and -as cannot be combined");
  if (takes_kind(request.verb) || request.options.empty()) return {};
  return invalid(
      fmt::format("-{} is an option of create and update", request.options.front().row->name));
}

// A request for help is answered even if other options are wrong.
Request help_request(std::span<const GivenOption> command_line) {
  Request request;
  request.verb = Verb::help;
  for (const GivenOption& given : command_line) {
    if (given.row != nullptr) continue;
    const std::string word = folded(*given.value);
    const auto* const verb = std::ranges::find(kVerbs, word, &VerbWord::word);
    const auto* const kind = std::ranges::find(kKinds, word, &KindWord::word);
    if (verb != kVerbs.end() && request.help_for == Verb::help) request.help_for = verb->verb;
    if (kind != kKinds.end()) request.kind = kind->kind;
  }
  return request;
}

// "-m start stop": the second word would be taken for a separate word.
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

// Once, and without its words: one of them is a password.
void remark_on_user(std::span<const GivenOption> options) {
  const bool is_given =
      std::ranges::any_of(options, [](const GivenOption& given) { return is_called(given, "u"); });
  if (is_given) {
    drop_in::remark("logman", "-u is ignored: a collection runs as the user who starts it");
  }
}

// Options replace the lists that they fill.
void clear_lists(std::span<const GivenOption> options, Set& set) {
  const auto gives = [&](std::string_view name) {
    return std::ranges::any_of(options, [&](const auto& one) { return is_called(one, name); });
  };
  if ((gives("c") || gives("cf")) && set.first().counter() != nullptr) {
    counter_of(set).counters.clear();
  }
  if (gives("th") && set.first().alert() != nullptr) alert_of(set).thresholds.clear();
}

// The options of a verb, and those that do not belong to a collection. -ets is refused.
struct VerbOptions {
  unsigned belong_to;
  std::string_view general;  // with a space on both sides of each
};

VerbOptions options_of(std::string_view verb, std::string_view kind) {
  if (verb == "create" || verb == "update") {
    const unsigned of_kind = kind == "alert" ? kAlert : kind == "counter" ? kCounter : kBoth;
    return {.belong_to = of_kind, .general = " ? s config n y "};
  }
  if (verb == "start" || verb == "stop")
    return {.belong_to = 0, .general = " ? s config n as unit "};
  if (verb == "import") return {.belong_to = 0, .general = " ? s config n xml "};
  if (verb == "export") return {.belong_to = 0, .general = " ? s config n xml y "};
  if (verb.empty()) return {.belong_to = 0, .general = " ? s config "};
  return {.belong_to = 0, .general = " ? s config n "};
}

}  // namespace

const OptionRow* find_option(std::string_view name) {
  const auto* row = std::ranges::find(kRows, name, &Row::name);
  return row == kRows.end() ? nullptr : row;
}

std::vector<std::string> option_names(std::string_view verb, std::string_view kind) {
  const VerbOptions wanted = options_of(verb, kind);
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    const bool is_general =
        wanted.general.find(fmt::format(" {} ", row.name)) != std::string_view::npos;
    const bool is_refused = row.set == ignore_user;
    if (is_general || ((row.belongs_to & wanted.belong_to) != 0 && !is_refused)) {
      names.push_back(fmt::format("-{}", row.name));
    }
  }
  return names;
}

// Before the thresholds are read, which would only say that they have no path.
Outcome check_quoted_thresholds(std::span<const GivenOption> given, const TitleTable& titles) {
  for (const GivenOption& one : given) {
    if (!is_called(one, "th") || !one.place.empty() || !one.value.has_value()) continue;
    const std::string changed = changed_by_shell(without_quotes(*one.value), titles);
    if (!changed.empty()) return drop_in::wrong_value(one, changed);
  }
  return {};
}

std::expected<Request, Failure> read_request(std::span<char* const> arguments,
                                             const TitleTable& titles) {
  const auto command_line =
      drop_in::with_whole_times(OPENPERFLIB_TRY(drop_in::read_arguments(arguments, find_option)));
  Request request;
  if (std::ranges::any_of(command_line, [](const auto& one) { return is_called(one, "?"); })) {
    return help_request(command_line);
  }
  OPENPERFLIB_TRY(drop_in::check_quoted_paths(command_line, "c", titles));
  OPENPERFLIB_TRY(check_quoted_thresholds(command_line, titles));
  const auto settings = drop_in::with_whole_times(
      OPENPERFLIB_TRY(drop_in::read_settings_files(command_line, find_option)));
  std::vector<std::string> words;
  OPENPERFLIB_TRY(sort_out(settings, request, words));
  OPENPERFLIB_TRY(sort_out(command_line, request, words));
  OPENPERFLIB_TRY(take_words(std::move(words), request));
  OPENPERFLIB_TRY(check_name(request));
  OPENPERFLIB_TRY(check_options(request));
  return request;
}

Outcome apply_options(std::span<const GivenOption> options, DataCollectorSet& set) {
  clear_lists(options, set);
  remark_on_user(options);
  const unsigned kind = set.first().kind() == CollectorKind::alert ? kAlert : kCounter;
  for (const Row& row : kRows) {
    for (const GivenOption& given : options) {
      if (given.row != &row) continue;
      if ((row.belongs_to & kind) == 0) {
        return invalid(fmt::format("-{} is not an option of a collection of type {}", row.name,
                                   type_name(set.first().kind())));
      }
      OPENPERFLIB_TRY(row.set(set, given));
    }
  }
  const std::string conflict_text = conflict_of(set);
  if (!conflict_text.empty()) return refusal(kConflict, conflict_text);
  return {};
}

}  // namespace openperflib::logman
