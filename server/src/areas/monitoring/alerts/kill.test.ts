import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'

let data = ''
let server: KillableServer
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-alerts-kill-'))
  server = createKillableServer(data)
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

const open = async () => (await server.call(alertEndpoints.listAlerts, { query: { rule: 'token-expiring' } })).items

test('R4.12 R1.08 a server that is killed knows the alerts that are open, and makes none twice', async () => {
  await server.start()
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await server.call(accountEndpoints.createAccessToken, { body: { name: 'ci', expiresAt } })
  await server.kill()
  await server.start()
  await expect.poll(async () => (await open()).length).toBe(1)
  const [alert] = await open()
  await server.call(alertEndpoints.acknowledgeAlert, { params: { alertId: alert!.id } })
  const { accessToken } = await server.call(accountEndpoints.createAccessToken, { body: { name: 'second', expiresAt } })
  await server.kill()
  await server.start()
  await expect.poll(async () => (await open()).length).toBe(2)
  expect((await open()).find(({ id }) => id === alert?.id)).toMatchObject({ acknowledgedBy: 'admin', endedAt: null })
  expect((await open()).map(({ object }) => object.id)).toContain(accessToken.id)
})
