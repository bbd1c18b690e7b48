// The same bytes from a file, from memory and from a pipe.
#include "openperflib/os/portable/byte_source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <string>

#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

using SourceKind = ByteSourceFacts::Kind;

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

std::string text_at(const ByteSource& source, std::uint64_t offset, std::size_t most) {
  std::string text(most, '?');
  const auto got = source.read(offset, std::as_writable_bytes(std::span(text)));
  text.resize(got.value());
  return text;
}

std::string next_text(const ByteSource& source, std::size_t most) {
  std::string text(most, '?');
  text.resize(source.read_next(0, std::as_writable_bytes(std::span(text))).value());
  return text;
}

void expect_digits(const ByteSource& source) {
  EXPECT_EQ(source.facts()->kind, SourceKind::file);
  EXPECT_EQ(source.facts()->size, 10U);
  EXPECT_EQ(text_at(source, 0, 4), "0123");
  EXPECT_EQ(text_at(source, 7, 9), "789") << "fewer at the end";
  EXPECT_EQ(text_at(source, 10, 9), "");
  EXPECT_EQ(text_at(source, 99, 9), "") << "beyond the end";
  EXPECT_EQ(text_at(source, 3, 0), "");
}

TEST(ByteSource, Memory_IsReadByPosition) {
  const std::string digits = "0123456789";
  expect_digits(ByteSource(bytes_of(digits)));
}

TEST(ByteSource, EmptyMemory_IsAnEmptyFile) {
  const ByteSource source{Bytes()};
  EXPECT_EQ(source.facts()->size, 0U);
  EXPECT_EQ(text_at(source, 0, 4), "");
}

TEST(ByteSource, File_IsReadByPosition) {
  MadeFolder folder;
  folder.write("digits", "0123456789");
  expect_digits(ByteSource::open(folder.path() + "/digits").value());
}

TEST(ByteSource, DescriptorOfTheCaller_StaysOpen) {
  MadeFolder folder;
  folder.write("digits", "0123456789");
  const UniqueFd fd(::open((folder.path() + "/digits").c_str(), O_RDONLY | O_CLOEXEC));
  expect_digits(ByteSource::of_descriptor(fd.get()));
  EXPECT_EQ(::lseek(fd.get(), 0, SEEK_CUR), 0) << "the position in the file stays";
}

TEST(ByteSource, MovedSource_OwnsTheDescriptor) {
  MadeFolder folder;
  folder.write("digits", "0123456789");
  std::optional<ByteSource> first(ByteSource::open(folder.path() + "/digits").value());
  const ByteSource second = *std::move(first);
  first.reset();
  expect_digits(second);
}

TEST(ByteSource, Pipe_GivesItsBytesInOrder) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const ByteSource source{UniqueFd(ends[0])};
  UniqueFd in(ends[1]);
  ASSERT_EQ(::write(in.get(), "abcdef", 6), 6);
  EXPECT_EQ(source.facts()->kind, SourceKind::stream);
  EXPECT_EQ(next_text(source, 4), "abcd");
  std::array<std::byte, 4> room{};
  EXPECT_EQ(source.read(0, room).error(), ESPIPE) << "by position it is never read";
  in.reset();
  EXPECT_EQ(next_text(source, 4), "ef");
  EXPECT_EQ(next_text(source, 4), "");
}

TEST(ByteSource, Folder_IsToldFromAFile) {
  MadeFolder folder;
  const auto source = ByteSource::open(folder.path());
  EXPECT_EQ(source.value().facts()->kind, SourceKind::folder);
}

TEST(ByteSource, FactsOfAPath_DoNotWaitForAPipe) {
  MadeFolder folder;
  folder.write("digits", "0123456789");
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto digits = ByteSource::facts_of(folder.path() + "/digits");
  EXPECT_EQ(digits.value().kind, SourceKind::file);
  EXPECT_EQ(digits.value().size, 10U);
  EXPECT_EQ(ByteSource::facts_of(folder.path()).value().kind, SourceKind::folder);
  EXPECT_EQ(ByteSource::facts_of(pipe).value().kind, SourceKind::stream);
  EXPECT_EQ(ByteSource::facts_of("/does/not/exist").error(), ENOENT);
}

TEST(ByteSource, MissingFile_GivesErrno) {
  EXPECT_EQ(ByteSource::open("/does/not/exist").error(), ENOENT);
}

}  // namespace
}  // namespace openperflib
