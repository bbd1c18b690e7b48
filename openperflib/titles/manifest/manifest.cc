#include "openperflib/titles/manifest/manifest.h"

#include <algorithm>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/manifest/manifest_checks_internal.h"
#include "openperflib/titles/manifest/xml_file.h"
#include "openperflib/titles/manifest/xml_namespaces_internal.h"

namespace openperflib {
namespace {

using Counter = ManifestCounter;
using Set = ManifestCounterSet;
using Provider = ManifestProvider;

constexpr std::string_view kNamespace = "http://schemas.microsoft.com/win/2005/12/counters";

// Reads one document, element by element.
class ManifestReader {
 public:
  explicit ManifestReader(XmlFile& xml) : xml_(xml) {}
  Manifest read();

 private:
  using Read = void (ManifestReader::*)(pugi::xml_node element);
  struct Child {
    std::string_view name;
    Read read;
  };

  void read_document(pugi::xml_node root);
  void read_instrumentation(pugi::xml_node instrumentation);
  void read_counters(pugi::xml_node element);
  void read_provider(pugi::xml_node element);
  void read_set(pugi::xml_node element);
  void read_structs(pugi::xml_node element);
  void read_struct(pugi::xml_node element);
  void read_counter(pugi::xml_node element);
  void read_flags(pugi::xml_node element);
  void read_flag(pugi::xml_node element);

  // Each child by its name; remarks on those that may not be there, and on texts.
  void read_children(pugi::xml_node element, std::initializer_list<Child> children);
  void read_child(pugi::xml_node node, std::span<const Child> children);
  template <typename Record>
  AttributePlaces read_attributes(pugi::xml_node element, Record& record);
  template <typename Record>
  AttributePlace read_attribute(pugi::xml_attribute attribute, const AttributeRow<Record>& row,
                                Record& record);
  // What is missing or not allowed.
  template <typename Record>
  void check_presence(const AttributePlaces& places, const Record& record);
  struct Given {
    bool itself = false;
    bool description = false;  // of the same element
  };
  template <typename Record>
  [[nodiscard]] std::optional<TitleRule> fault_of(Presence presence, const Given& given,
                                                  const Record& record) const;
  void check(const Provider& provider);
  void check(const Set& set, const AttributePlaces& places);
  void check(const Counter& counter, const AttributePlaces& places);
  // Whether the attribute belongs to the schema; remarks on a prefix that is not declared.
  bool is_of_schema(pugi::xml_attribute attribute);
  void missing(std::size_t line, std::string_view element) {
    remarks_.add(line, TitleRule::element_missing, element);
  }

  XmlFile& xml_;
  Manifest manifest_;
  RemarkList remarks_{TitleFile::manifest};
  XmlNamespaces namespaces_;
  UniqueNames names_;
  bool has_counters_ = false;

  // Attributes of the elements around; nullopt: their values could not be read.
  std::optional<ManifestSchema> schema_;
  std::optional<std::uint32_t> mode_;  // PERF_PROVIDER_USER_MODE or _KERNEL_MODE
  std::vector<AttributePlaces> counters_;
  std::vector<PlacedFlag> flags_;
  UniqueTexts struct_names_{TitleRule::struct_name_shared};
  bool has_too_many_counters_ = false;
  std::size_t structs_line_ = 0;  // 0: none yet
  std::size_t flags_line_ = 0;
};

bool is_hidden(const Counter& counter) noexcept {
  return (counter.attributes & PERF_ATTRIB_NO_DISPLAYABLE) != 0;
}
template <typename Record>
bool is_hidden(const Record& /*record*/) noexcept {
  return false;
}

bool is_described_in_1_1(const Set& /*set*/) noexcept { return true; }
template <typename Record>
bool is_described_in_1_1(const Record& /*record*/) noexcept {
  return false;
}

// The parts of instrumentation are in manifests of their own, and in those of programs.
bool is_root(std::string_view name) noexcept {
  return name == "instrumentationManifest" || name == "assembly";
}

bool ManifestReader::is_of_schema(pugi::xml_attribute attribute) {
  const XmlName name = xml_name_of(attribute.name());
  if (name.prefix.empty()) return name.local != "xmlns";
  if (!namespaces_.uri_of(name.prefix).has_value()) {
    remarks_.add(xml_.line_of(attribute), TitleRule::prefix_undeclared, attribute.name());
  }
  return false;
}

template <typename Record>
AttributePlace ManifestReader::read_attribute(pugi::xml_attribute attribute,
                                              const AttributeRow<Record>& row, Record& record) {
  const std::size_t line = xml_.line_of(attribute);
  const XmlText value = xml_text_of(attribute.value());
  if (!value.bad_reference.empty()) {
    remarks_.add(line, TitleRule::character_unknown, value.bad_reference);
    return {line, false};
  }
  const BrokenRule broken = row.store(record, value.text);
  if (!broken.has_value()) return {line, true};
  remarks_.add(line, *broken, value.text.empty() ? row.name : value.text);
  return {line, is_note(*broken)};
}

template <typename Record>
AttributePlaces ManifestReader::read_attributes(pugi::xml_node element, Record& record) {
  const auto rows = attributes_of<Record>();
  AttributePlaces places;
  for (const pugi::xml_attribute attribute : element.attributes()) {
    if (remarks_.is_full()) break;
    if (!is_of_schema(attribute)) continue;
    const std::string_view name = attribute.name();
    const auto row = std::ranges::find(rows, name, &AttributeRow<Record>::name);
    AttributePlace* const place =
        row != rows.end() ? &places[static_cast<std::size_t>(row - rows.begin())] : nullptr;
    if (place == nullptr) {
      remarks_.add(xml_.line_of(attribute), TitleRule::attribute_unknown, name);
    } else if (place->line != 0) {
      remarks_.add(xml_.line_of(attribute), TitleRule::given_twice, name);
    } else {
      *place = read_attribute(attribute, *row, record);
    }
  }
  return places;
}

template <typename Record>
std::optional<TitleRule> ManifestReader::fault_of(Presence presence, const Given& given,
                                                  const Record& record) const {
  const bool is_given = given.itself;
  const bool is_old = schema_ == ManifestSchema::v1_1;
  const bool is_new = schema_ == ManifestSchema::v2_0;
  const auto missing_if = [&](bool is_needed, TitleRule rule) {
    return is_needed && !is_given ? std::optional(rule) : std::nullopt;
  };
  switch (presence) {
    case Presence::optional:
      return std::nullopt;
    case Presence::required:
      return missing_if(true, TitleRule::attribute_missing);
    case Presence::required_in_user_mode:
      return missing_if(mode_ == PERF_PROVIDER_USER_MODE,
                        TitleRule::attribute_missing_in_user_mode);
    case Presence::required_in_kernel_mode:
      return missing_if(mode_ == PERF_PROVIDER_KERNEL_MODE,
                        TitleRule::attribute_missing_in_kernel_mode);
    case Presence::text_id:
      if (is_old && is_given) return TitleRule::attribute_before_2_0;
      [[fallthrough]];
    case Presence::text:
      return missing_if(is_new && !is_hidden(record), TitleRule::attribute_missing_since_2_0);
    case Presence::description_id:
      if (is_old && is_given) return TitleRule::attribute_before_2_0;
      return missing_if(is_new && given.description, TitleRule::attribute_missing_since_2_0);
    case Presence::description:
      return missing_if((is_new && !is_hidden(record)) || is_described_in_1_1(record),
                        TitleRule::description_missing);
    case Presence::only_before:
      if (is_new && is_given) return TitleRule::attribute_since_2_0;
      return std::nullopt;
  }
  return std::nullopt;
}

template <typename Record>
void ManifestReader::check_presence(const AttributePlaces& places, const Record& record) {
  const auto rows = attributes_of<Record>();
  const auto described = std::ranges::find(rows, "description", &AttributeRow<Record>::name);
  Given given;
  given.description = described != rows.end() &&
                      places[static_cast<std::size_t>(described - rows.begin())].line != 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t line = places[i].line;
    given.itself = line != 0;
    const auto fault = fault_of(rows[i].presence, given, record);
    if (fault.has_value()) remarks_.add(line != 0 ? line : record.line, *fault, rows[i].name);
  }
}

void ManifestReader::read_child(pugi::xml_node node, std::span<const Child> children) {
  const std::size_t line = xml_.line_of(node);
  const XmlName name = xml_name_of(node.name());
  const auto child = std::ranges::find(children, name.local, &Child::name);
  const auto uri = namespaces_.uri_of(name.prefix);
  if (!uri.has_value()) {
    remarks_.add(line, TitleRule::prefix_undeclared, node.name());
  } else if (child == children.end()) {
    remarks_.add(line, TitleRule::element_unknown, node.name());
  } else if (*uri != kNamespace) {
    remarks_.add(line, TitleRule::namespace_wrong, node.name());
  } else {
    (this->*child->read)(node);
  }
}

void ManifestReader::read_children(pugi::xml_node element, std::initializer_list<Child> children) {
  for (const pugi::xml_node node : element.children()) {
    if (remarks_.is_full()) return;
    if (node.type() == pugi::node_element) {
      namespaces_.enter(node);
      read_child(node, children);
      namespaces_.leave();
    } else if (!is_xml_blank(node.value())) {
      const std::string_view text = node.value();
      const std::string_view shown = text.substr(text.find_first_not_of(" \t\r\n"));
      remarks_.add(xml_.line_of(node), TitleRule::text_misplaced, trimmed(shown));
    }
  }
}

void ManifestReader::read_flag(pugi::xml_node element) {
  ManifestAttribute flag{.line = xml_.line_of(element)};
  const AttributePlaces places = read_attributes(element, flag);
  check_presence(places, flag);
  read_children(element, {});
  if (!places.front().is_valid) return;
  const std::size_t line = places.front().line;
  Counter& counter = manifest_.providers.back().sets.back().counters.back();
  if ((counter.attributes & flag.flag) != 0) {
    return remarks_.add(line, TitleRule::given_twice, attribute_name(flag.flag));
  }
  counter.attributes |= flag.flag;
  flags_.push_back({flag.flag, line});
}

void ManifestReader::read_flags(pugi::xml_node element) {
  const std::size_t line = xml_.line_of(element);
  if (std::exchange(flags_line_, line) != 0) {
    return remarks_.add(line, TitleRule::given_twice, element.name());
  }
  ManifestGroup group{.line = line};
  (void)read_attributes(element, group);
  const std::size_t before = flags_.size();
  read_children(element, {{"counterAttribute", &ManifestReader::read_flag}});
  if (flags_.size() == before && !element.first_child()) missing(line, "counterAttribute");
}

void ManifestReader::check(const Counter& counter, const AttributePlaces& places) {
  check_presence(places, counter);
  check_flags(flags_, remarks_);
  const AttributePlace type = place_of<Counter>(places, "type");
  if (type.is_valid && counter.type == PERF_COUNTER_NODATA) {
    remarks_.add(type.line, TitleRule::type_without_number, "perf_counter_composite");
  }
  names_.add(counter, places, remarks_);
}

void ManifestReader::read_counter(pugi::xml_node element) {
  Set& set = manifest_.providers.back().sets.back();
  const std::size_t line = xml_.line_of(element);
  if (counters_.size() == kMostCountersOfSet) {
    if (!std::exchange(has_too_many_counters_, true)) {
      remarks_.add(line, TitleRule::too_many_counters, "64,000");
    }
    return;
  }
  Counter& counter = set.counters.emplace_back(Counter{.line = line});
  counters_.push_back(read_attributes(element, counter));
  flags_line_ = 0;
  flags_.clear();
  read_children(element, {{"counterAttributes", &ManifestReader::read_flags}});
  check(counter, counters_.back());
}

void ManifestReader::read_struct(pugi::xml_node element) {
  Set& set = manifest_.providers.back().sets.back();
  ManifestStruct& one = set.structs.emplace_back(ManifestStruct{.line = xml_.line_of(element)});
  const AttributePlaces places = read_attributes(element, one);
  check_presence(places, one);
  struct_names_.add(places.front(), one.name, remarks_);
  read_children(element, {});
}

void ManifestReader::read_structs(pugi::xml_node element) {
  Set& set = manifest_.providers.back().sets.back();
  const std::size_t line = xml_.line_of(element);
  if (std::exchange(structs_line_, line) != 0) {
    return remarks_.add(line, TitleRule::given_twice, element.name());
  }
  if (!set.counters.empty()) remarks_.add(line, TitleRule::element_misplaced, element.name());
  ManifestGroup group{.line = line};
  (void)read_attributes(element, group);
  read_children(element, {{"struct", &ManifestReader::read_struct}});
  if (set.structs.empty()) missing(line, "struct");
}

void ManifestReader::check(const Set& set, const AttributePlaces& places) {
  names_.add(set, places, remarks_);
  if (set.counters.empty()) missing(set.line, "counter");
  if (mode_ == PERF_PROVIDER_KERNEL_MODE && structs_line_ == 0) missing(set.line, "structs");
  check_counters(set, counters_, remarks_);
  const AttributePlace instances = place_of<Set>(places, "instances");
  const bool is_known = instances.line == 0 || instances.is_valid;
  if (!is_known || (set.instances & PERF_COUNTERSET_FLAG_AGGREGATE) != 0) return;
  for (const AttributePlaces& counter : counters_) {
    const AttributePlace aggregate = place_of<Counter>(counter, "aggregate");
    if (!aggregate.is_valid) continue;
    remarks_.add(aggregate.line, TitleRule::aggregate_unused, instances_name(set.instances));
  }
}

void ManifestReader::read_set(pugi::xml_node element) {
  Set& set = manifest_.providers.back().sets.emplace_back(Set{.line = xml_.line_of(element)});
  const AttributePlaces places = read_attributes(element, set);
  check_presence(places, set);
  counters_.clear();
  structs_line_ = 0;
  has_too_many_counters_ = false;
  struct_names_ = UniqueTexts(TitleRule::struct_name_shared);
  read_children(element, {{"structs", &ManifestReader::read_structs},
                          {"counter", &ManifestReader::read_counter}});
  check(set, places);
}

void ManifestReader::check(const Provider& provider) {
  if (provider.sets.empty()) {
    remarks_.add(provider.line, TitleRule::no_counter_sets, provider.name);
  }
}

void ManifestReader::read_provider(pugi::xml_node element) {
  Provider& provider = manifest_.providers.emplace_back(
      Provider{.schema = schema_.value_or(ManifestSchema::v2_0), .line = xml_.line_of(element)});
  const AttributePlaces places = read_attributes(element, provider);
  const AttributePlace type = place_of<Provider>(places, "providerType");
  mode_ = type.line == 0 || type.is_valid ? std::optional(provider.type) : std::nullopt;
  check_presence(places, provider);
  names_.add(provider, places, remarks_);
  if (provider.application_identity.find_first_of("\\/") != std::string::npos) {
    remarks_.add(place_of<Provider>(places, "applicationIdentity").line,
                 TitleRule::identity_has_folder, provider.application_identity);
  }
  read_children(element, {{"counterSet", &ManifestReader::read_set}});
  check(provider);
}

void ManifestReader::read_counters(pugi::xml_node element) {
  ManifestCounters counters{.line = xml_.line_of(element)};
  const AttributePlaces places = read_attributes(element, counters);
  check_presence(places, counters);
  schema_ = places.front().is_valid ? std::optional(counters.schema) : std::nullopt;
  const std::size_t before = manifest_.providers.size();
  read_children(element, {{"provider", &ManifestReader::read_provider}});
  if (manifest_.providers.size() == before) missing(counters.line, "provider");
}

// Its other children belong to other schemas.
void ManifestReader::read_instrumentation(pugi::xml_node instrumentation) {
  for (const pugi::xml_node node : instrumentation.children()) {
    if (xml_name_of(node.name()).local != "counters") continue;
    has_counters_ = true;
    namespaces_.enter(node);
    read_child(node, std::array{Child{"counters", &ManifestReader::read_counters}});
    namespaces_.leave();
  }
}

void ManifestReader::read_document(pugi::xml_node root) {
  const std::size_t line = xml_.line_of(root);
  if (!is_root(xml_name_of(root.name()).local)) {
    return remarks_.add(line, TitleRule::root_unknown, root.name());
  }
  namespaces_.enter(root);
  for (const pugi::xml_node node : root.children()) {
    if (xml_name_of(node.name()).local != "instrumentation") continue;
    namespaces_.enter(node);
    read_instrumentation(node);
    namespaces_.leave();
  }
  namespaces_.leave();
  if (!has_counters_) missing(line, "counters");
}

Manifest ManifestReader::read() {
  read_document(xml_.root());
  manifest_.remarks = remarks_.take();
  std::ranges::stable_sort(manifest_.remarks, {}, &TitleRemark::line);
  return std::move(manifest_);
}

}  // namespace

Manifest read_manifest(Bytes bytes) {
  XmlFile xml;
  if (const auto fault = xml.parse(bytes)) {
    RemarkList remarks(TitleFile::manifest);
    remarks.add(fault->line, fault->rule, fault->subject);
    return {.remarks = remarks.take()};
  }
  return ManifestReader(xml).read();
}

}  // namespace openperflib
