import { readdir } from 'node:fs/promises'
import { csvCells } from '@vermilion/contract/formats/csv/records'
import { runProgram } from '#platform/processes/start-program'
import type { Accelerator, AcceleratorUsage } from '../port/executor.ts'

const driverTimeout = 5_000
/** Cache lifetime in milliseconds, since nvidia-smi starts slowly. */
const lifetime = 4_000

/** Values of each accelerator, one line each; nothing without a driver. */
async function queryDriver(names: string): Promise<string> {
  const query = [`--query-gpu=${names}`, '--format=csv,noheader,nounits']
  return runProgram('nvidia-smi', query, { timeout: driverTimeout }).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/** From nvidia-smi, or else the number of devices. */
export async function machineAccelerators(): Promise<Accelerator[]> {
  const listed = acceleratorsFrom(await queryDriver('index,name,memory.total'))
  if (listed.length > 0) return listed
  const devices = (await readdir('/dev').catch(() => [])).flatMap((name) => /^nvidia(\d+)$/.exec(name)?.[1] ?? [])
  return devices.map((index) => ({ type: 'NVIDIA GPU', index: Number(index), memoryBytes: null }))
}

/** Parses lines such as `0, NVIDIA H100 80GB HBM3, 81559`, memory in MiB or `[N/A]` if shared. */
export function acceleratorsFrom(lines: string): Accelerator[] {
  return lines.split('\n').flatMap((line) => {
    const [, index, type, memory] = /^\s*(\d+)\s*,\s*(.+?)\s*,\s*([^,]*?)\s*$/.exec(line) ?? []
    if (index === undefined || type === undefined) return []
    const mebibytes = Number(memory)
    return [{ type, index: Number(index), memoryBytes: mebibytes > 0 ? mebibytes * 1024 * 1024 : null }]
  })
}

let last: { at: number; usage: Promise<AcceleratorUsage[]> } | undefined

export async function acceleratorUsage(indexes: readonly number[]): Promise<AcceleratorUsage[]> {
  if (indexes.length === 0) return []
  const now = performance.now()
  if (last === undefined || now - last.at > lifetime)
    last = { at: now, usage: queryDriver('index,utilization.gpu,memory.used').then(usageFrom) }
  return (await last.usage).filter(({ index }) => indexes.includes(index))
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
