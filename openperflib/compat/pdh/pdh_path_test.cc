// A law of PdhMakeCounterPath and PdhParseCounterPath. What they promise is checked by
// tests/pdh_conformance/paths.c.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/pdh/pdh_names.h"

namespace openperflib::compat {
namespace {

constexpr PDH_STATUS kMoreData = static_cast<PDH_STATUS>(PDH_MORE_DATA);

// PdhParseCounterPath in two calls.
std::vector<std::byte> parsed(const std::string& path) {
  DWORD size = 0;
  EXPECT_EQ(PdhParseCounterPathA(path.c_str(), nullptr, &size, 0), kMoreData) << path;
  std::vector<std::byte> buffer(size);
  EXPECT_EQ(
      PdhParseCounterPathA(path.c_str(),
                           reinterpret_cast<PPDH_COUNTER_PATH_ELEMENTS_A>(buffer.data()), &size, 0),
      ERROR_SUCCESS);
  EXPECT_EQ(size, buffer.size());
  return buffer;
}

PDH_COUNTER_PATH_ELEMENTS_A& elements_in(std::vector<std::byte>& buffer) {
  return *reinterpret_cast<PPDH_COUNTER_PATH_ELEMENTS_A>(buffer.data());
}

std::string made(PDH_COUNTER_PATH_ELEMENTS_A elements) {
  std::array<char, PDH_MAX_COUNTER_PATH> text = {};
  DWORD size = text.size();
  EXPECT_EQ(PdhMakeCounterPathA(&elements, text.data(), &size, 0), ERROR_SUCCESS);
  EXPECT_EQ(size, std::string(text.data()).size() + 1);
  return text.data();
}

// Names without characters that have a meaning of their own.
rc::Gen<std::string> plain_name() {
  return rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("abXY 019_%.,:[]-=?*&'"))));
}

RC_GTEST_PROP(PdhPathLaw, ParsedParts_MakeTheSamePath, ()) {
  const auto maybe = [](const std::string& name, const std::string& text) {
    return *rc::gen::arbitrary<bool>() ? name : text;
  };
  const std::string parent = maybe(*plain_name() + "/", "");
  const auto index = *rc::gen::inRange(0, 3);
  const std::string number = index == 0 ? "" : "#" + std::to_string(index);
  const std::string instance = maybe("(" + parent + *plain_name() + number + ")", "");
  const std::string object = maybe("Thread", *plain_name());
  const std::string path = "\\\\" + *plain_name() + "\\" + object + instance + "\\" + *plain_name();
  auto buffer = parsed(path);
  RC_ASSERT(made(elements_in(buffer)) == path);
}

}  // namespace
}  // namespace openperflib::compat
