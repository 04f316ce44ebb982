import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { createKillableServer, type KillableServer } from '../../../testing/killable-server.ts'
import { placeMigratedDatabase } from '../../../testing/migrated-database.ts'

let data = ''
let address = ''
let server: KillableServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
  await placeMigratedDatabase(data)
  const port = String(await freePort())
  address = `http://127.0.0.1:${port}`
  server = createKillableServer(data, { VERMILION_PORT: port })
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

test('R1.03 R2.22 a server that is killed while runs elsewhere log has all that it confirmed, and ends none of them', async () => {
  await server.start()
  const { secret } = await server.call(accountEndpoints.createAccessToken, { body: { name: 'lab', expiresAt: null } })
  const send = async (path: string, message: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const response = await fetch(`${address}/api/2.0/mlflow/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { run: { info: { run_id: string } }; runs: { data: { metrics: object[] } }[] }
  }
  const { run } = await send('runs/create', { run_name: 'long' })
  const { run_id } = run.info
  const taskId = run_id.slice('run-'.length)
  let confirmed = -1
  const logging = (async () => {
    for (let step = 0; ; step += 1) {
      await send('runs/log-metric', { run_id, key: 'loss', value: step, timestamp: 1, step })
      confirmed = step
    }
  })().catch(() => undefined)
  while (confirmed < 40) await delay(5)
  await server.kill()
  await logging
  await server.start()
  expect(await server.call(taskEndpoints.getTask, { params: { taskId } })).toMatchObject({ status: 'running' })
  const { runs } = await send('runs/search', { experiment_ids: ['0'] })
  const [last] = (runs[0]?.data.metrics ?? []) as { step: number }[]
  expect(last?.step).toBeGreaterThanOrEqual(confirmed)
})
