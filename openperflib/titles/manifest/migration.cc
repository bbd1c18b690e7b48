#include "openperflib/titles/manifest/migration.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/manifest/manifest.h"
#include "openperflib/titles/manifest/text_ids.h"
#include "openperflib/titles/manifest/xml_file.h"
#include "openperflib/titles/manifest/xml_namespaces_internal.h"

namespace openperflib {
namespace {

// A part of the text and what replaces it.
struct Edit {
  std::size_t begin;
  std::size_t end;
  std::string text;
};

// The elements among the children with that name, prefix aside.
std::vector<pugi::xml_node> children_of(pugi::xml_node parent, std::string_view name) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node node : parent.children()) {
    const bool is_element = node.type() == pugi::node_element;
    if (is_element && xml_name_of(node.name()).local == name) found.push_back(node);
  }
  return found;
}

// Walks over a valid manifest and what was read from it, which have the same elements in the same
// order.
class Migration {
 public:
  Migration(const XmlFile& xml, const Manifest& manifest)
      : xml_(xml), text_(xml.text()), manifest_(manifest) {}
  std::string run();

 private:
  void declare_utf8();
  void migrate(pugi::xml_node counters);
  void migrate(pugi::xml_node element, const ManifestProvider& provider);
  void migrate(pugi::xml_node element, const ManifestCounterSet& set);
  // Adds what a name and a description lack.
  template <typename Record>
  void add_texts(pugi::xml_node element, const Record& record);

  // The quotes around the value of an attribute.
  struct Quotes {
    std::size_t open;
    std::size_t close;
  };
  [[nodiscard]] Quotes quotes_of(pugi::xml_attribute attribute) const;
  // Where the white space before the attribute begins.
  [[nodiscard]] std::size_t begin_of(pugi::xml_attribute attribute) const;
  void set_value(pugi::xml_attribute attribute, std::string_view value);
  void remove(pugi::xml_attribute attribute);
  // After the attribute, with as much white space before it as that one has.
  void add_after(pugi::xml_attribute attribute, std::string_view name, std::uint32_t number);
  [[nodiscard]] std::string apply();

  const XmlFile& xml_;
  std::string_view text_;
  const Manifest& manifest_;
  std::size_t next_provider_ = 0;
  std::vector<Edit> edits_;
};

std::string attribute_text(std::string_view name, std::string_view value) {
  std::string text(name);
  text += "=\"";
  text += value;
  text += '"';
  return text;
}

Migration::Quotes Migration::quotes_of(pugi::xml_attribute attribute) const {
  const std::size_t name = xml_.offset_of(attribute);
  const std::size_t open = text_.find_first_of("\"'", name);
  return {open, text_.find(text_[open], open + 1)};
}

std::size_t Migration::begin_of(pugi::xml_attribute attribute) const {
  return text_.find_last_not_of(kXmlBlanks, xml_.offset_of(attribute) - 1) + 1;
}

void Migration::set_value(pugi::xml_attribute attribute, std::string_view value) {
  const Quotes quotes = quotes_of(attribute);
  edits_.push_back({quotes.open + 1, quotes.close, std::string(value)});
}

void Migration::remove(pugi::xml_attribute attribute) {
  edits_.push_back({begin_of(attribute), quotes_of(attribute).close + 1, {}});
}

void Migration::add_after(pugi::xml_attribute attribute, std::string_view name,
                          std::uint32_t number) {
  const std::size_t begin = begin_of(attribute);
  const std::size_t end = quotes_of(attribute).close + 1;
  std::string text(text_.substr(begin, xml_.offset_of(attribute) - begin));
  text += attribute_text(name, std::to_string(number));
  edits_.push_back({end, end, std::move(text)});
}

template <typename Record>
void Migration::add_texts(pugi::xml_node element, const Record& record) {
  if (!record.text_ids.name.has_value()) return;  // it has no texts
  const pugi::xml_attribute name = element.attribute("name");
  const pugi::xml_attribute description = element.attribute("description");
  std::string added;
  if (name.empty()) {
    // A symbol or "Counter ID": nothing in it has to be escaped.
    added = ' ' + attribute_text("name", record.name) + ' ' +
            attribute_text("nameID", std::to_string(*record.text_ids.name));
  } else {
    add_after(name, "nameID", *record.text_ids.name);
  }
  if (description.empty()) {
    added += ' ' + attribute_text("description", "") + ' ' +
             attribute_text("descriptionID", std::to_string(*record.text_ids.description));
  } else {
    add_after(description, "descriptionID", *record.text_ids.description);
  }
  const std::size_t after_tag = xml_.offset_of(element) + std::string_view(element.name()).size();
  if (!added.empty()) edits_.push_back({after_tag, after_tag, std::move(added)});
}

void Migration::migrate(pugi::xml_node element, const ManifestCounterSet& set) {
  add_texts(element, set);
  const auto counters = children_of(element, "counter");
  for (std::size_t i = 0; i < counters.size(); ++i) add_texts(counters[i], set.counters[i]);
}

void Migration::migrate(pugi::xml_node element, const ManifestProvider& provider) {
  if (const auto base = element.attribute("resourceBase"); !base.empty()) remove(base);
  const auto sets = children_of(element, "counterSet");
  for (std::size_t i = 0; i < sets.size(); ++i) migrate(sets[i], provider.sets[i]);
}

void Migration::migrate(pugi::xml_node counters) {
  const auto providers = children_of(counters, "provider");
  const std::span read = std::span(manifest_.providers).subspan(next_provider_, providers.size());
  next_provider_ += providers.size();
  if (read.front().schema != ManifestSchema::v1_1) return;
  set_value(counters.attribute("schemaVersion"), "2.0");
  for (std::size_t i = 0; i < providers.size(); ++i) migrate(providers[i], read[i]);
}

void Migration::declare_utf8() {
  const pugi::xml_node first = xml_.root().parent().first_child();
  if (first.type() != pugi::node_declaration) return;
  const pugi::xml_attribute encoding = first.attribute("encoding");
  if (!encoding.empty() && !equal_ignoring_case(encoding.value(), "utf-8")) {
    set_value(encoding, "utf-8");
  }
}

std::string Migration::apply() {
  std::ranges::stable_sort(edits_, {}, &Edit::begin);
  std::string text;
  std::size_t at = 0;
  for (const Edit& edit : edits_) {
    text += text_.substr(at, edit.begin - at);
    text += edit.text;
    at = edit.end;
  }
  text += text_.substr(at);
  return text;
}

std::string Migration::run() {
  declare_utf8();
  for (const pugi::xml_node instrumentation : children_of(xml_.root(), "instrumentation")) {
    for (const pugi::xml_node counters : children_of(instrumentation, "counters")) {
      migrate(counters);
    }
  }
  return apply();
}

}  // namespace

MigratedManifest migrate_manifest(Bytes bytes) {
  Manifest manifest = read_manifest(bytes);
  MigratedManifest migrated{.text = {}, .remarks = std::move(manifest.remarks)};
  XmlFile xml;
  if (has_mistakes(migrated.remarks) || xml.parse(bytes).has_value()) return migrated;
  give_text_ids(manifest);
  migrated.text = Migration(xml, manifest).run();
  return migrated;
}

}  // namespace openperflib
