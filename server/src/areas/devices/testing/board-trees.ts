import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type BoardTree = Readonly<Record<string, string>>

const memory = (total: number, available: number) =>
  `MemTotal:       ${total} kB\nMemFree:        ${Math.round(available / 2)} kB\nMemAvailable:   ${available} kB\nBuffers:          154632 kB\nCached:          1754212 kB\n`

const armCores = (parts: readonly string[]) =>
  parts
    .map(
      (part, index) =>
        `processor\t: ${index}\nBogoMIPS\t: 48.00\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: ${part}\nCPU revision\t: 1\n\n`,
    )
    .join('')
const many = (count: number, part: string) => Array.from({ length: count }, () => part)

const running = {
  '/proc/stat':
    'cpu  10132153 290696 3084719 46828483 16683 0 25195 0 175628 0\ncpu0 1393280 32966 572056 13343292 6130 0 17875 0 23933 0\nintr 199292\n',
  '/proc/loadavg': '1.52 0.94 0.41 2/713 48120\n',
  '/proc/uptime': '350735.47 234388.90\n',
  '/proc/net/dev':
    'Inter-|   Receive                                                |  Transmit\n face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n    lo: 9999999    1000    0    0    0     0          0         0  9999999    1000    0    0    0     0       0          0\n  eth0: 1000000    2000    0    0    0     0          0         0   500000    1500    0    0    0     0       0          0\ndocker0: 777    1    0    0    0     0          0         0     777       1    0    0    0     0       0          0\n wlan0:20000 10 0 0 0 0 0 0 3000 9 0 0 0 0 0 0\n',
}

export const jetson: BoardTree = {
  ...running,
  '/proc/device-tree/model': 'NVIDIA Jetson AGX Orin Developer Kit\0',
  '/proc/device-tree/compatible': 'nvidia,p3737-0000+p3701-0005\0nvidia,p3701-0005\0nvidia,tegra234\0',
  '/proc/sys/kernel/hostname': 'orin\n',
  '/proc/sys/kernel/osrelease': '5.15.148-tegra\n',
  '/proc/sys/kernel/arch': 'aarch64\n',
  '/etc/os-release': 'PRETTY_NAME="Ubuntu 22.04.4 LTS"\nNAME="Ubuntu"\nVERSION_ID="22.04"\n',
  '/proc/cpuinfo': armCores(many(12, '0xd42')),
  '/proc/meminfo': memory(64_341_172, 58_120_004),
  '/sys/class/thermal/thermal_zone0/temp': '48250\n',
  '/sys/class/thermal/thermal_zone1/temp': '51718\n',
  '/sys/class/thermal/thermal_zone2/temp': '-256000\n',
  '/sys/devices/platform/17000000.gpu/load': '483\n',
}

export const rk3588: BoardTree = {
  ...running,
  '/proc/device-tree/model': 'Orange Pi 5 Plus\0',
  '/proc/device-tree/compatible': 'rockchip,rk3588-orangepi-5-plus\0rockchip,rk3588\0',
  '/proc/device-tree/gpu@fb000000/compatible': 'arm,mali-bifrost\0',
  '/proc/device-tree/npu@fdab0000/compatible': 'rockchip,rk3588-rknpu\0',
  '/proc/sys/kernel/hostname': 'orangepi5plus\n',
  '/proc/sys/kernel/osrelease': '5.10.160-rockchip-rk3588\n',
  '/proc/sys/kernel/arch': 'aarch64\n',
  '/etc/os-release': 'NAME="Debian GNU/Linux"\nPRETTY_NAME="Orange Pi 1.0.8 Bookworm"\n',
  '/proc/cpuinfo': `${armCores([...many(4, '0xd05'), ...many(4, '0xd0b')])}Serial\t\t: 2d1a8f\n`,
  '/proc/meminfo': memory(16_353_304, 14_102_040),
  '/sys/class/thermal/thermal_zone0/temp': '44384\n',
  '/sys/class/devfreq/fb000000.gpu/load': '7@300000000Hz\n',
  '/sys/class/devfreq/fdab0000.npu/load': '0@1000000000Hz\n',
  '/sys/kernel/debug/rknpu/load': 'NPU load:  Core0: 31%, Core1: 62%, Core2:  0%,\n',
}

export const raspberryPi: BoardTree = {
  ...running,
  '/proc/device-tree/model': 'Raspberry Pi 5 Model B Rev 1.0\0',
  '/proc/device-tree/compatible': 'raspberrypi,5-model-b\0brcm,bcm2712\0',
  '/proc/sys/kernel/hostname': 'raspberrypi\n',
  '/proc/sys/kernel/osrelease': '6.6.51+rpt-rpi-2712\n',
  '/proc/sys/kernel/arch': 'aarch64\n',
  '/etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\n',
  '/proc/cpuinfo': `${armCores(many(4, '0xd0b'))}Revision\t: d04170\nModel\t\t: Raspberry Pi 5 Model B Rev 1.0\n`,
  '/proc/meminfo': memory(8_256_028, 7_012_408),
  '/sys/class/thermal/thermal_zone0/temp': '52800\n',
  '/sys/bus/pci/devices/0000:01:00.0/vendor': '0x1e60\n',
  '/sys/bus/pci/devices/0000:01:00.0/device': '0x2864\n',
  '/sys/bus/pci/devices/0000:01:00.0/class': '0x0b4000\n',
  '/sys/bus/pci/devices/0001:01:00.0/vendor': '0x1de4\n',
  '/sys/bus/pci/devices/0001:01:00.0/device': '0x0001\n',
  '/sys/bus/pci/devices/0001:01:00.0/class': '0x020000\n',
  '/dev/hailo0': '',
}

export const workstation: BoardTree = {
  ...running,
  '/sys/class/dmi/id/sys_vendor': 'ASUS\n',
  '/sys/class/dmi/id/product_name': 'System Product Name\n',
  '/sys/class/dmi/id/board_vendor': 'ASUSTeK COMPUTER INC.\n',
  '/sys/class/dmi/id/board_name': 'PRIME X570-P\n',
  '/proc/sys/kernel/hostname': 'bench\n',
  '/proc/sys/kernel/osrelease': '6.1.0-21-amd64\n',
  '/proc/sys/kernel/arch': 'x86_64\n',
  '/usr/lib/os-release': "PRETTY_NAME='Debian GNU/Linux 12 (bookworm)'\n",
  '/proc/cpuinfo': Array.from(
    { length: 16 },
    (_, index) =>
      `processor\t: ${index}\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD Ryzen 7 3700X 8-Core Processor\n\n`,
  ).join(''),
  '/proc/meminfo': memory(65_776_404, 60_014_380),
  '/proc/driver/nvidia/gpus/0000:09:00.0/information':
    'Model: \t\t NVIDIA GeForce RTX 3080\nIRQ:   \t\t 94\nGPU UUID: \t GPU-8a6e1b6c\nBus Type: \t PCIe\n',
  '/sys/bus/pci/devices/0000:09:00.0/vendor': '0x10de\n',
  '/sys/bus/pci/devices/0000:09:00.0/device': '0x2206\n',
  '/sys/bus/pci/devices/0000:09:00.0/class': '0x030000\n',
  '/sys/bus/pci/devices/0000:0a:00.0/vendor': '0x1002\n',
  '/sys/bus/pci/devices/0000:0a:00.0/device': '0x744c\n',
  '/sys/bus/pci/devices/0000:0a:00.0/class': '0x030000\n',
  '/sys/bus/pci/devices/0000:0a:00.0/mem_info_vram_total': '25753026560\n',
  '/sys/class/drm/card1/device/gpu_busy_percent': '12\n',
  '/sys/class/hwmon/hwmon0/temp1_input': '61500\n',
}

export async function writeBoardTree(tree: BoardTree): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'vermilion-board-'))
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  return root
}
