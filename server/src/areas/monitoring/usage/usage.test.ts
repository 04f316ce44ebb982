import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usageEndpoints } from '@vermilion/contract/monitoring/usage'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { TaskTimes } from '#areas/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { usageOf } from './usage.ts'

let shared: string
let server: TestServer
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-usage-'))
  server = await startTestServer({ environment: { VERMILION_ROOTS: shared } })
})
afterAll(async () => {
  await server.stop()
  await rm(shared, { recursive: true, force: true })
})

const hour = 3_600_000
const midnight = Date.parse('2026-03-02T00:00:00.000Z')
const at = (hours: number) => new Date(midnight + hours * hour).toISOString()
const task = (creator: string, pool: string, hours: readonly (number | null)[], accelerators: number): TaskTimes => {
  const [createdAt = null, startedAt = null, endedAt = null] = hours.map((one) => (one === null ? null : at(one)))
  return { creator, pool, createdAt: createdAt ?? '', startedAt, endedAt, accelerators }
}

test('R1.08 what tasks took is told by person, pool and day, no more than lies in the span', () => {
  const tasks = [
    task('ada', 'a100', [-30, -29, 2], 2),
    task('ada', 'local', [1, 1.5, 3.5], 0),
    task('bo', 'a100', [20, 22, null], 1),
    task('bo', 'a100', [23, null, null], 4),
  ]
  const span = { from: midnight, to: midnight + 48 * hour }
  const { byPerson, byPool, byDay } = usageOf(tasks, span, (id) => id.toUpperCase())
  expect(byPerson).toEqual([
    {
      person: 'bo',
      tasks: 2,
      waitMedian: 7_200,
      waitLongest: 7_200,
      runSeconds: 26 * 3_600,
      acceleratorSeconds: 26 * 3_600,
    },
    {
      person: 'ada',
      tasks: 1,
      waitMedian: 1_800,
      waitLongest: 1_800,
      runSeconds: 4 * 3_600,
      acceleratorSeconds: 4 * 3_600,
    },
  ])
  expect(byPool.map(({ poolName, tasks: count, acceleratorSeconds }) => [poolName, count, acceleratorSeconds])).toEqual(
    [
      ['A100', 2, 30 * 3_600],
      ['LOCAL', 1, 0],
    ],
  )
  expect(byDay.map(({ day, runSeconds }) => [day, runSeconds / 3_600])).toEqual([
    ['2026-03-02', 6],
    ['2026-03-03', 24],
  ])
})

test('R1.08 tasks that ran are in the report', async () => {
  const from = new Date(Date.now() - 60_000).toISOString()
  const { id: taskId } = await server.call(taskEndpoints.createTask, {
    body: {
      name: 'short',
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder', path: shared }],
      command: ['/bin/sh', '-c', 'true'],
      pool: 'local',
    },
  })
  const status = async () => (await server.call(taskEndpoints.getTask, { params: { taskId } })).status
  await expect.poll(status).toBe('success')
  const report = await server.call(usageEndpoints.getUsage, { query: { from } })
  expect(report.byPerson).toMatchObject([{ person: 'admin', tasks: 1, acceleratorSeconds: 0 }])
  expect(report.byPool).toMatchObject([{ poolId: 'local', tasks: 1 }])
  expect(report.byPerson[0]?.waitMedian).toBeGreaterThanOrEqual(0)
  const empty = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' }
  await expect(server.call(usageEndpoints.getUsage, { query: empty })).rejects.toThrow('ends before it begins')
})
