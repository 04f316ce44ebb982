import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { healthEndpoints } from '@vermilion/contract/monitoring/health'
import { healthCheckIds } from '@vermilion/contract/monitoring/health-checks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'

let data = ''
let server: KillableServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-health-kill-'))
  server = createKillableServer(data)
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

test('R4.12 R1.08 checks that are cut off by a kill go on with the next start, and another run waits for them', async () => {
  await server.start()
  const body = { checks: [...healthCheckIds] }
  await server.call(healthEndpoints.runHealthChecks, { body })
  await server.kill()
  await server.start()
  const read = () => server.call(healthEndpoints.getHealthChecks, {})
  await expect.poll(async () => (await read()).run?.state, { timeout: 30_000 }).toBe('done')
  const { results, run } = await read()
  expect(run).toMatchObject({ checks: healthCheckIds, done: healthCheckIds.length, startedBy: 'admin', error: null })
  expect(results.filter(({ state }) => state === 'not-run')).toEqual([])
  await server.call(healthEndpoints.runHealthChecks, { body: { checks: ['pools'] } })
})
