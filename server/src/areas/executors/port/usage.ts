import type { RunUsage } from './executor.ts'

export function sumOf(instances: readonly (RunUsage | null)[]): RunUsage | null {
  const [first, ...others] = instances.filter((one) => one !== null)
  return first === undefined ? null : others.reduce(add, first)
}

function add(one: RunUsage, other: RunUsage): RunUsage {
  return {
    cpuSeconds: one.cpuSeconds + other.cpuSeconds,
    memoryBytes: one.memoryBytes + other.memoryBytes,
    disk:
      one.disk === null || other.disk === null
        ? null
        : {
            readBytes: one.disk.readBytes + other.disk.readBytes,
            writtenBytes: one.disk.writtenBytes + other.disk.writtenBytes,
          },
    network: addNetworks(one.network, other.network),
    accelerators: [...one.accelerators, ...other.accelerators],
  }
}

/** Instances on one machine report the same traffic. */
function addNetworks(one: RunUsage['network'], other: RunUsage['network']): RunUsage['network'] {
  if (one === null || other === null || one.of === 'machine') return one
  return {
    of: 'run',
    receivedBytes: one.receivedBytes + other.receivedBytes,
    sentBytes: one.sentBytes + other.sentBytes,
  }
}
