import { csvCells } from '@vermilion/contract/formats/csv/records'
import { runProgram } from '#platform/processes/start-program'
import type { AcceleratorUsage } from '../port/executor.ts'

const driverTimeout = 5_000
/** Cache lifetime in milliseconds, since nvidia-smi starts slowly. */
const lifetime = 4_000

let last: { at: number; usage: Promise<AcceleratorUsage[]> } | undefined

export async function acceleratorUsage(indexes: readonly number[]): Promise<AcceleratorUsage[]> {
  if (indexes.length === 0) return []
  const now = performance.now()
  if (last === undefined || now - last.at > lifetime) last = { at: now, usage: ask() }
  return (await last.usage).filter(({ index }) => indexes.includes(index))
}

async function ask(): Promise<AcceleratorUsage[]> {
  const query = ['--query-gpu=index,utilization.gpu,memory.used', '--format=csv,noheader,nounits']
  const reported = await runProgram('nvidia-smi', query, { timeout: driverTimeout }).catch(() => null)
  return reported === null ? [] : usageFrom(reported.stdout)
}

/** Parses lines such as `0, 87, 40536`, in percent and MiB, or `[N/A]` for unknown values. */
export function usageFrom(lines: string): AcceleratorUsage[] {
  return lines.split('\n').flatMap((line) => {
    const [index, utilization, memory] = csvCells(line).map((cell) => Number(cell || Number.NaN))
    if (index === undefined || !Number.isInteger(index)) return []
    const existing = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? 0 : value)
    return [{ index, utilization: existing(utilization) / 100, memoryBytes: existing(memory) * 1024 * 1024 }]
  })
}
