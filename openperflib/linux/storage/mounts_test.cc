#include <gtest/gtest.h>

#include "openperflib/linux/storage/mounts_internal.h"

namespace openperflib::linux_objects {
namespace {

std::vector<Mount> mountinfo(std::string_view text) {
  return parse_mounts(text, MountFormat::mountinfo);
}
std::vector<Mount> mounts(std::string_view text) { return parse_mounts(text, MountFormat::mounts); }

// The mount points, with a bar between them.
std::string points(const std::vector<Mount>& mounts) {
  std::string text;
  for (const Mount& mount : mounts) text += (text.empty() ? "" : "|") + mount.mount_point;
  return text;
}

TEST(Mounts, MountinfoLine_HasDeviceSourceTypeAndMountPoint) {
  EXPECT_EQ(mountinfo("27 1 254:0 / / rw,relatime shared:1 master:2 - ext4 /dev/vda rw,discard\n"),
            (std::vector<Mount>{{DeviceNumber{254, 0}, "/dev/vda", "/", "ext4", false}}));
}

TEST(Mounts, MountsLine_HasNoDevice) {
  EXPECT_EQ(mounts("/dev/sda2 /boot ext3 rw,relatime,data=ordered 0 0\n"),
            (std::vector<Mount>{{std::nullopt, "/dev/sda2", "/boot", "ext3", false}}));
}

std::optional<bool> is_read_only(std::string_view line, MountFormat format) {
  const auto found = parse_mounts(line, format);
  return found.empty() ? std::nullopt : found.front().is_read_only;
}

TEST(Mounts, ReadOnly_IsAnOptionOfTheMountOrOfItsFileSystem) {
  using enum MountFormat;
  EXPECT_EQ(is_read_only("1 0 8:1 / / ro,nosuid shared:1 - ext4 /dev/a rw", mountinfo), true);
  EXPECT_EQ(is_read_only("1 0 8:1 / / nosuid - ext4 /dev/a rw,ro", mountinfo), true);
  EXPECT_EQ(is_read_only("1 0 8:1 / / rw,xro - ext4 /dev/a errors=ro,rox", mountinfo), false);
  EXPECT_EQ(is_read_only("1 0 8:1 / / rw - ext4 /dev/a", mountinfo), std::nullopt);
  EXPECT_EQ(is_read_only("1 0 8:1 / / ro - ext4 /dev/a", mountinfo), true);
  EXPECT_EQ(is_read_only("/dev/a / ext4 nosuid,ro, 0 0", mounts), true);
  EXPECT_EQ(is_read_only("/dev/a / ext4", mounts), std::nullopt);
}

TEST(Mounts, OptionsOfProc_AreThoseOfTheLastMount) {
  using enum MountFormat;
  const std::string_view text =
      "1 0 0:4 / /proc rw shared:3 - proc proc rw,hidepid=1\n"
      "2 0 0:4 / /proc/sys ro - proc proc rw,hidepid=4\n"
      "3 1 0:9 / /proc rw,noexec - proc proc rw,gid=4,hidepid=invisible\n";
  EXPECT_EQ(proc_options(text, mountinfo), "rw,gid=4,hidepid=invisible");
  EXPECT_EQ(proc_options("proc /proc proc rw,nosuid,hidepid=2 0 0\n", mounts),
            "rw,nosuid,hidepid=2");
  EXPECT_EQ(proc_options("1 0 0:4 / /proc rw - proc proc rw\n2 1 0:5 / /proc rw - tmpfs none rw\n",
                         mountinfo),
            "");
  EXPECT_EQ(proc_options("1 0 0:4 / /proc rw - proc proc", mountinfo), "");
  EXPECT_EQ(proc_options("1 0 0:4 / /", mountinfo), "");
}

TEST(Mounts, Option_IsWhatFollowsItsEqualsSign) {
  EXPECT_EQ(mount_option("rw,gid=4,hidepid=invisible", "gid"), "4");
  EXPECT_EQ(mount_option("rw,gid=4,hidepid=invisible", "hidepid"), "invisible");
  EXPECT_EQ(mount_option("rw,gid=4,hidepid=invisible", "rw"), "");
  EXPECT_EQ(mount_option("xgid=4,gidx=5", "gid"), std::nullopt);
  EXPECT_EQ(mount_option("gid=", "gid"), "");
  EXPECT_EQ(mount_option("", "gid"), std::nullopt);
}

TEST(Mounts, OctalEscapes_AreTheBytesTheyStandFor) {
  EXPECT_EQ(decode_mount_text("/mnt/My\\040Disk\\011x\\012y\\134z\\043"), "/mnt/My Disk\tx\ny\\z#");
  EXPECT_EQ(decode_mount_text("a\\04b\\9\\400\\"), "a\\04b\\9\\400\\");
  EXPECT_EQ(points(mountinfo("9 1 8:1 / /a\\040b rw - ext4 /dev/sda1 rw")), "/a b");
}

TEST(Mounts, RootDeviceAndZfs_AreLogicalDisks) {
  const std::string_view text =
      "1 0 0:5 / / rw - overlay overlay rw\n"
      "2 1 8:1 / /boot rw - ext4 /dev/sda1 rw\n"
      "3 1 0:40 / /tank rw - zfs tank rw\n"
      "4 1 0:41 / /proc rw - proc proc rw\n"
      "5 1 0:42 / /mnt rw - nfs4 10.0.0.1:/srv rw\n"
      "6 1 0:43 / /run rw - tmpfs tmpfs rw\n";
  EXPECT_EQ(points(mountinfo(text)), "/|/boot|/tank");
}

TEST(Mounts, FullByNature_AreNone) {
  EXPECT_EQ(points(mounts("/dev/loop0 /snap/a/1 squashfs ro 0 0\n"
                          "/dev/sr0 /media/cd iso9660 ro 0 0\n"
                          "/dev/sr1 /media/dvd udf ro 0 0\n"
                          "/dev/sdb1 /mnt vfat rw 0 0\n")),
            "/mnt");
}

TEST(Mounts, DeviceMountedTwice_IsItsShortestMountPoint) {
  const std::string_view text =
      "1 0 202:1 /a/resolv.conf /etc/resolv.conf rw - ext4 /dev/xvda1 rw\n"
      "2 0 253:1 /rootfs / rw - xfs /dev/mapper/x rw\n"
      "3 0 202:1 /a/hosts /etc/hosts rw - ext4 /dev/xvda1 rw\n"
      "4 0 202:1 /b/hosts /etc/host5 rw - ext4 /dev/xvda1 rw\n";
  EXPECT_EQ(points(mountinfo(text)), "/etc/hosts|/");
}

TEST(Mounts, WithoutDevices_OneSourceIsOneInstance) {
  EXPECT_EQ(points(mounts("/dev/sda1 /a/b ext4 rw 0 0\n/dev/sdb1 /c ext4 rw 0 0\n"
                          "/dev/sda1 /a ext4 rw 0 0\n")),
            "/a|/c");
}

TEST(Mounts, MountPointCoveredByALaterLine_IsNone) {
  const auto found = mounts(
      "rootfs / rootfs rw 0 0\n/dev/sda1 / ext4 rw 0 0\n"
      "/dev/sdb1 /data ext4 rw 0 0\ntmpfs /data tmpfs rw 0 0\n");
  ASSERT_EQ(points(found), "/");
  EXPECT_EQ(found[0].source, "/dev/sda1");
}

TEST(Mounts, LineThatLacksAWord_IsLeftOut) {
  EXPECT_TRUE(mountinfo("27 1 254:0 / / rw - ext4\n27 1 254:0 / /\n27 1 x:0 / / rw - ext4 /dev/a\n"
                        "27 1 254 / / rw - ext4 /dev/a rw\n\n")
                  .empty());
  EXPECT_TRUE(mounts("/dev/sda1 /\n/dev/sda1\n").empty());
}

TEST(Mounts, NetworkFilesystems_AreKnownByTheirType) {
  EXPECT_TRUE(is_network_filesystem("nfs4"));
  EXPECT_TRUE(is_network_filesystem("cifs"));
  EXPECT_TRUE(is_network_filesystem("fuse.sshfs"));
  EXPECT_FALSE(is_network_filesystem("ext4"));
  EXPECT_FALSE(is_network_filesystem("overlay"));
}

}  // namespace
}  // namespace openperflib::linux_objects
