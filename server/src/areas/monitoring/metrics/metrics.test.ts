import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { storageEndpoints } from '@vermilion/contract/monitoring/storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { placeFakeNvidiaSmi } from '../testing/fake-nvidia-smi.ts'
import { metricDefinitions } from './definitions.ts'
import { isDatabasePostgres } from '../../../testing/test-database.ts'

const dashboard = fileURLToPath(new URL('../../../../../docs/grafana/vermilion.json', import.meta.url))

let smi: Awaited<ReturnType<typeof placeFakeNvidiaSmi>>
let server: TestServer
beforeAll(async () => {
  smi = await placeFakeNvidiaSmi()
  await smi.show([['0', 'NVIDIA L4', '50', '1024', '23034', '55', '60.5', '72.00']])
  server = await startTestServer({ monitoring: { interval: 50 } })
})
afterAll(async () => {
  await server.stop()
  await smi.remove()
})

const metrics = async () => (await fetch(`${server.address}/metrics`)).text()
const valueOf = (text: string, line: string) =>
  Number(new RegExp(`^${line} ([\\d.e+-]+)$`, 'm').exec(text)?.[1] ?? Number.NaN)

test('R1.08 hosts, accelerators, tasks, jobs and storage are told as Prometheus reads them', async () => {
  const named = async () => valueOf(await metrics(), 'vermilion_host_cpu_usage_ratio\\{host="[^"]+",kind="server"\\}')
  await expect.poll(named).not.toBeNaN()
  const measured = async () => (await server.call(storageEndpoints.getStorage, {})).report.measuredAt
  await expect.poll(measured).not.toBeNull()
  const text = await metrics()
  expect(valueOf(text, 'vermilion_host_up\\{host="[^"]+",kind="server"\\}')).toBe(1)
  expect(valueOf(text, 'vermilion_host_memory_size_bytes\\{host="[^"]+",kind="server"\\}')).toBeGreaterThan(1e8)
  const card = '\\{host="[^"]+",index="0",name="NVIDIA L4"\\}'
  expect(valueOf(text, `vermilion_accelerator_utilization_ratio${card}`)).toBe(0.5)
  expect(valueOf(text, `vermilion_accelerator_power_watts${card}`)).toBe(60.5)
  expect(valueOf(text, 'vermilion_tasks\\{status="running"\\}')).toBe(0)
  expect(valueOf(text, 'vermilion_jobs\\{state="done"\\}')).toBeGreaterThan(0)
  // Rows in PostgreSQL take no room in the data folder.
  if (!isDatabasePostgres) expect(valueOf(text, 'vermilion_storage_bytes\\{category="database"\\}')).toBeGreaterThan(0)
  expect(valueOf(text, 'vermilion_storage_free_bytes')).toBeGreaterThan(0)
  for (const name of Object.keys(metricDefinitions))
    expect(text, name).toContain(`# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`)
})

test('metrics have base units, as the guide of Prometheus asks', () => {
  for (const name of Object.keys(metricDefinitions)) {
    expect(name).toMatch(/^vermilion_[a-z0-9]+(?:_[a-z0-9]+)*$/)
    expect(name).not.toMatch(/(?:percent|milli|kilo|mega|gib|mib|_ms)(?:_|$)/)
  }
})

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
  templating: { list: { query?: string }[] }
}

test('R1.08 the dashboard asks for what is told, and for all of it', async () => {
  const { panels, templating } = JSON.parse(await readFile(dashboard, 'utf8')) as Dashboard
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const queries = templating.list.flatMap(({ query }) => query ?? [])
  const names = new Set(
    [...expressions, ...queries].flatMap((text) => text.match(/\b(?:vermilion|http|nodejs|process)_[a-z0-9_]+/g) ?? []),
  )
  const text = await metrics()
  for (const name of names) expect(text, name).toMatch(new RegExp(`^${name}(?:\\{| )|^# TYPE ${name} `, 'm'))
  for (const name of Object.keys(metricDefinitions)) expect([...names]).toContain(name)
  expect(panels.length).toBeGreaterThan(10)
})
