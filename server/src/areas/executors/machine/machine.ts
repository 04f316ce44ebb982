import { availableParallelism, networkInterfaces, totalmem } from 'node:os'
import type { Capacity } from '../port/executor.ts'
import { machineAccelerators } from './accelerators.ts'
import { createIdleCores } from './idle-cores.ts'

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

/** Address of this machine for others; loopback if unknown. */
export function hostAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1'
}
