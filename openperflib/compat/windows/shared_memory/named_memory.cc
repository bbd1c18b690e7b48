#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/windows/shared_memory/named_memory_internal.h"
#include "openperflib/os/files/standard_streams.h"

namespace openperflib::compat {
namespace {

constexpr std::size_t kLongestFileName = 255;
constexpr std::array kNamespaces = {std::string_view("Local\\"), std::string_view("Global\\")};

// The first bytes of each file.
struct NamedHead {
  std::array<char, 8> magic;
  NamedKind kind;
};
constexpr std::array<char, 8> kMagic = {'o', 'p', 'f', 'n', 'a', 'm', 'e', '1'};

std::unexpected<DWORD> error(int code) { return std::unexpected(static_cast<DWORD>(code)); }

bool lock(int descriptor, int operation) {
  int result = 0;
  do result = ::flock(descriptor, operation);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

bool is_plain(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '-' || character == '_';
}

std::string_view without_namespace(std::string_view name) {
  for (const std::string_view space : kNamespaces) {
    if (name.starts_with(space)) return name.substr(space.size());
  }
  return name;
}

// The folder, locked while this descriptor is open; none if other users may enter it.
UniqueFd lock_folder(const std::string& folder) {
  (void)::mkdir(folder.c_str(), S_IRWXU);
  UniqueFd opened = above_standard_streams(
      UniqueFd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)));
  struct stat status{};
  const bool is_ours = opened && ::fstat(opened.get(), &status) == 0 &&
                       status.st_uid == ::geteuid() && (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
  return is_ours && lock(opened.get(), LOCK_EX) ? std::move(opened) : UniqueFd();
}

// Removes what killed processes left: files that no process has locked. The folder is locked.
void remove_leftovers(int folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(
      ::fdopendir(::openat(folder, ".", O_RDONLY | O_CLOEXEC)), &::closedir);
  while (const dirent* entry = entries == nullptr ? nullptr : ::readdir(entries.get())) {
    if (entry->d_type != DT_REG) continue;
    const UniqueFd file(
        ::openat(folder, entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file && lock(file.get(), LOCK_EX | LOCK_NB)) (void)::unlinkat(folder, entry->d_name, 0);
  }
}

UniqueFd open_file(int folder, const std::string& file_name, int flags) {
  return above_standard_streams(UniqueFd(::openat(
      folder, file_name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, S_IRUSR | S_IWUSR)));
}

}  // namespace

std::expected<std::string, DWORD> file_name_of(std::string_view name) {
  std::string file_name = "n";  // neither empty nor "."
  for (const char character : without_namespace(name)) {
    if (character == '\\') return error(ERROR_PATH_NOT_FOUND);
    if (file_name.size() > kLongestFileName) return error(ERROR_FILENAME_EXCED_RANGE);
    if (is_plain(character)) {
      file_name += character;
    } else {
      file_name += fmt::format("%{:02X}", static_cast<unsigned char>(character));
    }
  }
  if (file_name.size() == 1) return error(ERROR_INVALID_HANDLE);
  if (file_name.size() > kLongestFileName) return error(ERROR_FILENAME_EXCED_RANGE);
  return file_name;
}

std::string named_memory_folder() { return fmt::format("/dev/shm/openperflib-{}", ::geteuid()); }

NamedMemory::NamedMemory(UniqueFd file, std::string folder, std::string file_name)
    : file_(std::move(file)),
      folder_(std::move(folder)),
      file_name_(std::move(file_name)),
      owner_(::getpid()) {}

NamedMemory::~NamedMemory() {
  if (!file_ || owner_ != ::getpid()) return;
  const UniqueFd folder = lock_folder(folder_);
  if (folder && lock(file_.get(), LOCK_EX | LOCK_NB)) {
    (void)::unlinkat(folder.get(), file_name_.c_str(), 0);
  }
}

DWORD NamedMemory::make(NamedKind kind, std::uint64_t size, const Initialize& initialize) {
  const NamedHead head{kMagic, kind};
  const auto contents = static_cast<off_t>(size);
  if (::ftruncate(file_.get(), 0) != 0 ||
      ::ftruncate(file_.get(), static_cast<off_t>(kNamedHeadSize) + contents) != 0 ||
      (size > 0 && ::posix_fallocate(file_.get(), kNamedHeadSize, contents) != 0) ||
      ::pwrite(file_.get(), &head, sizeof(head), 0) != static_cast<ssize_t>(sizeof(head))) {
    return ERROR_COMMITMENT_LIMIT;
  }
  size_ = size;
  const DWORD code = initialize(*this);
  if (code != ERROR_SUCCESS) return code;
  return lock(file_.get(), LOCK_SH) ? ERROR_SUCCESS : ERROR_GEN_FAILURE;
}

DWORD NamedMemory::join(NamedKind kind) {
  NamedHead head{};
  struct stat status{};
  if (!lock(file_.get(), LOCK_SH) || ::fstat(file_.get(), &status) != 0) return ERROR_GEN_FAILURE;
  const bool is_whole =
      status.st_size >= static_cast<off_t>(kNamedHeadSize) &&
      ::pread(file_.get(), &head, sizeof(head), 0) == static_cast<ssize_t>(sizeof(head));
  if (!is_whole || head.magic != kMagic || head.kind != kind) return ERROR_INVALID_HANDLE;
  size_ = static_cast<std::uint64_t>(status.st_size) - kNamedHeadSize;
  existed_ = true;
  return ERROR_SUCCESS;
}

std::expected<NamedMemory, DWORD> NamedMemory::create(const std::string& folder,
                                                      const std::string& file_name, NamedKind kind,
                                                      std::uint64_t size,
                                                      const Initialize& initialize) {
  DWORD code = ERROR_ACCESS_DENIED;
  {
    const UniqueFd locked = lock_folder(folder);
    if (!locked) return error(ERROR_ACCESS_DENIED);
    remove_leftovers(locked.get());
    UniqueFd file = open_file(locked.get(), file_name, O_CREAT);
    if (!file)
      return error(errno == EMFILE || errno == ENFILE ? ERROR_TOO_MANY_OPEN_FILES
                                                      : ERROR_ACCESS_DENIED);
    const bool is_alone = lock(file.get(), LOCK_EX | LOCK_NB);
    NamedMemory memory(std::move(file), folder, file_name);
    code = is_alone ? memory.make(kind, size, initialize) : memory.join(kind);
    if (code == ERROR_SUCCESS) return memory;
    if (is_alone) (void)::unlinkat(locked.get(), file_name.c_str(), 0);
    memory.file_.reset();
  }
  return std::unexpected(code);
}

std::expected<NamedMemory, DWORD> NamedMemory::open(const std::string& folder,
                                                    const std::string& file_name, NamedKind kind) {
  const UniqueFd locked = lock_folder(folder);
  if (!locked) return error(ERROR_ACCESS_DENIED);
  UniqueFd file = open_file(locked.get(), file_name, 0);
  if (!file) return error(ERROR_FILE_NOT_FOUND);
  if (lock(file.get(), LOCK_EX | LOCK_NB)) {  // the last process that used it was killed
    (void)::unlinkat(locked.get(), file_name.c_str(), 0);
    return error(ERROR_FILE_NOT_FOUND);
  }
  NamedMemory memory(std::move(file), folder, file_name);
  const DWORD code = memory.join(kind);
  if (code == ERROR_SUCCESS) return memory;
  memory.file_.reset();
  return std::unexpected(code);
}

}  // namespace openperflib::compat
