// The module of the page: the tools of openperflib/requests for its Worker. Files come by WASI, and
// what else the module needs of its host by the imports of os/portable/wasi.
//
//   _initialize();
//   core = open_core();
//   request = begin_request(core, text, size);  // allocated by allocate(), and released
//   while (step(request) == 0) show(position(request), size(request));
//   read text(request), text_size(request), numbers(request), number_count(request)
//   end_request(request);
//
// Several requests may run at once, step by step. A pointer that the module did not give is a fault
// of the Worker and traps at best.
#include <fcntl.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/web/module/page_request.h"
#include "openperflib/analysis/rule_file.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::web {
namespace {

// The host keeps what is written in memory.
std::expected<UniqueFd, std::string> create_file(const std::string& name) {
  UniqueFd fd(::open(name.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!fd) {
    return std::unexpected(
        describe(SourceFault{.errno_value = errno, .file = name, .error = std::nullopt}));
  }
  return fd;
}

// The Worker has only the files that the page gave it, so that all of them may be read.
ToolEnvironment environment_of_page() {
  ToolEnvironment environment{.titles = fixed_titles()};
  environment.rules = read_rules(built_in_rules()).value_or(std::vector<Rule>());
  environment.version = OPENPERFLIB_VERSION;
  environment.file_of = [](const std::string& path) { return path; };
  environment.create_file = &create_file;
  return environment;
}

}  // namespace

extern "C" {

[[clang::export_name("allocate")]] void* web_allocate(std::size_t size) {
  return std::malloc(size);
}
[[clang::export_name("release")]] void web_release(void* memory) { std::free(memory); }

[[clang::export_name("open_core")]] ToolSession* web_open_core() {
  return std::make_unique<ToolSession>(environment_of_page()).release();
}

[[clang::export_name("begin_request")]] PageRequest* web_begin_request(ToolSession* core,
                                                                       const char* text,
                                                                       std::size_t size) {
  return std::make_unique<PageRequest>(*core, std::string_view(text, size)).release();
}
[[clang::export_name("step")]] std::uint32_t web_step(PageRequest* request) {
  return static_cast<std::uint32_t>(request->step());
}
// The Worker drops a request that the page no longer wants in the same way.
[[clang::export_name("end_request")]] void web_end_request(PageRequest* request) {
  const std::unique_ptr<PageRequest> ended(request);
}

[[clang::export_name("position")]] double web_position(const PageRequest* request) {
  return static_cast<double>(request->progress().position);
}
[[clang::export_name("size")]] double web_size(const PageRequest* request) {
  return static_cast<double>(request->progress().size);
}
[[clang::export_name("text")]] const char* web_text(const PageRequest* request) {
  return request->text().data();
}
[[clang::export_name("text_size")]] std::size_t web_text_size(const PageRequest* request) {
  return request->text().size();
}
[[clang::export_name("numbers")]] const double* web_numbers(const PageRequest* request) {
  return request->numbers().data();
}
[[clang::export_name("number_count")]] std::size_t web_number_count(const PageRequest* request) {
  return request->numbers().size();
}

}  // extern "C"

}  // namespace openperflib::web
