/** Prometheus naming conventions: base units, unit last. A test compares the dashboard in `docs/grafana` with this list. */
export const metricDefinitions = {
  vermilion_host_up: ['Whether a host is online', ['host', 'kind']],
  vermilion_host_cpu_usage_ratio: ['Share of all cores that are busy', ['host', 'kind']],
  vermilion_host_memory_used_bytes: ['Memory that is in use', ['host', 'kind']],
  vermilion_host_memory_size_bytes: ['Memory in all', ['host', 'kind']],
  vermilion_host_load1: ['Mean number of processes that wanted to run in the last minute', ['host', 'kind']],
  vermilion_host_temperature_celsius: ['The hottest sensor', ['host', 'kind']],
  vermilion_host_disk_used_bytes: ['Used of the disk of the data folder, or of / of a device', ['host', 'kind']],
  vermilion_host_disk_free_bytes: ['Free on that disk, without what is held for root', ['host', 'kind']],
  vermilion_host_network_receive_bytes_per_second: ['Received by all interfaces', ['host', 'kind']],
  vermilion_host_network_transmit_bytes_per_second: ['Sent by all interfaces', ['host', 'kind']],
  vermilion_accelerator_utilization_ratio: [
    'Share of the time that an accelerator is at work',
    ['host', 'index', 'name'],
  ],
  vermilion_accelerator_memory_used_bytes: ['Memory of an accelerator that is in use', ['host', 'index', 'name']],
  vermilion_accelerator_memory_size_bytes: ['Memory of an accelerator', ['host', 'index', 'name']],
  vermilion_accelerator_temperature_celsius: ['Temperature of an accelerator', ['host', 'index', 'name']],
  vermilion_accelerator_power_watts: ['Power that an accelerator draws', ['host', 'index', 'name']],
  vermilion_accelerator_held: ['Whether a task holds an accelerator', ['host', 'index', 'name', 'state']],
  vermilion_tasks: ['Tasks by status', ['status']],
  vermilion_pool_running_tasks: ['Tasks that run in a pool', ['pool']],
  vermilion_pool_queued_tasks: ['Tasks that wait for a pool', ['pool']],
  vermilion_jobs: ['Jobs that are queued or running, and those of the last week that have ended', ['state']],
  vermilion_storage_bytes: ['Bytes of the data folder by what they belong to', ['category']],
  vermilion_transfer_bytes_total: ['Bytes that the server transferred since its start', ['kind']],
  vermilion_storage_free_bytes: ['Free on the disk of the data folder', []],
} as const satisfies Record<`vermilion_${string}`, readonly [help: string, labels: readonly string[]]>

export type MetricName = keyof typeof metricDefinitions
