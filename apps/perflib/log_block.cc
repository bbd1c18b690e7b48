#include "apps/perflib/log_block.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "apps/perflib/log_source.h"
#include "apps/perflib/messages.h"
#include "apps/perflib/subcommand.h"
#include "openperflib/query/title_indices.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/layout.h"

namespace openperflib::apps {
namespace {

using Block = std::vector<std::byte>;

// What stands before the first object.
Bytes header_of(const DataBlockView& view) {
  const Bytes bytes = view.bytes();
  for (const ObjectTypeView& object : view.objects()) {
    return bytes.first(static_cast<std::size_t>(object.bytes().data() - bytes.data()));
  }
  return bytes;
}

// Objects of several blocks below one header. A block of one machine alone can be.
class JoinedBlock {
 public:
  void add(const DataBlockView& view, const ObjectRequest& request) {
    if (machine_.has_value() && !std::ranges::equal(*machine_, view.machine_name())) {
      has_other_machines_ = true;
      return;
    }
    if (!machine_.has_value()) begin(view);
    bool is_first = true;
    for (const ObjectTypeView& object : view.objects()) {
      // What the blocks of a recording say of their own object stands whole in one of them.
      const bool is_status = object.name_title_index() == title::kCollectionStatus;
      const bool is_beside = !std::exchange(is_first, false) && is_status;
      if (is_beside || !request.wants_object(object.name_title_index())) continue;
      bytes_.insert(bytes_.end(), object.bytes().begin(), object.bytes().end());
      ++objects_;
    }
  }

  [[nodiscard]] bool has_objects() const noexcept { return objects_ != 0; }
  [[nodiscard]] bool has_other_machines() const noexcept { return has_other_machines_; }

  // Its length and number of objects set.
  [[nodiscard]] Block finish() {
    store(bytes_, layout::data_block::kTotalByteLength, static_cast<std::uint32_t>(bytes_.size()));
    store(bytes_, layout::data_block::kNumObjectTypes, objects_);
    return std::move(bytes_);
  }

 private:
  void begin(const DataBlockView& view) {
    const Bytes header = header_of(view);
    bytes_.assign(header.begin(), header.end());
    const Bytes machine = view.machine_name();
    machine_.emplace(machine.begin(), machine.end());
  }

  Block bytes_;
  std::optional<Block> machine_;
  std::uint32_t objects_ = 0;
  bool has_other_machines_ = false;
};

bool is_all_of(const DataBlockView& view, const ObjectRequest& request) {
  for (const ObjectTypeView& object : view.objects()) {
    if (!request.wants_object(object.name_title_index())) return false;
  }
  return true;
}

// The blocks of the record that can be read; the reader told of others.
std::vector<DataBlockView> views_of(const LogRecord& record) {
  std::vector<DataBlockView> views;
  for (const Bytes block : record.blocks) {
    if (block.empty()) continue;
    const auto view = DataBlockView::parse(block);
    if (view.has_value()) views.push_back(*view);
  }
  return views;
}

std::expected<Block, int> join(const std::vector<DataBlockView>& views,
                               const ObjectRequest& request) {
  if (views.size() == 1 && is_all_of(views.front(), request)) {
    const Bytes bytes = views.front().bytes();
    return Block(bytes.begin(), bytes.end());
  }
  JoinedBlock joined;
  for (const DataBlockView& view : views) joined.add(view, request);
  if (!joined.has_objects()) {
    complain("the log has none of these objects");
    return std::unexpected(kDoesNotExist);
  }
  if (joined.has_other_machines()) complain("blocks of other machines are left out");
  return joined.finish();
}

}  // namespace

std::expected<Block, int> first_block(const LogOptions& options, const ObjectRequest& request) {
  auto log = LogSource::open(options);
  if (!log.has_value()) return std::unexpected(log.error());
  do {
    const auto result = log->read();
    if (!result.has_value()) {
      complain(result.error());
      return std::unexpected(kFailed);
    }
    if (*result == ReadResult::end) {
      report_oddities(log->reader());
      complain("no sample of the log is in that time");
      return std::unexpected(kFailed);
    }
  } while (!log->is_in_window());
  report_oddities(log->reader());
  const std::vector<DataBlockView> views = views_of(log->record());
  if (!views.empty()) return join(views, request);
  complain(options.files.front(),
           "holds counters and no blocks; `perflib convert` makes text of it");
  return std::unexpected(kFailed);
}

}  // namespace openperflib::apps
