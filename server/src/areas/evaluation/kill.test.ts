import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../testing/killable-server.ts'
import { runCommand } from '../../testing/server-process.ts'
import { startTestServer } from '../../testing/start-server.ts'
import type { FakeService } from '../settings/testing/fake-service.ts'
import { startChatFake } from './testing/chat-fake.ts'
import { spaceOfPictures } from './testing/space-of-pictures.ts'

const images = 16
const widths = Array.from({ length: images }, (_, index) => 100 + index * 4)
/** Images from this width on have no reply before the server is killed. */
const silentFrom = 140
const replied = widths.filter((width) => width < silentFrom).length

let data = ''
let spaceId = ''
let server: KillableServer
let fake: FakeService
let isSilent = true
const requests = new Map<number, number>()

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
  const first = await startTestServer({ data })
  spaceId = await spaceOfPictures(first, 'big', widths)
  await first.stop()
  server = createKillableServer(data)
  fake = await startChatFake({
    respond({ width }) {
      requests.set(width, (requests.get(width) ?? 0) + 1)
      return isSilent && width >= silentFrom ? {} : width / 4
    },
  })
})
afterAll(async () => {
  await server.kill()
  await fake.stop()
  await rm(data, { recursive: true, force: true })
})

const doctor = async () => {
  const { status, output } = await runCommand(data, ['doctor'])
  expect(status, output).toBe(0)
}

test('R4.12 R3.10 the server killed during an evaluation: the next start goes on, and no reply is asked for twice', async () => {
  await server.start()
  const settings = { url: `${fake.address}/v1`, model: 'large', vision: true }
  const body = { kind: 'chat' as const, name: 'Large', settings }
  const service = await server.call(serviceEndpoints.createService, { body })
  const { id: evaluationId } = await server.call(dataEvaluationEndpoints.createDataEvaluation, {
    params: { spaceId },
    body: {
      name: 'killed',
      selection: { filter: { recursive: true } },
      models: [`chat:${service.id}`, 'image-statistics'],
      standardId: 'realism',
    },
  })
  const get = () => server.call(dataEvaluationEndpoints.getDataEvaluation, { params: { evaluationId } })
  await expect.poll(async () => (await get()).done, { timeout: 30_000, interval: 50 }).toBe(replied)
  await server.kill()
  await doctor()
  isSilent = false
  await server.start()
  await expect.poll(async () => (await get()).status, { timeout: 30_000, interval: 50 }).toBe('success')
  expect(await get()).toMatchObject({ images, done: images, scored: images, failed: 0 })
  expect(widths.filter((width) => width < silentFrom).map((width) => requests.get(width))).toEqual(
    Array.from({ length: replied }, () => 1),
  )
  const query = { limit: 500 }
  const { items } = await server.call(dataEvaluationEndpoints.listImageResults, { params: { evaluationId }, query })
  expect(items.map(({ path, models }) => [path, models[0]?.score, models.length])).toEqual(
    widths.map((width) => [`${width}.png`, width / 4, 2]),
  )
  await server.kill()
  await doctor()
})
