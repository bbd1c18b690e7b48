#include "openperflib/query/object_request.h"

#include <algorithm>
#include <charconv>

#include "openperflib/base/utf16.h"

namespace openperflib {
namespace {

constexpr Field kValueName{"registry value name", "object index"};

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::unexpected<Error> fault(Errc code, std::size_t offset) {
  return std::unexpected(Error{code, 0, &kValueName, offset});
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The decimal numbers of `text`; blanks stand between them.
std::expected<std::vector<std::uint32_t>, Error> parse_indices(std::string_view text) {
  std::vector<std::uint32_t> indices;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  for (const char* at = begin; at != end;) {
    if (is_blank(*at)) {
      ++at;
      continue;
    }
    std::uint32_t index = 0;
    const auto [stop, error] = std::from_chars(at, end, index);
    const auto offset = static_cast<std::size_t>(at - begin);
    if (error == std::errc::result_out_of_range) return fault(Errc::out_of_range, offset);
    if (error != std::errc{}) return fault(Errc::syntax, offset);
    if (stop != end && !is_blank(*stop)) {
      return fault(Errc::syntax, static_cast<std::size_t>(stop - begin));
    }
    indices.push_back(index);
    at = stop;
  }
  return indices;
}

}  // namespace

ObjectRequest ObjectRequest::nothing() {
  ObjectRequest request;
  request.kind_ = Kind::ids;
  return request;
}

std::expected<ObjectRequest, Error> ObjectRequest::parse(std::string_view value_name) {
  ObjectRequest request;
  const std::string_view word = trimmed(value_name);
  if (word.empty() || equal_ignoring_case(word, "Global")) return request;
  if (equal_ignoring_case(word, "Costly")) {
    request.kind_ = Kind::costly;
    return request;
  }
  auto indices = parse_indices(value_name);
  if (!indices.has_value()) return std::unexpected(indices.error());
  std::ranges::sort(*indices);  // once, not an insertion a number: the list may be long
  indices->erase(std::ranges::unique(*indices).begin(), indices->end());
  request.kind_ = Kind::ids;
  request.wanted_.reserve(indices->size());
  for (const std::uint32_t index : *indices) request.wanted_.push_back({index, true, {}});
  return request;
}

ObjectRequest::Wanted& ObjectRequest::wanted(std::uint32_t object_title_index) {
  kind_ = Kind::ids;
  const auto at = std::ranges::lower_bound(wanted_, object_title_index, {}, &Wanted::object);
  if (at != wanted_.end() && at->object == object_title_index) return *at;
  return *wanted_.insert(at, Wanted{object_title_index, false, {}});
}

void ObjectRequest::add_object(std::uint32_t object_title_index) {
  Wanted& object = wanted(object_title_index);
  object.all_counters = true;
  object.counters.clear();
}

void ObjectRequest::add_counter(std::uint32_t object_title_index,
                                std::uint32_t counter_title_index) {
  Wanted& object = wanted(object_title_index);
  if (object.all_counters) return;
  const auto at = std::ranges::lower_bound(object.counters, counter_title_index);
  if (at != object.counters.end() && *at == counter_title_index) return;
  object.counters.insert(at, counter_title_index);
}

const ObjectRequest::Wanted* ObjectRequest::find(std::uint32_t object_title_index) const noexcept {
  const auto at = std::ranges::lower_bound(wanted_, object_title_index, {}, &Wanted::object);
  return at != wanted_.end() && at->object == object_title_index ? &*at : nullptr;
}

bool ObjectRequest::wants_object(std::uint32_t object_title_index, bool costly) const noexcept {
  if (kind_ == Kind::ids) return find(object_title_index) != nullptr;
  return costly == (kind_ == Kind::costly);
}

bool ObjectRequest::wants_counter(std::uint32_t object_title_index,
                                  std::uint32_t counter_title_index) const noexcept {
  if (kind_ != Kind::ids) return true;
  const Wanted* object = find(object_title_index);
  if (object == nullptr) return false;
  return object->all_counters || std::ranges::binary_search(object->counters, counter_title_index);
}

}  // namespace openperflib
