#include "openperflib/os/memory/sealed_memory.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/os/memory/read_mapping.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

constexpr std::size_t kSize = 10'000;  // not a whole number of pages

MappingRules rules_of(int seals) { return {.max_size = 1U << 20U, .seals = seals}; }

UniqueFd copy_of(int fd) { return UniqueFd(::fcntl(fd, F_DUPFD_CLOEXEC, 0)); }

SealedMemory made(const MemoryCalls& calls = memory_calls()) {
  return SealedMemory::create("test", kSize, calls).value();
}

MappingRefusal refusal_of(UniqueFd file, int seals) {
  const auto mapping = ReadMapping::map(std::move(file), rules_of(seals));
  EXPECT_FALSE(mapping.has_value());
  return mapping.has_value() ? MappingRefusal::system : mapping.error().refusal;
}

// What the kernel permits a mapping that begins at this address: "r--s". Empty: there is none.
std::string rights_of_mapping(const std::byte* address) {
  const std::string first = fmt::format("{:08x}-", std::bit_cast<std::uintptr_t>(address));
  std::ifstream mappings("/proc/self/maps");
  for (std::string line; std::getline(mappings, line);) {
    if (line.starts_with(first)) return line.substr(line.find(' ') + 1, 4);
  }
  return {};
}

// A kernel before 6.3, and one before 5.1.
int create_without_noexec(const char* name, unsigned flags) {
  if ((flags & ~(MFD_CLOEXEC | MFD_ALLOW_SEALING)) == 0) return ::memfd_create(name, flags);
  errno = EINVAL;
  return -1;
}

int seal_without_future_write(int fd, int seals) {
  if ((seals & ~(F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)) == 0) {
    return ::fcntl(fd, F_ADD_SEALS, seals);
  }
  errno = EINVAL;
  return -1;
}

int allocate_nothing(int /*fd*/, int /*mode*/, off_t /*offset*/, off_t /*length*/) {
  errno = ENOSPC;
  return -1;
}

int interrupted = 0;
int allocate_after_signals(int fd, int mode, off_t offset, off_t length) {
  if (interrupted-- <= 0) return ::fallocate(fd, mode, offset, length);
  errno = EINTR;
  return -1;
}

int refuse_seals(int /*fd*/, int /*seals*/) {
  errno = EPERM;
  return -1;
}

void* map_nothing(void* /*address*/, std::size_t /*size*/, int /*protection*/, int /*flags*/,
                  int /*fd*/, off_t /*offset*/) {
  errno = ENOMEM;
  return MAP_FAILED;
}

TEST(SealedMemory, WrittenBytes_AreReadThroughItsDescriptor) {
  const SealedMemory memory = made();
  const auto mapping =
      ReadMapping::map(copy_of(memory.descriptor()), rules_of(seals_of_this_kernel()));
  ASSERT_TRUE(mapping.has_value());
  ASSERT_EQ(mapping->bytes().size(), kSize);
  EXPECT_EQ(mapping->bytes().back(), std::byte{0});
  memory.bytes().back() = std::byte{7};
  EXPECT_EQ(mapping->bytes().back(), std::byte{7});
}

TEST(SealedMemory, Readers_CanNeitherWriteNorResizeIt) {
  const SealedMemory memory = made();
  const int fd = memory.descriptor();
  EXPECT_EQ(::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), MAP_FAILED);
  EXPECT_EQ(::write(fd, "x", 1), -1);
  EXPECT_EQ(::ftruncate(fd, 0), -1);
  void* mapped = ::mmap(nullptr, kSize, PROT_READ, MAP_SHARED, fd, 0);
  ASSERT_NE(mapped, MAP_FAILED);
  EXPECT_EQ(::mprotect(mapped, kSize, PROT_READ | PROT_WRITE), -1);
  ::munmap(mapped, kSize);
}

// Even root, and even if it opens the file again for writing.
TEST(SealedMemory, OpenedAgainForWriting_CannotBeWritten) {
  if (seals_of_this_kernel() == seals_of_every_kernel()) GTEST_SKIP() << "Linux before 5.1";
  const SealedMemory memory = made();
  const std::string path = "/proc/self/fd/" + std::to_string(memory.descriptor());
  const UniqueFd again(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!again) GTEST_SKIP() << "the mode 0444 keeps this user from it";
  EXPECT_EQ(::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, again.get(), 0), MAP_FAILED);
  EXPECT_EQ(::write(again.get(), "x", 1), -1);
  EXPECT_EQ(::fallocate(again.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096), -1);
  EXPECT_EQ(::ftruncate(again.get(), 0), -1);
}

TEST(SealedMemory, ModeIs0444) {
  const SealedMemory memory = made();
  struct stat facts = {};
  ASSERT_EQ(::fstat(memory.descriptor(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 0444U);
}

TEST(SealedMemory, ProgramReusesItsDescriptor_ItIsNotOffered) {
  const SealedMemory memory = made();
  const int fd = memory.descriptor();
  ASSERT_GE(fd, 0);
  const UniqueFd other = empty_file();
  ASSERT_EQ(::dup3(other.get(), fd, O_CLOEXEC), fd);
  EXPECT_EQ(memory.descriptor(), -1);
}

TEST(SealedMemory, ProgramReusesItsDescriptor_ItIsNotClosed) {
  std::optional<SealedMemory> memory(made());
  const UniqueFd other = empty_file();
  const UniqueFd reused(::dup3(other.get(), memory->descriptor(), O_CLOEXEC));
  memory.reset();
  EXPECT_GE(::fcntl(reused.get(), F_GETFD), 0);
}

TEST(SealedMemory, KernelBefore6_3_IsMadeWithoutTheFlag) {
  MemoryCalls calls = memory_calls();
  calls.memfd_create = create_without_noexec;
  EXPECT_GE(made(calls).descriptor(), 0);
}

TEST(SealedMemory, KernelBefore5_1_HasTheOtherSeals) {
  MemoryCalls calls = memory_calls();
  calls.add_seals = seal_without_future_write;
  EXPECT_EQ(seals_of_this_kernel(calls), seals_of_every_kernel());
  const SealedMemory memory = made(calls);
  EXPECT_TRUE(ReadMapping::map(copy_of(memory.descriptor()), rules_of(seals_of_every_kernel()))
                  .has_value());
}

TEST(SealedMemory, NoMemory_IsAnErrorAndNoSignal) {
  MemoryCalls calls = memory_calls();
  calls.fallocate = allocate_nothing;
  EXPECT_EQ(SealedMemory::create("test", kSize, calls).error(), ENOSPC);
  calls = memory_calls();
  calls.mmap = map_nothing;
  EXPECT_EQ(SealedMemory::create("test", kSize, calls).error(), ENOMEM);
}

TEST(SealedMemory, SignalsWhileItAllocates_ItTriesAgain) {
  MemoryCalls calls = memory_calls();
  calls.fallocate = allocate_after_signals;
  interrupted = 3;
  EXPECT_EQ(made(calls).bytes().size(), kSize);
}

TEST(SealedMemory, LargerThanFilesMayBe_IsAnErrorAndNoSignal) {
  struct rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const struct rlimit small = {.rlim_cur = kSize - 1, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_EQ(SealedMemory::create("test", kSize).error(), EFBIG);
  ::setrlimit(RLIMIT_FSIZE, &before);
}

TEST(SealedMemory, SealsRefused_IsAnError) {
  MemoryCalls calls = memory_calls();
  calls.add_seals = refuse_seals;
  EXPECT_EQ(SealedMemory::create("test", kSize, calls).error(), EPERM);
}

TEST(SealedMemory, Moved_KeepsItsAddress) {
  SealedMemory memory = made();
  const std::byte* address = memory.bytes().data();
  SealedMemory moved = std::move(memory);
  EXPECT_EQ(moved.bytes().data(), address);
  moved = SealedMemory::create("test", 1).value();
  EXPECT_EQ(moved.bytes().size(), 1U);
  EXPECT_GE(moved.descriptor(), 0);
}

TEST(ReadMapping, NotSealed_IsRefused) {
  const UniqueFd file(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::fallocate(file.get(), 0, 0, kSize), 0);
  EXPECT_EQ(refusal_of(copy_of(file.get()), seals_of_every_kernel()), MappingRefusal::not_sealed);
  ASSERT_EQ(::fcntl(file.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SEAL), 0);
  EXPECT_EQ(refusal_of(copy_of(file.get()), seals_of_every_kernel()), MappingRefusal::not_sealed);
}

TEST(ReadMapping, WithoutFutureWriteOnThisKernel_IsRefused) {
  if (seals_of_this_kernel() == seals_of_every_kernel()) GTEST_SKIP() << "Linux before 5.1";
  MemoryCalls calls = memory_calls();
  calls.add_seals = seal_without_future_write;
  const SealedMemory memory = made(calls);
  EXPECT_EQ(refusal_of(copy_of(memory.descriptor()), seals_of_this_kernel()),
            MappingRefusal::not_sealed);
}

TEST(ReadMapping, MoreSealsThanRequired_AreAccepted) {
  UniqueFd file(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::fallocate(file.get(), 0, 0, kSize), 0);
  ASSERT_EQ(::fcntl(file.get(), F_ADD_SEALS, seals_of_every_kernel() | F_SEAL_WRITE), 0);
  EXPECT_TRUE(ReadMapping::map(std::move(file), rules_of(seals_of_every_kernel())).has_value());
}

TEST(ReadMapping, SparseEmptyAndHuge_AreRefused) {
  const int seals = seals_of_every_kernel();
  const auto sealed = [&](off_t size) {
    UniqueFd file(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    EXPECT_EQ(::ftruncate(file.get(), size), 0);
    EXPECT_EQ(::fcntl(file.get(), F_ADD_SEALS, seals), 0);
    return file;
  };
  EXPECT_EQ(refusal_of(sealed(0), seals), MappingRefusal::empty);
  EXPECT_EQ(refusal_of(sealed(kSize), seals), MappingRefusal::has_holes);
  EXPECT_EQ(refusal_of(sealed(off_t{1} << 40U), seals), MappingRefusal::too_large);
}

TEST(ReadMapping, OtherDescriptors_AreRefused) {
  const int seals = seals_of_every_kernel();
  EXPECT_EQ(refusal_of(UniqueFd(), seals), MappingRefusal::system);
  EXPECT_EQ(refusal_of(UniqueFd(::open("/", O_PATH | O_CLOEXEC)), seals),
            MappingRefusal::not_memory);
  EXPECT_EQ(refusal_of(UniqueFd(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC)), seals),
            MappingRefusal::not_memory);
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const UniqueFd other(ends[1]);
  EXPECT_EQ(refusal_of(UniqueFd(ends[0]), seals), MappingRefusal::not_memory);
}

// Pages that are missing do not matter: the kind of the file is looked at first.
TEST(ReadMapping, HugePages_AreRefused) {
  UniqueFd file(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_HUGETLB));
  if (!file) GTEST_SKIP() << "this kernel has no huge pages";
  struct statfs system = {};
  ASSERT_EQ(::fstatfs(file.get(), &system), 0);
  ASSERT_EQ(::ftruncate(file.get(), system.f_bsize), 0);
  ASSERT_EQ(::fcntl(file.get(), F_ADD_SEALS, seals_of_every_kernel()), 0);
  EXPECT_EQ(refusal_of(std::move(file), seals_of_every_kernel()), MappingRefusal::not_memory);
}

// Where the seals and the descriptor would permit more.
TEST(ReadMapping, MemoryThatCanBeWritten_IsMappedReadOnly) {
  UniqueFd file(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::fallocate(file.get(), 0, 0, kSize), 0);
  ASSERT_EQ(::fcntl(file.get(), F_ADD_SEALS, seals_of_every_kernel()), 0);
  const auto mapping = ReadMapping::map(std::move(file), rules_of(seals_of_every_kernel()));
  ASSERT_TRUE(mapping.has_value());
  EXPECT_EQ(rights_of_mapping(mapping->bytes().data()), "r--s");
}

TEST(ReadMapping, Mapped_HoldsNoDescriptor) {
  const SealedMemory memory = made();
  UniqueFd sent = copy_of(memory.descriptor());
  const int number = sent.get();
  const auto mapping = ReadMapping::map(std::move(sent), rules_of(seals_of_this_kernel()));
  ASSERT_TRUE(mapping.has_value());
  EXPECT_EQ(::fcntl(number, F_GETFD), -1);
}

TEST(ReadMapping, WriterIsGone_BytesStay) {
  auto memory = std::make_unique<SealedMemory>(made());
  memory->bytes()[0] = std::byte{9};
  const auto mapping =
      ReadMapping::map(copy_of(memory->descriptor()), rules_of(seals_of_this_kernel()));
  memory.reset();
  ASSERT_TRUE(mapping.has_value());
  EXPECT_EQ(mapping->bytes()[0], std::byte{9});
}

TEST(ReadMapping, EveryRefusal_HasItsOwnText) {
  EXPECT_EQ(describe(MappingFault{MappingRefusal::not_sealed}), "it is not sealed");
  EXPECT_EQ(describe(MappingFault{MappingRefusal::has_holes}), "it has holes");
}

}  // namespace
}  // namespace openperflib
