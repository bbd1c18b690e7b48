#include <algorithm>
#include <tuple>
#include <utility>

#include "openperflib/linux/network/network_interface_list_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/layout_hash_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::uint64_t kLoopbackType = 772;  // ARPHRD_LOOPBACK
constexpr std::string_view kLoopbackName = "lo";
constexpr char kClassNet[] = "sys/class/net";

std::string path_of(std::string_view name, std::string_view file) {
  return std::string(kClassNet).append("/").append(name).append("/").append(file);
}

// Whether a name is a valid folder name; one from /proc/net/dev need not be.
bool is_folder_name(std::string_view name) noexcept {
  return name != "." && name != ".." && name.find('/') == std::string_view::npos;
}

// The number in a small file; nullopt if the file is missing or has anything else.
std::optional<std::uint64_t> read_number(std::string_view name, std::string_view file,
                                         CollectContext& context) {
  if (!is_folder_name(name)) return std::nullopt;
  const auto text = context.root.read(path_of(name, file).c_str(), context.buffer);
  if (!text.has_value()) return std::nullopt;
  const auto number = lone_number(*text);
  return number.has_value() ? std::optional(*number) : std::nullopt;
}

std::uint32_t read_index(std::string_view name, CollectContext& context) {
  const std::uint64_t index = read_number(name, "ifindex", context).value_or(0);
  return index <= UINT32_MAX ? static_cast<std::uint32_t>(index) : 0;
}

bool is_loopback(std::string_view name, CollectContext& context) {
  const auto type = read_number(name, "type", context);
  return type.has_value() ? *type == kLoopbackType : name == kLoopbackName;
}

Interface make_interface(std::string_view name, std::uint32_t index) {
  Interface made;
  made.name = name;
  append_instance_name(made.instance_name, name);
  made.index = index;
  if (!is_folder_name(name)) return made;
  made.index_file = KeptFile(path_of(name, "ifindex"), FileEnd::short_read);
  made.speed_file = KeptFile(path_of(name, "speed"), FileEnd::short_read);
  for (std::size_t i = 0; i < kLinkCountCount; ++i) {
    const std::string file = "statistics/" + std::string(kLinkCountNames[i]);
    made.files[i] = KeptFile(path_of(name, file), FileEnd::short_read);
  }
  return made;
}

void release_files(Interface& interface, ProcRoot& root) noexcept {
  root.release(interface.index_file);
  root.release(interface.speed_file);
  for (KeptFile& file : interface.files) root.release(file);
}

}  // namespace

const Link* InterfaceList::link_of(const Interface& interface) const noexcept {
  return interface.position < links_.size() ? &links_[interface.position] : nullptr;
}

const NetDevLine* InterfaceList::line_of(const Interface& interface) const noexcept {
  return interface.position < net_dev_lines_.size() ? &net_dev_lines_[interface.position] : nullptr;
}

void InterfaceList::read_files(CollectContext& context) {
  const auto text = context.root.read(net_dev_file_, net_dev_buffer_);
  parse_net_dev(text.value_or(std::string_view()), net_dev_lines_);
  list_folders(context.root);
}

void InterfaceList::list_folders(const ProcRoot& root) {
  has_folders_ = root.list(kClassNet, names_).has_value();
  if (!has_folders_) names_.clear();
}

std::uint64_t InterfaceList::layout() const noexcept {
  LayoutHash hash;
  hash.add(std::uint64_t{has_links_});
  if (!has_links_) hash.add(std::uint64_t{has_folders_});
  for (const Link& link : links_) {
    hash.add(std::uint64_t{link.index});
    hash.add(std::uint64_t{link.type});
    hash.add(link.name);
  }
  for (const NetDevLine& line : net_dev_lines_) hash.add(line.name);
  if (!has_links_) hash.add(std::string_view(names_.data(), names_.size()));
  return hash.value();
}

// Whether a folder now belongs to another interface with the same name.
bool InterfaceList::has_new_numbers(CollectContext& context) {
  if (has_links_) return false;
  for (Interface* const interface : in_order_) {
    if (interface->index == 0) continue;
    const auto text = context.root.read(interface->index_file, context.buffer);
    const auto index = text.has_value() ? lone_number(*text) : std::unexpected(Errc::missing);
    if (!index.has_value() || *index != interface->index) return true;
  }
  return false;
}

// The position of the first element with the name.
template <typename Items>
std::optional<std::size_t> InterfaceList::position_of(std::string_view name, const Items& items) {
  const auto found = std::ranges::find(items, name, &Items::value_type::name);
  if (found == items.end()) return std::nullopt;
  return static_cast<std::size_t>(found - items.begin());
}

// An interface of sysfs: read by netlink if that knows it, else from its own files or its line.
std::optional<InterfaceList::Found> InterfaceList::find_folder(const std::string& name,
                                                               CollectContext& context) {
  if (is_loopback(name, context)) return std::nullopt;
  const std::uint32_t index = read_index(name, context);
  const auto link = position_of(name, links_);
  if (link.has_value() && links_[*link].index == index) {
    return Found{name, index, CountSource::netlink, *link};
  }
  if (context.root.is_folder(path_of(name, "statistics").c_str())) {
    return Found{name, index, CountSource::statistics, 0};
  }
  const auto line = position_of(name, net_dev_lines_);
  if (!line.has_value()) return std::nullopt;
  return Found{name, index, CountSource::net_dev, *line};
}

std::vector<InterfaceList::Found> InterfaceList::find_in_folders(CollectContext& context) {
  std::vector<Found> found;
  for (std::size_t at = 0; at < names_.size();) {
    const std::string name(&names_[at]);
    at += name.size() + 1;
    if (auto one = find_folder(name, context)) found.push_back(*std::move(one));
  }
  return found;
}

// Without sysfs: the interfaces that netlink or /proc/net/dev lists.
std::vector<InterfaceList::Found> InterfaceList::find_without_folders() const {
  std::vector<Found> found;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (links_[i].type == kLoopbackType) continue;
    found.push_back({links_[i].name, links_[i].index, CountSource::netlink, i});
  }
  for (std::size_t i = 0; i < net_dev_lines_.size(); ++i) {
    const std::string_view name = net_dev_lines_[i].name;
    if (name == kLoopbackName || position_of(name, net_dev_lines_) != i) continue;
    found.push_back({std::string(name), 0, CountSource::net_dev, i});
  }
  return found;
}

void InterfaceList::take_over(const std::vector<Found>& found, CollectContext& context) {
  auto before = std::exchange(interfaces_, {});
  in_order_.clear();
  for (const Found& one : found) {
    const std::string id = std::to_string(one.index) + ' ' + one.name;
    auto known = before.extract(id);
    if (known.empty()) {
      interfaces_.emplace(id, make_interface(one.name, one.index));
    } else {
      interfaces_.insert(std::move(known));
    }
    Interface& interface = interfaces_.at(id);
    interface.source = one.source;
    interface.position = one.position;
    interface.is_wireless =
        is_folder_name(one.name) && context.root.exists(path_of(one.name, "phy80211").c_str());
    interface.is_hardware =
        is_folder_name(one.name) && context.root.exists(path_of(one.name, "device").c_str());
    in_order_.push_back(&interface);
  }
  for (auto& [id, interface] : before) release_files(interface, context.root);
  std::ranges::sort(in_order_, [](const Interface* a, const Interface* b) {
    return std::tuple(a->index == 0, a->index, std::string_view(a->name)) <
           std::tuple(b->index == 0, b->index, std::string_view(b->name));
  });
}

void InterfaceList::update(CollectContext& context) {
  has_links_ = context.root.is_live() && queries_.read_links(links_).has_value();
  if (has_links_) {
    net_dev_lines_.clear();
  } else {
    links_.clear();
    read_files(context);
  }
  if (layout_ == layout() && !has_new_numbers(context)) return;
  layout_ = layout();
  if (has_links_) list_folders(context.root);
  take_over(has_folders_ ? find_in_folders(context) : find_without_folders(), context);
}

}  // namespace openperflib::linux_objects
