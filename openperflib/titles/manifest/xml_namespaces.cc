#include <cstddef>

#include "openperflib/titles/manifest/xml_namespaces_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kDeclares = "xmlns";

// The prefix that an attribute declares; "" is the default namespace. nullopt: it declares none.
std::optional<std::string_view> declared_by(std::string_view attribute) {
  if (attribute == kDeclares) return std::string_view{};
  const XmlName name = xml_name_of(attribute);
  if (name.prefix != kDeclares) return std::nullopt;
  return name.local;
}

}  // namespace

XmlName xml_name_of(std::string_view name) noexcept {
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

void XmlNamespaces::enter(pugi::xml_node element) {
  entered_.push_back(bound_.size());
  for (const pugi::xml_attribute attribute : element.attributes()) {
    const auto prefix = declared_by(attribute.name());
    if (!prefix.has_value()) continue;
    const auto [at, is_new] = uris_.try_emplace(*prefix);
    bound_.push_back({*prefix, is_new ? std::nullopt : std::optional(at->second)});
    at->second = attribute.value();
  }
}

void XmlNamespaces::leave() {
  while (bound_.size() > entered_.back()) {
    const Bound& last = bound_.back();
    if (last.before.has_value()) {
      uris_[last.prefix] = *last.before;
    } else {
      uris_.erase(last.prefix);
    }
    bound_.pop_back();
  }
  entered_.pop_back();
}

std::optional<std::string_view> XmlNamespaces::uri_of(std::string_view prefix) const {
  if (const auto at = uris_.find(prefix); at != uris_.end()) return at->second;
  if (prefix.empty() || prefix == "xml" || prefix == kDeclares) return std::string_view{};
  return std::nullopt;
}

}  // namespace openperflib
