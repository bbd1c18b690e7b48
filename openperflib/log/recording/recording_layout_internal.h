// The bytes of a recording (.perfrec): the positions of the members of its file header and records.
//
// Source: docs/formats/perfrec.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "openperflib/base/error.h"

namespace openperflib::recording {

// A stored member: its offset in its structure, and its name.
struct Member {
  std::size_t offset;
  Field field;
};

inline constexpr std::uint32_t kVersion = 1;

namespace file_header {
inline constexpr std::uint64_t kMagicValue = 0x0A1A'0D43'4552'5089;  // 89 "PREC" 0D 1A 0A
inline constexpr Member kMagic{0, {"file header", "Magic"}};
inline constexpr Member kVersionMember{8, {"file header", "Version"}};
inline constexpr Member kLength{12, {"file header", "Length"}};
inline constexpr Member kStarted{16, {"file header", "Started"}};
inline constexpr Member kBias{24, {"file header", "BiasMinutes"}};
inline constexpr Member kZoneLength{28, {"file header", "ZoneLength"}};
inline constexpr Member kZone{32, {"file header", "Zone"}};
inline constexpr std::size_t kMostZone = 64;
inline constexpr Member kChecksum{124, {"file header", "Checksum"}};
inline constexpr std::size_t kSize = 128;
}  // namespace file_header

// The kinds of records after the file header: journal parts, blocks, and indices for skipping them.
enum class RecordKind : std::uint8_t { journal = 1, block = 2, index = 3 };

namespace record {
inline constexpr std::uint64_t kMagicValue = 0xA07F'5243'4552'9D5E;
inline constexpr Member kMagic{0, {"record", "Magic"}};
inline constexpr Member kKind{8, {"record", "Kind"}};
inline constexpr Member kSamples{12, {"record", "Samples"}};
inline constexpr Member kBlock{16, {"record", "Block"}};
inline constexpr Member kPart{20, {"record", "Part"}};
inline constexpr Member kFirstTime{24, {"record", "FirstTime"}};
inline constexpr Member kLastTime{32, {"record", "LastTime"}};
inline constexpr Member kLength{40, {"record", "Length"}};
inline constexpr Member kDirectoryLength{48, {"record", "DirectoryLength"}};
inline constexpr Member kPayloadChecksum{52, {"record", "PayloadChecksum"}};
inline constexpr Member kIndexOffset{56, {"record", "IndexOffset"}};
inline constexpr Member kHeadChecksum{68, {"record", "HeadChecksum"}};
inline constexpr std::size_t kHeadSize = 72;
}  // namespace record

namespace sample {
inline constexpr Field kDirectory{"block", "Directory"};
inline constexpr Field kChunk{"block", "Chunk"};
inline constexpr Field kEntry{"journal", "Entry"};
inline constexpr Field kStream{"journal", "Stream"};
inline constexpr Field kShape{"dictionary", "Shape"};
inline constexpr Field kPiece{"dictionary", "Piece"};
inline constexpr Field kLayout{"sample", "Layout"};
inline constexpr Field kValues{"sample", "Values"};
inline constexpr Field kBlock{"sample", "PERF_DATA_BLOCK"};
}  // namespace sample

// Limits of the reader, which the writer observes.
inline constexpr std::size_t kMostBlockBytes = std::size_t{64} << 20;  // of one PERF_DATA_BLOCK
inline constexpr std::size_t kMostPieces = std::size_t{4} << 20;       // of one PERF_DATA_BLOCK
inline constexpr std::size_t kMostValues = std::size_t{8} << 20;       // of one PERF_DATA_BLOCK
inline constexpr std::size_t kMostPositions = std::size_t{16}
                                              << 20;  // pieces of all samples of a block
inline constexpr std::size_t kMostSamples = 4096;     // of a block
inline constexpr std::uint32_t kIndexedBlocks = 256;  // of an index
inline constexpr std::size_t kMostBlockValues = std::size_t{16} << 20;  // of all samples of a block
inline constexpr std::size_t kMostRaw = std::size_t{256} << 20;         // of a record, decompressed

}  // namespace openperflib::recording
