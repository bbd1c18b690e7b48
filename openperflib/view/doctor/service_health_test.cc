#include "openperflib/view/doctor/service_health.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

ServiceHealth disque() {
  return {.name = "Disque",
          .is_of_system = false,
          .may_change = true,
          .has_titles = true,
          .disabled = std::nullopt,
          .failure = "",
          .confinement = "privileges, limits",
          .milliseconds = 0.4249};
}

TEST(ServiceHealth, ServiceThatWorks_HasItsCostAndConfinement) {
  EXPECT_EQ(service_line(disque()), "Disque: works, 0.42 ms; confined: privileges, limits");
  EXPECT_EQ(remedy_of(disque()), "");
}

TEST(ServiceHealth, ServiceThatFails_SaysWhy) {
  ServiceHealth service = disque();
  service.failure = "its host ended in Collect";
  service.confinement = "";
  service.milliseconds = std::nullopt;
  EXPECT_EQ(service_line(service), "Disque: fails: its host ended in Collect");
  EXPECT_EQ(remedy_of(service),
            "perflib provider test LIBRARY --ini FILE names what it does wrong");
}

TEST(ServiceHealth, DisabledService_CanBeEnabledByWhoMayWriteItsStore) {
  ServiceHealth service = disque();
  service.disabled = 1;
  EXPECT_EQ(service_line(service), "Disque: disabled");
  EXPECT_EQ(remedy_of(service), "perflib provider enable Disque");
  service.disabled = 4;
  service.may_change = false;
  EXPECT_EQ(service_line(service), "Disque: disabled, because it failed");
  EXPECT_EQ(remedy_of(service), "once it is fixed: perflib provider enable Disque, as root");
}

TEST(ServiceHealth, ServiceWithoutTitles_NeedsThem) {
  const ServiceHealth service{.name = "Disque"};
  EXPECT_EQ(service_line(service), "Disque: no titles");
  EXPECT_EQ(remedy_of(service),
            "perflib provider install DIR, or lodctr FILE.ini, gives it titles");
}

TEST(ServiceHealth, Store_HasItsServicesOrItsFault) {
  EXPECT_EQ(store_line({true, "/s/titles.db", 1, ""}), "system: /s/titles.db, 1 service");
  EXPECT_EQ(store_line({false, "/u/titles.db", 0, ""}), "user: /u/titles.db, 0 services");
  EXPECT_EQ(store_line({false, "/u/titles.db", 0, "damaged"}),
            "user: /u/titles.db cannot be read: damaged");
}

TEST(ServiceHealth, Json_HasEveryField) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  write_services_health(
      out,
      {.all_disabled = false, .stores = {{false, "/u/titles.db", 1, ""}}, .services = {disque()}});
  out.end_object();
  EXPECT_EQ(out.take(),
            R"({"all_disabled":false,"stores":[{"store":"user","file":"/u/titles.db","services":1,)"
            R"("fault":""}],"services":[{"name":"Disque","store":"user","state":"works",)"
            R"("failure":"","confinement":"privileges, limits","milliseconds":0.4249,)"
            R"("remedy":""}]})");
}

}  // namespace
}  // namespace openperflib
