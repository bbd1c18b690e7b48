#include "apps/perflib/sources/detected_file.h"

#include <fmt/core.h>

#include <cstddef>
#include <vector>

#include "openperflib/os/portable/byte_source.h"

namespace openperflib::apps {

std::optional<DetectedLog> detect_file(const std::string& path) {
  const auto named = ByteSource::facts_of(path);
  if (!named.has_value() || named->kind != ByteSourceFacts::Kind::file) return std::nullopt;
  const auto file = ByteSource::open(path);
  if (!file.has_value()) return std::nullopt;
  std::vector<std::byte> first(kBytesToDetect);
  const auto got = file->read(0, first);
  if (!got.has_value()) return std::nullopt;
  return detect_log_format(Bytes(first).first(*got), named->size);
}

std::string why_no_log(const DetectedLog& detected) {
  return fmt::format("is {}{}{}", detected.description, detected.advice.empty() ? "" : "; ",
                     detected.advice);
}

}  // namespace openperflib::apps
