"""The machines of one kernel each, limits, hidepid and a battery: numbers taken by hand from what they are made of."""

import pathlib
import tempfile
import unittest

import machines
import processes
from collection import Collection
from machines import View

KIB = 1024


def view(name):
    return View(machines.document(name))


class FormatsOfKernels(unittest.TestCase):
    def test_refaults_of_files_have_a_key_of_their_own_since_5_9(self):
        self.assertNotIn("Cache Faults/sec", view("made-linux-4.18").counters("Memory"))
        for name in ("made-linux-5.10", "made-linux-6.1"):
            self.assertEqual(view(name).value("Memory", "Cache Faults/sec"), 90210)

    def test_percpu_counts_where_the_kernel_tells_it(self):
        self.assertEqual(view("made-linux-4.18").value("Memory", "Pool Nonpaged Bytes"),
                         (300000 + 15008) * KIB)
        self.assertEqual(view("made-linux-6.1").value("Memory", "Pool Nonpaged Bytes"),
                         (300000 + 15008 + 9216) * KIB)

    def test_discards_and_flushes_are_no_transfers(self):
        for name in ("made-linux-4.18", "made-linux-5.10", "made-linux-6.1"):
            disks = view(name)
            self.assertEqual(disks.value("PhysicalDisk", "Disk Transfers/sec", "0 sda"), 70000 + 90000)
            self.assertEqual(disks.value("PhysicalDisk", "% Disk Time", "0 sda"), (41000 + 88000) * 10000)

    def test_pressure_came_with_4_20_and_cpu_full_with_5_13(self):
        self.assertNotIn("Linux Pressure", view("made-linux-4.18").objects)
        self.assertNotIn("% cpu full", view("made-linux-5.10").counters("Linux Pressure"))
        self.assertEqual(view("made-linux-6.1").value("Linux Pressure", "% cpu full", "_Total"), 600)

    def test_cgroups_beside_version_1_are_those_of_the_unified_tree(self):
        self.assertEqual(view("made-linux-4.18").instances("Job Object"),
                         ["\\system.slice", "\\system.slice\\db.service", "\\system.slice\\ssh.service", "_Total"])
        self.assertNotIn("Pages/Sec", view("made-linux-4.18").counters("Job Object"))
        self.assertEqual(view("made-linux-5.10").value("Job Object", "Pages/Sec", "\\system.slice\\db.service"),
                         7000002 // 7)


class Descriptors(unittest.TestCase):
    def test_events_are_eventfd_and_timerfd_of_every_process(self):
        block = machines.collect.block(machines.folder("made-linux-6.1"), {}, "260")
        self.assertEqual(View(block).value("Objects", "Events"), 3 * 2)  # three that are not the kernel's


class Limits(unittest.TestCase):
    def test_who_met_the_limit_is_counted_and_who_lists_no_processes_has_none(self):
        jobs = view("made-limits")
        self.assertEqual(jobs.instances("Job Object"), ["\\bare", "\\pool", "\\work", "_Total"])
        self.assertEqual(jobs.value("Job Object", "Process Count - Active", "\\work"), 2)
        self.assertEqual(jobs.value("Job Object", "Process Count - Terminated", "\\work"), 6)
        self.assertIsNone(jobs.value("Job Object", "Process Count - Terminated", "\\pool"))
        self.assertEqual(jobs.value("Job Object", "Current % Processor Time", "\\work"), 550000000)

    def test_memory_is_the_hosts(self):
        self.assertEqual(view("made-limits").value("Memory", "Available KBytes"), 9120040)


class Hidepid(unittest.TestCase):
    def test_only_ones_own_processes_are_seen_and_all_tasks_counted(self):
        hidden = view("made-hidepid-2")
        self.assertEqual(hidden.instances("Process"), ["Idle", "bash", "sleep", "_Total"])
        self.assertEqual(hidden.value("System", "Threads"), 377)

    def test_what_is_summed_over_all_of_them_is_unknown(self):
        hidden = view("made-hidepid-2")
        self.assertNotIn("Processes", hidden.counters("System"))
        self.assertNotIn("File Read Bytes/sec", hidden.counters("System"))
        self.assertNotIn("Processes", hidden.counters("Objects"))

    def test_by_its_group_or_capability_one_sees_them_all(self):
        for options, status, is_hidden in (
                ("rw,gid=4,hidepid=invisible", "Gid:\t7\t7\t7\t7\nGroups:\t40 14 \nCapEff:\tfffff7ffff\n", True),
                ("rw,gid=4,hidepid=invisible", "Gid:\t7\t7\t7\t7\nGroups:\t4 24 \nCapEff:\t0\n", False),
                ("rw,gid=4,hidepid=invisible", "Gid:\t4\t4\t4\t7\nGroups:\t24 \nCapEff:\t0\n", True),
                ("rw,hidepid=2", "Gid:\t0\t0\t0\t0\nGroups:\t\nCapEff:\t0\n", False),
                ("rw,hidepid=2", "CapEff:\t0000000000080000\n", False),
                ("rw,gid=4,hidepid=ptraceable", "Gid:\t4\t4\t4\t4\nCapEff:\t0\n", True),
                ("rw,hidepid=noaccess", "CapEff:\t0\n", False), ("rw", "", False)):
            with self.subTest(options=options, status=status), tempfile.TemporaryDirectory() as folder:
                own = pathlib.Path(folder, "proc/self")
                own.mkdir(parents=True)
                own.joinpath("mountinfo").write_text("21 20 0:4 / /proc rw - proc proc %s\n" % options)
                own.joinpath("status").write_text(status)
                self.assertEqual(is_hidden, processes.some_are_hidden(Collection(folder, {})))


class Battery(unittest.TestCase):
    def test_what_flows_out_is_a_power_meter_and_the_mains_are_none(self):
        laptop = view("made-laptop")
        self.assertEqual(laptop.instances("Power Meter"), ["3 power_meter", "5 BAT0"])
        self.assertEqual(laptop.value("Power Meter", "Power", "5 BAT0"), 8543)
        self.assertIsNone(laptop.value("Power Meter", "Power Budget", "5 BAT0"))


class ManyThreads(unittest.TestCase):
    def test_they_are_20000_and_the_kernels(self):
        threads = machines.made_kernels.many_threads()
        stats = [path for path in threads.entries if b"/task/" in path and path.endswith(b"/stat")]
        self.assertEqual(len(stats), 20001)


if __name__ == "__main__":
    unittest.main()
