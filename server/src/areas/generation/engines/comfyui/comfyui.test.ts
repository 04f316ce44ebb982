import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { describeEngine } from '../testing/conformance.ts'
import { addServer, engineOf, importWorkflow } from './testing/comfyui-engine.ts'
import { type FakeComfyui, startFakeComfyui } from './testing/fake-comfyui.ts'

let server: TestServer
let fake: FakeComfyui
let engine: ReturnType<typeof engineOf>
let workflowId = ''

beforeAll(async () => {
  server = await startTestServer()
  fake = await startFakeComfyui({
    token: 'right-71',
    durationOf: (prompt) => (JSON.stringify(prompt).includes('slow') ? 60_000 : 0),
    fails: (prompt) => (JSON.stringify(prompt).includes('impossible') ? 'CUDA out of memory' : undefined),
  })
  await addServer(server, 'gpu', fake.address, 'right-71')
  workflowId = (await importWorkflow(server, 'plain')).id
  engine = engineOf(server)
})
afterAll(async () => {
  await engine.close()
  await fake.stop()
  await server.stop()
})

describeEngine('comfyui', async () => ({
  engine,
  workflowId,
  item: { words: 'a clean floor' },
  impossible: { items: [{ words: 'impossible' }] },
  slow: { items: [{ words: 'slow' }] },
  async begun() {
    while (fake.remaining() === 0) await wait(5)
  },
}))
