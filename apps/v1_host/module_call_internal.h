// How procedures of a module are called: what they are given, and what may leave them.
#pragma once

#include <cxxabi.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <expected>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf.h"
#include "openperflib/base/bytes.h"
#include "openperflib/provider/v1/host_protocol.h"

namespace openperflib {

inline constexpr std::uint32_t kLargestBuffer = std::uint32_t{64} << 20U;
inline constexpr DWORD kGarbage = 0xCDCD'CDCD;  // as much as a module may rely on

inline HostAnswer answer_of(HostOutcome outcome, std::uint32_t code = 0, std::string text = {}) {
  HostAnswer answer;
  answer.outcome = outcome;
  answer.code = code;
  answer.text = std::move(text);
  return answer;
}

// Runs a procedure of the module. Errors: a C++ exception left it.
template <typename Procedure>
auto call(Procedure procedure) -> std::expected<decltype(procedure()), HostAnswer> {
  try {
    return procedure();
  } catch (const abi::__forced_unwind&) {
    throw;  // the thread is ending; the C library does not let anybody stop that
  } catch (const std::exception& exception) {
    return std::unexpected(answer_of(HostOutcome::raised, 0, exception.what()));
  } catch (...) {
    return std::unexpected(answer_of(HostOutcome::raised, 0, "an exception of another type"));
  }
}

// The ids for the old procedure: what follows is a list of objects, and 0 ends it.
inline std::vector<DWORD> query_list(const std::vector<std::uint32_t>& indices) {
  const std::size_t count =
      std::min<std::size_t>(indices.size(), MAX_PERF_OBJECTS_IN_QUERY_FUNCTION);
  std::vector<DWORD> list{indices.empty() ? PERF_QUERY_GLOBAL : PERF_QUERY_OBJECTS};
  list.insert(list.end(), indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(count));
  list.push_back(0);
  return list;
}

// UTF-16 as the module gets it; ends with a NUL that the bytes may lack.
inline std::vector<WCHAR> wide(Bytes utf16) {
  const std::size_t units = utf16.size() / sizeof(WCHAR);
  std::vector<WCHAR> text(units + 2);  // two, as at the end of a REG_MULTI_SZ
  if (units != 0) std::memcpy(text.data(), utf16.data(), units * sizeof(WCHAR));
  return text;
}

}  // namespace openperflib
