// XmlNamespaces: what the prefixes of names stand for at one place of a document.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace openperflib {

// A name with its prefix split off; "" for none.
struct XmlName {
  std::string_view prefix;
  std::string_view local;
};
[[nodiscard]] XmlName xml_name_of(std::string_view name) noexcept;

// Value; its texts lie in the document. Elements are entered and left as they nest.
class XmlNamespaces {
 public:
  void enter(pugi::xml_node element);
  void leave();
  // What the prefix stands for; "" without a declaration of the empty one; nullopt: undeclared.
  [[nodiscard]] std::optional<std::string_view> uri_of(std::string_view prefix) const;

 private:
  struct Bound {
    std::string_view prefix;
    std::optional<std::string_view> before;
  };
  std::unordered_map<std::string_view, std::string_view> uris_;
  std::vector<Bound> bound_;          // by the elements around, outermost first
  std::vector<std::size_t> entered_;  // for each element around, how many were bound before it
};

}  // namespace openperflib
