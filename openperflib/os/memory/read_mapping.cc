#include "openperflib/os/memory/read_mapping.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

// In the order of the enumerators.
constexpr auto kTexts = std::to_array<std::string_view>({
    "the system refuses it",
    "it is not memory that can be shared",
    "it is not sealed",
    "it is empty",
    "it is too large",
    "it has holes",
});
static_assert(kTexts.size() == static_cast<std::size_t>(MappingRefusal::has_holes) + 1);

constexpr std::uint64_t kBlock = 512;  // the unit of st_blocks

using Checked = std::expected<void, MappingFault>;

std::unexpected<MappingFault> refused(MappingRefusal refusal) noexcept {
  return std::unexpected(MappingFault{refusal});
}

std::unexpected<MappingFault> system_fault() noexcept {
  return std::unexpected(MappingFault{MappingRefusal::system, errno});
}

// The kernel answers by itself, for every kind of file.
Checked check_seals(int fd, int required) noexcept {
  const int seals = ::fcntl(fd, F_GET_SEALS);
  if (seals < 0 && ::fcntl(fd, F_GETFD) < 0) return system_fault();
  if (seals < 0) return refused(MappingRefusal::not_memory);
  if ((seals & required) != required) return refused(MappingRefusal::not_sealed);
  return {};
}

// Call after check_seals: of other files, their file system would have to answer, and might not.
// Only files of tmpfs, as memfd_create makes them: a page of hugetlbfs can be missing although it
// is counted as allocated.
Checked check_kind(int fd) noexcept {
  struct statfs system = {};
  if (::fstatfs(fd, &system) != 0) return system_fault();
  if (system.f_type != TMPFS_MAGIC) return refused(MappingRefusal::not_memory);
  return {};
}

// Call after check_seals: from then on the size and, with future-write, the holes cannot change.
std::expected<std::size_t, MappingFault> checked_size(int fd, std::uint64_t max_size) noexcept {
  struct stat facts = {};
  if (::fstat(fd, &facts) != 0) return system_fault();
  if (!S_ISREG(facts.st_mode)) return refused(MappingRefusal::not_memory);
  if (facts.st_size == 0) return refused(MappingRefusal::empty);
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  if (size > max_size) return refused(MappingRefusal::too_large);
  const auto blocks = static_cast<std::uint64_t>(facts.st_blocks);
  if (blocks < (size + kBlock - 1) / kBlock) return refused(MappingRefusal::has_holes);
  return size;
}

}  // namespace

std::string describe(const MappingFault& fault) {
  return std::string(kTexts[static_cast<std::size_t>(fault.refusal)]);
}

std::expected<ReadMapping, MappingFault> ReadMapping::map(UniqueFd received,
                                                          const MappingRules& rules) {
  OPENPERFLIB_TRY(check_seals(received.get(), rules.seals));
  OPENPERFLIB_TRY(check_kind(received.get()));
  const std::size_t size = OPENPERFLIB_TRY(checked_size(received.get(), rules.max_size));
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, received.get(), 0);
  if (memory == MAP_FAILED) return system_fault();
  return ReadMapping(MutableBytes(static_cast<std::byte*>(memory), size));
}

ReadMapping::ReadMapping(ReadMapping&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

ReadMapping& ReadMapping::operator=(ReadMapping&& other) noexcept {
  if (this == &other) return *this;
  unmap();
  bytes_ = std::exchange(other.bytes_, {});
  return *this;
}

ReadMapping::~ReadMapping() { unmap(); }

void ReadMapping::unmap() noexcept {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
  bytes_ = {};
}

}  // namespace openperflib
