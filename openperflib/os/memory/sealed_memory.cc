#include "openperflib/os/memory/sealed_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>
#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/last_errno_internal.h"
#include "openperflib/os/files/proc_root.h"
#include "openperflib/os/files/standard_streams.h"

// Some C libraries are older than the kernels that have these.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

namespace openperflib {
namespace {

constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
constexpr mode_t kReadableByAll = 0444;
constexpr unsigned kMemoryFlags = MFD_CLOEXEC | MFD_ALLOW_SEALING;

int add_seals(int fd, int seals) { return ::fcntl(fd, F_ADD_SEALS, seals); }

constexpr MemoryCalls kMemoryCalls{.memfd_create = ::memfd_create,
                                   .fallocate = ::fallocate,
                                   .add_seals = add_seals,
                                   .mmap = ::mmap};

// Since Linux 6.3 a memory file can be made that never becomes executable, which some systems
// demand (vm.memfd_noexec).
std::expected<UniqueFd, int> make_file(const char* name, const MemoryCalls& calls) {
  int fd = calls.memfd_create(name, kMemoryFlags | MFD_NOEXEC_SEAL);
  if (fd < 0 && errno == EINVAL) fd = calls.memfd_create(name, kMemoryFlags);
  if (fd < 0) return last_errno();
  return above_standard_streams(UniqueFd(fd));
}

// Without a hole: a missing page would be allocated for the process that first touches it, and
// that process would receive SIGBUS if there is no memory left.
std::expected<void, int> allocate(int fd, std::size_t size, const MemoryCalls& calls) {
  // Beyond the limit of its files the kernel would send the process SIGXFSZ.
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && size > limit.rlim_cur)
    return std::unexpected(EFBIG);
  int result = 0;
  do {
    result = calls.fallocate(fd, 0, 0, static_cast<off_t>(size));
  } while (result != 0 && errno == EINTR);
  if (result != 0) return last_errno();
  return {};
}

std::expected<MutableBytes, int> map(int fd, std::size_t size, const MemoryCalls& calls) {
  void* memory = calls.mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) return last_errno();
  return MutableBytes(static_cast<std::byte*>(memory), size);
}

// After it is mapped: this mapping remains the only one that can write.
std::expected<void, int> seal(int fd, const MemoryCalls& calls) {
  if (calls.add_seals(fd, kSeals | F_SEAL_FUTURE_WRITE) == 0) return {};
  if (errno != EINVAL) return last_errno();
  if (calls.add_seals(fd, kSeals) != 0) return last_errno();
  return {};
}

// The same file through a description that cannot write; the mode keeps other users from opening
// it in another way.
std::expected<UniqueFd, int> reopen_read_only(int fd) {
  if (::fchmod(fd, kReadableByAll) != 0) return last_errno();
  const auto root = ProcRoot::open("", 0);
  if (!root.has_value()) return std::unexpected(root.error().errno_value);
  auto reader = OPENPERFLIB_TRY(root->open_file(("proc/self/fd/" + std::to_string(fd)).c_str()));
  return above_standard_streams(std::move(reader));
}

}  // namespace

const MemoryCalls& memory_calls() noexcept { return kMemoryCalls; }

int seals_of_every_kernel() noexcept { return kSeals; }

int seals_of_this_kernel(const MemoryCalls& calls) noexcept {
  const UniqueFd file(calls.memfd_create("openperflib", kMemoryFlags));
  const bool known = file && calls.add_seals(file.get(), F_SEAL_FUTURE_WRITE) == 0;
  return known ? kSeals | F_SEAL_FUTURE_WRITE : kSeals;
}

std::expected<SealedMemory, int> SealedMemory::create(const char* name, std::size_t size,
                                                      const MemoryCalls& calls) {
  const UniqueFd file = OPENPERFLIB_TRY(make_file(name, calls));
  OPENPERFLIB_TRY(allocate(file.get(), size, calls));
  SealedMemory memory;
  memory.bytes_ = OPENPERFLIB_TRY(map(file.get(), size, calls));  // unmapped after any error
  OPENPERFLIB_TRY(seal(file.get(), calls));
  UniqueFd reader = OPENPERFLIB_TRY(reopen_read_only(file.get()));
  struct stat facts = {};
  if (::fstat(reader.get(), &facts) != 0) return last_errno();
  memory.reader_ = std::move(reader);
  memory.device_ = facts.st_dev;
  memory.inode_ = facts.st_ino;
  return memory;
}

SealedMemory::SealedMemory(SealedMemory&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})),
      reader_(std::move(other.reader_)),
      device_(other.device_),
      inode_(other.inode_) {}

SealedMemory& SealedMemory::operator=(SealedMemory&& other) noexcept {
  if (this == &other) return *this;
  let_go();
  bytes_ = std::exchange(other.bytes_, {});
  reader_ = std::move(other.reader_);
  device_ = other.device_;
  inode_ = other.inode_;
  return *this;
}

SealedMemory::~SealedMemory() { let_go(); }

int SealedMemory::descriptor() const noexcept {
  struct stat facts = {};
  const bool same =
      ::fstat(reader_.get(), &facts) == 0 && facts.st_dev == device_ && facts.st_ino == inode_;
  return same ? reader_.get() : -1;
}

void SealedMemory::let_go() noexcept {
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
  bytes_ = {};
  if (descriptor() < 0) (void)reader_.release();
}

}  // namespace openperflib
