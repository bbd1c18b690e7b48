#include "apps/v1_host/elf_class.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "openperflib/base/bytes.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

constexpr std::size_t kMachine = 18;  // of the header, in both classes
constexpr std::size_t kRead = 20;

#if defined(__x86_64__)
constexpr std::uint16_t kOwnMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t kOwnMachine = EM_AARCH64;
#else
constexpr std::uint16_t kOwnMachine = EM_NONE;  // not checked: loading fails
#endif
constexpr unsigned char kOwnClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;

int bits_of(unsigned char elf_class) noexcept { return elf_class == ELFCLASS64 ? 64 : 32; }

}  // namespace

std::optional<std::string> wrong_machine(const std::string& library) {
  const UniqueFd file(::open(library.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<unsigned char, kRead> header{};
  if (!file || ::read(file.get(), header.data(), header.size()) != kRead) return std::nullopt;
  if (std::memcmp(header.data(), ELFMAG, SELFMAG) != 0) return std::nullopt;
  if (header[EI_CLASS] != kOwnClass) {
    return fmt::format("the library has {} bits, this program {}", bits_of(header[EI_CLASS]),
                       bits_of(kOwnClass));
  }
  const auto machine = load<std::uint16_t>(std::as_bytes(std::span(header)), kMachine);
  if (kOwnMachine == EM_NONE || machine == kOwnMachine) return std::nullopt;
  return fmt::format("the library is for another processor (ELF machine {}, not {})", machine,
                     kOwnMachine);
}

}  // namespace openperflib
