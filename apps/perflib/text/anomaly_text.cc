#include "apps/perflib/text/anomaly_text.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/text/text_log_encoding.h"

namespace openperflib::apps {
namespace {

struct Sentence {
  std::string_view structure;
  std::string_view field;
  Errc code;
  std::string_view text;  // {0}: the stored number, {1}: the byte
};

constexpr auto kSentences = std::to_array<Sentence>({
    {"text log", "code page (detected)", Errc::wrong_value,
     "not UTF-8; code page {0} is a guess from the letters. Use --encoding if names look wrong"},
    {"text log", "machine with one backslash", Errc::syntax,
     "the name of the machine has one backslash; read as if it had two"},
    {"text log", "value with a decimal comma", Errc::syntax,
     "numbers use a decimal comma; read as such"},
    {"text log", "time zone", Errc::truncated, "the name of the time zone is cut off"},
    {"text log", "clock of the zone", Errc::out_of_range,
     "after a gap or a step back it is not known whether the clock of the time zone has changed; "
     "times from here on may be an hour off"},
    {"text log", "bias", Errc::missing, "the offset from UTC is missing; times are local times"},
    {"text log", "time without its date", Errc::missing,
     "the times have no dates, which Excel has cut off: the dates are lost. Export the log again "
     "(byte {1})"},
    {"TRACE_LOGFILE_HEADER", "BuffersWritten", Errc::disagrees,
     "the header says {0} buffers, the file has another number: it was cut off or not closed (byte "
     "{1})"},
    {"blg buffer", "BytesUsed", Errc::truncated,
     "the file ends in the middle of a buffer (byte {1})"},
});

constexpr std::array<std::string_view, 3> kDateOrders = {"month", "day", "year"};

// What the number of an open order of dates holds: the order, and the two parts of the first date.
constexpr std::uint32_t kOrderUnit = 10'000;
constexpr std::uint32_t kPartUnit = 100;

std::string both_readings(std::uint32_t stored) {
  const std::uint32_t order = stored / kOrderUnit;
  return fmt::format(
      "dates are read with the {} first, but the {} may be: nothing shows whether {:02}/{:02} is "
      "the month or the day first. Use --date-order mdy or dmy",
      kDateOrders.at(order), kDateOrders.at(1 - std::min<std::uint32_t>(order, 1)),
      stored / kPartUnit % kPartUnit, stored % kPartUnit);
}

// "1250, 1254 and 1257".
std::string code_pages_in(std::uint32_t bits) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kAnsiCodePages.size(); ++i) {
    if ((bits >> i & 1U) != 0) names.push_back(fmt::format("cp{}", kAnsiCodePages.at(i)));
  }
  if (names.size() == 1) return names.front();
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

// Empty: the error has no sentence of its own.
std::string sentence_of(const Error& error) {
  const std::string_view structure = error.field->structure;
  const std::string_view field = error.field->name;
  if (structure == "text log" && field == "order of dates" && error.code == Errc::wrong_value &&
      error.aux < kDateOrders.size()) {
    return fmt::format("dates are read with the {} first", kDateOrders.at(error.aux));
  }
  if (structure == "text log" && field == "other code pages that fit" && error.aux != 0) {
    return fmt::format("the letters fit {} too; choose with --encoding", code_pages_in(error.aux));
  }
  if (structure == "text log" && field == "code page (detected)" && error.aux == 0) {
    return "not UTF-8 and of an unknown code page; its letters are lost. Use --encoding";
  }
  if (structure == "text log" && field == "order of dates" && error.code == Errc::disagrees &&
      error.aux / kOrderUnit < kDateOrders.size()) {
    return both_readings(error.aux);
  }
  for (const Sentence& row : kSentences) {
    if (row.structure != structure || row.field != field || row.code != error.code) continue;
    return fmt::format(fmt::runtime(row.text), error.aux, error.offset);
  }
  return {};
}

std::string fault_text(const SourceFault& fault) {
  const bool has_error = fault.errno_value == 0 && fault.error.has_value();
  const std::string sentence = has_error ? sentence_of(*fault.error) : std::string();
  return sentence.empty() ? describe(fault) : fmt::format("{}: {}", fault.file, sentence);
}

}  // namespace

std::string anomaly_text(const LogAnomaly& anomaly) {
  std::string text = fault_text(anomaly.what);
  if (anomaly.skipped_records != 0) {
    text += fmt::format("; {} record{} skipped", anomaly.skipped_records,
                        anomaly.skipped_records == 1 ? "" : "s");
  } else if (anomaly.skipped_bytes != 0) {
    text += fmt::format("; {} byte{} skipped", anomaly.skipped_bytes,
                        anomaly.skipped_bytes == 1 ? "" : "s");
  }
  return text;
}

}  // namespace openperflib::apps
