import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createSysfsCards } from './sysfs-cards.ts'

async function treeOf(files: Readonly<Record<string, string>>): Promise<{ root: string; put: typeof put }> {
  const root = await mkdtemp(join(tmpdir(), 'vermilion-drm-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  async function put(more: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(more)) {
      const file = join(root, 'sys/class/drm', path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, `${text}\n`)
    }
  }
  await put(files)
  return { root, put }
}

test('R1.08 a card of AMD tells how busy, warm and hungry it is', async () => {
  const { root } = await treeOf({
    'card1/device/vendor': '0x1002',
    'card1/device/device': '0x740f',
    'card1/device/class': '0x038000',
    'card1/device/gpu_busy_percent': '63',
    'card1/device/mem_info_vram_used': '10737418240',
    'card1/device/mem_info_vram_total': '68702699520',
    'card1/device/hwmon/hwmon4/temp1_input': '52000',
    'card1/device/hwmon/hwmon4/power1_average': '187000000',
    'card1/device/hwmon/hwmon4/power1_cap': '300000000',
    'card1-DP-1/status': 'connected',
    'card0/device/vendor': '0x1a03',
  })
  expect(await createSysfsCards({ root }).read(2)).toEqual([
    {
      index: 2,
      vendor: 'amd',
      name: 'AMD GPU (1002:740f)',
      utilization: 0.63,
      memoryUsed: 10_737_418_240,
      memoryTotal: 68_702_699_520,
      temperature: 52,
      power: 187,
      powerLimit: 300,
    },
  ])
})

test('R1.08 a card of Intel is as busy as it was not asleep, and took what its counter grew by', async () => {
  const { root, put } = await treeOf({
    'card0/device/vendor': '0x8086',
    'card0/device/device': '0x56c0',
    'card0/device/class': '0x030000',
    'card0/gt/gt0/rc6_residency_ms': '1000000',
    'card0/device/hwmon/hwmon2/energy1_input': '5000000000',
  })
  const cards = createSysfsCards({ root })
  expect(await cards.read(0)).toMatchObject([{ vendor: 'intel', utilization: null, power: null }])
  const startedAt = performance.now()
  await delay(200)
  await put({ 'card0/device/hwmon/hwmon2/energy1_input': '5020000000' })
  const [card] = await cards.read(0)
  const seconds = (performance.now() - startedAt) / 1_000
  expect(card?.utilization).toBe(1)
  expect(card?.power).toBeGreaterThan((20 / seconds) * 0.5)
  expect(card?.power).toBeLessThan(20 / 0.2 + 1)
})

test('a machine without cards has none', async () => {
  const { root } = await treeOf({})
  expect(await createSysfsCards({ root }).read(0)).toEqual([])
})
