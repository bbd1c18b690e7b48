#include "apps/logman/collection/collection_xml.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <pugixml.hpp>
#include <span>
#include <sstream>

#include "apps/drop_in/given_time.h"
#include "apps/drop_in/text_lines.h"
#include "apps/logman/collection/log_name.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/text/utf16.h"

namespace openperflib::logman {
namespace {

constexpr const char* kSetElement = "DataCollectorSet";
constexpr const char* kCounterElement = "PerformanceCounterDataCollector";
constexpr const char* kAlertElement = "AlertDataCollector";

constexpr std::uint64_t kMostNumber = 0xFFFF'FFFF;  // the interface uses 32 bits for each of them

// UTF-16 without a mark is recognised by its first character; invalid UTF-8 is replaced.
std::string xml_text(Bytes file) {
  using namespace std::string_view_literals;
  const std::string_view bytes = as_text(file);
  if (bytes.starts_with("<\0"sv)) return drop_in::text_from_utf16(file, ByteOrder::little);
  if (bytes.starts_with("\0<"sv)) return drop_in::text_from_utf16(file, ByteOrder::big);
  return valid_utf8(drop_in::text_of_file(file)).text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || read_to != end || number > kMostNumber) return std::nullopt;
  return number;
}

std::string date_text(const SystemTime& t) {
  return fmt::format("{}/{}/{}", t.month, t.day, t.year);
}

std::string time_of_day_text(const SystemTime& t) {
  return fmt::format("{:02}:{:02}:{:02}", t.hour, t.minute, t.second);
}

std::string time_text(const std::optional<FileTime>& time) {
  if (!time.has_value()) return {};
  const SystemTime t = system_time_from(*time);
  return fmt::format("{} {}", date_text(t), time_of_day_text(t));
}

// The mapping of an element to a member of a set or of one of its collectors: its text, and the
// member from its text (empty texts are not read). A row without `write` is not written, one
// without `read` is ignored.
struct Element {
  const char* name;
  std::string (*write)(const DataCollectorSet& set, const Collector& collector);
  bool (*read)(DataCollectorSet& set, Collector& collector, std::string_view text);
};

template <auto Member>
std::string write_text(const DataCollectorSet& set, const Collector& collector) {
  return member_of<Member>(set, collector);
}

template <auto Member>
bool read_text(DataCollectorSet& set, Collector& collector, std::string_view text) {
  member_of<Member>(set, collector) = text;
  return true;
}

template <auto Member>
std::string write_number(const DataCollectorSet& set, const Collector& collector) {
  return std::to_string(member_of<Member>(set, collector));
}

template <auto Member>
bool read_number(DataCollectorSet& set, Collector& collector, std::string_view text) {
  const auto number = number_in(text);
  if (number.has_value()) member_of<Member>(set, collector) = *number;
  return number.has_value();
}

// True is -1; every other number except 0 also means true.
template <auto Member>
std::string write_flag(const DataCollectorSet& set, const Collector& collector) {
  return member_of<Member>(set, collector) ? "-1" : "0";
}

template <auto Member>
bool read_flag(DataCollectorSet& set, Collector& collector, std::string_view text) {
  if (text != "-1" && !number_in(text).has_value()) return false;
  member_of<Member>(set, collector) = text != "0";
  return true;
}

template <auto Member>
std::string write_time(const DataCollectorSet& set, const Collector& collector) {
  return time_text(member_of<Member>(set, collector));
}

template <auto Member>
bool read_time(DataCollectorSet& set, Collector& collector, std::string_view text) {
  member_of<Member>(set, collector) = drop_in::read_given_time(text);
  return member_of<Member>(set, collector).has_value();
}

std::string write_start_date(const DataCollectorSet& set, const Collector&) {
  return set.begin_local.has_value() ? date_text(system_time_from(*set.begin_local)) : "";
}

std::string write_start_time(const DataCollectorSet& set, const Collector&) {
  return set.begin_local.has_value() ? time_of_day_text(system_time_from(*set.begin_local)) : "";
}

// The date of StartDate, which is read before, with this time: of each, the other part is ignored.
bool read_start_time(DataCollectorSet& set, Collector&, std::string_view text) {
  const bool has_date = text.find('/') != text.npos || text.find('-') != text.npos;
  const auto time =
      drop_in::read_given_time(has_date ? std::string(text) : fmt::format("1/1/2000 {}", text));
  if (!time.has_value() || !set.begin_local.has_value()) return false;
  set.begin_local = *set.begin_local - *set.begin_local % kTicksPerDay + *time % kTicksPerDay;
  return true;
}

std::string zero(const DataCollectorSet&, const Collector&) { return "0"; }
std::string nothing(const DataCollectorSet&, const Collector&) { return {}; }

std::string write_schedules_enabled(const DataCollectorSet& set, const Collector&) {
  return set.begin_local.has_value() || set.end_local.has_value() ? "-1" : "0";
}

std::string write_name_parts(const DataCollectorSet&, const Collector& collector) {
  return std::to_string(name_parts_of(collector));
}

// The serial number and the usual date are what -v sets; the other parts are kept as they are.
bool read_name_parts(DataCollectorSet&, Collector& collector, std::string_view text) {
  const auto number = number_in(text);
  if (!number.has_value() || (*number & ~name_part::kAll) != 0) return false;
  const bool is_numbered = (*number & name_part::kSerialNumber) != 0;
  const bool is_dated = !is_numbered && (*number & name_part::kMonthDayHourMinute) != 0;
  collector.version = is_numbered ? NameVersion::number
                      : is_dated  ? NameVersion::date
                                  : NameVersion::none;
  collector.name_parts = *number;
  if (is_numbered) collector.name_parts &= ~name_part::kSerialNumber;
  if (is_dated) collector.name_parts &= ~name_part::kMonthDayHourMinute;
  return true;
}

bool has_pattern(const Collector& collector) {
  return (collector.name_parts & name_part::kPattern) != 0;
}

std::string write_name_pattern(const DataCollectorSet&, const Collector& collector) {
  if (has_pattern(collector)) return collector.name_pattern;
  return std::string(pattern_of(name_parts_of(collector)));
}

// Ignores what stands here for a name without a pattern.
bool read_name_pattern(DataCollectorSet&, Collector& collector, std::string_view text) {
  if (has_pattern(collector)) collector.name_pattern = text;
  return true;
}

constexpr auto kFormats =
    std::to_array<LogFormat>({LogFormat::csv, LogFormat::tsv, LogFormat::sql});
constexpr std::uint64_t kBinary = 3;

std::string write_format(const DataCollectorSet&, const Collector& collector) {
  const auto* const row = std::ranges::find(kFormats, collector.format());
  return std::to_string(row == kFormats.end() ? kBinary
                                              : static_cast<std::uint64_t>(row - kFormats.begin()));
}

bool read_format(DataCollectorSet&, Collector& collector, std::string_view text) {
  const auto number = number_in(text);
  if (!number.has_value() || (*number != kBinary && *number >= kFormats.size())) return false;
  std::get<CounterCollector>(collector.what).format =
      *number == kBinary ? LogFormat::blg : kFormats[*number];
  return true;
}

bool is_trimmed(std::string_view text) { return trimmed(text).size() == text.size(); }

// The database, or the whole name of a set. A text that would change when it is written and read
// again is rejected.
bool read_data_source(DataCollectorSet&, Collector& collector, std::string_view text) {
  std::string& database = std::get<CounterCollector>(collector.what).database;
  if (!SqlLogName::is_one(text)) {
    database = text;
    return true;
  }
  const std::string file_name = collector.file_name;
  if (!set_database_output(collector, text)) return false;
  if (collector.file_name.empty()) collector.file_name = file_name;
  return !SqlLogName::is_one(database) && is_trimmed(database) && is_trimmed(collector.file_name);
}

std::string write_days(const DataCollectorSet& set, const Collector&) {
  return set.daily ? std::to_string(set.days) : "0";
}

bool read_days(DataCollectorSet& set, Collector&, std::string_view text) {
  const auto number = number_in(text);
  if (!number.has_value() || *number > kEveryDay) return false;
  set.daily = *number != 0;
  set.days = set.daily ? *number : kEveryDay;
  return true;
}

std::string write_kind(const DataCollectorSet&, const Collector& collector) {
  return collector.kind() == CollectorKind::alert ? "3" : "0";
}

std::string write_collector_name(const DataCollectorSet& set, const Collector& collector) {
  return collector.name.empty() ? set.name : collector.name;
}

bool read_collector_name(DataCollectorSet& set, Collector& collector, std::string_view text) {
  collector.name = text == set.name ? "" : text;
  return true;
}

using S = DataCollectorSet;
using C = Collector;
using Counter = CounterCollector;
using Alert = AlertCollector;

constexpr auto kSetElements = std::to_array<Element>({
    // clang-format off
    {"Status",                    zero, nullptr},
    {"Duration",                  write_number<&S::run_for>, read_number<&S::run_for>},
    {"Description",               write_text<&S::description>, read_text<&S::description>},
    {"DescriptionUnresolved",     write_text<&S::description>, nullptr},
    {"DisplayName",               write_text<&S::display_name>, read_text<&S::display_name>},
    {"DisplayNameUnresolved",     write_text<&S::display_name>, nullptr},
    {"SchedulesEnabled",          write_schedules_enabled, nullptr},
    {"LatestOutputLocation",      nothing, nullptr},
    {"Name",                      write_text<&S::name>, read_text<&S::name>},
    {"OutputLocation",            write_text<&S::folder>, nullptr},
    {"RootPath",                  write_text<&S::folder>, read_text<&S::folder>},
    {"Segment",                   write_flag<&S::segment>, read_flag<&S::segment>},
    {"SegmentMaxDuration",        write_number<&S::segment_seconds>, read_number<&S::segment_seconds>},
    {"SegmentMaxSize",            write_number<&S::segment_megabytes>, read_number<&S::segment_megabytes>},
    {"SerialNumber",              zero, nullptr},
    {"Server",                    nothing, nullptr},
    {"Subdirectory",              nothing, nullptr},
    {"SubdirectoryFormat",        zero, nullptr},
    {"SubdirectoryFormatPattern", nothing, nullptr},
    {"Task",                      write_text<&S::close_command>, read_text<&S::close_command>},
    {"TaskRunAsSelf",             zero, nullptr},
    {"TaskArguments",             nothing, nullptr},
    {"TaskUserTextArguments",     nothing, nullptr},
    {"UserAccount",               nothing, nullptr},
    {"Security",                  nothing, nullptr},
    {"StopOnCompletion",          zero, nullptr},
});  // clang-format on

// Left out if nothing is scheduled.
constexpr auto kScheduleElements = std::to_array<Element>({
    {"StartDate", write_start_date, read_time<&S::begin_local>},
    {"EndDate", write_time<&S::end_local>, read_time<&S::end_local>},
    {"StartTime", write_start_time, read_start_time},
    {"Days", write_days, read_days},
});

constexpr auto kCollectorElements = std::to_array<Element>({
    // clang-format off
    {"DataCollectorType",     write_kind, nullptr},
    {"Name",                  write_collector_name, read_collector_name},
    {"FileName",              write_text<&C::file_name>, read_text<&C::file_name>},
    {"FileNameFormat",        write_name_parts, read_name_parts},
    {"FileNameFormatPattern", write_name_pattern, read_name_pattern},
    {"LogAppend",             write_flag<&C::append>, read_flag<&C::append>},
    {"LogCircular",           write_flag<&C::circular>, read_flag<&C::circular>},
    {"LogOverwrite",          write_flag<&C::overwrite>, read_flag<&C::overwrite>},
    {"LatestOutputLocation",  nothing, nullptr},
});  // clang-format on

constexpr auto kCounterElements = std::to_array<Element>({
    {"DataSourceName", write_text<&Counter::database>, read_data_source},
    {"SampleInterval", write_number<&C::interval>, read_number<&C::interval>},
    {"SegmentMaxRecords", write_number<&Counter::samples>, read_number<&Counter::samples>},
    {"LogFileFormat", write_format, read_format},
});

constexpr auto kAlertElements = std::to_array<Element>({
    {"EventLog", write_flag<&Alert::event_log>, read_flag<&Alert::event_log>},
    {"SampleInterval", write_number<&C::interval>, read_number<&C::interval>},
    {"Task", write_text<&Alert::command>, read_text<&Alert::command>},
    {"TaskUserTextArguments", write_text<&Alert::arguments>, read_text<&Alert::arguments>},
    {"TriggerDataCollectorSet", write_text<&Alert::set>, read_text<&Alert::set>},
    {"OpenPerflibRules", write_text<&Alert::rules>, read_text<&Alert::rules>},
    {"OpenPerflibKeep", write_number<&Alert::keep_seconds>, read_number<&Alert::keep_seconds>},
});

// Written because Windows requires them; their contents do not matter here.
struct FixedElement {
  const char* name;
  const char* text;
};

constexpr auto kDataManager = std::to_array<FixedElement>({
    {"Enabled", "0"},
    {"CheckBeforeRunning", "0"},
    {"MinFreeDisk", "0"},
    {"MaxSize", "0"},
    {"MaxFolderCount", "0"},
    {"ResourcePolicy", "0"},
    {"ReportFileName", "report.html"},
    {"RuleTargetFileName", "report.xml"},
    {"EventsFileName", ""},
});

using Fault = std::unexpected<XmlFault>;

// Reads the elements of a text, and knows the line of each node.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[nodiscard]] Fault fault(std::ptrdiff_t offset, std::string reason) const {
    const auto end =
        std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text_.size()));
    const auto line = std::ranges::count(text_.substr(0, static_cast<std::size_t>(end)), '\n') + 1;
    return Fault({.line = static_cast<std::size_t>(line), .reason = std::move(reason)});
  }
  [[nodiscard]] Fault fault(pugi::xml_node node, std::string reason) const {
    return fault(node.offset_debug(), std::move(reason));
  }

  // Reads the elements of `parent` that are in the table into `set` or its `collector`, in the
  // order of the table: some need those before them.
  std::expected<void, XmlFault> read(pugi::xml_node parent, std::span<const Element> elements,
                                     DataCollectorSet& set, Collector& collector) const {
    for (const Element& row : elements) {
      for (const pugi::xml_node node : parent.children(row.name)) {
        const std::string_view text = trimmed(node.child_value());
        if (row.read == nullptr || text.empty() || row.read(set, collector, text)) continue;
        return fault(node, fmt::format("{}: {} is not a valid value", row.name, text));
      }
    }
    return {};
  }

  // The texts of all elements of that name.
  static std::vector<std::string> texts(pugi::xml_node parent, const char* name) {
    std::vector<std::string> texts;
    for (const pugi::xml_node node : parent.children(name)) {
      const std::string_view text = trimmed(node.child_value());
      if (!text.empty()) texts.emplace_back(text);
    }
    return texts;
  }

 private:
  std::string_view text_;
};

bool is_collector(pugi::xml_node node) {
  return std::string_view(node.name()).ends_with("DataCollector");
}

bool is_supported(pugi::xml_node node) {
  const std::string_view name = node.name();
  return name == kCounterElement || name == kAlertElement;
}

// The collectors that can be run, at least one; others are noted.
std::expected<std::vector<pugi::xml_node>, XmlFault> supported_collectors(
    const Reader& reader, pugi::xml_node set, std::vector<XmlFault>& left_out) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node node : set.children()) {
    if (!is_collector(node)) continue;
    if (is_supported(node)) {
      found.push_back(node);
    } else {
      left_out.push_back(
          reader.fault(node, fmt::format("{} is not supported", node.name())).error());
    }
  }
  if (!found.empty()) return found;
  if (!left_out.empty()) return Fault(left_out.front());
  return reader.fault(set, fmt::format("{} contains neither {} nor {}", kSetElement,
                                       kCounterElement, kAlertElement));
}

// Numbers that the rest relies on.
std::expected<void, XmlFault> check_numbers(const Reader& reader, pugi::xml_node node,
                                            const Collector& collector) {
  constexpr std::uint64_t kLongestInterval = 366ULL * 24 * 3600;
  if (collector.interval >= 1 && collector.interval <= kLongestInterval) return {};
  return reader.fault(node, fmt::format("SampleInterval: {} must be from 1 to {} seconds",
                                        collector.interval, kLongestInterval));
}

std::expected<void, XmlFault> read_collector(const Reader& reader, pugi::xml_node node,
                                             DataCollectorSet& set, Collector& collector) {
  OPENPERFLIB_TRY(reader.read(node, kCollectorElements, set, collector));
  if (node.name() == std::string_view(kAlertElement)) {
    auto& alert = collector.what.emplace<AlertCollector>();
    alert.thresholds = Reader::texts(node, "AlertThresholds");
    OPENPERFLIB_TRY(reader.read(node, kAlertElements, set, collector));
  } else {
    auto& counter = collector.what.emplace<CounterCollector>();
    counter.counters = Reader::texts(node, "Counter");
    OPENPERFLIB_TRY(reader.read(node, kCounterElements, set, collector));
  }
  return check_numbers(reader, node, collector);
}

// A set has one schedule; others are noted.
std::expected<void, XmlFault> read_schedules(const Reader& reader, pugi::xml_node root,
                                             ReadCollection& read) {
  DataCollectorSet& set = read.set;
  const pugi::xml_node first = root.child("Schedule");
  const bool has_date = !trimmed(first.child("StartDate").child_value()).empty();
  const pugi::xml_node time = first.child("StartTime");
  if (!has_date && !trimmed(time.child_value()).empty()) {
    return reader.fault(time, "StartTime: needs a StartDate");
  }
  OPENPERFLIB_TRY(reader.read(first, kScheduleElements, set, set.first()));
  for (pugi::xml_node more = first.next_sibling("Schedule"); !more.empty();
       more = more.next_sibling("Schedule")) {
    read.left_out.push_back(reader.fault(more, "Schedule: a collection has only one").error());
  }
  return {};
}

void append_all(pugi::xml_node parent, std::span<const Element> elements,
                const DataCollectorSet& set, const Collector& collector) {
  for (const Element& element : elements) {
    parent.append_child(element.name).text().set(element.write(set, collector).c_str());
  }
}

void append_texts(pugi::xml_node parent, const char* name, std::span<const std::string> texts) {
  for (const std::string& text : texts) parent.append_child(name).text().set(text.c_str());
}

void append_collector(pugi::xml_node parent, const DataCollectorSet& set,
                      const Collector& collector) {
  const AlertCollector* const alert = collector.alert();
  pugi::xml_node node = parent.append_child(alert != nullptr ? kAlertElement : kCounterElement);
  append_all(node, kCollectorElements, set, collector);
  if (alert != nullptr) {
    append_texts(node, "AlertThresholds", alert->thresholds);
    append_all(node, kAlertElements, set, collector);
    return;
  }
  append_all(node, kCounterElements, set, collector);
  append_texts(node, "Counter", collector.counter()->counters);
  append_texts(node, "CounterDisplayName", collector.counter()->counters);
}

void append_schedule(pugi::xml_node parent, const DataCollectorSet& set) {
  if (!set.begin_local.has_value() && !set.end_local.has_value() && !set.daily) return;
  append_all(parent.append_child("Schedule"), kScheduleElements, set, set.first());
}

std::string with_carriage_returns(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

}  // namespace

std::expected<ReadCollection, XmlFault> read_collection_xml(Bytes file) {
  const std::string text = xml_text(file);
  const Reader reader(text);
  pugi::xml_document document;
  const auto parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) return reader.fault(parsed.offset, parsed.description());
  const pugi::xml_node root = document.document_element();
  if (root.name() != std::string_view(kSetElement)) {
    return reader.fault(root, fmt::format("the first element must be {}", kSetElement));
  }
  ReadCollection read;
  const auto collectors = OPENPERFLIB_TRY(supported_collectors(reader, root, read.left_out));
  DataCollectorSet& set = read.set;
  OPENPERFLIB_TRY(reader.read(root, kSetElements, set, set.first()));
  OPENPERFLIB_TRY(read_schedules(reader, root, read));
  set.collectors.clear();
  for (const pugi::xml_node node : collectors) {
    Collector collector;
    OPENPERFLIB_TRY(read_collector(reader, node, set, collector));
    const bool is_further = !set.collectors.empty();
    if (is_further && collector.name.empty()) {
      collector.name = std::to_string(set.collectors.size() + 1);
    }
    set.collectors.push_back(std::move(collector));
  }
  return read;
}

std::string collection_xml(const DataCollectorSet& set) {
  pugi::xml_document document;
  pugi::xml_node prolog = document.append_child(pugi::node_declaration);
  prolog.append_attribute("version") = "1.0";
  prolog.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child(kSetElement);
  append_all(root, kSetElements, set, set.first());
  append_schedule(root, set);
  for (const Collector& one : set.collectors) append_collector(root, set, one);
  pugi::xml_node manager = root.append_child("DataManager");
  for (const FixedElement& element : kDataManager) {
    manager.append_child(element.name).text().set(element.text);
  }
  std::ostringstream out;
  document.save(out, "\t", pugi::format_indent, pugi::encoding_utf8);
  return with_carriage_returns(out.str());
}

}  // namespace openperflib::logman
