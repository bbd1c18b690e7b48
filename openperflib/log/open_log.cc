#include "openperflib/log/open_log.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_support.h"
#include "openperflib/log/recording/recording_ring_reader.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib {
namespace {

using Opened = std::expected<std::unique_ptr<LogReader>, OpenLogFault>;

std::uint32_t code_of(int errno_value) {
  switch (errno_value) {
    case ENOENT:
    case ENOTDIR:
      return PDH_FILE_NOT_FOUND;
    case EACCES:
    case EPERM:
      return PDH_ACCESS_DENIED;
    default:
      return PDH_LOG_FILE_OPEN_ERROR;
  }
}

std::unexpected<OpenLogFault> refused_log(std::uint32_t code, SourceFault fault) {
  OpenLogFault refusal;
  refusal.pdh_code = code;
  refusal.fault = std::move(fault);
  return std::unexpected(std::move(refusal));
}

std::unexpected<OpenLogFault> system_refused(const std::string& path, int errno_value) {
  return refused_log(code_of(errno_value),
                     {.errno_value = errno_value, .file = path, .error = std::nullopt});
}

// As many of the first bytes as tell the kind; the place in the file stays.
std::expected<std::vector<std::byte>, int> first_bytes(const ByteSource& file) {
  std::vector<std::byte> bytes(kBytesToDetect);
  bytes.resize(OPENPERFLIB_TRY(file.read(0, bytes)));
  return bytes;
}

// What a program cannot do that does not have all formats.
std::unexpected<OpenLogFault> not_read_here(std::uint32_t code, const std::string& name) {
  return refused_log(code, {.errno_value = 0,
                            .file = name,
                            .error = std::nullopt,
                            .message = "is a log of a kind that this program does not read"});
}

// `unreadable`: the code of a log in which something is wrong.
Opened opened(OpenedReader reader, std::uint32_t unreadable) {
  if (reader.has_value()) return *std::move(reader);
  SourceFault& fault = reader.error();
  const std::uint32_t code = fault.errno_value != 0 ? code_of(fault.errno_value) : unreadable;
  return refused_log(code, std::move(fault));
}

Opened open_as(LogFormat format, ByteSource file, const std::string& path,
               const OpenLogOptions& options) {
  const auto files = log_support().files;
  const auto row = std::ranges::find(files, format, &LogFileSupport::format);
  if (row == files.end()) return not_read_here(PDH_UNKNOWN_LOG_FORMAT, path);
  return opened(row->open(std::move(file), path, options), PDH_UNABLE_READ_LOG_HEADER);
}

// Opens the segments of a ring as one log. One that cannot be read is left out where another one
// can be read: the recorder may remove the oldest meanwhile.
class RingOpener {
 public:
  explicit RingOpener(const OpenLogOptions& options) : options_(options) {}

  // Opens a segment, for its entries. Only the first one stays open.
  void add(const std::string& path) {
    auto reader = open(path);
    if (!reader.has_value()) {
      if (!fault_.has_value()) fault_ = std::move(reader.error());
      return;
    }
    // All have their window on one clock.
    if (!options_.window.bias_minutes.has_value()) {
      options_.window.bias_minutes = (*reader)->header().bias_minutes;
    }
    if (first_ == nullptr) first_ = *std::move(reader);
  }

  [[nodiscard]] Opened take(const std::string& folder) {
    if (first_ != nullptr) {
      return std::make_unique<RecordingRingReader>(std::move(segments_), std::move(first_),
                                                   options_.titles, options_.readings);
    }
    if (fault_.has_value()) return std::unexpected(*std::move(fault_));
    return system_refused(folder, EISDIR);
  }

 private:
  Opened open(const std::string& path) {
    auto bytes = ByteSource::open(path);
    if (!bytes.has_value()) return system_refused(path, bytes.error());
    const auto file = std::make_shared<const ByteSource>(*std::move(bytes));
    auto reader = OPENPERFLIB_TRY(open_log(file->borrowed(), path, options_));
    segments_.push_back(
        {.open = [file, path, options = options_] { return open_again(*file, path, options); },
         .entries = reader->header().entries,
         .size = reader->size()});
    return reader;
  }

  static OpenedReader open_again(const ByteSource& file, const std::string& path,
                                 const OpenLogOptions& options) {
    auto reader = open_log(file.borrowed(), path, options);
    if (!reader.has_value()) return std::unexpected(std::move(reader.error().fault));
    return *std::move(reader);
  }

  OpenLogOptions options_;
  std::vector<RingSegment> segments_;
  std::unique_ptr<LogReader> first_;
  std::optional<OpenLogFault> fault_;
};

Opened open_ring(const std::string& folder, const OpenLogOptions& options) {
  const LogFolderSupport* folders = log_support().folders;
  if (folders == nullptr) return not_read_here(PDH_UNKNOWN_LOG_FORMAT, folder);
  const std::vector<std::string> paths = folders->ring_segments(folder);
  if (paths.size() == 1) return open_log(paths.front(), options);
  RingOpener ring(options);
  for (const std::string& path : paths) ring.add(path);
  return ring.take(folder);
}

// A log of a database, whatever the caller takes it for.
Opened open_set(const std::string& given) {
  const auto name = SqlLogName::parse(given);
  if (!name.has_value()) {
    return refused_log(
        PDH_INVALID_SQL_LOG_FORMAT,
        {.errno_value = 0, .file = given, .error = std::nullopt, .message = name.error()});
  }
  const LogSetSupport* sets = log_support().sets;
  if (sets == nullptr) return not_read_here(PDH_INVALID_SQL_LOG_FORMAT, name->shown);
  return opened(sets->open(*name), PDH_INVALID_DATASOURCE);
}

}  // namespace

std::string describe(const OpenLogFault& fault) {
  if (fault.description.empty()) return describe(fault.fault);
  return fmt::format("{}: is {}{}{}", fault.fault.file, fault.description,
                     fault.advice.empty() ? "" : "; ", fault.advice);
}

Opened open_log(const std::string& path, const OpenLogOptions& options) {
  if (SqlLogName::is_one(path)) return open_set(path);
  auto file = ByteSource::open(path);
  if (!file.has_value()) return system_refused(path, file.error());
  return open_log(*std::move(file), path, options);
}

Opened open_log(ByteSource file, const std::string& path, const OpenLogOptions& options) {
  const auto facts = file.facts();
  if (!facts.has_value()) return system_refused(path, facts.error());
  if (facts->kind == ByteSourceFacts::Kind::folder) return open_ring(path, options);
  if (options.format.has_value()) return open_as(*options.format, std::move(file), path, options);
  const auto first = first_bytes(file);
  if (!first.has_value()) return system_refused(path, first.error());
  const DetectedLog detected = detect_log_format(*first, facts->size);
  if (detected.format.has_value()) {
    return open_as(*detected.format, std::move(file), path, options);
  }
  OpenLogFault fault{.pdh_code = PDH_UNKNOWN_LOG_FORMAT,
                     .kind = detected.kind,
                     .fault = {},
                     .description = detected.description,
                     .advice = detected.advice};
  fault.fault.file = path;
  return std::unexpected(std::move(fault));
}

}  // namespace openperflib
