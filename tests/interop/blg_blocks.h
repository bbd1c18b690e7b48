// The PERF_DATA_BLOCKs that Windows itself put into a binary log. For tests.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace openperflib::interop {

// All bytes of a file of the tests' data, by its path below tests/data; empty if it does not exist.
[[nodiscard]] std::vector<std::byte> read_test_data(const std::string& path);

// The blocks of a log, in their order. Messages that are cut over several events are joined first.
[[nodiscard]] std::vector<std::vector<std::byte>> cut_blocks(const std::vector<std::byte>& log);

// Returns the blocks of tests/data/blg/SampleLog.blg, which are read once.
[[nodiscard]] const std::vector<std::vector<std::byte>>& sample_log();

}  // namespace openperflib::interop
