import type { ContainerInspectInfo } from 'dockerode'
import { acceleratorUsage } from '../machine/accelerators.ts'
import type { RunUsage } from '../port/executor.ts'
import { ifKnown } from './engine.ts'
import type { Engine } from './engine.ts'
import { inspectContainer } from './inspect-container.ts'

interface ContainerStats {
  cpu_stats?: { cpu_usage?: { total_usage?: number } }
  memory_stats?: { usage?: number; stats?: Partial<Record<'inactive_file' | 'total_inactive_file', number>> }
  blkio_stats?: { io_service_bytes_recursive?: { op: string; value: number }[] | null }
  networks?: Record<string, { rx_bytes: number; tx_bytes: number }> | null
}

export async function containerUsage(engine: Engine, name: string, isHere: boolean): Promise<RunUsage | null> {
  const container = engine.quick.getContainer(name)
  const containerInspect = await inspectContainer(engine, name)
  if (containerInspect?.State.Running !== true) return null
  const stats = (await ifKnown(container.stats({ stream: false, 'one-shot': true }))) as ContainerStats | undefined
  const used = stats?.cpu_stats?.cpu_usage?.total_usage
  if (stats === undefined || used === undefined || used === 0) return null
  const { usage = 0, stats: parts = {} } = stats.memory_stats ?? {}
  return {
    cpuSeconds: used / 1e9,
    memoryBytes: Math.max(0, usage - (parts.total_inactive_file ?? parts.inactive_file ?? 0)),
    disk: diskOf(stats),
    network: networkOf(stats),
    // nvidia-smi reports on this machine only.
    accelerators: isHere ? await acceleratorUsage(indexesOf(containerInspect)) : [],
  }
}

function diskOf({ blkio_stats: disks }: ContainerStats): RunUsage['disk'] {
  const entries = disks?.io_service_bytes_recursive ?? null
  if (entries === null) return null
  const sum = (word: string) =>
    entries.reduce((total, { op, value }) => (op.toLowerCase() === word ? total + value : total), 0)
  return { readBytes: sum('read'), writtenBytes: sum('write') }
}

function networkOf({ networks }: ContainerStats): RunUsage['network'] {
  const all = Object.values(networks ?? {})
  if (all.length === 0) return null
  return {
    of: 'run',
    receivedBytes: all.reduce((sum, one) => sum + one.rx_bytes, 0),
    sentBytes: all.reduce((sum, one) => sum + one.tx_bytes, 0),
  }
}

function indexesOf({ HostConfig: { DeviceRequests: requests } }: ContainerInspectInfo): number[] {
  const ids = ((requests ?? []) as { DeviceIDs?: string[] | null }[]).flatMap((one) => one.DeviceIDs ?? [])
  return ids.flatMap((id) => /(\d+)$/.exec(id)?.[1] ?? []).map(Number)
}
