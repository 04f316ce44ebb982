import { taskStatuses } from '@vermilion/contract/tasks'
import type { Tasks } from '#areas/tasks'
import type { Jobs } from '#platform/jobs/jobs'
import type { Sample } from '#platform/http/metrics'
import type { Accelerators } from '../hosts/accelerators.ts'
import type { Hosts } from '../hosts/hosts.ts'
import { bytesByCategory } from '../storage/rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { Transfers } from '../transfers/transfers.ts'
import { metricDefinitions, type MetricName } from './definitions.ts'

interface MetricNeeds {
  hosts: Hosts
  accelerators: Accelerators
  storage: Storage
  tasks: Tasks
  transfers: Transfers
  jobs: Jobs
}

export function createMetrics({ hosts, accelerators, storage, tasks, transfers, jobs }: MetricNeeds) {
  type Values = Map<string, Sample[]>

  function addTo(values: Values, labels: Sample['labels'], measured: Partial<Record<MetricName, number | null>>): void {
    for (const [name, value] of Object.entries(measured))
      if (value !== null) values.set(name, [...(values.get(name) ?? []), { labels, value }])
  }

  async function addHosts(values: Values): Promise<void> {
    for (const { name: host, kind, online, cpu, memory, load, temperature, disk, network } of await hosts.list())
      addTo(
        values,
        { host, kind },
        {
          vermilion_host_up: online ? 1 : 0,
          vermilion_host_cpu_usage_ratio: cpu,
          vermilion_host_memory_used_bytes: memory.used,
          vermilion_host_memory_size_bytes: memory.total,
          vermilion_host_load1: load,
          vermilion_host_temperature_celsius: temperature,
          vermilion_host_disk_used_bytes: disk.used,
          vermilion_host_disk_free_bytes: disk.free,
          vermilion_host_network_receive_bytes_per_second: network.received,
          vermilion_host_network_transmit_bytes_per_second: network.sent,
        },
      )
  }

  async function addAccelerators(values: Values): Promise<void> {
    for (const card of await accelerators.list()) {
      const labels = { host: card.hostName, index: String(card.index), name: card.name }
      addTo(values, labels, {
        vermilion_accelerator_utilization_ratio: card.utilization,
        vermilion_accelerator_memory_used_bytes: card.memoryUsed,
        vermilion_accelerator_memory_size_bytes: card.memoryTotal,
        vermilion_accelerator_temperature_celsius: card.temperature,
        vermilion_accelerator_power_watts: card.power,
      })
      addTo(values, { ...labels, state: card.state }, { vermilion_accelerator_held: card.holder === null ? 0 : 1 })
    }
  }

  async function addTasks(values: Values): Promise<void> {
    for (const { name: pool, running, queued } of await tasks.pools.list())
      addTo(values, { pool }, { vermilion_pool_running_tasks: running, vermilion_pool_queued_tasks: queued })
    const counts = await tasks.countByStatus()
    for (const status of taskStatuses) addTo(values, { status }, { vermilion_tasks: counts.get(status) ?? 0 })
    for (const [state, count] of await jobs.countByState()) addTo(values, { state }, { vermilion_jobs: count })
  }

  async function addStorage(values: Values): Promise<void> {
    const { report } = await storage.read()
    for (const [category, bytes] of Object.entries(bytesByCategory(report.rows)))
      addTo(values, { category }, { vermilion_storage_bytes: bytes })
    addTo(values, {}, { vermilion_storage_free_bytes: report.disk?.free ?? null })
  }

  function addTransfers(values: Values): void {
    for (const [kind, bytes] of Object.entries(transfers.totals()))
      addTo(values, { kind }, { vermilion_transfer_bytes_total: bytes })
  }

  return {
    definitions: metricDefinitions,
    async collect(): Promise<Values> {
      const values: Values = new Map()
      addTransfers(values)
      await Promise.all([addHosts(values), addAccelerators(values), addTasks(values), addStorage(values)])
      return values
    },
  }
}
