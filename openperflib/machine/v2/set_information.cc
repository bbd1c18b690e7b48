#include "openperflib/machine/v2/set_information.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/wire/v2/counter_set_registration.h"
#include "openperflib/wire/v2/counter_strings.h"
#include "openperflib/wire/v2/instance_headers.h"

namespace openperflib {
namespace {

CounterRegistration registration_of(const CounterTemplate& counter) noexcept {
  return {.id = counter.id,
          .type = counter.type,
          .attributes = counter.attributes,
          .detail_level = counter.detail_level,
          .default_scale = counter.scale,
          .base_id = counter.base_id,
          .perf_time_id = counter.perf_time_id,
          .perf_freq_id = counter.perf_freq_id,
          .multi_id = counter.multi_id,
          .aggregate = counter.aggregate};
}

// The least of its counters.
std::uint32_t detail_level_of(const CounterSetTemplate& set) noexcept {
  const bool has_standard = std::ranges::any_of(set.counters, [](const CounterTemplate& counter) {
    return counter.detail_level <= PERF_DETAIL_NOVICE;
  });
  return has_standard ? PERF_DETAIL_NOVICE : PERF_DETAIL_ADVANCED;
}

void write_set(const CounterSetTemplate& set, std::vector<std::byte>& to) {
  append_counter_set_reg(to, set.set, detail_level_of(set),
                         static_cast<std::uint32_t>(set.counters.size()), set.instance_type);
  for (const CounterTemplate& counter : set.counters) {
    append_counter_reg(to, registration_of(counter));
  }
}

void write_text(std::string_view text, std::vector<std::byte>& to) {
  append_utf16(to, utf16_from_utf8(text));
}

// A counter of a set that nothing names is called by its id, but for those that are not shown.
std::string english_name(const CounterTemplate& counter) {
  const bool is_shown = (counter.attributes & PERF_ATTRIB_NO_DISPLAYABLE) == 0;
  if (!counter.name.empty() || !is_shown) return counter.name;
  return fmt::format("Counter {}", counter.id);
}

enum class TextKind : std::uint8_t { names, helps };  // a help text has the index after the name's

// The texts of a set in one language.
class SetTexts {
 public:
  SetTexts(const ConsumerSet& set, LanguageId language) noexcept : set_(set), language_(language) {}

  // Whether there are any: others than English are registered, or do not exist.
  [[nodiscard]] bool exist() const noexcept {
    if (language_ == kEnglish) return true;
    return set_.known != nullptr && set_.known->is_registered &&
           !title(set_.known->index, TextKind::names).empty();
  }
  [[nodiscard]] std::string_view of_set(TextKind kind) const noexcept {
    if (language_ != kEnglish) return title(set_.known->index, kind);
    return kind == TextKind::names ? set_.name : std::string_view(set_.set->help);
  }
  void write_counters(TextKind kind, std::vector<std::byte>& to) const {
    std::vector<CounterString> strings;
    for (std::uint32_t i = 0; i < set_.set->counters.size(); ++i) {
      strings.push_back({set_.set->counters[i].id, utf16_from_utf8(of_counter(i, kind))});
    }
    append_counter_strings(to, strings);
  }

 private:
  [[nodiscard]] std::string_view title(TitleIndex name, TextKind kind) const noexcept {
    return set_.sets->title(kind == TextKind::names ? name : name + 1, language_);
  }
  [[nodiscard]] std::string of_counter(std::uint32_t position, TextKind kind) const {
    if (language_ != kEnglish) return std::string(title(set_.known->title_of(position), kind));
    const CounterTemplate& counter = set_.set->counters[position];
    return kind == TextKind::names ? english_name(counter) : counter.help;
  }
  const ConsumerSet& set_;
  LanguageId language_;
};

bool has_language(SetInformation information) noexcept {
  return information >= SetInformation::name && information <= SetInformation::counter_helps;
}

// The language of the texts. Errors: invalid: there is no choice.
std::expected<LanguageId, SetStatus> language_for(SetInformation information,
                                                  std::uint32_t language) noexcept {
  if (language == 0 || information == SetInformation::counter) return kEnglish;
  if (!has_language(information)) return std::unexpected(SetStatus::invalid);
  constexpr std::uint32_t kMost = 0xFFFF;
  const auto known =
      language > kMost ? std::nullopt : language_of(static_cast<std::uint16_t>(language));
  if (!known.has_value()) return std::unexpected(SetStatus::language_unknown);
  return *known;
}

}  // namespace

std::expected<void, SetStatus> write_information(const ConsumerSet& set, SetInformation information,
                                                 std::uint32_t language,
                                                 std::vector<std::byte>& to) {
  to.clear();
  const auto chosen = language_for(information, language);
  if (!chosen.has_value()) return std::unexpected(chosen.error());
  const SetTexts texts(set, *chosen);
  if (!texts.exist()) return std::unexpected(SetStatus::language_unknown);
  switch (information) {
    case SetInformation::set:
      write_set(*set.set, to);
      return {};
    case SetInformation::counter: {
      const auto position = set.set->position_of(language);
      if (!position.has_value()) return std::unexpected(SetStatus::counter_unknown);
      append_counter_reg(to, registration_of(set.set->counters[*position]));
      return {};
    }
    case SetInformation::name:
    case SetInformation::english_name:
      write_text(texts.of_set(TextKind::names), to);
      return {};
    case SetInformation::help:
      write_text(texts.of_set(TextKind::helps), to);
      return {};
    case SetInformation::counter_names:
    case SetInformation::english_counters:
      texts.write_counters(TextKind::names, to);
      return {};
    case SetInformation::counter_helps:
      texts.write_counters(TextKind::helps, to);
      return {};
    case SetInformation::provider_name:
      write_text(set.set->provider_name, to);
      return {};
    case SetInformation::provider:
      to.assign(set.set->provider.bytes.begin(), set.set->provider.bytes.end());
      return {};
  }
  return std::unexpected(SetStatus::invalid);
}

std::expected<void, SetStatus> write_instances(const CounterSetSource& source,
                                               const ConsumerSet& set, std::vector<std::byte>& to) {
  to.clear();
  if (set.is_described_otherwise) return std::unexpected(SetStatus::described_otherwise);
  const std::uint32_t code = source.callback_code(set);
  if (code != 0) return std::unexpected(SetStatus{code});
  const auto instances = source.instances(set);
  if (instances.empty()) return std::unexpected(SetStatus::no_instance);
  for (const SetInstance& instance : instances) {
    append_instance_header(to, instance.name, instance.id);
  }
  return {};
}

}  // namespace openperflib
