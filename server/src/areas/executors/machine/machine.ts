import { readdir } from 'node:fs/promises'
import { availableParallelism, networkInterfaces, totalmem } from 'node:os'
import { runProgram } from '#platform/processes/start-program'
import type { Accelerator, Capacity } from '../port/executor.ts'
import { createIdleCores } from './idle-cores.ts'

const driverTimeout = 5_000

export const thisMachine = 'here'

const idleCores = createIdleCores()

export async function machineCapacity(): Promise<Capacity> {
  const bounded = process.constrainedMemory()
  const cpu = availableParallelism()
  const memoryBytes = bounded > 0 ? Math.min(bounded, totalmem()) : totalmem()
  const free = {
    cpu: Math.min(cpu, await idleCores()),
    memoryBytes: Math.min(memoryBytes, process.availableMemory()),
  }
  return { cpu, memoryBytes, accelerators: await machineAccelerators(), free }
}

/** From nvidia-smi, or else the number of devices. */
export async function machineAccelerators(): Promise<Accelerator[]> {
  const query = ['--query-gpu=index,name,memory.total', '--format=csv,noheader,nounits']
  const reported = await runProgram('nvidia-smi', query, { timeout: driverTimeout }).catch(() => null)
  const listed = reported === null ? [] : acceleratorsFrom(reported.stdout)
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

/** Address of this machine for others; loopback if unknown. */
export function hostAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1'
}
