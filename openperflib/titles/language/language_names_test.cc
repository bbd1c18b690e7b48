#include "openperflib/titles/language/language_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/titles/fixed_objects.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LanguageNames, NamesAreFoundIgnoringCase) {
  LanguageNames french("00C");
  french.add_name("Memory", "Mémoire");
  EXPECT_THAT(french.objects("MÉMOIRE"), ElementsAre("Memory"));
  EXPECT_THAT(french.counters("System", "mémoire"), ElementsAre("Memory"));
  EXPECT_THAT(french.objects("Memoire"), IsEmpty());
}

// French calls the object Process and the counter Processes of System the same.
TEST(LanguageNames, NameOfAnObjectAndACounter_IsTheOneThatFitsThePlace) {
  LanguageNames french("00C");
  french.add_name("Process", "Processus");
  french.add_name("Processes", "Processus");
  EXPECT_THAT(french.objects("Processus"), ElementsAre("Process"));
  EXPECT_THAT(french.counters("System", "Processus"), ElementsAre("Processes"));
}

TEST(LanguageNames, NameThatFitsSeveralCounters_HasThemAll) {
  LanguageNames german("007");
  german.add_name("Packets Sent/sec", "Pakete/s");
  german.add_name("Packets Received/sec", "Pakete/s");
  EXPECT_THAT(german.counters("Network Interface", "Pakete/s"),
              ElementsAre("Packets Sent/sec", "Packets Received/sec"));
  EXPECT_THAT(german.counters("A set", "Pakete/s"),
              ElementsAre("Packets Sent/sec", "Packets Received/sec"));
}

TEST(LanguageNames, CountersOfAnObject_TakePrecedence) {
  LanguageNames german("deDE");
  german.add_object("Network QoS Policy", "Netzwerk-QoS-Richtlinie");
  german.add_counter("Network QoS Policy", "Packets dropped", "Verworfene Pakete");
  german.add_name("Dropped", "Verworfene Pakete");
  EXPECT_THAT(german.objects("Netzwerk-QoS-Richtlinie"), ElementsAre("Network QoS Policy"));
  EXPECT_THAT(german.counters("network qos policy", "Verworfene Pakete"),
              ElementsAre("Packets dropped"));
  EXPECT_THAT(german.counters("Memory", "Verworfene Pakete"), ElementsAre("Dropped"));
}

TEST(LanguageNames, EmptyAndEqualNames_AreNotKept) {
  LanguageNames names("x");
  names.add_name("", "Leer");
  names.add_name("Empty", "");
  names.add_name("Memory", "Arbeitsspeicher");
  names.add_name("memory", "ARBEITSSPEICHER");
  EXPECT_EQ(names.size(), 1U);
}

TEST(FixedObjects, CountersAreThoseOfTheirObjects) {
  EXPECT_TRUE(names_fixed_object("Processor"));
  EXPECT_TRUE(names_fixed_object("processor information"));
  EXPECT_FALSE(names_fixed_object("% Processor Time"));
  EXPECT_TRUE(names_fixed_counter("Process", "% Processor Time"));
  EXPECT_TRUE(names_fixed_counter("System", "Processes"));
  EXPECT_FALSE(names_fixed_counter("System", "Available Bytes"));
  EXPECT_FALSE(names_fixed_counter("No such object", "Processes"));
}

}  // namespace
}  // namespace openperflib
