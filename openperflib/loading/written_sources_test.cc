#include <gtest/gtest.h>

#include "openperflib/base/bytes.h"
#include "openperflib/loading/written_sources_internal.h"
#include "openperflib/titles/checked_titles.h"

namespace openperflib {
namespace {

// What a rebuilt title store reads after a backup was restored.
TEST(WrittenSources, ReadAgain_GiveTheSameTitles) {
  const ServiceTitles titles{
      .driver_name = "Disque Svc",
      .objects = {0, 6},
      .has_objects = true,
      .is_trusted = false,
      .last_distance = 8,
      .languages = {{0x009,
                     {{0, "Queues", "All [queues]; = // x"},
                      {2, "Depth", ""},
                      {6, "#define", ""},
                      {8, "B", ""}}},
                    {0x010, {{0, "Code", ""}, {2, "Profondit\u00E0", "Aiuto"}}}}};
  const std::string ini = ini_text_of(titles);
  const std::string header = header_text_of(titles);
  const auto checked =
      check_titles(IniFile::read(as_bytes(ini)), SymbolHeader::read(as_bytes(header)));
  ASSERT_TRUE(checked.has_value()) << describe(checked.error().front());
  EXPECT_EQ(checked->titles, titles);
  EXPECT_EQ(checked->notes, TitleRemarks());
}

}  // namespace
}  // namespace openperflib
