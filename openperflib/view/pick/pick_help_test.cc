#include "openperflib/view/pick/pick_help.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

Catalog log_of_names(std::string_view object, std::string_view counter) {
  Catalog catalog;
  Series series;
  series.object = object;
  series.counter = counter;
  catalog.add(series);
  return catalog;
}

std::string help_of_counter(std::string_view object, std::string_view counter) {
  const Catalog catalog = log_of_names(object, counter);
  const Catalog::Object& only = catalog.objects().front();
  return pick_help(only, &only.counters.front(), fixed_titles());
}

TEST(PickHelp, NamesOfALog_HaveTheHelpOfTheirTitles) {
  EXPECT_FALSE(help_of_counter("Memory", "Available Bytes").empty());
  const Catalog catalog = log_of_names("Memory", "Available Bytes");
  EXPECT_FALSE(pick_help(catalog.objects().front(), nullptr, fixed_titles()).empty());
}

TEST(PickHelp, UnknownNames_HaveNone) {
  EXPECT_EQ(help_of_counter("Web Shop", "Requests of the shop"), "");
}

}  // namespace
}  // namespace openperflib
