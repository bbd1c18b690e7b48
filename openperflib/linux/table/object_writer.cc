#include <algorithm>

#include "openperflib/linux/table/object_writer_internal.h"

namespace openperflib::linux_objects {
namespace {

// Whether Linux can never provide the counter.
bool never_fed(const CatalogueCounter& counter) noexcept {
  const LinuxStatus status = on_linux(counter).status;
  return status == LinuxStatus::none || status == LinuxStatus::omit;
}

// Whether a counter keeps its definition if its values are missing for this reason.
bool keeps_definition(MissingReason code) noexcept {
  return code == MissingReason::not_requested || code == MissingReason::first_collection;
}

bool has_definition(const ObjectTable& table, const Reasons& reasons,
                    const CatalogueCounter& counter) noexcept {
  if (never_fed(counter)) return false;
  if (table.instance_count() == 0) return on_linux(counter).status != LinuxStatus::optional;
  for (std::size_t row = 0; row < table.instance_count(); ++row) {
    const ReasonId reason = table.reason(row, counter.order);
    if (reason == Reasons::kPresent || keeps_definition(reasons.code(reason))) return true;
  }
  return false;
}

struct LeftOut {
  MissingReason code;
  std::string_view text;
};

// What the catalogue says of a counter that no collector provides.
LeftOut left_out(const CatalogueCounter& counter) noexcept {
  const MissingReason code =
      never_fed(counter) ? MissingReason::not_on_this_machine : MissingReason::other;
  const std::string_view reason = on_linux(counter).left_out_reason;
  return {code, reason.empty() ? "not collected" : reason};
}

// Why the object has no definition for the counter.
LeftOut left_out(const ObjectTable& table, const Reasons& reasons,
                 const CatalogueCounter& counter) noexcept {
  const bool is_reported = !never_fed(counter) && table.instance_count() > 0 &&
                           table.reason(0, counter.order) != Reasons::kNotCollected;
  if (!is_reported) return left_out(counter);
  const ReasonId reason = table.reason(0, counter.order);
  return {reasons.code(reason), reasons.text(reason)};
}

ObjectHeader header_of(const CatalogueObject& object, const Instant& instant) noexcept {
  ObjectHeader header{.name_title_index = object.name_index,
                      .help_title_index = object.help_index,
                      .detail_level = object.detail_level,
                      .instances = object.has_instances ? Instances::multiple : Instances::none,
                      .counter_block_length = object.counter_block_length};
  if (object.has_own_clock) {
    header.perf_time = instant.realtime.value_or(0);
    header.perf_freq = kTicksPerSecond;
  }
  return header;
}

}  // namespace

void ObjectWriter::define(const CatalogueCounter& counter) {
  chosen_.push_back({counter.order, static_cast<std::uint32_t>(definitions_.size())});
  definitions_.push_back({.name_title_index = counter.name_index,
                          .help_title_index = counter.help_index,
                          .default_scale = counter.default_scale,
                          .detail_level = counter.detail_level,
                          .type = counter.type,
                          .size = counter.size,
                          .offset = counter.offset});
  if (counter.base_type == 0) return;
  definitions_.push_back({.name_title_index = counter.name_index,
                          .help_title_index = counter.help_index,
                          .default_scale = 0,
                          .detail_level = counter.base_detail_level,
                          .type = counter.base_type,
                          .size = counter.base_size,
                          .offset = counter.base_offset});
}

void ObjectWriter::choose(const ObjectTable& table, const Reasons& reasons,
                          ProviderReport& report) {
  chosen_.clear();
  definitions_.clear();
  for (const CatalogueCounter& counter : table.object().counters) {
    if (has_definition(table, reasons, counter)) {
      define(counter);
    } else {
      const LeftOut why = left_out(table, reasons, counter);
      report.add_left_out(table.object().name_index, counter.name_index, why.code, why.text);
    }
  }
}

void ObjectWriter::write_values(const ObjectTable& table, std::size_t instance,
                                DataBlockBuilder& builder) const {
  for (const Chosen& one : chosen_) {
    if (table.reason(instance, one.order) != Reasons::kPresent) continue;  // stays 0
    const CatalogueCounter& counter = table.object().counters[one.order];
    builder.set(counter.offset, counter.size, table.value(instance, one.order));
    if (counter.base_type == 0) continue;
    builder.set(counter.base_offset, counter.base_size,
                table.value(instance, one.order, Part::base));
  }
}

void ObjectWriter::write_instances(const ObjectTable& table, DataBlockBuilder& builder,
                                   ProviderReport& report) const {
  for (std::size_t row = 0; row < table.instance_count(); ++row) {
    InstanceIdentity identity;
    if (const ParentInstance parent = table.parent(row); parent.object_title_index != 0) {
      identity.parent = parent;
    }
    builder.begin_instance(table.instance_name(row), identity);
    write_values(table, row, builder);
    if (table.instance_key(row) == 0) continue;
    report.add_key(
        {table.object().name_index, static_cast<std::uint32_t>(row), table.instance_key(row)});
  }
}

// Reports runs of instances that lack a value for the same reason; the base is missing with its
// value.
void ObjectWriter::report_missing(const ObjectTable& table, const Reasons& reasons,
                                  ProviderReport& report) const {
  const std::size_t rows = table.instance_count();
  for (const Chosen& one : chosen_) {
    const bool has_base = table.object().counters[one.order].base_type != 0;
    for (std::size_t begin = 0, end = 0; begin < rows; begin = end) {
      const ReasonId reason = table.reason(begin, one.order);
      for (end = begin + 1; end < rows && table.reason(end, one.order) == reason;) ++end;
      if (reason == Reasons::kPresent) continue;
      for (std::uint32_t part = 0; part < (has_base ? 2U : 1U); ++part) {
        report.add_missing(
            table.object().name_index, one.ordinal + part, static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(end - begin), reasons.code(reason), reasons.text(reason));
      }
    }
  }
}

// The reason why an object has no instances is reported for each of its counters, as if they were
// omitted.
void ObjectWriter::report_empty(const ObjectTable& table, const Reasons& reasons,
                                ProviderReport& report) const {
  if (table.instance_count() != 0 || table.why_empty() == Reasons::kPresent) return;
  for (const Chosen& one : chosen_) {
    report.add_left_out(table.object().name_index, table.object().counters[one.order].name_index,
                        reasons.code(table.why_empty()), reasons.text(table.why_empty()));
  }
}

void ObjectWriter::report_unfed(const CatalogueObject& object, ProviderReport& report) {
  for (const CatalogueCounter& counter : object.counters) {
    const LeftOut why = left_out(counter);
    report.add_left_out(object.name_index, counter.name_index, why.code, why.text);
  }
}

bool ObjectWriter::begin(const ObjectTable& table, const Reasons& reasons, ObjectHeader header,
                         DataBlockBuilder& builder, ProviderReport& report) {
  choose(table, reasons, report);
  if (definitions_.empty()) return false;
  const auto preferred = std::ranges::find(chosen_, table.object().default_order, &Chosen::order);
  header.default_counter =
      preferred == chosen_.end() ? 0 : static_cast<std::int32_t>(preferred->ordinal);
  builder.begin_object(header, definitions_);
  return true;
}

void ObjectWriter::write(const ObjectTable& table, const Reasons& reasons, const Instant& instant,
                         DataBlockBuilder& builder, ProviderReport& report) {
  if (!begin(table, reasons, header_of(table.object(), instant), builder, report)) return;
  if (table.object().has_instances) {
    write_instances(table, builder, report);
  } else {
    builder.begin_single();
    write_values(table, 0, builder);
  }
  builder.end_object();
  report_missing(table, reasons, report);
  report_empty(table, reasons, report);
}

void ObjectWriter::write_definitions(const ObjectTable& table, const Reasons& reasons,
                                     const Instant& instant, DataBlockBuilder& builder,
                                     ProviderReport& report) {
  ObjectHeader header = header_of(table.object(), instant);
  header.instances =
      table.object().has_instances ? Instances::metadata_multiple : Instances::metadata_none;
  if (begin(table, reasons, header, builder, report)) builder.end_object();
}

}  // namespace openperflib::linux_objects
