// The performance module of ../v1_module in C++20: what lodctr installs, and what every program
// that reads counters calls through a process of its own. It takes the values from memory that it
// shares with the application. No exception may leave its procedures.
#ifdef _WIN32
#include <windows.h>
#endif
#include <winperf.h>
#include <winreg.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "disque.h"
#include "disque_shared.h"

#ifdef _WIN32
#define EXPORT extern "C" __declspec(dllexport)
#else
#define EXPORT extern "C" __attribute__((visibility("default")))
#endif

namespace {

// What follows each other in memory; each part is a multiple of 8 bytes long.
struct QueueObject {
  PERF_OBJECT_TYPE object = {};
  PERF_COUNTER_DEFINITION depth = {};
  PERF_COUNTER_DEFINITION jobs = {};
};
struct QueueValues {
  PERF_COUNTER_BLOCK block = {};
  DWORD depth = 0;
  ULONGLONG jobs = 0;
};
struct QueueInstance {
  PERF_INSTANCE_DEFINITION instance = {};
  std::array<WCHAR, 8> name = {};
  QueueValues values = {};
};
static_assert(sizeof(QueueObject) % 8 == 0 && sizeof(QueueInstance) % 8 == 0);

constexpr std::array<std::string_view, DISQUE_QUEUES> kNames = {"Mail", "Print"};

// The state between Open and Close.
struct Module {
  DISQUE_SHARED* shared = nullptr;  // null: the application has not run yet
  DWORD first_counter = 0;          // the index of the object's name
  DWORD first_help = 0;
};
Module module;

std::optional<DWORD> number_of(HKEY key, const char* name) {
  DWORD number = 0;
  DWORD size = sizeof(number);
  const auto status =
      RegQueryValueExA(key, name, nullptr, nullptr, reinterpret_cast<LPBYTE>(&number), &size);
  return status == ERROR_SUCCESS ? std::optional(number) : std::nullopt;
}

// Whole words count: a query for 23 is none for 238. Names are ASCII.
bool is_asked_for(const WCHAR* query) {
  std::string text;
  for (; query != nullptr && *query != 0; ++query)
    text += *query < 0x80 ? static_cast<char>(*query) : '?';
  if (text.empty() || text == "Global" || text == "GLOBAL" || text == "global") return true;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    DWORD index = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
    const bool is_number = error == std::errc() && end == word.data() + word.size();
    if (is_number && index == module.first_counter + DISQUE_OBJECT) return true;
    rest.remove_prefix(word.size() < rest.size() ? word.size() + 1 : rest.size());
  }
  return false;
}

PERF_COUNTER_DEFINITION counter(DWORD symbol, DWORD type, DWORD size, std::size_t offset) {
  PERF_COUNTER_DEFINITION it = {};
  it.ByteLength = sizeof(it);
  it.CounterNameTitleIndex = module.first_counter + symbol;
  it.CounterHelpTitleIndex = module.first_help + symbol;
  it.DetailLevel = PERF_DETAIL_NOVICE;
  it.CounterType = type;
  it.CounterSize = size;
  it.CounterOffset = static_cast<DWORD>(offset);
  return it;
}

QueueObject object_of(DWORD queues) {
  QueueObject it;
  it.object.TotalByteLength =
      static_cast<DWORD>(sizeof(QueueObject) + queues * sizeof(QueueInstance));
  it.object.DefinitionLength = sizeof(QueueObject);
  it.object.HeaderLength = sizeof(PERF_OBJECT_TYPE);
  it.object.ObjectNameTitleIndex = module.first_counter + DISQUE_OBJECT;
  it.object.ObjectHelpTitleIndex = module.first_help + DISQUE_OBJECT;
  it.object.DetailLevel = PERF_DETAIL_NOVICE;
  it.object.NumCounters = 2;
  it.object.NumInstances = static_cast<LONG>(queues);
  it.depth =
      counter(DISQUE_DEPTH, PERF_COUNTER_RAWCOUNT, sizeof(DWORD), offsetof(QueueValues, depth));
  it.jobs =
      counter(DISQUE_JOBS, PERF_COUNTER_BULK_COUNT, sizeof(ULONGLONG), offsetof(QueueValues, jobs));
  return it;
}

QueueInstance instance_of(std::string_view name, const volatile DISQUE_QUEUE& queue) {
  QueueInstance it;
  for (std::size_t i = 0; i < name.size(); ++i) it.name[i] = static_cast<WCHAR>(name[i]);
  it.instance.ByteLength = offsetof(QueueInstance, values);
  it.instance.UniqueID = PERF_NO_UNIQUE_ID;
  it.instance.NameOffset = offsetof(QueueInstance, name);
  it.instance.NameLength = static_cast<DWORD>((name.size() + 1) * sizeof(WCHAR));
  it.values.block.ByteLength = sizeof(QueueValues);
  it.values.depth = queue.depth;
  it.values.jobs = queue.finished;
  return it;
}

}  // namespace

// Called once, before the first collection. An error is tried again later.
EXPORT DWORD WINAPI OpenDisque(LPWSTR /*context*/) {
  HKEY key = nullptr;
  const auto status =
      RegOpenKeyExA(HKEY_LOCAL_MACHINE, "SYSTEM\\CurrentControlSet\\Services\\Disque\\Performance",
                    0, KEY_READ, &key);
  if (status != ERROR_SUCCESS) return static_cast<DWORD>(status);
  const auto first_counter = number_of(key, "First Counter");
  const auto first_help = number_of(key, "First Help");
  RegCloseKey(key);
  if (!first_counter || !first_help) return ERROR_FILE_NOT_FOUND;
  module = {.shared = nullptr, .first_counter = *first_counter, .first_help = *first_help};
  return ERROR_SUCCESS;
}

// Writes the object to *data, where *size bytes are free, or says that this is too little. It only
// reads: a collection must change nothing.
EXPORT DWORD WINAPI CollectDisque(LPWSTR query, LPVOID* data, LPDWORD size, LPDWORD objects) {
  const DWORD room = *size;
  *size = 0;
  *objects = 0;
  if (!is_asked_for(query)) return ERROR_SUCCESS;
  if (module.shared == nullptr) module.shared = map_disque(0);  // it may start after its module
  const QueueObject object = object_of(module.shared == nullptr ? 0 : DISQUE_QUEUES);
  if (room < object.object.TotalByteLength) return ERROR_MORE_DATA;
  auto* to = static_cast<std::byte*>(*data);
  std::memcpy(to, &object, sizeof(object));
  to += sizeof(object);
  for (std::size_t i = 0; module.shared != nullptr && i < kNames.size(); ++i) {
    const QueueInstance instance = instance_of(kNames[i], module.shared->queues[i]);
    std::memcpy(to, &instance, sizeof(instance));
    to += sizeof(instance);
  }
  *data = to;
  *size = object.object.TotalByteLength;
  *objects = 1;
  return ERROR_SUCCESS;
}

EXPORT DWORD WINAPI CloseDisque() {
  module = {};
  return ERROR_SUCCESS;
}
