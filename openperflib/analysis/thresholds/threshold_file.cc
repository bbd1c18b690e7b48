// The reader of threshold files: analyses, their data sources, and their thresholds, which become
// levels of rules.
#include "openperflib/analysis/thresholds/threshold_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/analysis/thresholds/comparison.h"
#include "openperflib/analysis/thresholds/html_plain_text.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/rules/rule_document.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/manifest/xml_file.h"

namespace openperflib {
namespace {

using Done = std::expected<void, RuleFault>;

constexpr std::size_t kNameColumns = 200;
constexpr std::size_t kMostTextBytes = 600;
constexpr std::size_t kMostExcluded = 64;
constexpr std::size_t kMostSources = 1000;    // of an analysis
constexpr std::string_view kValue = "value";  // the only counter of a rule, in its expressions
constexpr const char* kInheritance = "INHERITANCE";

std::string attribute_of(pugi::xml_node element, const char* name) {
  return xml_text_of(element.attribute(name).value()).text;
}

// A name for people: printable, and not without end.
std::string name_in(pugi::xml_node element, const char* name) {
  return cut_to_width(printable(attribute_of(element, name)), kNameColumns);
}

// All text of an element. A CDATA section is as it was written; in other text references stand for
// characters, and lines stay apart, as a script needs them.
std::string text_in(pugi::xml_node element) {
  std::string text;
  for (const pugi::xml_node node : element.children()) {
    std::string_view raw = node.value();
    if (node.type() == pugi::node_cdata) text += raw;
    if (node.type() != pugi::node_pcdata) continue;
    for (std::size_t end = raw.find('\n'); end != raw.npos; end = raw.find('\n')) {
      text += xml_text_of(raw.substr(0, end)).text + "\n";
      raw.remove_prefix(end + 1);
    }
    text += xml_text_of(raw).text;
  }
  return text;
}

// What the name of a counter says about its unit.
struct UnitName {
  bool (*is_of)(std::string_view folded_counter);
  std::string_view unit;
  Quantity quantity;
};

bool has_word(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == text.npos) return false;
  const auto is_small_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const std::size_t end = at + word.size();
  return (at == 0 || !is_small_letter(text[at - 1])) &&
         (end == text.size() || !is_small_letter(text[end]));
}

constexpr auto kUnitNames = std::to_array<UnitName>({
    {[](std::string_view name) { return name.starts_with('%') || name.ends_with('%'); }, "percent",
     Quantity::percent},
    {[](std::string_view name) { return has_word(name, "bytes") && name.ends_with("/sec"); },
     "bytes per second", Quantity::byte_rate},
    {[](std::string_view name) { return name.ends_with("/sec"); }, "rate", Quantity::rate},
    {[](std::string_view name) { return name.find(" sec/") != name.npos; }, "seconds",
     Quantity::seconds},
    {[](std::string_view name) { return has_word(name, "bytes"); }, "bytes", Quantity::bytes},
    {[](std::string_view) { return true; }, "number", Quantity::number},
});

const UnitName& unit_of(std::string_view path) {
  const std::string counter = folded(path.substr(path.rfind('\\') + 1));
  return *std::ranges::find_if(kUnitNames, [&](const UnitName& one) { return one.is_of(counter); });
}

// The counters that a variable of scripts means.
struct DataSource {
  std::string variable;
  bool is_generated = false;  // by a script
  std::string path;
  bool is_of_sql_server = false;  // of any instance of SQL Server
  std::vector<std::string> except;
};

constexpr std::string_view kSqlServer = "\\SQLServer:";

DataSource read_data_source(pugi::xml_node element) {
  DataSource source{
      .variable = attribute_of(element, "COLLECTIONVARNAME"),
      .is_generated = !equal_ignoring_case(attribute_of(element, "TYPE"), "CounterLog"),
      .path = attribute_of(element, "EXPRESSIONPATH"),
      .except = {}};
  if (source.variable.starts_with('$')) source.variable.erase(0, 1);
  if (source.path.empty()) source.path = attribute_of(element, "NAME");
  // The pattern of the public files is "(MSSQL|SQLServer).*:OBJECT".
  source.is_of_sql_server =
      equal_ignoring_case(attribute_of(element, "ISCOUNTEROBJECTREGULAREXPRESSION"), "True") &&
      begins_ignoring_case(source.path, kSqlServer);
  for (const pugi::xml_node exclude : element.children("EXCLUDE")) {
    if (source.except.size() == kMostExcluded) break;
    source.except.push_back(folded(attribute_of(exclude, "INSTANCE")));
  }
  return source;
}

// The value of a rule: that of its only counter.
Expression value_of_rule() {
  std::vector<std::string_view> names = sample_names();
  names.push_back(kValue);
  return Expression::parse(kValue, names, ExpressionKind::number).value_or(Expression());
}

// A threshold that can be judged, and what it compares.
struct ReadThreshold {
  std::string name;
  std::string text;  // why it matters; empty: the file does not say
  std::vector<std::string> links;
  Severity severity = Severity::none;
  Comparison comparison;
  const DataSource* source = nullptr;
  std::size_t line = 1;
};

// A level for what a threshold compares. PAL marks a part of the log if one of its samples is
// beyond the limit; a rule asks for the time that the limit is exceeded, and reports less as brief.
RuleLevel level_of(const ReadThreshold& threshold) {
  const Comparison& comparison = threshold.comparison;
  RuleLevel level{.severity = threshold.severity,
                  .text = fmt::format("{} {} {}", comparison.of_trend ? "slope" : "avg",
                                      sign_of(comparison.is), comparison.limit),
                  .when = {},
                  .limit = {}};
  auto when = Expression::parse(level.text, level_names(), ExpressionKind::condition);
  if (when.has_value()) level.when = *std::move(when);
  level.limit = level.when.limit(kFacts);
  return level;
}

// One ANALYSIS: its thresholds that can be judged become rules, the others are left out by name.
class AnalysisReader {
 public:
  AnalysisReader(XmlFile& file, pugi::xml_node element) : file_(file), element_(element) {}

  void read(ReadRules& into) {
    name_ = name_in(element_, "NAME");
    about_ = plain_text_of_html(text_in(element_.child("DESCRIPTION")));
    for (const pugi::xml_node source : element_.children("DATASOURCE")) {
      if (sources_.size() == kMostSources) break;
      sources_.push_back(read_data_source(source));
    }
    for (const pugi::xml_node threshold : element_.children("THRESHOLD")) {
      take(threshold, into.left_out);
    }
    into.rules.insert(into.rules.end(), std::make_move_iterator(rules_.begin()),
                      std::make_move_iterator(rules_.end()));
  }

 private:
  void take(pugi::xml_node element, std::vector<LeftOutRule>& left_out) {
    auto threshold = read_threshold(element);
    if (threshold.has_value()) return add(*std::move(threshold));
    left_out.push_back({.file = {},
                        .group = name_,
                        .title = shown_name(name_in(element, "NAME")),
                        .reason = std::move(threshold).error(),
                        .line = file_.line_of(element)});
  }

  static std::string shown_name(std::string name) {
    return name.empty() ? "a threshold without a name" : std::move(name);
  }

  // Errors: why it is left out.
  std::expected<ReadThreshold, std::string> read_threshold(pugi::xml_node element) {
    if (equal_ignoring_case(attribute_of(element_, "ENABLED"), "False")) {
      return std::unexpected("belongs to an analysis that is not enabled");
    }
    ReadThreshold threshold;
    threshold.name = shown_name(name_in(element, "NAME"));
    threshold.line = file_.line_of(element);
    threshold.severity = OPENPERFLIB_TRY(severity_of(element));
    threshold.comparison = OPENPERFLIB_TRY(read_comparison(text_in(element.child("CODE"))));
    threshold.source = OPENPERFLIB_TRY(source_of(threshold.comparison));
    PlainText about = plain_text_of_html(text_in(element.child("DESCRIPTION")));
    if (about.text.empty()) about = about_;
    threshold.text = shortened(about.text, kMostTextBytes);
    threshold.links = std::move(about.links);
    return threshold;
  }

  static std::expected<Severity, std::string> severity_of(pugi::xml_node element) {
    const std::string condition = attribute_of(element, "CONDITION");
    if (equal_ignoring_case(condition, "Critical")) return Severity::critical;
    if (equal_ignoring_case(condition, "Warning")) return Severity::warning;
    return std::unexpected(fmt::format("has the condition \"{}\", neither Warning nor Critical",
                                       cut_to_width(printable(condition), 60)));
  }

  std::expected<const DataSource*, std::string> source_of(const Comparison& comparison) const {
    const auto known = std::ranges::find_if(sources_, [&](const DataSource& one) {
      return equal_ignoring_case(one.variable, comparison.collection);
    });
    const std::string variable = "$" + cut_to_width(printable(comparison.collection), 60);
    if (known == sources_.end()) {
      return std::unexpected(
          fmt::format("compares {}, which is not a data source of its analysis", variable));
    }
    if (known->is_generated) {
      return std::unexpected(fmt::format("compares {}, which only a script computes", variable));
    }
    if (!PathPattern::parse(known->path).has_value()) {
      return std::unexpected(fmt::format("compares {}, whose counter path cannot be read: {}",
                                         variable, cut_to_width(printable(known->path), 100)));
    }
    return &*known;
  }

  // A warning and a critical threshold of the same counters in the same direction are one rule.
  void add(ReadThreshold threshold) {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const Comparison& known = kinds_[i].comparison;
      const bool is_same = kinds_[i].source == threshold.source &&
                           known.is_upper() == threshold.comparison.is_upper() &&
                           known.of_trend == threshold.comparison.of_trend;
      if (is_same && rules_[i].levels.size() == 1 &&
          rules_[i].levels.front().severity != threshold.severity) {
        return add_level(rules_[i], threshold);
      }
    }
    rules_.push_back(rule_of(threshold));
    kinds_.push_back(std::move(threshold));
  }

  // The title of two thresholds is that of the analysis: the numbers say which limit was exceeded.
  void add_level(Rule& rule, const ReadThreshold& threshold) {
    rule.levels.push_back(level_of(threshold));
    std::ranges::sort(rule.levels, std::ranges::greater(), &RuleLevel::severity);
    if (!name_.empty()) rule.title = name_;
    if (!about_.text.empty()) rule.text = shortened(about_.text, kMostTextBytes);
  }

  Rule rule_of(const ReadThreshold& threshold) const {
    const DataSource& source = *threshold.source;
    const UnitName& unit = unit_of(source.path);
    Rule rule;
    rule.id = name_.empty() ? threshold.name : name_;  // numbered later
    rule.title = name_.empty() ? threshold.name : name_ + ": " + threshold.name;
    rule.group = name_in(element_, "CATEGORY");
    if (rule.group.empty()) rule.group = "PAL";
    rule.counters = {counter_of(source)};
    rule.except = source.except;
    rule.judge = threshold.comparison.of_trend ? Rule::Judge::whole : Rule::Judge::stretches;
    rule.unit = unit.unit;
    rule.quantity = unit.quantity;
    rule.value = value_of_rule();
    rule.levels.push_back(level_of(threshold));
    rule.text =
        threshold.text.empty() ? "The threshold file does not describe it." : threshold.text;
    rule.links = threshold.links;
    rule.line = threshold.line;
    return rule;
  }

  static RuleCounter counter_of(const DataSource& source) {
    RuleCounter counter{.name = std::string(kValue), .choices = {}, .otherwise = {}};
    counter.choices.push_back({.path = source.path});
    if (source.is_of_sql_server) {
      counter.choices.push_back({.path = "\\MSSQL$*:" + source.path.substr(kSqlServer.size())});
    }
    return counter;
  }

  XmlFile& file_;
  pugi::xml_node element_;
  std::string name_;
  PlainText about_;
  std::vector<DataSource> sources_;   // not changed after thresholds refer to them
  std::vector<Rule> rules_;           // of this analysis
  std::vector<ReadThreshold> kinds_;  // the first threshold of each
};

// "pal.process-private-bytes": letters and digits stay, everything else separates words.
std::string id_of(std::string_view name) {
  std::string id = "pal.";
  bool has_gap = false;
  for (const char c : folded(name)) {
    const bool is_kept =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (!is_kept) {
      has_gap = id.back() != '.';
      continue;
    }
    if (std::exchange(has_gap, false)) id += '-';
    id += c;
  }
  return id;
}

// Several rules of one name have numbers: "pal.memory-2".
void number_ids(std::vector<Rule>& rules) {
  std::set<std::string> taken;
  std::map<std::string, std::size_t> counts;
  for (Rule& rule : rules) {
    const std::string wanted = id_of(rule.id);
    std::size_t& count = counts[wanted];
    do {
      rule.id = ++count == 1 ? wanted : fmt::format("{}-{}", wanted, count);
    } while (!taken.insert(rule.id).second);
  }
}

// Other files that PAL would read too.
void note_inherited(XmlFile& file, std::vector<LeftOutRule>& left_out) {
  for (const pugi::xml_node element : file.root().children(kInheritance)) {
    const std::string path = name_in(element, "FILEPATH");
    left_out.push_back({.file = {},
                        .group = {},
                        .title = path.empty() ? "an inherited file" : path,
                        .reason = "is inherited: give it with --rules too",
                        .line = file.line_of(element)});
  }
}

Done check_root(XmlFile& file) {
  const pugi::xml_node root = file.root();
  if (root.name() == std::string_view("PAL")) return {};
  return std::unexpected(RuleFault{
      file.line_of(root),
      {},
      fmt::format("is not a threshold file of PAL: its root element is {}, not PAL",
                  root.name() == std::string_view() ? "missing"
                                                    : cut_to_width(printable(root.name()), 60))});
}

// An inherited file counts as a threshold: it, too, is left out by name.
Done check_counts(XmlFile& file) {
  std::size_t thresholds = 0;
  const auto count = [&](pugi::xml_node element) -> Done {
    if (++thresholds <= kMostThresholds) return {};
    return std::unexpected(RuleFault{
        file.line_of(element), {}, fmt::format("has more than {} thresholds", kMostThresholds)});
  };
  for (const pugi::xml_node element : file.root().children()) {
    const bool is_inherited = element.name() == std::string_view(kInheritance);
    if (is_inherited) OPENPERFLIB_TRY(count(element));
    for (const pugi::xml_node threshold : element.children("THRESHOLD")) {
      OPENPERFLIB_TRY(count(threshold));
    }
  }
  return {};
}

}  // namespace

std::expected<ReadRules, RuleFault> read_thresholds(Bytes bytes) {
  if (bytes.size() > kMostThresholdBytes) return std::unexpected(RuleFault{1, {}, "is too large"});
  XmlFile file;
  if (const auto fault = file.parse(bytes)) {
    return std::unexpected(RuleFault{fault->line, {}, describe(*fault)});
  }
  OPENPERFLIB_TRY(check_root(file));
  OPENPERFLIB_TRY(check_counts(file));
  ReadRules read;
  for (const pugi::xml_node analysis : file.root().children("ANALYSIS")) {
    AnalysisReader(file, analysis).read(read);
    if (read.rules.size() > kMostRules) {
      return std::unexpected(RuleFault{file.line_of(analysis), {}, "has too many rules"});
    }
  }
  note_inherited(file, read.left_out);
  number_ids(read.rules);
  return read;
}

}  // namespace openperflib
