import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "board-inference"))

import infer


class SensorTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, path, text):
        file = os.path.join(self.folder.name, path)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w") as out:
            out.write(text + "\n")

    def report(self, between=lambda: None):
        sensors = infer.Sensors(self.folder.name)
        between()
        sensors.start()
        return sensors.report()

    def test_a_device_without_sensors_tells_nothing(self):
        self.assertEqual(self.report(), {"temperature": None, "throttling": None, "power": None})

    def test_the_hottest_zone_counts_and_where_it_began(self):
        self.write("class/thermal/thermal_zone0/temp", "41000")
        self.write("class/thermal/thermal_zone0/type", "cpu-thermal")
        self.write("class/thermal/thermal_zone1/temp", "-256000")
        heat = lambda: self.write("class/thermal/thermal_zone0/temp", "72500")
        expected = {"start": 41.0, "highest": 72.5, "sensor": "cpu-thermal"}
        self.assertEqual(self.report(heat)["temperature"], expected)

    def test_power_of_a_jetson_is_that_of_its_input(self):
        for name, text in (("name", "ina3221"), ("in1_label", "VDD_GPU"), ("in2_label", "VDD_IN"), ("in1_input", "5000"),
                           ("curr1_input", "100"), ("in2_input", "19000"), ("curr2_input", "500")):
            self.write("class/hwmon/hwmon3/" + name, text)
        power = self.report()["power"]
        self.assertAlmostEqual(power["mean"], 9.5)
        self.assertEqual(power["sensor"], "ina3221 VDD_IN")

    def test_throttling_is_what_a_device_says_of_it(self):
        self.write("class/thermal/cooling_device0/type", "cpufreq-cpu0")
        self.write("class/thermal/cooling_device0/cur_state", "0")
        self.assertEqual(self.report()["throttling"], {"isThrottled": False, "detail": ""})
        slow = lambda: self.write("class/thermal/cooling_device0/cur_state", "2")
        self.assertEqual(self.report(slow)["throttling"], {"isThrottled": True, "detail": "cpufreq-cpu0 2"})

    def test_firmware_of_a_raspberry_pi_counts_while_it_lasts(self):
        flags = "devices/platform/soc/soc:firmware/get_throttled"
        # What was once since the start is no news.
        self.write(flags, "50000")
        self.assertEqual(self.report()["throttling"]["isThrottled"], False)
        self.assertEqual(self.report(lambda: self.write(flags, "50004"))["throttling"]["isThrottled"], True)


if __name__ == "__main__":
    unittest.main()
