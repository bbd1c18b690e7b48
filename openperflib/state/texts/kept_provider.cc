#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/set_rows_internal.h"
#include "openperflib/state/texts/kept_lines_internal.h"
#include "openperflib/state/texts/kept_provider_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kProviderHeader = "openperflib provider 1";

struct ProviderLine {
  enum : std::size_t { kHeader, kProvider, kSet, kCounter, kTexts, kText, kEnd };
};
constexpr auto kProviderFields = std::to_array<Field>({{"provider", "header"},
                                                       {"provider", "provider"},
                                                       {"provider", "set"},
                                                       {"provider", "counter"},
                                                       {"provider", "texts"},
                                                       {"provider", "text"},
                                                       {"provider", "end"}});

template <typename Number>
void append_number(std::string& to, Number number) {
  to += ' ';
  to += std::to_string(number);
}

void append_quoted(std::string& to, std::string_view text) {
  to += ' ';
  append_kept_text(to, text);
}

void append_counter(std::string& to, const SetCounter& counter) {
  to += "counter";
  append_number(to, counter.id);
  append_number(to, counter.type);
  append_number(to, counter.attributes);
  append_number(to, counter.detail_level);
  append_number(to, counter.scale);
  for (const std::uint32_t id : {counter.base_id, counter.perf_time_id, counter.perf_freq_id,
                                 counter.multi_id, counter.aggregate}) {
    append_number(to, id);
  }
  to += '\n';
}

void append_texts(std::string& to, const LanguageTexts& language) {
  to.append("texts ").append(language_text(language.language)).append("\n");
  for (const SymbolText& text : language.texts) {
    to += "text";
    append_number(to, text.distance);
    append_quoted(to, text.name);
    append_quoted(to, text.help);
    to += '\n';
  }
}

void append_set(std::string& to, const SetRecord& set) {
  to += "set " + guid_text(set.guid);
  append_number(to, set.first);
  append_number(to, set.instance_type);
  append_quoted(to, set.uri);
  to += '\n';
  for (const SetCounter& counter : set.counters) append_counter(to, counter);
  for (const LanguageTexts& language : set.languages) append_texts(to, language);
}

class ProviderReader {
 public:
  explicit ProviderReader(std::string_view text) : lines_(text) {}

  std::expected<ProviderRecord, Error> read() {
    OPENPERFLIB_TRY(lines_.next(kProviderFields[ProviderLine::kHeader]));
    OPENPERFLIB_TRY(lines_.expect(kProviderHeader));
    OPENPERFLIB_TRY(lines_.expect_end());
    OPENPERFLIB_TRY(read_provider());
    for (;;) {
      OPENPERFLIB_TRY(lines_.next(kProviderFields[ProviderLine::kEnd]));
      const std::string_view word = lines_.word();
      if (word == "end") break;
      OPENPERFLIB_TRY(read_line(word));
    }
    OPENPERFLIB_TRY(lines_.expect_end());
    if (!lines_.is_at_end()) return lines_.fault();
    if (!is_valid(provider_)) return lines_.fault(Errc::wrong_value);
    return std::move(provider_);
  }

 private:
  using Read = std::expected<void, Error>;

  template <typename Number>
  std::expected<Number, Error> number() {
    const std::string_view word = lines_.word();
    Number read = 0;
    const char* const end = word.data() + word.size();
    const auto [next, error] = std::from_chars(word.data(), end, read);
    if (error != std::errc() || next != end) return lines_.fault(Errc::not_a_number);
    return read;
  }

  std::expected<Guid, Error> guid() {
    const auto read = guid_of(lines_.word());
    if (!read.has_value()) return lines_.fault(Errc::wrong_value);
    return *read;
  }

  // A text, and the blank after it where another one follows.
  std::expected<std::string, Error> text_before(std::string_view what) {
    auto text = OPENPERFLIB_TRY(lines_.quoted());
    OPENPERFLIB_TRY(lines_.expect(what));
    return text;
  }

  Read read_provider() {
    OPENPERFLIB_TRY(lines_.next(kProviderFields[ProviderLine::kProvider]));
    OPENPERFLIB_TRY(lines_.expect("provider "));
    provider_.guid = OPENPERFLIB_TRY(guid());
    provider_.type = OPENPERFLIB_TRY(number<std::uint32_t>());
    provider_.name = OPENPERFLIB_TRY(text_before(" "));
    provider_.identity = OPENPERFLIB_TRY(lines_.quoted());
    return lines_.expect_end();
  }

  Read read_line(std::string_view word) {
    if (word == "set") return read_set();
    if (provider_.sets.empty()) return lines_.fault();
    SetRecord& set = provider_.sets.back();
    if (word == "counter" && set.languages.empty()) return read_counter(set);
    if (word == "texts") return read_language(set);
    if (word == "text" && !set.languages.empty()) return read_text(set.languages.back());
    return lines_.fault();
  }

  Read read_set() {
    lines_.set_field(kProviderFields[ProviderLine::kSet]);
    SetRecord& set = provider_.sets.emplace_back();
    set.guid = OPENPERFLIB_TRY(guid());
    set.first = OPENPERFLIB_TRY(number<TitleIndex>());
    set.instance_type = OPENPERFLIB_TRY(number<std::uint32_t>());
    set.uri = OPENPERFLIB_TRY(lines_.quoted());
    return lines_.expect_end();
  }

  Read read_counter(SetRecord& set) {
    lines_.set_field(kProviderFields[ProviderLine::kCounter]);
    SetCounter& counter = set.counters.emplace_back();
    counter.id = OPENPERFLIB_TRY(number<std::uint32_t>());
    counter.type = OPENPERFLIB_TRY(number<std::uint32_t>());
    counter.attributes = OPENPERFLIB_TRY(number<std::uint64_t>());
    counter.detail_level = OPENPERFLIB_TRY(number<std::uint32_t>());
    counter.scale = OPENPERFLIB_TRY(number<std::int32_t>());
    for (std::uint32_t* const id : {&counter.base_id, &counter.perf_time_id, &counter.perf_freq_id,
                                    &counter.multi_id, &counter.aggregate}) {
      *id = OPENPERFLIB_TRY(number<std::uint32_t>());
    }
    return lines_.expect_end();
  }

  Read read_language(SetRecord& set) {
    lines_.set_field(kProviderFields[ProviderLine::kTexts]);
    const auto language = language_of(lines_.rest());
    if (!language.has_value()) return lines_.fault();
    set.languages.push_back({*language, {}});
    return {};
  }

  Read read_text(LanguageTexts& language) {
    lines_.set_field(kProviderFields[ProviderLine::kText]);
    SymbolText& text = language.texts.emplace_back();
    text.distance = OPENPERFLIB_TRY(number<std::uint32_t>());
    text.name = OPENPERFLIB_TRY(text_before(" "));
    text.help = OPENPERFLIB_TRY(lines_.quoted());
    return lines_.expect_end();
  }

  KeptLines lines_;
  ProviderRecord provider_;
};

}  // namespace

std::string text_of(const ProviderRecord& provider) {
  std::string all(kProviderHeader);
  all.append("\nprovider ").append(guid_text(provider.guid));
  append_number(all, provider.type);
  append_quoted(all, provider.name);
  append_quoted(all, provider.identity);
  all += '\n';
  for (const SetRecord& set : provider.sets) append_set(all, set);
  return all + "end\n";
}

std::expected<ProviderRecord, Error> parse_kept_provider(std::string_view text) {
  return ProviderReader(text).read();
}

}  // namespace openperflib
