#include "openperflib/provider/v2/publish/publisher.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "openperflib/os/process/life_mark.h"
#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/testing/child_program.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

std::size_t open_descriptors() { return count_names("/proc/self/fd"); }

class PublisherTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<Publisher> start() const {
    return Publisher::start({folder_.path()}).value();
  }
  MadeFolder folder_;
  OfferWatch watch_{{.system = folder_.path(), .own = {}}};
};

TEST_F(PublisherTest, Offered_ReaderHasTheSetsAndNoDescriptor) {
  const std::size_t before = open_descriptors();
  auto publisher = start();
  ASSERT_TRUE(publisher->add(example_set()).has_value());
  ASSERT_TRUE(watch_.look());
  ASSERT_EQ(watch_.processes().size(), 1U);
  EXPECT_EQ(watch_.processes()[0].peer.process, ::getpid());
  ASSERT_EQ(watch_.processes()[0].segments.size(), 1U);
  EXPECT_EQ(watch_.processes()[0].segments[0].view.set(), example_set());
  EXPECT_FALSE(watch_.look());  // nothing is new
  publisher.reset();            // its worker has closed its end of the connection by then
  EXPECT_EQ(open_descriptors(), before);
}

// More segments than one message has descriptors.
TEST_F(PublisherTest, ManySets_AllArrive) {
  const auto publisher = start();
  for (unsigned i = 0; i < 40; ++i) {
    CounterSetTemplate set = example_set();
    set.set.bytes[1] = std::byte{static_cast<unsigned char>(i)};
    ASSERT_TRUE(publisher->add(set).has_value());
  }
  ASSERT_TRUE(watch_.look());
  EXPECT_EQ(watch_.processes()[0].segments.size(), 40U);
  EXPECT_TRUE(watch_.refused().empty());
}

// In folders of their own, each of which may have a connection.
TEST_F(PublisherTest, SilentSockets_TakeABoundedNumberOfDescriptors) {
  std::vector<ListeningSocket> silent;
  for (const char* const folder : {"a", "b", "c", "d"}) {
    folder_.make_folder(folder);
    silent.push_back(ListeningSocket::listen(folder_.path() + "/" + folder, "silent").value());
  }
  OfferWatch watch({.system = folder_.path(), .own = {}},
                   {.connections = 2, .patience = std::chrono::milliseconds(1)});
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(watch.look());
    EXPECT_EQ(open_descriptors(), before + 2);
  }
}

// They are connected to one after the other, and the first look has all of them.
TEST_F(PublisherTest, MoreProvidersThanConnections_AllAreSeenAtOnce) {
  std::vector<std::unique_ptr<Publisher>> publishers;
  for (int i = 0; i < 7; ++i) publishers.push_back(start());
  OfferWatch watch({.system = folder_.path(), .own = {}},
                   {.connections = 2, .patience = std::chrono::minutes(10)});
  EXPECT_TRUE(watch.look());
  EXPECT_EQ(watch.processes().size(), 7U);
  EXPECT_FALSE(watch.look());
}

TEST_F(PublisherTest, SetIsAddedOrRemoved_ShowsAtTheNextLook) {
  const auto publisher = start();
  ASSERT_TRUE(watch_.look());
  EXPECT_TRUE(watch_.processes()[0].segments.empty());
  const std::uint64_t number = watch_.processes()[0].number;
  PublishedSet* const set = publisher->add(example_set()).value();
  ASSERT_TRUE(watch_.look());
  EXPECT_EQ(watch_.processes()[0].segments.size(), 1U);
  EXPECT_EQ(watch_.processes()[0].number, number);
  EXPECT_TRUE(publisher->remove(set).has_value());
  ASSERT_TRUE(watch_.look());
  EXPECT_TRUE(watch_.processes()[0].segments.empty());
}

TEST_F(PublisherTest, Ends_LeavesNoNameAndNoDescriptor) {
  const std::size_t before = open_descriptors();
  {
    const auto publisher = start();
    ASSERT_TRUE(publisher->add(example_set()).has_value());
    ASSERT_TRUE(watch_.look());
  }
  EXPECT_EQ(count_names(folder_.path()), 0U);
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_TRUE(watch_.look());
  EXPECT_TRUE(watch_.processes().empty());
}

TEST_F(PublisherTest, Killed_ReaderNoticesAndRemovesTheName) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto publisher = start();
    (void)publisher->add(example_set());
    ::pause();
    ::_exit(0);
  }
  while (!watch_.look() || watch_.processes()[0].segments.empty()) ::usleep(1000);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(watch_.look());
  EXPECT_TRUE(watch_.processes().empty());
  EXPECT_EQ(count_names(folder_.path()), 0U);
}

// A name that ends in a page which cannot be read: who copies it is killed there.
std::u16string_view name_that_kills() {
  constexpr std::size_t kPage = 4096;
  (void)::signal(SIGSEGV, [](int) { (void)::raise(SIGKILL); });
  void* const pages =
      ::mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto* const end = static_cast<char16_t*>(pages) + kPage / sizeof(char16_t);
  (void)::mprotect(end, kPage, PROT_NONE);
  std::fill_n(end - 4, 4, u'x');
  return {end - 4, 8};
}

TEST_F(PublisherTest, KilledWhileAnInstanceGetsItsName_OnlyThatOneIsMissing) {
  const Ends go = make_pipe();
  const Fork child(::fork());
  if (child.id == 0) {
    const auto publisher = start();
    PublishedSet& set = **publisher->add(example_set());
    const PublishedInstance laser = publisher->add_instance(set, u"Laser", 0).value();
    publisher->remove_instance(set, publisher->add_instance(set, u"Ink", 0).value());
    char byte = 0;
    (void)!::read(go.reading.get(), &byte, 1);
    // In the slot that Ink had, which readers look at.
    (void)laser.segment->create({.name = name_that_kills(), .life = 77});
    ::_exit(0);
  }
  const auto read = [&] { return reading_of(watch_.processes()[0].segments[0].view); };
  // An instance does not make look() return true: it may come after the last change.
  const auto is_seen = [&] {
    (void)watch_.look();
    return !watch_.processes().empty() && !watch_.processes()[0].segments.empty() &&
           read().size() != 0;
  };
  while (!is_seen()) ::usleep(1000);
  EXPECT_EQ(read().losses(), SegmentLosses{});
  ASSERT_EQ(::write(go.writing.get(), "x", 1), 1);
  int status = 0;
  ASSERT_EQ(::waitpid(child.id, &status, 0), child.id);
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  EXPECT_EQ(read().losses(), SegmentLosses{.changing = 1});
  ASSERT_EQ(read().size(), 1U);
  EXPECT_EQ(read()[0].name, u"Laser");
  EXPECT_TRUE(watch_.look());
  EXPECT_TRUE(watch_.processes().empty());
}

// The kernel says so when the threads end, and closes the socket.
TEST_F(PublisherTest, BecomesAnotherProgram_ItsSetsAreGone) {
  const Ends go = make_pipe();
  const Fork child(::fork());
  if (child.id == 0) {
    const auto publisher = start();
    (void)publisher->add(example_set());
    char byte = 0;
    (void)!::read(go.reading.get(), &byte, 1);
    ::execl("/bin/sleep", "sleep", "1000", nullptr);
    ::_exit(1);
  }
  while (!watch_.look() || watch_.processes()[0].segments.empty()) ::usleep(1000);
  ASSERT_EQ(::write(go.writing.get(), "x", 1), 1);
  while (!watch_.processes().empty() || count_names(folder_.path()) != 0) {
    (void)watch_.look();
    ::usleep(1000);
  }
  EXPECT_TRUE(watch_.refused().empty());
  EXPECT_EQ(::waitpid(child.id, nullptr, WNOHANG), 0);  // it still runs
}

// One connection, which waits until the process goes on.
TEST_F(PublisherTest, StoppedBeforeItIsSeen_IsAskedOnce) {
  const Ends begun = make_pipe();
  const Fork child(::fork());
  if (child.id == 0) {
    const auto publisher = start();
    (void)publisher->add(example_set());
    (void)!::write(begun.writing.get(), "x", 1);
    ::pause();
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(begun.reading.get(), &byte, 1), 1);
  ::kill(child.id, SIGSTOP);
  ::waitpid(child.id, nullptr, WUNTRACED);
  OfferWatch watch({.system = folder_.path(), .own = {}},
                   {.patience = std::chrono::milliseconds(1)});
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(watch.look());
  EXPECT_EQ(open_descriptors(), before + 1);
  EXPECT_TRUE(watch.refused().empty());
  ::kill(child.id, SIGCONT);
  while (!watch.look()) ::usleep(1000);
  EXPECT_EQ(watch.processes()[0].segments.size(), 1U);
  EXPECT_EQ(open_descriptors(), before);
}

// As a process leaves it that is killed before its socket listens.
TEST_F(PublisherTest, SocketThatNeverGotItsName_IsRemovedOnceItIsOld) {
  const std::string path = folder_.path() + "/.1-unfinished";
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  path.copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path));
  const UniqueFd unfinished(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  void* const generic = &address;
  ASSERT_EQ(::bind(unfinished.get(), static_cast<sockaddr*>(generic), sizeof(address)), 0);
  const auto starts = ListeningSocket::listen(folder_.path(), ".2-starts").value();
  EXPECT_FALSE(watch_.look());
  EXPECT_EQ(count_names(folder_.path()), 2U);
  OfferWatch later({.system = folder_.path(), .own = {}}, {.starting = std::chrono::seconds(0)});
  EXPECT_FALSE(later.look());
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::exists(starts.path()));  // it listens, and is about to be renamed
}

// It may have been killed, or have no memory: it is asked again, but not for ever.
TEST_F(PublisherTest, ClosesTheConnection_IsAskedThreeTimes) {
  const auto socket = ListeningSocket::listen(folder_.path(), "closing").value();
  std::atomic<unsigned> asked = 0;
  const auto is_certain = [&] {
    return watch_.refused().size() == 1 && watch_.refused()[0].is_certain();
  };
  std::jthread server([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      if (socket.wait()) ++asked;
    }
  });
  while (!is_certain()) (void)watch_.look();
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(watch_.look());
  EXPECT_TRUE(is_certain());
  server.request_stop();
  socket.wake();
  server.join();
  EXPECT_EQ(asked, 3U);
  EXPECT_EQ(watch_.refused()[0].reason, "it closed the connection before all was sent");
}

// Its parent still publishes.
TEST_F(PublisherTest, ForkedChildEnds_ParentGoesOn) {
  auto publisher = start();
  ASSERT_TRUE(publisher->add(example_set()).has_value());
  const pid_t child = ::fork();
  if (child == 0) {
    publisher.reset();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(count_names(folder_.path()), 1U);
  ASSERT_TRUE(watch_.look());
  EXPECT_FALSE(watch_.processes()[0].segments[0].view.withdrawn());
}

// The child has a copy of the socket, at which nobody answers. A reader that waited for it would
// wait for ever.
TEST_F(PublisherTest, ForkedChildOutlivesItsParent_NothingIsLeft) {
  std::array<int, 2> lives{};
  ASSERT_EQ(::pipe(lives.data()), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    const auto publisher = start();
    (void)publisher->add(example_set());
    const pid_t child = ::fork();
    if (child != 0) (void)::write(lives[1], &child, sizeof(child));
    ::pause();
    ::_exit(0);
  }
  pid_t child = 0;
  ASSERT_EQ(::read(lives[0], &child, sizeof(child)), ssize_t{sizeof(child)});
  ASSERT_TRUE(watch_.look());
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  OfferWatch other({.system = folder_.path(), .own = {}}, {.patience = std::chrono::minutes(10)});
  EXPECT_FALSE(other.look());
  EXPECT_EQ(count_names(folder_.path()), 0U);
  EXPECT_TRUE(watch_.look());
  EXPECT_TRUE(watch_.processes().empty());
  ::kill(child, SIGKILL);
  for (const int end : lives) ::close(end);
}

// As kernels before 5.18 may leave it: a word that nobody changed.
TEST_F(PublisherTest, EndedWithoutAMark_IsFoundByAProbe) {
  const SealedMemory page = SealedMemory::create("x", offer_page::kPageSize).value();
  write_offer_page(page.bytes());
  store(page.bytes(), offer_page::kOwner, std::uint32_t{1});
  const pid_t child = ::fork();
  if (child == 0) {
    const auto socket = ListeningSocket::listen(folder_.path(), "unmarked").value();
    UniqueFd connection = socket.wait();
    while (!connection) connection = socket.wait();
    std::array<std::byte, 64> asked{};
    while (!receive_message(connection.get(), asked).has_value()) ::usleep(1000);
    const std::array sent{page.descriptor()};
    (void)send_message(connection.get(), bytes_of(OfferMessage{}), sent);
    ::_exit(0);
  }
  OfferWatch probing({.system = folder_.path(), .own = {}}, {.probe = std::chrono::seconds(0)});
  while (!probing.look()) ::usleep(1000);
  EXPECT_EQ(probing.processes().size(), 1U);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(probing.look());
  EXPECT_TRUE(probing.processes().empty());
  EXPECT_EQ(count_names(folder_.path()), 0U);
}

TEST(OfferLimits, KernelMayLeaveAMark_ProbesAreMoreFrequent) {
  EXPECT_EQ(OfferLimits::probe_of_kernel(true), std::chrono::seconds(30));
  EXPECT_EQ(OfferLimits::probe_of_kernel(false), std::chrono::seconds(10));
  EXPECT_EQ(OfferLimits{}.probe, OfferLimits::probe_of_kernel(marks_every_end()));
}

// Changes that the clock of the file system cannot tell from each other.
TEST_F(PublisherTest, FolderChangesAgainAtOnce_IsListedAgain) {
  for (int i = 0; i < 3; ++i) {
    auto publisher = start();
    ASSERT_TRUE(watch_.look());
    EXPECT_EQ(watch_.processes().size(), 1U);
    publisher.reset();
    ASSERT_TRUE(watch_.look());
    EXPECT_TRUE(watch_.processes().empty());
  }
}

TEST_F(PublisherTest, SameSetTwice_IsRefused) {
  const auto publisher = start();
  ASSERT_TRUE(publisher->add(example_set()).has_value());
  EXPECT_EQ(publisher->add(example_set()).error(), CounterSetFault::set_exists);
}

TEST_F(PublisherTest, SameInstanceTwice_IsRefusedUntilItIsRemoved) {
  const auto publisher = start();
  PublishedSet& set = **publisher->add(example_set());
  const auto laser = publisher->add_instance(set, u"Laser", 1);
  ASSERT_TRUE(laser.has_value());
  EXPECT_EQ(publisher->add_instance(set, u"Laser", 1).error(), CounterSetFault::instance_exists);
  EXPECT_TRUE(publisher->add_instance(set, u"Laser", 2).has_value());
  publisher->remove_instance(set, *laser);
  EXPECT_TRUE(publisher->add_instance(set, u"Laser", 1).has_value());
}

// More instances than a segment has slots, and a name that is too long for it.
TEST_F(PublisherTest, ManyInstances_GetMoreSegments) {
  const auto publisher = start();
  PublishedSet& set = **publisher->add(example_set());
  for (std::uint32_t i = 0; i < 200; ++i) {
    ASSERT_TRUE(publisher->add_instance(set, u"Laser", i).has_value());
  }
  ASSERT_TRUE(publisher->add_instance(set, std::u16string(500, u'x'), 0).has_value());
  ASSERT_TRUE(watch_.look());
  std::size_t count = 0;
  for (const OfferedSegment& segment : watch_.processes()[0].segments) {
    count += reading_of(segment.view).size();
  }
  EXPECT_EQ(count, 201U);
}

// As one of a process that has as many segments as readers take.
TEST(PublishedSet, MayNotGrow_LastSlotIsTheLast) {
  const auto set = PublishedSet::create(example_set()).value();
  std::uint32_t count = 0;
  while (set->add(u"Laser", count, count + 1, SetGrowth::refused).has_value()) ++count;
  EXPECT_GT(count, 0U);
  EXPECT_EQ(set->add(u"Laser", count, count + 1, SetGrowth::refused).error(),
            CounterSetFault::no_memory);
  EXPECT_EQ(set->segment_count(), 1U);
  EXPECT_TRUE(set->add(u"Laser", count, count + 1).has_value());  // its name was not taken
  EXPECT_EQ(set->segment_count(), 2U);
}

// Whatever the program lets others do with its files.
TEST_F(PublisherTest, FolderIsMissing_IsMadeForItsUserAlone) {
  const std::string made = folder_.path() + "/openperflib";
  const mode_t before = ::umask(0);
  const auto publisher = Publisher::start({made});
  ::umask(before);
  ASSERT_TRUE(publisher.has_value());
  struct stat facts = {};
  ASSERT_EQ(::stat(made.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0700U);
}

TEST_F(PublisherTest, NoFolder_IsAnError) {
  const auto publisher = Publisher::start({folder_.path() + "/none/none"});
  EXPECT_EQ(publisher.error().errno_value, ENOENT);
  EXPECT_EQ(Publisher::start({}).error().errno_value, EACCES);
}

TEST_F(PublisherTest, Guid_MustBeOne) {
  const auto publisher = start();
  for (const char* const guid : {"", "8f1c1b0e", "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c1g",
                                 "8f1c1b0e+5d7a-4c52-9d0e-0b6a5f1f7c11"}) {
    const auto set = CounterSet::publish(*publisher, {.guid = guid, .name = "x", .counters = {}});
    EXPECT_EQ(set.error(), CounterSetFault::not_found) << guid;
  }
}

}  // namespace
}  // namespace openperflib
