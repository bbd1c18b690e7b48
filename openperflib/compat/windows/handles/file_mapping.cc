#include "openperflib/compat/windows/handles/file_mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <limits>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/handles/object_table_internal.h"
#include "openperflib/compat/windows/shared_memory/shared_bytes_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/os/files/standard_streams.h"
#include "openperflib/os/process/made_once.h"

namespace openperflib::compat {
namespace {

constexpr std::uint64_t kGranularity = 65536;
constexpr std::uint64_t kMostBytes = std::numeric_limits<std::int64_t>::max() / 2;

DWORD nothing_to_initialize(const NamedMemory&) { return ERROR_SUCCESS; }

// Resource: the views of this process, each with the owner of its bytes.
struct Views {
  struct View {
    std::size_t size;
    std::shared_ptr<SharedBytes> bytes;
  };
  std::mutex mutex;
  std::map<const void*, View> views;

  static Views& instance() {
    return made_once([] { return new Views(); });
  }
};

bool is_protection(DWORD protection) {
  return protection == PAGE_READONLY || protection == PAGE_READWRITE ||
         protection == PAGE_WRITECOPY;
}

HANDLE add(std::expected<SharedBytes, DWORD> bytes) {
  if (!bytes.has_value()) return fail<HANDLE>(bytes.error(), nullptr);
  const DWORD code = bytes->existed() ? ERROR_ALREADY_EXISTS : ERROR_SUCCESS;
  SetLastError(code);
  return ObjectTable::instance().add(std::make_shared<Object>(std::move(*bytes)));
}

template <typename Char>
HANDLE create_mapping(HANDLE file, DWORD protection, std::uint64_t size, const Char* name) {
  if (file != INVALID_HANDLE_VALUE) return fail<HANDLE>(ERROR_INVALID_HANDLE, nullptr);
  if (!is_protection(protection) || size == 0)
    return fail<HANDLE>(ERROR_INVALID_PARAMETER, nullptr);
  if (size > kMostBytes) return fail<HANDLE>(ERROR_COMMITMENT_LIMIT, nullptr);
  const bool is_writable = protection == PAGE_READWRITE;
  if (name == nullptr || *name == 0) return add(SharedBytes::create(size, is_writable));
  const auto file_name = file_name_of(utf8_from(name));
  if (!file_name.has_value()) return fail<HANDLE>(file_name.error(), nullptr);
  return add(SharedBytes::create(*file_name, size, is_writable));
}

template <typename Char>
HANDLE open_mapping(DWORD access, const Char* name) {
  if (name == nullptr) return fail<HANDLE>(ERROR_INVALID_PARAMETER, nullptr);
  const auto file_name = file_name_of(utf8_from(name));
  if (!file_name.has_value()) return fail<HANDLE>(file_name.error(), nullptr);
  return add(SharedBytes::open(*file_name, (access & FILE_MAP_WRITE) != 0));
}

// The arguments of mmap for a view; nullopt if the mapping does not allow it.
struct Protection {
  int pages;
  int sharing;
};
std::expected<Protection, DWORD> protection_of(DWORD access, const SharedBytes& bytes) {
  if (access == FILE_MAP_COPY) return Protection{PROT_READ | PROT_WRITE, MAP_PRIVATE};
  if ((access & FILE_MAP_WRITE) != 0) {
    if (!bytes.is_writable()) return std::unexpected(DWORD{ERROR_ACCESS_DENIED});
    return Protection{PROT_READ | PROT_WRITE, MAP_SHARED};
  }
  if ((access & FILE_MAP_READ) == 0) return std::unexpected(DWORD{ERROR_INVALID_PARAMETER});
  return Protection{PROT_READ, MAP_SHARED};
}

LPVOID map_view(std::shared_ptr<SharedBytes> bytes, Protection protection, std::uint64_t offset,
                std::size_t size) {
  void* view = ::mmap(nullptr, size, protection.pages, protection.sharing, bytes->descriptor(),
                      static_cast<off_t>(bytes->first_byte() + offset));
  if (view == MAP_FAILED) return fail<LPVOID>(ERROR_NOT_ENOUGH_MEMORY, nullptr);
  const std::lock_guard lock(Views::instance().mutex);
  Views::instance().views.emplace(view, Views::View{size, std::move(bytes)});
  return view;
}

}  // namespace

std::expected<SharedBytes, DWORD> SharedBytes::create(std::uint64_t size, bool is_writable) {
  UniqueFd file = above_standard_streams(UniqueFd(::memfd_create("openperflib", MFD_CLOEXEC)));
  if (!file || ::posix_fallocate(file.get(), 0, static_cast<off_t>(size)) != 0) {
    return std::unexpected(DWORD{ERROR_COMMITMENT_LIMIT});
  }
  return SharedBytes(std::move(file), size, is_writable);
}
std::expected<SharedBytes, DWORD> SharedBytes::create(const std::string& file_name,
                                                      std::uint64_t size, bool is_writable) {
  auto memory = NamedMemory::create(named_memory_folder(), file_name, NamedKind::mapping, size,
                                    &nothing_to_initialize);
  if (!memory.has_value()) return std::unexpected(memory.error());
  const std::uint64_t stored = memory->size();
  return SharedBytes(std::move(*memory), stored, is_writable);
}
std::expected<SharedBytes, DWORD> SharedBytes::open(const std::string& file_name,
                                                    bool is_writable) {
  auto memory = NamedMemory::open(named_memory_folder(), file_name, NamedKind::mapping);
  if (!memory.has_value()) return std::unexpected(memory.error());
  const std::uint64_t stored = memory->size();
  return SharedBytes(std::move(*memory), stored, is_writable);
}

bool SharedBytes::existed() const noexcept {
  const auto* memory = std::get_if<NamedMemory>(&bytes_);
  return memory != nullptr && memory->existed();
}
int SharedBytes::descriptor() const noexcept {
  const auto* memory = std::get_if<NamedMemory>(&bytes_);
  return memory != nullptr ? memory->descriptor() : std::get_if<UniqueFd>(&bytes_)->get();
}
std::uint64_t SharedBytes::first_byte() const noexcept {
  return std::holds_alternative<NamedMemory>(bytes_) ? kNamedHeadSize : 0;
}

}  // namespace openperflib::compat

using namespace openperflib::compat;

HANDLE CreateFileMappingA(HANDLE file, LPSECURITY_ATTRIBUTES, DWORD protection, DWORD size_high,
                          DWORD size_low, LPCSTR name) {
  return create_mapping(file, protection, std::uint64_t{size_high} << 32U | size_low, name);
}
HANDLE CreateFileMappingW(HANDLE file, LPSECURITY_ATTRIBUTES, DWORD protection, DWORD size_high,
                          DWORD size_low, LPCWSTR name) {
  return create_mapping(file, protection, std::uint64_t{size_high} << 32U | size_low, name);
}
HANDLE OpenFileMappingA(DWORD access, BOOL, LPCSTR name) { return open_mapping(access, name); }
HANDLE OpenFileMappingW(DWORD access, BOOL, LPCWSTR name) { return open_mapping(access, name); }

LPVOID MapViewOfFile(HANDLE mapping, DWORD access, DWORD offset_high, DWORD offset_low,
                     SIZE_T size) {
  auto bytes = find_object<SharedBytes>(mapping);
  if (bytes == nullptr) return fail<LPVOID>(ERROR_INVALID_HANDLE, nullptr);
  const auto protection = protection_of(access, *bytes);
  if (!protection.has_value()) return fail<LPVOID>(protection.error(), nullptr);
  const std::uint64_t offset = std::uint64_t{offset_high} << 32U | offset_low;
  if (offset % kGranularity != 0) return fail<LPVOID>(ERROR_MAPPED_ALIGNMENT, nullptr);
  if (offset >= bytes->size() || size > bytes->size() - offset) {
    return fail<LPVOID>(ERROR_ACCESS_DENIED, nullptr);
  }
  const std::size_t wanted = size == 0 ? bytes->size() - offset : size;
  return map_view(std::move(bytes), *protection, offset, wanted);
}

BOOL UnmapViewOfFile(LPCVOID view) {
  Views& all = Views::instance();
  std::unique_lock lock(all.mutex);
  auto taken = all.views.extract(view);
  lock.unlock();
  if (taken.empty()) return fail(ERROR_INVALID_ADDRESS, FALSE);
  (void)::munmap(const_cast<void*>(view), taken.mapped().size);
  return TRUE;
}
