// Logs of pdh.h: opened, written, bound as data sources and closed.
#include "openperflib/compat/pdh/pdh_logs.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/pdh_calls_internal.h"
#include "openperflib/compat/pdh/pdh_log_calls_internal.h"
#include "openperflib/compat/pdh/pdh_log_options_internal.h"
#include "openperflib/compat/pdh/pdh_query.h"
#include "openperflib/compat/pdh/pdh_sources_internal.h"
#include "openperflib/compat/process/process_names_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/pdh/log_facts.h"

namespace openperflib::compat {
namespace {

LogContents& contents() { return ProcessNames::instance().names().logs(); }

PdhStatus give_handle(OpenLog log, PDH_HLOG* handle) {
  HandleTable<OpenLog>& logs = PdhHandles::instance().logs();
  const HANDLE opened = logs.add(std::make_shared<OpenLog>(std::move(log)));
  if (opened == nullptr) return PDH_MEMORY_ALLOCATION_FAILURE;
  *handle = opened;
  return kPdhSuccess;
}

OpenLog log_of(const DataSource& source) {
  return {.source = source,
          .records = std::make_unique<RawRecords>(source, fixed_titles_of_process())};
}

// The type is given only with the handle.
PdhStatus open_to_read(const OpenLogArguments& arguments, LPDWORD type, PDH_HLOG* handle) {
  if (const PdhStatus judged = judge(arguments); judged != kPdhSuccess) return judged;
  const DataSource source = DataSource::of_log(arguments.name);
  const auto format = format_of(source, fixed_titles_of_process());
  if (!format.has_value()) return format.error();
  const PdhStatus given = give_handle(log_of(source), handle);
  if (given == kPdhSuccess) *type = log_type_of(*format);
  return given;
}

PdhStatus open_to_write(const OpenLogArguments& arguments, LPDWORD type, PDH_HQUERY query,
                        PDH_HLOG* handle) {
  const auto open = PdhHandles::instance().queries().find(query);
  if (open == nullptr) return PDH_INVALID_HANDLE;
  if (const PdhStatus judged = judge(arguments); judged != kPdhSuccess) return judged;
  auto options = options_of(arguments);
  if (!options.has_value()) return options.error();
  const LogFormat format = options->target.format;
  auto output = PdhLogOutput::open({open, open->query.get()}, *std::move(options), contents());
  if (!output.has_value()) return output.error();
  const PdhStatus given =
      give_handle({.source = {}, .output = *std::move(output), .query = query}, handle);
  if (given == kPdhSuccess) *type = log_type_of(format);
  return given;
}

template <typename Char>
PDH_STATUS open_log_file(const Char* file, DWORD access, LPDWORD type, PDH_HQUERY query,
                         DWORD max_size, const Char* caption, PDH_HLOG* handle) {
  if (!begin_handle(handle) || file == nullptr || type == nullptr) {
    return pdh_status(PDH_INVALID_ARGUMENT);
  }
  return pdh_call([&]() -> PdhStatus {
    OpenLogArguments arguments{
        .name = log_name_of(utf8_of(file)), .access = access, .type = *type, .max_size = max_size};
    if (caption != nullptr) arguments.caption = utf8_of(caption);
    return asks_to_read(arguments) ? open_to_read(arguments, type, handle)
                                   : open_to_write(arguments, type, query, handle);
  });
}

template <typename Char>
PDH_STATUS update_log(PDH_HLOG log, const Char* comment) {
  return with_pdh_log(log, [&](OpenLog& open) -> PdhStatus {
    if (!open.is_written()) return PDH_INVALID_HANDLE;
    const std::string text = utf8_of(comment);
    if (comment != nullptr && text.empty()) return PDH_INVALID_ARGUMENT;
    return open.output->update(text);
  });
}

// A binary log that is read.
PdhStatus read_anew(OpenLog& open) {
  if (open.source.is_real_time()) return PDH_DATA_SOURCE_IS_REAL_TIME;
  const auto format = format_of(open.source, fixed_titles_of_process());
  if (!format.has_value()) return format.error();
  if (!is_binary(*format)) return PDH_NOT_IMPLEMENTED;
  open.records->forget();
  contents().forget(open.source);
  return kPdhSuccess;
}

// The names of a list up to the empty one.
template <typename Char>
std::vector<std::string> log_names_of(const Char* list) {
  std::vector<std::string> names;
  while (*list != 0) {
    names.push_back(log_name_of(utf8_of(list)));
    while (*list != 0) ++list;
    ++list;
  }
  return names;
}

template <typename Char>
PDH_STATUS bind_source(PDH_HLOG* handle, const Char* files) {
  if (!begin_handle(handle)) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&]() -> PdhStatus {
    if (files == nullptr) return give_handle(log_of(DataSource()), handle);
    const DataSource source = DataSource::of_logs(log_names_of(files));
    if (source.is_real_time()) return PDH_INVALID_ARGUMENT;
    const auto format = format_of(source, fixed_titles_of_process());
    return format.has_value() ? give_handle(log_of(source), handle) : format.error();
  });
}

PdhStatus close_log(PDH_HLOG handle, DWORD flags) {
  HandleTable<OpenLog>& logs = PdhHandles::instance().logs();
  if (logs.find(handle) == nullptr) return PDH_INVALID_HANDLE;
  if ((flags & ~PDH_FLAGS_CLOSE_QUERY) != 0) return PDH_INVALID_ARGUMENT;
  const auto open = logs.remove(handle);
  if (open == nullptr) return PDH_INVALID_HANDLE;
  const PdhStatus closed = open->is_written() ? open->output->close() : kPdhSuccess;
  if (flags != 0 && open->query != nullptr) (void)PdhCloseQuery(open->query);
  return closed;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

PDH_STATUS PdhOpenLogW(LPCWSTR file, DWORD access, LPDWORD type, PDH_HQUERY query, DWORD max_size,
                       LPCWSTR caption, PDH_HLOG* log) {
  return open_log_file(file, access, type, query, max_size, caption, log);
}

PDH_STATUS PdhOpenLogA(LPCSTR file, DWORD access, LPDWORD type, PDH_HQUERY query, DWORD max_size,
                       LPCSTR caption, PDH_HLOG* log) {
  return open_log_file(file, access, type, query, max_size, caption, log);
}

PDH_STATUS PdhUpdateLogW(PDH_HLOG log, LPCWSTR comment) { return update_log(log, comment); }

PDH_STATUS PdhUpdateLogA(PDH_HLOG log, LPCSTR comment) { return update_log(log, comment); }

PDH_STATUS PdhUpdateLogFileCatalog(PDH_HLOG log) {
  return with_pdh_log(log, [](OpenLog& open) {
    return open.is_written() ? open.output->flush() : read_anew(open);
  });
}

PDH_STATUS PdhGetLogFileSize(PDH_HLOG log, LONGLONG* size) {
  if (size == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_log(log, [&](OpenLog& open) -> PdhStatus {
    const auto bytes = open.is_written() ? open.output->size() : size_of(open.source);
    if (!bytes.has_value()) return bytes.error();
    *size = static_cast<LONGLONG>(*bytes);
    return kPdhSuccess;
  });
}

PDH_STATUS PdhCloseLog(PDH_HLOG log, DWORD flags) {
  return pdh_call([&] { return close_log(log, flags); });
}

PDH_STATUS PdhBindInputDataSourceW(PDH_HLOG* source, LPCWSTR files) {
  return bind_source(source, files);
}

PDH_STATUS PdhBindInputDataSourceA(PDH_HLOG* source, LPCSTR files) {
  return bind_source(source, files);
}
