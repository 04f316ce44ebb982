import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { assistEndpoints } from '@vermilion/contract/assist-models/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../testing/killable-server.ts'
import { placeMigratedDatabase } from '../../testing/migrated-database.ts'
import { type FakeHub, startFakeHub } from './testing/fake-hub.ts'
import { tinyModels } from './testing/tiny-models.ts'

let data = ''
let hub: FakeHub
let server: KillableServer

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
  await placeMigratedDatabase(data)
  hub = await startFakeHub([tinyModels.embedder])
  server = createKillableServer(data, { VERMILION_MODEL_HUB: hub.address }, 'areas/assist-models/testing/serve.ts')
})
afterAll(async () => {
  await Promise.all([server.kill(), hub.stop()])
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

test('R1.03 a server that is killed while it fetches goes on with the rest by itself, and never has half a model', async () => {
  const modelOf = async () => (await server.call(assistEndpoints.listAssistModels, {}))[0]!
  await server.start()
  hub.stalls = true
  await server.call(assistEndpoints.fetchAssistModel, { params: { modelId: tinyModels.embedder.entry.id } })
  while ((await modelOf()).done === 0) await delay(50)
  await server.kill()

  hub.stalls = false
  hub.asked.length = 0
  await server.start()
  for (let model = await modelOf(); model.status !== 'ready'; model = await modelOf()) {
    expect(model).toMatchObject({ status: 'fetching', isUsed: false })
    await delay(50)
  }
  expect(hub.asked[0]).toMatch(/^GET .*vision_model\.onnx bytes=\d+-$/)
  expect(hub.asked.some((request) => request.startsWith('HEAD'))).toBe(false)
})
