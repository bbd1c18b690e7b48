#include "apps/v1_host/module.h"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "apps/v1_host/elf_class.h"
#include "apps/v1_host/module_call_internal.h"
#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

constexpr DWORD kProcessDetach = 0;  // DLL_PROCESS_DETACH
constexpr DWORD kProcessAttach = 1;  // DLL_PROCESS_ATTACH
constexpr std::uint32_t kLastLevelWithGuards = 2;
constexpr std::uint32_t kLengthUnit = 8;
constexpr std::uint32_t kSmallestBuffer = 8;

typedef BOOL(WINAPI DllMain)(void* module, DWORD reason, LPVOID reserved);

template <typename Procedure>
Procedure* find(void* library, const char* name) {
  return reinterpret_cast<Procedure*>(::dlsym(library, name));
}

// Nullptr for a procedure that the service does not name. Errors: `outcome`.
template <typename Procedure>
std::expected<Procedure*, HostAnswer> find_named(void* library, const std::string& name,
                                                 HostOutcome outcome) {
  if (name.empty()) return nullptr;
  auto* procedure = find<Procedure>(library, name.c_str());
  if (procedure == nullptr) return std::unexpected(answer_of(outcome, ERROR_PROC_NOT_FOUND, name));
  return procedure;
}

// TRUE where the library has no DllMain.
std::expected<BOOL, HostAnswer> tell_dll_main(void* library, DWORD reason) {
  auto* dll_main = find<DllMain>(library, "DllMain");
  if (dll_main == nullptr) return 1;
  return call([&] { return dll_main(library, reason, nullptr); });
}

// Other faults say more than that the guard areas were written to as well.
bool hides_changed_guards(HostOutcome outcome) noexcept {
  return outcome == HostOutcome::too_long || outcome == HostOutcome::wrong_pointer ||
         outcome == HostOutcome::raised;
}

// What a successful call gave: `size` bytes of `bytes`, with the pointer moved to `end`.
HostAnswer check_result(Bytes bytes, std::uint32_t size, const void* end, std::uint32_t objects) {
  HostAnswer answer;
  answer.object_count = objects;
  answer.buffer_size = static_cast<std::uint32_t>(bytes.size());
  if (size > bytes.size()) {
    answer.outcome = HostOutcome::too_long;
  } else if (end != bytes.data() + size) {
    answer.outcome = HostOutcome::wrong_pointer;
  } else {
    answer.outcome = size % kLengthUnit == 0 ? HostOutcome::done : HostOutcome::unaligned;
    answer.bytes.assign(bytes.begin(), bytes.begin() + size);
  }
  return answer;
}

}  // namespace

std::expected<Module, HostAnswer> Module::load(const HostStart& start) {
  if (auto wrong = wrong_machine(start.library)) {
    return std::unexpected(
        answer_of(HostOutcome::wrong_class, ERROR_BAD_EXE_FORMAT, std::move(*wrong)));
  }
  Module module;
  module.checks_guards_ = start.test_level <= kLastLevelWithGuards;
  module.library_ = ::dlopen(start.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module.library_ == nullptr) {
    return std::unexpected(
        answer_of(HostOutcome::library_missing, ERROR_MOD_NOT_FOUND, ::dlerror()));
  }
  void* library = module.library_;
  if (OPENPERFLIB_TRY(tell_dll_main(library, kProcessAttach)) == 0) {
    return std::unexpected(answer_of(HostOutcome::library_missing, ERROR_DLL_INIT_FAILED,
                                     "DllMain refused DLL_PROCESS_ATTACH"));
  }
  module.open_ =
      OPENPERFLIB_TRY(find_named<PM_OPEN_PROC>(library, start.open, HostOutcome::no_open));
  module.collect_ =
      OPENPERFLIB_TRY(find_named<PM_COLLECT_PROC>(library, start.collect, HostOutcome::no_collect));
  module.query_ =
      OPENPERFLIB_TRY(find_named<PM_QUERY_PROC>(library, start.query, HostOutcome::no_collect));
  module.close_ =
      OPENPERFLIB_TRY(find_named<PM_CLOSE_PROC>(library, start.close, HostOutcome::no_close));
  if (module.collect_ == nullptr && module.query_ == nullptr) {
    return std::unexpected(answer_of(HostOutcome::no_collect, ERROR_PROC_NOT_FOUND,
                                     "the service names neither Collect nor Query"));
  }
  return module;
}

HostAnswer Module::open(const HostStart& start) {
  if (open_ == nullptr) return {};
  std::vector<WCHAR> context = wide(start.context);
  const auto before = std::chrono::steady_clock::now();
  const auto code = call([&] { return open_(start.context.empty() ? nullptr : context.data()); });
  const auto took = std::chrono::steady_clock::now() - before;
  HostAnswer answer = code.has_value() ? answer_of(HostOutcome::done, *code) : code.error();
  if (answer.code != ERROR_SUCCESS) answer.outcome = HostOutcome::open_failed;
  answer.open_ms = static_cast<std::uint32_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(took).count());
  return answer;
}

Module::Attempt Module::collect_once(const HostCollect& request) {
  std::vector<WCHAR> name = wide(std::as_bytes(std::span(request.value_name)));
  std::vector<DWORD> list = query_list(request.indices);
  LPVOID end = buffer_->bytes().data();
  auto size = static_cast<DWORD>(buffer_->bytes().size());
  DWORD objects = kGarbage;
  const auto code = call([&] {
    return collect_ != nullptr ? collect_(name.data(), &end, &size, &objects)
                               : query_(list.data(), &end, &size, &objects);
  });
  if (!code.has_value()) return {code.error()};
  if (*code == ERROR_MORE_DATA) return {answer_of(HostOutcome::needs_more, *code), true};
  if (*code != ERROR_SUCCESS) return {answer_of(HostOutcome::collect_failed, *code)};
  return {check_result(buffer_->bytes(), size, end, objects)};
}

HostAnswer Module::collect(const HostCollect& request) {
  const std::uint32_t largest = std::clamp(request.largest_buffer, kSmallestBuffer, kLargestBuffer);
  std::uint32_t size = std::clamp(request.buffer_size, kSmallestBuffer, largest);
  for (;;) {
    if (!buffer_ || buffer_->bytes().size() != size) buffer_ = GuardedBuffer::create(size);
    if (!buffer_) return answer_of(HostOutcome::needs_more, ERROR_NOT_ENOUGH_MEMORY);
    Attempt attempt = collect_once(request);
    if (checks_guards_ && !buffer_->is_intact()) {
      buffer_->restore_guards();
      if (!hides_changed_guards(attempt.answer.outcome))
        return answer_of(HostOutcome::guard_changed);
    }
    if (!attempt.retry || size == largest) return std::move(attempt.answer);
    size = size > largest / 2 ? largest : size * 2;
  }
}

HostAnswer Module::close() {
  HostAnswer answer;
  if (close_ != nullptr) {
    const auto code = call([&] { return close_(); });
    answer = code.has_value() ? answer_of(HostOutcome::done, *code) : code.error();
  }
  const auto detached = tell_dll_main(library_, kProcessDetach);
  if (!detached.has_value() && answer.outcome == HostOutcome::done) answer = detached.error();
  return answer;
}

void Module::unload() { ::dlclose(library_); }

}  // namespace openperflib
