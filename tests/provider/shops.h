// The environment of the tools with a ScriptedProvider. SHOPS_FAULT: why the provider fails.
#pragma once

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "apps/collection/environment.h"
#include "openperflib/testing/providers/scripted_provider.h"

namespace openperflib {

inline std::vector<std::unique_ptr<Provider>> shops() {
  auto provider = std::make_unique<ScriptedProvider>();
  provider->script().requests_per_collection = 100;
  if (const char* fault = std::getenv("SHOPS_FAULT")) {
    provider->script().fault = {MissingReason::provider_failed, fault};
  }
  std::vector<std::unique_ptr<Provider>> providers;
  providers.push_back(std::move(provider));
  return providers;
}

inline apps::Environment environment_with_shops() {
  return {.titles = fixed_titles(),
          .machine = {.providers = &shops, .time_limit = std::chrono::seconds(2)},
          .described_machine = {.providers = &shops}};
}

}  // namespace openperflib
