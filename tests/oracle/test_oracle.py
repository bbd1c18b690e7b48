"""The collectors against numbers taken by hand from the fixtures' text, and against identities."""

import unittest

import assemble
import definitions
import machines
from machines import View

BOOT = 134397296530000000  # vm-6.18: btime 1795256053 as FILETIME
UP = 19124800000  # uptime 1912.48 in 100 ns


class ByHand(unittest.TestCase):
    """vm-6.18, each number worked out from the line that its comment quotes."""

    def setUp(self):
        self.view = View(machines.document("vm-6.18"))

    def values(self, name, expected, instance=None):
        for counter, value in expected.items():
            self.assertEqual(self.view.value(name, counter, instance), value, counter)

    def test_header_is_btime_plus_uptime(self):
        document = self.view.document
        self.assertEqual(document["perf_time"], UP)
        self.assertEqual(document["perf_time_100ns"], BOOT + UP)
        self.assertEqual(document["system_time"], "2026-11-21T10:46:05.480")
        self.assertEqual(document["machine"], "ROOT")  # no proc/sys/kernel/hostname

    def test_system(self):
        self.values("System", {
            "Context Switches/sec": 1862844,  # ctxt 1862844
            "System Up Time": BOOT,
            "Processor Queue Length": 3,  # procs_running 5, two cpuN lines
            "Processes": 6,  # 9 folders, 4 of kernel threads (2 3 16 17), which count one
            "Threads": 108,  # loadavg 5/108
            "File Read Operations/sec": 679 + 21 + 10,
            "File Write Bytes/sec": 24001694})
        self.assertNotIn("System Calls/sec", self.view.counters("System"))

    def test_processor(self):
        # cpu0 8921 87 4594 176839 116 0 17 7; cpu1 13173 47 5779 170855 667 0 74 11
        self.values("Processor", {
            "% User Time": (8921 + 87) * 100000, "% Privileged Time": (4594 + 17) * 100000,
            "% Processor Time": UP - (8921 + 87 + 4594 + 17 + 7) * 100000,
            "% DPC Time": 1700000, "% C2 Time": 0, "DPC Rate": None}, "0")
        self.values("Processor", {
            "% User Time": (9008 + 13220) * 100000 // 2,
            "Interrupts/sec": 764272}, "_Total")  # intr 764272

    def test_processor_information(self):
        self.assertEqual(self.view.instances("Processor Information"),
                         ["0,0", "0,1", "0,_Total", "_Total"])
        self.values("Processor Information", {"Processor Frequency": 2596,  # cpu MHz 2596.138
                                              "Parking Status": 0}, "0,1")
        self.assertNotIn("% of Maximum Frequency", self.view.counters("Processor Information"))

    def test_memory(self):
        # MemAvailable 24190956, MemFree 23740924, Committed_AS 177844, MemTotal 24684096, no swap
        self.values("Memory", {
            "Available Bytes": 24190956 * 1024, "Free & Zero Page List Bytes": 23740924 * 1024,
            "Available MBytes": 23623, "Commit Limit": 24684096 * 1024,
            "% Committed Bytes In Use": 44461,
            "Pool Nonpaged Bytes": (33952 + 1728 + 976) * 1024,
            "Cache Bytes": (473576 + 13756 - 8796 + 269464) * 1024,
            "Free System Page Table Entries": 4294967295,
            "Modified Page List Bytes": (1440 + 72) * 1024,
            "Pages Input/sec": 3307, "Page Faults/sec": 13604794})
        self.assertEqual(self.view.base("Memory", "% Committed Bytes In Use"), [6171024])

    def test_disks(self):
        # vda 103248 13947 7768618 52916 20476 136284 10195576 23471 0 13884
        expected = {
            "% Disk Time": (52916 + 23471) * 10000, "Avg. Disk sec/Read": 529160000,
            "Disk Read Bytes/sec": 7768618 * 512, "Disk Transfers/sec": 103248 + 20476,
            "% Idle Time": BOOT + UP - 13884 * 10000, "Current Disk Queue Length": 0}
        self.assertEqual(self.view.instances("PhysicalDisk"), ["0 vda", "_Total"])
        self.assertEqual(self.view.instances("LogicalDisk"), ["\\", "_Total"])
        self.values("PhysicalDisk", expected, "0 vda")
        self.values("LogicalDisk", expected, "\\")
        self.assertEqual(self.view.base("PhysicalDisk", "% Disk Time"), [BOOT + UP] * 2)
        self.assertNotIn("% Free Space", self.view.counters("LogicalDisk"))

    def test_network(self):
        self.values("Network Interface", {"Bytes Total/sec": 246635398 + 209813,
                                          "Packets Sent Unicast/sec": 3045}, "eth0")
        self.assertNotIn("lo", self.view.instances("Network Interface"))
        self.assertNotIn("Current Bandwidth", self.view.counters("Network Interface"))  # speed -1

    def test_pressure(self):
        self.values("Linux Pressure", {"% cpu some": 566923790}, "_Total")
        self.assertEqual(self.view.instances("Linux Pressure"),
                         ["\\batch.slice", "\\batch.slice\\job1", "_Total"])

    def test_process(self):
        # 24012 (python3) S 24004 .. minflt 4253 .. majflt 0, utime 103, stime 3 .. start 190996
        self.assertEqual(self.view.instances("Process"), [
            "Idle", "System", "python3", "bash", "odd] [x y", "bash", "python3", "_Total"])
        self.values("Process", {
            "% Processor Time": 106 * 100000, "Page Faults/sec": 4253, "ID Process": 24012,
            "Creating Process ID": 24004, "Thread Count": 4, "Priority Base": 8,
            "Elapsed Time": BOOT + 190996 * 100000, "Virtual Bytes": 243888128,
            "IO Write Bytes/sec": 24001694}, "python3")
        self.values("Process", {"ID Process": 2, "Elapsed Time": BOOT + 24 * 100000,
                                "Thread Count": 4, "Working Set": 0}, "System")
        self.assertEqual(self.view.all("Process", "Priority Base"), [0, 8, 8, 6, 8, 8, 8, 0])

    def test_process_v2_is_process_by_name_and_id(self):
        self.assertEqual(self.view.instances("Process V2"), [
            "Idle:0", "System:2", "python3:24012", "bash:24016", "odd] [x y:24017", "bash:24018",
            "python3:24067", "_Total"])
        self.assertEqual(self.view.all("Process V2", "Process ID"),
                         self.view.all("Process", "ID Process"))
        self.assertEqual(self.view.all("Process V2", "Elapsed Time"),
                         self.view.all("Process", "Elapsed Time"))

    def test_kthreads_lists_them_in_place_of_system(self):
        view = View(machines.documents("vm-6.18", kthreads=True)[0])
        self.assertEqual(view.instances("Process")[:3], ["Idle", "kthreadd",
                                                         "pool_workqueue_release"])
        self.assertNotIn("System", view.instances("Process"))
        self.assertEqual(view.value("System", "Processes"), 9)


class Identities(unittest.TestCase):
    """What must hold on every machine where all its members have values."""

    def equal(self, name, view, left, right):
        """Sums of counters, instance by instance; a missing member says nothing."""
        if name not in view.objects or not set(left + right) <= set(view.counters(name)):
            return
        size = {one["name"]: one["size"] for one in view.objects[name]["counters"]}
        for row in zip(*(view.all(name, counter) for counter in left + right)):
            if None not in row:
                bits = 8 * size[left[0]]
                self.assertEqual(sum(row[:len(left)]) % (1 << bits),
                                 sum(row[len(left):]) % (1 << bits), (name, left, row))

    def test_sums(self):
        for machine in machines.names():
            view = View(machines.document(machine))
            with self.subTest(machine):
                self.equal("Memory", view, ["Available Bytes"],
                           ["Free & Zero Page List Bytes", "Standby Cache Normal Priority Bytes"])
                self.equal("Memory", view, ["Pages/sec"], ["Pages Input/sec", "Pages Output/sec"])
                self.equal("Network Interface", view, ["Bytes Total/sec"],
                           ["Bytes Received/sec", "Bytes Sent/sec"])
                self.equal("Process", view, ["IO Data Bytes/sec"],
                           ["IO Read Bytes/sec", "IO Write Bytes/sec"])
                for disk in ("PhysicalDisk", "LogicalDisk"):
                    self.equal(disk, view, ["Disk Transfers/sec"],
                               ["Disk Reads/sec", "Disk Writes/sec"])
                    self.equal(disk, view, ["Avg. Disk Queue Length"],
                               ["Avg. Disk Read Queue Length", "Avg. Disk Write Queue Length"])

    def test_user_privileged_steal_and_idle_are_all_the_time_there_was(self):
        view = View(machines.document("vm-6.18"))
        for number, steal in (("0", 7), ("1", 11)):
            parts = [view.value("Processor", counter, number)
                     for counter in ("% Processor Time", "% User Time", "% Privileged Time")]
            self.assertEqual(sum(parts) + steal * 100000, UP)

    def test_process_total_is_the_sum_of_the_others(self):
        for machine in machines.names():
            view = View(machines.document(machine))
            if not view.objects.get("Process", {}).get("instances"):
                continue
            for counter in ("% Processor Time", "Thread Count", "Working Set"):
                if counter in view.counters("Process"):
                    values = view.all("Process", counter)
                    expected = None if None in values[:-1] else sum(values[:-1])
                    self.assertEqual(values[-1], expected, (machine, counter))


class Rules(unittest.TestCase):
    """What is there, what is left out, what is missing: one rule of the specification each."""

    def test_no_instances_keeps_the_definitions(self):
        view = View(machines.document("arm64-128cpu-4node-5.15"))
        self.assertEqual(view.instances("PhysicalDisk"), [])
        self.assertEqual(len(view.counters("PhysicalDisk")), 20 + 10)  # Split IO has none

    def test_without_uptime_there_is_no_clock(self):
        for machine in ("precise-1cpu-70proc", "made-hostile-clock"):
            view = View(machines.document(machine))
            self.assertEqual(view.document["perf_time_100ns"], 0)
            self.assertIsNone(view.document["system_time"])
            self.assertNotIn("% Processor Time", view.counters("Processor"))
            self.assertNotIn("% Disk Time", view.counters("PhysicalDisk"))
            self.assertNotIn("System Up Time", view.counters("System"))

    def test_default_counter_left_out_is_the_first_there_is(self):
        view = View(machines.document("made-hidepid"))
        self.assertNotIn("File Data Operations/sec", view.counters("System"))
        self.assertEqual(view.objects["System"]["default_counter"], 0)
        self.assertEqual(view.counters("PhysicalDisk")[1], "% Disk Time")
        self.assertEqual(view.objects["PhysicalDisk"]["default_counter"], 1)

    def test_other_users_io_is_missing_and_so_is_its_total(self):
        view = View(machines.document("made-hidepid"))
        self.assertEqual(view.all("Process", "IO Read Operations/sec"),
                         [0, None, None, None, 33, None])

    def test_in_a_container_pid_2_is_a_process_like_any(self):
        view = View(machines.document("made-container"))
        self.assertEqual(view.instances("Process"),
                         ["Idle", "dash", "postgres", "python3.11", "_Total"])
        self.assertEqual(view.instances("LogicalDisk"), ["\\", "\\data", "_Total"])
        self.assertEqual(view.instances("Linux Pressure"), ["\\sidecar", "_Total"])

    def test_the_offline_cpu_has_no_instance(self):
        view = View(machines.document("made-96cpu-2node"))
        names = view.instances("Processor Information")
        self.assertNotIn("47", view.instances("Processor"))
        self.assertEqual(len(view.instances("Processor")), 96)
        self.assertEqual(names.index("0,_Total"), 48)
        self.assertEqual(names[-2:], ["1,_Total", "_Total"])
        self.assertEqual(view.value("Processor", "Interrupts/sec", "_Total"), 5)  # 2^33 + 5

    def test_physical_disks_are_told_by_folder_or_name(self):
        view = View(machines.document("made-disks"))
        self.assertEqual(view.instances("PhysicalDisk"), [
            "0 sdb", "1 sda", "2 nvme0n1", "3 mmcblk0", "4 pmem0", "5 xvda1", "_Total"])

    def test_one_mount_a_device_and_it_is_the_shortest(self):
        view = View(machines.document("made-disks"))
        self.assertEqual(view.instances("LogicalDisk"), [
            "\\", "\\s", "\\boot\\efi", "\\tank", "\\tank\\data sets", "\\btrfs", "\\md",
            "\\unknown-number", "\\tab\tand\\back\nline", "_Total"])
        self.assertEqual(view.all("LogicalDisk", "Disk Reads/sec")[:8],
                         [11000, 12000, 9000, None, None, None, 13000, 3000])

    def test_idle_states_by_name(self):
        view = View(machines.document("made-laptop"))
        self.assertEqual(view.all("Processor", "% C1 Time"), [50000, 100000, 7000, None, None])
        self.assertEqual(view.all("Processor", "% C3 Time"),
                         [54000000, 108000000, 17000, None, None])

    def test_hostile_names_are_mangled(self):
        view = View(machines.document("made-hostile"))
        self.assertEqual(view.instances("Process")[1:11], [
            "a] [b", "sl_ash", "ha_sh_back", "new\nline", "bad\ufffdutf", "[[[]]]", "c_d_e",
            " blanks  ", "9 [x] S 1", "cut"])
        self.assertEqual(view.instances("Network Interface"),
                         ["eth[0]_1_x", "bad\ufffdutf", "big"])

    def test_garbage_costs_its_own_value_only(self):
        view = View(machines.document("made-hostile"))
        self.assertEqual(view.all("Processor", "% User Time"),
                         [None, 30000000, None, None, 401000000, None, None])
        self.assertNotIn("Available Bytes", view.counters("Memory"))
        self.assertEqual(view.value("Memory", "Committed Bytes"), 400 * 1024)

    def test_a_request_names_objects_by_index(self):
        found = machines.collect.block(machines.folder("vm-6.18"), {}, "238 2 99999")
        self.assertEqual([one["name"] for one in found["objects"]], ["System", "Processor"])

    def test_pages_of_64_kib_count_as_sixteen(self):
        folder = machines.folder("made-pair-a")
        view = View(machines.collect.block(folder, {}, "4", page_size=65536))
        self.assertEqual(view.value("Memory", "Pages Output/sec"), 6001 * 16)

    def test_missing_values_are_told(self):
        rows = machines.document("vm-6.18")["missing"]
        rate = [row for row in rows if row["object"] == 238 and row["title_index"] == 1336]
        self.assertEqual([(row["counter"], row["instance"], row["reason_kind"]) for row in rate],
                         [(7, name, "first collection") for name in ("0", "1", "_Total")])
        calls, = [row for row in rows if row["title_index"] == 150]
        self.assertEqual((calls["counter"], calls["instance"]), (None, None))

    def test_offsets_of_our_own_layout(self):
        counters = definitions.load(["Processor Information"])["Processor Information"].counters
        places = {one.name: (one.offset, one.base_offset) for one in counters}
        self.assertEqual(places["% Processor Time"], (8, None))
        self.assertEqual(places["% DPC Time"], (40, None))  # after Interrupts/sec, 4 bytes at 32
        self.assertEqual(places["Average Idle Time"], (152, 160))
        self.assertEqual(places["% Processor Utility"], (192, 200))
        for counter in definitions.load(["Linux Pressure"])["Linux Pressure"].counters:
            self.assertEqual(counter.offset % 8, 0)

    def test_totals_lack_what_one_instance_lacks(self):
        self.assertEqual(assemble.NAMES[238], "Processor")
        view = View(machines.document("made-container"))
        self.assertEqual(view.all("LogicalDisk", "Disk Reads/sec"), [None, 900, None])


class SecondCollection(unittest.TestCase):
    """made-pair-a, then made-pair-b 10 s later, by one process."""

    def setUp(self):
        self.first, self.second = map(View, machines.documents("made-pair-a", "made-pair-b"))

    def test_dpc_rate_is_per_clock_tick(self):
        # cpu0 12001 softirqs in 10,000 ms: floor(12001 * 15.625 / 10000); cpu1 100
        self.assertEqual(self.second.all("Processor", "DPC Rate"), [18, 0, 18])

    def test_a_field_that_went_backwards_is_held(self):
        self.assertEqual(self.second.value("Processor", "% User Time", "1"), 502000000)

    def test_the_cpu_that_went_offline_is_gone(self):
        self.assertEqual(self.second.instances("Processor"), ["0", "1", "_Total"])

    def test_milliseconds_of_a_disk_are_carried_over_32_bits(self):
        # sda reads for 4294966296 ms, then for 4000
        first, second = (view.value("PhysicalDisk", "% Disk Read Time", "0 sda")
                         for view in (self.first, self.second))
        self.assertEqual((first, second), (((1 << 32) - 1000) * 10000, ((1 << 32) + 4000) * 10000))

    def test_another_disk_under_an_old_name_gets_another_number(self):
        self.assertEqual(self.second.instances("PhysicalDisk"), ["0 sda", "2 sdb", "_Total"])
        self.assertEqual(self.second.value("PhysicalDisk", "Disk Reads/sec", "2 sdb"), 7)

    def test_peaks_and_accumulations(self):
        self.assertEqual(self.second.value("Memory", "Cache Bytes Peak"), 3276800000)
        # pswpin 4000 -> 4100, pgmajfault 5000 -> 5030: 5000 + max(100, 30)
        self.assertEqual(self.second.value("Memory", "Pages Input/sec"), 5100)
        # pswpout 6001 -> 6042: ceil(6001 / 32) + ceil(41 / 32)
        self.assertEqual(self.second.value("Memory", "Page Writes/sec"), 188 + 2)
        self.assertEqual(self.second.value("Process", "Page File Bytes Peak", "shrinks"),
                         45000 * 1024)

    def test_file_operations_never_fall(self):
        self.assertEqual(self.first.value("System", "File Read Operations/sec"), 5210)
        self.assertEqual(self.second.value("System", "File Read Operations/sec"), 5210)

    def test_the_systems_running_totals_never_fall(self):
        # 650 + 400 ticks, then 700 without the thread that exited
        self.assertEqual(self.second.value("Process", "% Processor Time", "System"), 105000000)

    def test_the_first_parent_stays_and_a_reused_pid_is_another_process(self):
        self.assertEqual(self.second.value("Process", "Creating Process ID", "shrinks"), 150)
        self.assertEqual(self.second.value("Process", "Page File Bytes Peak", "reused"),
                         100 * 1024)

    def test_utility_grows_by_busy_milliseconds_times_performance(self):
        # cpu0: 401 busy ticks = 4010 ms, scaling_cur_freq 3100000 / 10 / 2000 MHz = 155
        self.assertEqual(self.second.value("Processor Information", "% Processor Utility", "0,0"),
                         4010 * 155)
        self.assertEqual(self.second.all("Processor Information", "Performance Limit Flags"),
                         [0, 1, 1, 1])


if __name__ == "__main__":
    unittest.main()
