#include "apps/perflib/text/anomaly_text.h"

#include <fmt/core.h>

#include <array>
#include <string_view>

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
     "not UTF-8; read as code page {0}. Use --encoding if names look wrong"},
    {"text log", "value with a decimal comma", Errc::syntax,
     "numbers use a decimal comma; read as such"},
    {"text log", "time zone", Errc::truncated, "the name of the time zone is cut off"},
    {"text log", "clock of the zone", Errc::out_of_range,
     "after a gap or a step back it is not known whether the clock of the time zone has changed; "
     "times from here on may be an hour off"},
    {"text log", "bias", Errc::missing, "the offset from UTC is missing; times are local times"},
    {"TRACE_LOGFILE_HEADER", "BuffersWritten", Errc::disagrees,
     "the header says {0} buffers, the file has another number: it was cut off or not closed (byte "
     "{1})"},
    {"blg buffer", "BytesUsed", Errc::truncated,
     "the file ends in the middle of a buffer (byte {1})"},
});

constexpr std::array<std::string_view, 3> kDateOrders = {"month", "day", "year"};

// Empty: the error has no sentence of its own.
std::string sentence_of(const Error& error) {
  const std::string_view structure = error.field->structure;
  const std::string_view field = error.field->name;
  if (structure == "text log" && field == "order of dates" && error.aux < kDateOrders.size()) {
    return fmt::format("dates are read with the {} first", kDateOrders.at(error.aux));
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
    text += fmt::format("; {} records skipped", anomaly.skipped_records);
  } else if (anomaly.skipped_bytes != 0) {
    text += fmt::format("; {} bytes skipped", anomaly.skipped_bytes);
  }
  return text;
}

}  // namespace openperflib::apps
