#include "openperflib/compat/windows/process/process_list.h"

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/handles/object_table_internal.h"
#include "openperflib/compat/windows/process/proc_text_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/os/files/proc_root.h"
#include "openperflib/os/process/program_name.h"

namespace openperflib::compat {
namespace {

constexpr LONG kUsualPriority = 8;

// Fields of /proc/PID/stat; see proc(5).
enum StatField : std::size_t { kParent = 4, kThreads = 20 };

// `exe`: the target of the link /proc/PID/exe; empty: it cannot be read.
ListedProcess process_of(std::uint32_t id, std::string_view stat, std::string_view exe) {
  const std::size_t begin = stat.find('('), end = stat.rfind(')');
  ListedProcess process{.id = id};
  if (begin >= end || end == stat.npos) return process;
  process.name = program_name(exe, stat.substr(begin + 1, end - begin - 1));
  process.parent = static_cast<DWORD>(stat_field(stat, kParent).value_or(0));
  process.threads = static_cast<DWORD>(stat_field(stat, kThreads).value_or(0));
  return process;
}

// Leaves out a process that ends meanwhile.
bool list_processes(std::vector<ListedProcess>& processes) {
  const auto root = ProcRoot::open("", 0);
  const auto ids = root.has_value() ? process_ids(*root) : std::nullopt;
  if (!ids.has_value()) return false;
  TextBuffer target;
  for (const std::uint32_t id : *ids) {
    const std::string folder = "proc/" + std::to_string(id);
    const std::string stat = contents_of(*root, folder + "/stat");
    const auto exe = root->read_link((folder + "/exe").c_str(), target);
    if (!stat.empty()) processes.push_back(process_of(id, stat, exe.value_or("")));
  }
  return true;
}

// Calls for one list follow each other.
template <typename Entry>
BOOL give_process(HANDLE snapshot, Entry* entry, bool is_first) {
  const auto list = find_object<ProcessList>(snapshot);
  if (list == nullptr) return fail(ERROR_INVALID_HANDLE, FALSE);
  if (entry == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  if (entry->dwSize != sizeof(*entry)) return fail(ERROR_BAD_LENGTH, FALSE);
  const std::lock_guard lock(ObjectTable::instance().mutex);
  if (is_first) list->next = 0;
  if (list->next == list->processes.size()) return fail(ERROR_NO_MORE_FILES, FALSE);
  const ListedProcess& process = list->processes[list->next++];
  *entry = {};
  entry->dwSize = sizeof(*entry);
  entry->th32ProcessID = process.id;
  entry->cntThreads = process.threads;
  entry->th32ParentProcessID = process.parent;
  entry->pcPriClassBase = kUsualPriority;
  using Char = std::remove_extent_t<decltype(entry->szExeFile)>;
  const auto name = text_from<Char>(process.name);
  (void)copy_cut(Text<Char>(name), entry->szExeFile, MAX_PATH);
  return TRUE;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

HANDLE CreateToolhelp32Snapshot(DWORD flags, DWORD) {
  if (flags != TH32CS_SNAPPROCESS) return fail(ERROR_NOT_SUPPORTED, INVALID_HANDLE_VALUE);
  ProcessList list;
  if (!list_processes(list.processes)) return fail(ERROR_GEN_FAILURE, INVALID_HANDLE_VALUE);
  return ObjectTable::instance().add(std::make_shared<Object>(std::move(list)));
}

BOOL Process32First(HANDLE snapshot, LPPROCESSENTRY32 process) {
  return give_process(snapshot, process, true);
}
BOOL Process32Next(HANDLE snapshot, LPPROCESSENTRY32 process) {
  return give_process(snapshot, process, false);
}
BOOL Process32FirstW(HANDLE snapshot, LPPROCESSENTRY32W process) {
  return give_process(snapshot, process, true);
}
BOOL Process32NextW(HANDLE snapshot, LPPROCESSENTRY32W process) {
  return give_process(snapshot, process, false);
}
