#include "openperflib/os/bytes/sha256.h"

#include <dlfcn.h>
#include <openssl/sha.h>

#include "openperflib/os/process/made_once.h"

namespace openperflib {
namespace {

constexpr const char* kLibraries[] = {"libcrypto.so.3", "libcrypto.so.1.1"};

using Digest = decltype(&::SHA256);

// Loaded once, and kept.
Digest load_digest() {
  for (const char* const name : kLibraries) {
    void* const library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) continue;
    void* const found = ::dlsym(library, "SHA256");
    Digest digest = nullptr;
    static_assert(sizeof(digest) == sizeof(found));
    std::memcpy(&digest, &found, sizeof(digest));
    if (digest != nullptr) return digest;
  }
  return nullptr;
}

}  // namespace

std::optional<Sha256> sha256(Bytes bytes) {
  const Digest digest = made_once([] { return new Digest(load_digest()); });
  if (digest == nullptr) return std::nullopt;
  unsigned char numbers[SHA256_DIGEST_LENGTH];
  const std::string_view text = as_text(bytes);
  std::array<unsigned char, 1> none{};
  const auto* const data =
      text.empty() ? none.data()
                   : static_cast<const unsigned char*>(static_cast<const void*>(text.data()));
  if (digest(data, bytes.size(), numbers) == nullptr) return std::nullopt;
  Sha256 result{};
  std::memcpy(result.data(), numbers, result.size());
  return result;
}

}  // namespace openperflib
