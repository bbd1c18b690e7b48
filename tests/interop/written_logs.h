// Logs of three samples as our writers make them, for the tests of damage.
#pragma once

#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/text/utf16.h"

namespace openperflib::interop {

// A binary log whose samples are of one form, without what no event uses of its last buffer.
std::vector<std::byte> written_counters();   // form 1: each series is named
std::vector<std::byte> written_instances();  // form 2: a wildcard, whose instances change
std::vector<std::byte> written_objects();    // form 5: one block per sample, names, closing index

struct BinaryForm {
  const char* name;
  std::vector<std::byte> (*written)();
};
inline constexpr BinaryForm kBinaryForms[] = {
    {"Counters", written_counters}, {"Instances", written_instances}, {"Objects", written_objects}};

// A text log of two columns, one of them without a value.
std::string written_text(TextLogFormat format);
// The same letters as UTF-16, behind its mark.
std::string as_utf16(std::string_view text, ByteOrder order);

}  // namespace openperflib::interop
