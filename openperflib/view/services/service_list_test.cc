#include "openperflib/view/services/service_list.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

ServiceFacts service_of_disque() {
  return {.name = "Disque",
          .is_of_system = true,
          .is_disabled = false,
          .disabled = std::nullopt,
          .library = "/opt/disque.so",
          .first_index = 1848,
          .last_index = 1852,
          .objects = {"Disque Queues"},
          .values = {{"Performance", "Library", "/opt/disque.so"}}};
}

ServiceFacts bare() {
  return {.name = "Mail",
          .disabled = {},
          .library = {},
          .first_index = {},
          .last_index = {},
          .objects = {},
          .values = {}};
}

TEST(ServiceTable, Columns_AreAsWideAsTheirWidestCell) {
  EXPECT_EQ(service_table({service_of_disque(), bare()}),
            "SERVICE  STATE      STORE   INDICES    LIBRARY\n"
            "Disque   enabled    system  1848-1852  /opt/disque.so\n"
            "Mail     no titles  user    -          -\n");
  EXPECT_EQ(service_table({}), "");
}

TEST(ServiceTable, DisabledService_SaysSoWhateverItsTitles) {
  ServiceFacts service = service_of_disque();
  service.is_disabled = true;
  EXPECT_EQ(state_text(service), "disabled");
}

TEST(ServiceDetails, Values_HaveTheirKeys) {
  EXPECT_EQ(service_details(service_of_disque()),
            "service    Disque\n"
            "state      enabled\n"
            "store      system\n"
            "indices    1848-1852\n"
            "objects    Disque Queues\n"
            "Performance\\Library = /opt/disque.so\n");
}

TEST(ServiceJson, UnknownNumbers_AreNull) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  write_services(out, {bare()});
  out.end_object();
  EXPECT_EQ(
      out.take(),
      R"({"services":[{"name":"Mail","state":"no titles","store":"user","disabled":null,"library":"",)"
      R"("first_index":null,"last_index":null,"objects":[],"values":[]}]})");
}

}  // namespace
}  // namespace openperflib
