#include "openperflib/snapshot/object_request.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

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

// The words of a value name that select objects by their cost.
struct Word {
  std::string_view text;
  ObjectRequest::Kind kind;
  ObjectRequest::Content content;
  ObjectRequest::Providers providers;
};

constexpr auto kWords = [] {
  using enum ObjectRequest::Kind;
  using enum ObjectRequest::Content;
  using enum ObjectRequest::Providers;
  return std::to_array<Word>({{"Global", global, values, all},
                              {"Costly", costly, values, all},
                              {"MetadataGlobal", global, definitions, all},
                              {"MetadataCostly", costly, definitions, all},
                              {"OLD_Global", global, values, first_kind},
                              {"OLD_MetadataGlobal", global, definitions, first_kind},
                              {"OLD_MetadataCostly", costly, definitions, first_kind}});
}();

// Our own title indices: counter sets of Windows that are served as such, and those that only Linux
// has.
constexpr bool is_counter_set(std::uint32_t index) { return index >= 100'000 && index < 200'000; }

// "Foreign", alone or followed by a machine.
constexpr std::string_view kForeign = "Foreign";
bool is_foreign(std::string_view word) {
  if (!equal_ignoring_case(word.substr(0, kForeign.size()), kForeign)) return false;
  return word.size() == kForeign.size() || is_blank(word[kForeign.size()]);
}

// The next word of `text` from `at` on, which is moved after it; empty: there are no more.
std::string_view next_word(std::string_view text, std::size_t& at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  const std::size_t begin = at;
  while (at < text.size() && !is_blank(text[at])) ++at;
  return text.substr(begin, at - begin);
}

// A whole word as a number. Errors: as in parse(), `offset` being that of the word.
std::expected<std::uint32_t, Error> parse_index(std::string_view word, std::size_t offset) {
  std::uint32_t index = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, index);
  if (error == std::errc::result_out_of_range) return fault(Errc::out_of_range, offset);
  if (error != std::errc{}) return fault(Errc::syntax, offset);
  if (stop != end)
    return fault(Errc::syntax, offset + static_cast<std::size_t>(stop - word.data()));
  return index;
}

// The decimal numbers of `text`, separated by spaces.
std::expected<std::vector<std::uint32_t>, Error> parse_indices(std::string_view text) {
  std::vector<std::uint32_t> indices;
  std::size_t at = 0;
  for (std::string_view word = next_word(text, at); !word.empty(); word = next_word(text, at)) {
    const auto index = parse_index(word, at - word.size());
    if (!index.has_value()) return std::unexpected(index.error());
    indices.push_back(*index);
  }
  return indices;
}

}  // namespace

ObjectRequest ObjectRequest::nothing() {
  ObjectRequest request;
  request.kind_ = Kind::ids;
  return request;
}

ObjectRequest ObjectRequest::of_indices(std::vector<std::uint32_t> indices) {
  std::ranges::sort(indices);  // once, instead of inserting each number: the list may be long
  indices.erase(std::ranges::unique(indices).begin(), indices.end());
  ObjectRequest request = nothing();
  request.wanted_.reserve(indices.size());
  for (const std::uint32_t index : indices) request.wanted_.push_back({index, true, {}});
  return request;
}

std::expected<ObjectRequest, Error> ObjectRequest::parse(std::string_view value_name) {
  ObjectRequest request;
  const std::string_view name = trimmed(value_name);
  if (name.empty()) return request;
  for (const Word& word : kWords) {
    if (!equal_ignoring_case(name, word.text)) continue;
    request.kind_ = word.kind;
    request.content_ = word.content;
    request.providers_ = word.providers;
    return request;
  }
  if (is_foreign(name)) {
    request.kind_ = Kind::foreign;
    request.machine_ = trimmed(name.substr(kForeign.size()));
    return request;
  }
  auto indices = parse_indices(value_name);
  if (!indices.has_value()) return std::unexpected(indices.error());
  return of_indices(*std::move(indices));
}

ObjectRequest ObjectRequest::of_value_name(std::string_view value_name) {
  if (auto request = parse(value_name); request.has_value()) return *std::move(request);
  std::vector<std::uint32_t> indices;
  std::size_t at = 0;
  for (auto word = next_word(value_name, at); !word.empty(); word = next_word(value_name, at)) {
    if (const auto index = parse_index(word, 0); index.has_value()) indices.push_back(*index);
  }
  return of_indices(std::move(indices));
}

std::string ObjectRequest::value_name(bool knows_definitions) const {
  if (kind_ == Kind::ids) {
    std::string indices;
    for (const Wanted& object : wanted_) {
      if (!indices.empty()) indices += ' ';
      indices += std::to_string(object.object);
    }
    return indices;
  }
  const Content content = knows_definitions ? content_ : Content::values;
  for (const Word& word : kWords) {
    const bool is_it = word.kind == kind_ && word.content == content;
    if (is_it && word.providers == Providers::all) return std::string(word.text);
  }
  return machine_.empty() ? std::string(kForeign) : std::string(kForeign) + ' ' + machine_;
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

void ObjectRequest::add_counter_sets() {
  kind_ = Kind::ids;
  counter_sets_ = true;
}

const ObjectRequest::Wanted* ObjectRequest::find(std::uint32_t object_title_index) const noexcept {
  const auto at = std::ranges::lower_bound(wanted_, object_title_index, {}, &Wanted::object);
  return at != wanted_.end() && at->object == object_title_index ? &*at : nullptr;
}

std::vector<std::uint32_t> ObjectRequest::objects() const {
  std::vector<std::uint32_t> objects;
  for (const Wanted& wanted : wanted_) objects.push_back(wanted.object);
  return objects;
}

bool ObjectRequest::wants_object(std::uint32_t object_title_index, bool costly) const noexcept {
  if (kind_ == Kind::ids) return find(object_title_index) != nullptr;
  if (kind_ == Kind::foreign) return false;
  if (providers_ == Providers::first_kind && is_counter_set(object_title_index)) return false;
  return costly == (kind_ == Kind::costly);
}

bool ObjectRequest::wants_counter_set(std::uint32_t object_title_index) const noexcept {
  if (counter_sets_) return true;
  return providers_ == Providers::all && wants_object(object_title_index);
}

bool ObjectRequest::wants_counter(std::uint32_t object_title_index,
                                  std::uint32_t counter_title_index) const noexcept {
  if (kind_ != Kind::ids) return true;
  const Wanted* object = find(object_title_index);
  if (object == nullptr) return counter_sets_;
  return object->all_counters || std::ranges::binary_search(object->counters, counter_title_index);
}

}  // namespace openperflib
