// Opens the sessions of this machine, of root folders and of logs.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/sources/counter_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Why a session is not open. Value.
struct SessionFault {
  std::uint32_t pdh_code = 0;  // of pdhmsg.h, as of open_log()
  SourceFault fault;           // the file or folder, and the error of the system or in the bytes
  std::string text;            // the same as a sentence
};

// `fixed` and `interval` are those of CounterSession::of_log(). Errors: a folder or a log cannot be
// opened.
[[nodiscard]] std::expected<CounterSession, SessionFault> open_session(
    const CounterSource& source, const TitleTable& fixed, CounterSession::Clock::duration interval,
    const SessionOptions& options = {});

}  // namespace openperflib
