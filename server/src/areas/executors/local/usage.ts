import { readFile } from 'node:fs/promises'
import { environmentOf } from '#platform/processes/supervisor'
import { usageOfRun } from '#platform/processes/usage'
import { acceleratorUsage } from '../machine/accelerators.ts'
import type { RunUsage } from '../port/executor.ts'
import { sumOf } from '../port/usage.ts'

export async function localUsage(instances: readonly { folder: string }[]): Promise<RunUsage | null> {
  return sumOf(await Promise.all(instances.map(({ folder }) => usageOf(folder))))
}

async function usageOf(folder: string): Promise<RunUsage | null> {
  const processUsage = await usageOfRun(folder)
  if (processUsage === null) return null
  return {
    ...processUsage,
    network: await machineNetwork(),
    accelerators: await acceleratorUsage(await observe(folder)),
  }
}

async function observe(folder: string): Promise<number[]> {
  const named = (await environmentOf(folder))?.['CUDA_VISIBLE_DEVICES'] ?? ''
  return named.split(',').flatMap((index) => (/^\d+$/.test(index) ? [Number(index)] : []))
}

async function machineNetwork(): Promise<RunUsage['network']> {
  const text = await readFile('/proc/net/dev', 'utf8').catch(() => null)
  if (text === null) return null
  const interfaces = text.split('\n').flatMap((line) => {
    const [, name, numbers] = /^\s*(\S+):\s*(.*)$/.exec(line) ?? []
    return name === undefined || name === 'lo' || numbers === undefined ? [] : [numbers.split(/\s+/).map(Number)]
  })
  const sum = (index: number) => interfaces.reduce((total, numbers) => total + (numbers[index] ?? 0), 0)
  return { of: 'machine', receivedBytes: sum(0), sentBytes: sum(8) }
}
