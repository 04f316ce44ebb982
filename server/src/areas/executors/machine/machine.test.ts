import { expect, test } from 'vitest'
import { acceleratorsFrom, usageFrom } from './accelerators.ts'
import { idleCoresBetween } from './idle-cores.ts'
import { machineCapacity } from './machine.ts'

test('R3.02 accelerators are read as their driver lists them', () => {
  const lines =
    '0, NVIDIA H100 80GB HBM3, 81559\n1, NVIDIA GB10, [N/A]\n\nNVIDIA-SMI has failed because of, no driver\n'
  expect(acceleratorsFrom(lines)).toEqual([
    { type: 'NVIDIA H100 80GB HBM3', index: 0, memoryBytes: 81_559 * 1024 * 1024 },
    { type: 'NVIDIA GB10', index: 1, memoryBytes: null },
  ])
})

test('R1.08 a machine knows what it has to give out, with accelerators or without', async () => {
  const { cpu, memoryBytes, accelerators } = await machineCapacity()
  expect(cpu).toBeGreaterThanOrEqual(1)
  expect(memoryBytes).toBeGreaterThan(64 * 1024 * 1024)
  expect(new Set(accelerators.map(({ index }) => index)).size).toBe(accelerators.length)
})

test('R1.08 cores are free as far as they had nothing to do, whatever waits for a disk', () => {
  const at = (idle: number, all: number) => ({ idle, all, cores: 4 })
  expect(idleCoresBetween(at(1_000, 2_000), at(1_300, 2_400))).toBe(3)
  expect(idleCoresBetween(at(1_000, 2_000), at(1_000, 2_400))).toBe(0)
  expect(idleCoresBetween(at(1_000, 2_000), at(1_000, 2_000))).toBe(4)
})

test('what accelerators do is read as the driver tells it', () => {
  expect(usageFrom('0, 87, 40536\n1, [N/A], 12\n\nno devices\n')).toEqual([
    { index: 0, utilization: 0.87, memoryBytes: 40_536 * 1024 ** 2 },
    { index: 1, utilization: 0, memoryBytes: 12 * 1024 ** 2 },
  ])
})
