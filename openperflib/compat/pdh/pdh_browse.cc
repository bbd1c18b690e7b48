// PdhBrowseCounters and PdhSelectDataSource: choices of the user.
#include <optional>
#include <string>
#include <utility>

#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/counter_choice_internal.h"
#include "openperflib/compat/pdh/pdh_calls_internal.h"
#include "openperflib/compat/pdh/pdh_names.h"
#include "openperflib/compat/pdh/pdh_sources_internal.h"
#include "openperflib/compat/pdh/pdh_texts_internal.h"
#include "openperflib/compat/pdh/picker_internal.h"
#include "openperflib/compat/process/process_names_internal.h"

namespace openperflib::compat {
namespace {

// What each structure calls its data source.
LPCWSTR source_in(const PDH_BROWSE_DLG_CONFIG_W& dialog) { return dialog.szDataSource; }
LPCSTR source_in(const PDH_BROWSE_DLG_CONFIG_A& dialog) { return dialog.szDataSource; }
PDH_HLOG source_in(const PDH_BROWSE_DLG_CONFIG_HW& dialog) { return dialog.hDataSource; }
PDH_HLOG source_in(const PDH_BROWSE_DLG_CONFIG_HA& dialog) { return dialog.hDataSource; }

template <typename Dialog>
CounterChoice choice_of(const Dialog& dialog, DataSource source) {
  CounterChoice choice{.source = std::move(source)};
  choice.has_index = dialog.bIncludeInstanceIndex != 0;
  choice.is_single = dialog.bSingleCounterPerAdd != 0;
  choice.is_local = dialog.bLocalCountersOnly != 0;
  choice.keeps_wildcards = dialog.bWildCardInstances != 0;
  choice.has_fixed_detail = dialog.bHideDetailBox != 0;
  choice.has_fixed_machine = dialog.bDisableMachineSelection != 0;
  choice.has_costly_objects = dialog.bIncludeCostlyObjects != 0;
  choice.is_of_objects = dialog.bShowObjectBrowser != 0;
  choice.detail_level = dialog.dwDefaultDetailLevel;
  choice.title = utf8_of(dialog.szDialogBoxCaption);
  if (dialog.bInitializePath != 0) choice.initial_path = utf8_of(dialog.szReturnPathBuffer);
  return choice;
}

// Fills the buffer of the dialog, as large as it is now, and sets its CallBackStatus.
template <typename Dialog>
PdhStatus fill_dialog(const NameList& paths, Dialog& dialog) {
  using Char = std::remove_pointer_t<decltype(dialog.szReturnPathBuffer)>;
  DWORD room = dialog.cchReturnPathLength;
  std::string text = paths.text();
  if (dialog.bSingleCounterPerAdd != 0) text.pop_back();  // a path, and not a list
  const PdhStatus status = give(text, TextRoom<Char>{dialog.szReturnPathBuffer, &room});
  dialog.CallBackStatus = pdh_status(status);
  return status;
}

// Tells the program what was chosen, again if it has made a larger buffer for it.
template <typename Dialog>
void tell_program(const NameList& paths, Dialog& dialog) {
  while (true) {
    const DWORD room = dialog.cchReturnPathLength;
    const PdhStatus filled = fill_dialog(paths, dialog);
    const PDH_STATUS told = dialog.pCallBack(dialog.dwCallBackArg);
    dialog.CallBackStatus = told;
    const bool has_more_room = filled == PDH_MORE_DATA && dialog.cchReturnPathLength > room;
    if (told != pdh_status(PDH_RETRY) || !has_more_room) return;
  }
}

// Choices, until the user leaves; only one where nobody is told of them. Who takes all instances of
// an object that has none now has chosen nothing.
template <typename Dialog>
PdhStatus let_choose(const CounterChoice& choice, Dialog& dialog) {
  SourceNames& names = ProcessNames::instance().names();
  const bool is_once = dialog.bSingleCounterPerDialog != 0 || dialog.pCallBack == nullptr;
  for (bool has_chosen = false;; has_chosen = true) {
    const auto lines = run_picker(choice.arguments(names));
    if (!lines.has_value()) return has_chosen ? kPdhSuccess : PDH_DIALOG_CANCELLED;
    const NameList paths = choice.paths(*lines, names);
    if (is_once) return paths.empty() ? PDH_DIALOG_CANCELLED : fill_dialog(paths, dialog);
    if (!paths.empty()) tell_program(paths, dialog);
  }
}

template <typename Dialog>
PDH_STATUS browse(Dialog* dialog) {
  const bool has_buffer = dialog != nullptr && dialog->szReturnPathBuffer != nullptr &&
                          dialog->cchReturnPathLength != 0;
  if (!has_buffer) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&]() -> PdhStatus {
    const FoundSource source = find_source(source_in(*dialog));
    if (!source.has_value()) return source.error();
    return let_choose(choice_of(*dialog, *source), *dialog);
  });
}

template <typename Char>
PDH_STATUS select_source(DWORD flags, const TextRoom<Char>& source) {
  if (!source.is_valid()) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&]() -> PdhStatus {
    if ((flags & ~PDH_FLAGS_FILE_BROWSER_ONLY) != 0) return PDH_INVALID_ARGUMENT;
    if (source.asks_for_size()) {  // nobody has been asked yet
      *source.size = PDH_MAX_DATASOURCE_PATH;
      return PDH_MORE_DATA;
    }
    std::vector<std::string> words = {"--data-source"};
    if (flags != 0) words.emplace_back("--file-only");
    const auto lines = run_picker(std::move(words));
    return lines.has_value() ? give_name(lines->front(), source) : PDH_DIALOG_CANCELLED;
  });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

PDH_STATUS PdhBrowseCountersW(PPDH_BROWSE_DLG_CONFIG_W dialog) { return browse(dialog); }

PDH_STATUS PdhBrowseCountersA(PPDH_BROWSE_DLG_CONFIG_A dialog) { return browse(dialog); }

PDH_STATUS PdhBrowseCountersHW(PPDH_BROWSE_DLG_CONFIG_HW dialog) { return browse(dialog); }

PDH_STATUS PdhBrowseCountersHA(PPDH_BROWSE_DLG_CONFIG_HA dialog) { return browse(dialog); }

PDH_STATUS PdhSelectDataSourceW(HWND, DWORD flags, LPWSTR source, LPDWORD size) {
  return select_source<WCHAR>(flags, {source, size});
}

PDH_STATUS PdhSelectDataSourceA(HWND, DWORD flags, LPSTR source, LPDWORD size) {
  return select_source<CHAR>(flags, {source, size});
}
