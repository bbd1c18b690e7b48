#include "openperflib/os/bytes/sha256.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace openperflib {
namespace {

std::string hex(std::string_view text) {
  std::string all;
  const Sha256 digest = sha256(as_bytes(text)).value();
  for (const std::byte byte : digest) {
    all += fmt::format("{:02x}", static_cast<unsigned>(byte));
  }
  return all;
}

// The examples of FIPS 180-4.
TEST(Sha256, ExamplesOfTheStandard_HaveTheirDigests) {
  EXPECT_EQ(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace openperflib
