import { hostname } from 'node:os'
import { unusedAfterSeconds, unusedBelow } from '@vermilion/contract/monitoring/accelerators'
import type { AcceleratorState, HeldAccelerator } from '@vermilion/contract/monitoring/accelerators'
import type { Device } from '@vermilion/contract/devices'
import type { DeviceArea } from '#areas/devices'
import { thisMachine } from '#areas/executors'
import type { Tasks } from '#areas/tasks'
import type { Clock } from '#platform/clock'
import { type AcceleratorSample, type Sampler, serverHost } from '../sampling/sampler.ts'

interface AcceleratorsNeeds {
  clock: Clock
  sampler: Sampler
  tasks: Tasks
  devices: DeviceArea
  /** Seconds without load after which a held accelerator counts as unused. */
  unusedAfter?: number | undefined
}

type Holder = NonNullable<HeldAccelerator['holder']>

const noReadings = {
  utilization: null,
  memoryUsed: null,
  memoryTotal: null,
  temperature: null,
  power: null,
  powerLimit: null,
} satisfies Partial<HeldAccelerator>

export function createAccelerators({ clock, sampler, tasks, devices, unusedAfter }: AcceleratorsNeeds) {
  const patience = (unusedAfter ?? unusedAfterSeconds) * 1_000

  /** A held accelerator without load counts as unused after being held and sampled long enough. */
  function stateOf(sample: AcceleratorSample, holder: Holder | null): AcceleratorState {
    if (sample.utilization === null) return holder === null ? 'free' : 'unknown'
    const isUsed = sample.utilization >= unusedBelow
    if (holder === null) return isUsed ? 'foreign' : 'free'
    const idleSince = Math.max(Date.parse(holder.since), sample.lastUsedAt ?? sample.stateSince)
    return !isUsed && clock.now() - idleSince >= patience ? 'unused' : 'busy'
  }

  async function holdersByPool() {
    const [running, names] = await Promise.all([tasks.holders(), tasks.pools.names()])
    return running.map(({ indexes, ...held }) => ({
      indexes: indexes ?? [],
      holder: { ...held, poolName: names.get(held.poolId) ?? held.poolId },
    }))
  }
  type Held = Awaited<ReturnType<typeof holdersByPool>>

  function ofServer(reported: readonly { type: string; index: number }[], held: Held): HeldAccelerator[] {
    const samples = sampler.accelerators()
    const unread = reported.filter(({ index }) => !samples.some((sample) => sample.index === index))
    const host = { hostId: serverHost, hostName: hostname() }
    const holderOf = (index: number) => held.find(({ indexes }) => indexes.includes(index))?.holder ?? null
    return [
      ...samples.map((sample): HeldAccelerator => {
        const { lastUsedAt: _lastUsedAt, stateSince, ...reading } = sample
        const holder = holderOf(sample.index)
        return {
          ...host,
          ...reading,
          holder,
          state: stateOf(sample, holder),
          stateSince: new Date(stateSince).toISOString(),
        }
      }),
      ...unread.map((one) => withoutReadings(one, host, holderOf(one.index))),
    ]
  }

  async function ofPools(held: Held): Promise<HeldAccelerator[]> {
    const rows = (await tasks.pools.rows()).filter(({ executor }) => executor !== 'device')
    const onMachines = await Promise.all(
      rows.map(async (row) => ({ row, executor: await tasks.pools.executorOf(row.id) })),
    )
    // A cluster gives its own out without numbers.
    const numbered = onMachines.filter(({ executor }) => !executor.capabilities.queues)
    const all: HeldAccelerator[] = []
    for (const [machine, own] of Map.groupBy(numbered, ({ executor }) => executor.machine)) {
      const [first] = own
      if (first === undefined) continue
      const reported = await tasks.pools.devicesOf(first.row)
      const here = held.filter(({ holder }) => own.some(({ row }) => row.id === holder.poolId))
      if (machine === thisMachine) all.push(...ofServer(reported ?? [], here))
      else {
        const host = { hostId: `engine-${first.row.id}`, hostName: first.row.address ?? machine }
        const holderOf = (index: number) => here.find(({ indexes }) => indexes.includes(index))?.holder ?? null
        all.push(...(reported ?? []).map((one) => withoutReadings(one, host, holderOf(one.index))))
      }
    }
    return all
  }

  return {
    async list(): Promise<HeldAccelerator[]> {
      const held = await holdersByPool()
      const ofDevices = (await devices.service.all()).flatMap((device) => {
        const poolId = tasks.pools.devicePools.idOf(device.id)
        return acceleratorsOfDevice(device, held.find((one) => one.holder.poolId === poolId)?.holder ?? null)
      })
      return [...(await ofPools(held)), ...ofDevices]
    },
  }
}
export type Accelerators = ReturnType<typeof createAccelerators>

function withoutReadings(
  { type, index }: { type: string; index: number },
  host: Pick<HeldAccelerator, 'hostId' | 'hostName'>,
  holder: Holder | null,
): HeldAccelerator {
  const state = holder === null ? 'free' : 'unknown'
  return { ...host, ...noReadings, index, vendor: 'other', name: type, state, stateSince: null, holder }
}

/** Devices only report their busiest accelerator. */
function acceleratorsOfDevice(device: Device, holder: Holder | null): HeldAccelerator[] {
  const { id, name: hostName, facts, reading, status } = device
  const existing = facts?.accelerators ?? []
  const utilization = existing.length === 1 && status === 'online' ? (reading?.gpu ?? null) : null
  const ofNobody = utilization !== null && utilization >= unusedBelow ? 'foreign' : 'free'
  const ofHolder = utilization === null ? 'unknown' : 'busy'
  return existing.map(({ vendor, name, memory }, index): HeldAccelerator => ({
    ...noReadings,
    hostId: `device-${id}`,
    hostName,
    index,
    vendor: vendor === 'nvidia' || vendor === 'amd' || vendor === 'intel' ? vendor : 'other',
    name,
    utilization,
    memoryTotal: memory,
    state: holder === null ? ofNobody : ofHolder,
    stateSince: null,
    holder,
  }))
}
