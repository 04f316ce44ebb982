import { hostname } from 'node:os'
import type { Device } from '@vermilion/contract/devices'
import type { HistoryPoint } from '@vermilion/contract/devices/readings'
import type { Host, HostHistory, HostSeries } from '@vermilion/contract/monitoring/hosts'
import { fail } from '@vermilion/contract/kernel/errors'
import type { DeviceArea } from '#areas/devices'
import { thisMachine } from '#areas/executors'
import type { Tasks } from '#areas/tasks'
import type { Clock } from '#platform/clock'
import { type Sampler, serverHost } from '../sampling/sampler.ts'
import type { ReadingHistory } from '../series/history.ts'

const devicePrefix = 'device-'
const enginePrefix = 'engine-'

interface HostsNeeds {
  clock: Clock
  sampler: Sampler
  history: ReadingHistory
  devices: DeviceArea
  pools: Tasks['pools']
}

export type Hosts = ReturnType<typeof createHosts>

export function createHosts({ clock, sampler, history, devices, pools }: HostsNeeds) {
  type PoolOnMachine = { machine: string; id: string; name: string }

  async function poolsByMachine(): Promise<Map<string, PoolOnMachine[]>> {
    const own = (await pools.rows()).filter(({ executor }) => executor !== 'device')
    const onMachines = await Promise.all(
      own.map(async ({ id, name }) => ({ id, name, machine: (await pools.executorOf(id)).machine })),
    )
    return Map.groupBy(onMachines, ({ machine }) => machine)
  }
  const named = (all: readonly PoolOnMachine[]) => all.map(({ id, name }) => ({ id, name }))

  function serverOf(own: readonly PoolOnMachine[]): Host {
    const latest = sampler.latest()
    return {
      ...nothingRead,
      ...latest?.reading,
      id: serverHost,
      name: hostname(),
      kind: 'server',
      deviceId: null,
      online: true,
      readAt: latest?.at ?? null,
      accelerators: sampler.accelerators().length,
      pools: named(own),
    }
  }

  async function engineOf(machine: string, own: readonly PoolOnMachine[]): Promise<Host> {
    const all = await Promise.all(own.map(({ id }) => pools.get(id)))
    const [first] = all
    const accelerators = all.flatMap((pool) => pool.accelerators).reduce((sum, { count }) => Math.max(sum, count), 0)
    return {
      ...nothingRead,
      id: `${enginePrefix}${first?.id ?? machine}`,
      name: (first?.capabilities.queues ? first.name : first?.address) ?? machine,
      kind: 'engine',
      deviceId: null,
      online: first?.status === 'ready',
      readAt: null,
      cores: first?.cpu ?? null,
      memory: { used: null, total: first?.memoryBytes ?? null },
      accelerators,
      pools: named(own),
    }
  }

  return {
    async list(): Promise<Host[]> {
      const [byMachine, all] = await Promise.all([poolsByMachine(), devices.service.all()])
      const elsewhere = [...byMachine].filter(([machine]) => machine !== thisMachine)
      const engines = await Promise.all(elsewhere.map(([machine, own]) => engineOf(machine, own)))
      return [serverOf(byMachine.get(thisMachine) ?? []), ...engines, ...all.map(deviceHost)]
    },

    async history(
      hostId: string,
      query: { from: string; to?: string | undefined; points: number },
    ): Promise<HostHistory> {
      const [from, to] = [query.from, query.to ?? clock.time()].map((at) => Math.floor(Date.parse(at) / 1_000))
      if (from === undefined || to === undefined || to <= from) throw fail('host.span-empty')
      const jumps = await history.jumps({ from, to })
      if (hostId === serverHost || hostId.startsWith(enginePrefix))
        return { ...(await history.read(hostId, { from, to, points: query.points })), jumps }
      if (!hostId.startsWith(devicePrefix)) throw fail('host.not-found')
      const deviceId = hostId.slice(devicePrefix.length)
      if ((await devices.store.byId(deviceId)) === undefined) throw fail('host.not-found')
      return { ...deviceHistory(await devices.monitor.history.read(deviceId, query)), jumps }
    },
  }
}

const unread = { used: null, total: null }
const nothingRead = {
  cpu: null,
  cores: null,
  memory: unread,
  swap: unread,
  load: null,
  disk: { used: null, free: null, read: null, written: null },
  network: { received: null, sent: null, errors: null, interfaces: [] },
  temperature: null,
  uptimeSeconds: null,
  process: null,
} satisfies Partial<Host>

function deviceHost({ id, name, status, facts, reading }: Device): Host {
  return {
    ...nothingRead,
    id: `${devicePrefix}${id}`,
    name,
    kind: 'device',
    deviceId: id,
    online: status === 'online',
    readAt: reading?.at ?? null,
    cpu: reading?.cpu ?? null,
    cores: facts?.cpu.cores ?? null,
    memory: { used: reading?.memoryUsed ?? null, total: reading?.memoryTotal ?? facts?.memory ?? null },
    load: reading?.load ?? null,
    disk: { used: reading?.diskUsed ?? null, free: reading?.diskFree ?? null, read: null, written: null },
    network: {
      received: reading?.networkReceived ?? null,
      sent: reading?.networkSent ?? null,
      errors: reading?.networkErrors ?? null,
      interfaces: [],
    },
    temperature: reading?.temperature ?? null,
    uptimeSeconds: reading?.uptimeSeconds ?? null,
    accelerators: facts?.accelerators.length ?? 0,
    pools: [],
  }
}

const deviceSeries: readonly [string, (point: HistoryPoint) => [mean: number | null, highest: number | null]][] = [
  ['cpu', ({ cpu, cpuHighest }) => [cpu, cpuHighest]],
  ['gpu', ({ gpu, gpuHighest }) => [gpu, gpuHighest]],
  ['temperature', ({ temperature, temperatureHighest }) => [temperature, temperatureHighest]],
  ['memory', ({ memoryUsed, readings }) => same(readings === 0 ? null : memoryUsed)],
  ['load', ({ load, readings }) => same(readings === 0 ? null : load)],
  ['disk/used', ({ diskUsed }) => same(diskUsed)],
  ['network/received', ({ networkReceived }) => same(networkReceived)],
  ['network/sent', ({ networkSent }) => same(networkSent)],
]

const same = (value: number | null): [number | null, number | null] => [value, value]

function deviceHistory({
  step,
  points,
}: {
  step: number
  points: readonly HistoryPoint[]
}): Omit<HostHistory, 'jumps'> {
  const series = deviceSeries.map(([name, valueOf]): HostSeries => {
    const values = points.map(valueOf)
    return { name, means: values.map(([mean]) => mean), highest: values.map(([, highest]) => highest) }
  })
  const measured = series.filter(({ means }) => means.some((value) => value !== null))
  return { from: points[0]?.at ?? new Date(0).toISOString(), step, series: measured }
}
