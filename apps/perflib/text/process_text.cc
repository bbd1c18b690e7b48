#include "apps/perflib/text/process_text.h"

#include <fmt/core.h>

#include "openperflib/machine/process_facts.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps {

std::string process_text(const CounterSession& session, std::size_t series) {
  const std::uint32_t process_id = session.query().binding().series()[series].process_id;
  if (!session.is_live() || process_id == 0) return {};
  const ProcessFacts facts = process_facts("", process_id);
  return fmt::format("  {:<8} {}\n  {:<8} {}\n", "user", printable(facts.user), "command",
                     printable(facts.command));
}

}  // namespace openperflib::apps
