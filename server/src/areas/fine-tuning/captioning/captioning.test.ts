import { captionEndpoints } from '@vermilion/contract/fine-tunings/captions'
import {
  type CaptionRun,
  captionRunEndpoints,
  type CaptionRunCreate,
} from '@vermilion/contract/fine-tunings/caption-runs'
import { fileEndpoints } from '@vermilion/contract/files'
import { serviceEndpoints } from '@vermilion/contract/services'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'
import { spaceWith } from '../../datasets/testing/pictures.ts'
import { completionOf, type ChatQuestion, startChatFake } from '../../data-evaluation/testing/chat-fake.ts'
import type { ReceivedRequest } from '../../settings/testing/fake-service.ts'
import { captionIn } from './ask-for-caption.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

let services = 0
async function vision(respond: (question: ChatQuestion) => ReceivedRequest, sees = true) {
  const fake = await startChatFake({ respond })
  onTestFinished(() => fake.stop())
  services += 1
  const settings = { url: `${fake.address}/v1`, model: 'small', vision: sees }
  const body = { kind: 'chat', name: `vision ${services}`, settings } as const
  return { fake, serviceId: (await server.call(serviceEndpoints.createService, { body })).id }
}

const start = (spaceId: string, body: CaptionRunCreate) =>
  server.call(captionRunEndpoints.startCaptionRun, { params: { spaceId }, body })
const last = (spaceId: string) => server.call(captionRunEndpoints.lastCaptionRun, { params: { spaceId } })
async function end(spaceId: string): Promise<CaptionRun | null> {
  await server.platform.jobs.settled()
  return last(spaceId)
}
const captions = async (spaceId: string) =>
  (await server.call(captionEndpoints.listCaptions, { params: { spaceId }, query: {} })).items.map(
    ({ caption }) => caption,
  )
async function floor(name: string) {
  const { id } = await spaceWith(server, name, ['a.png', 'b.png', 'deep/c.png', 'y.png'])
  await upload(server, { spaceId: id, path: 'a.txt' }, Buffer.from('by hand'))
  await upload(server, { spaceId: id, path: 'y.txt' }, Buffer.from('0 0.5 0.5 0.1 0.1'))
  return id
}

test('R2.32 a vision service captions the pictures that have none; what a person wrote stays, unless it is to be written over', async () => {
  const { fake, serviceId } = await vision(() => completionOf('"Light oak,\nmatt"'))
  const spaceId = await floor('captioned')
  expect(await last(spaceId)).toBeNull()
  const request = { serviceId, language: 'zh', prompt: 'Name the wood.', triggerWords: 'my oak' } as const
  expect(await start(spaceId, request)).toMatchObject({ status: 'queuing', total: 4, overwrites: false })
  expect(await end(spaceId)).toMatchObject({ status: 'success', done: 4, written: 2, failed: 0, error: null })
  expect(await captions(spaceId)).toEqual(['by hand', 'my oak, Light oak, matt', 'my oak, Light oak, matt', ''])
  const questions = fake.asked.map(({ body }) => body)
  expect(questions).toHaveLength(2)
  for (const words of ['Chinese', 'Name the wood.', 'data:image/jpeg;base64,']) expect(questions[0]).toContain(words)

  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: { search: 'a.png' } })
  await start(spaceId, { serviceId, fileIds: items.map(({ id }) => id), overwrites: true })
  expect(await end(spaceId)).toMatchObject({ total: 1, written: 1, overwrites: true })
  expect((await captions(spaceId))[0]).toBe('Light oak, matt')
  expect(fake.asked).toHaveLength(3)
})

test('R2.32 a captioning is seen among what runs, is stopped, and is one of its data space at a time', async () => {
  const { serviceId } = await vision(() => ({}))
  const spaceId = await floor('stopped')
  const { id: runId } = await start(spaceId, { serviceId })
  await expect(start(spaceId, { serviceId })).rejects.toMatchObject({ reason: 'fine-tuning.captions-under-way' })
  await expect
    .poll(async () => (await server.call(workEndpoints.listWork, {})).map(({ kind, status }) => `${kind} ${status}`))
    .toContain('captioning running')
  const stopped = await server.call(captionRunEndpoints.stopCaptionRun, { params: { runId } })
  expect(stopped).toMatchObject({ status: 'stopped', written: 0 })
  expect(await captions(spaceId)).toEqual(['by hand', '', '', ''])
})

test('R2.32 what a service cannot do is told: one that is blind, silent, down, or gone', async () => {
  const spaceId = await floor('refused')
  const blind = await vision(() => completionOf('x'), false)
  await expect(start(spaceId, { serviceId: blind.serviceId })).rejects.toMatchObject({
    reason: 'fine-tuning.service-blind',
  })
  await expect(start(spaceId, { serviceId: 'gone' })).rejects.toMatchObject({ reason: 'service.not-found' })
  const { serviceId } = await vision(() => completionOf('<think>hm</think> '))
  await expect(start(spaceId, { serviceId, folder: 'gone' })).rejects.toMatchObject({ reason: 'folder.not-found' })
  await expect(start(spaceId, { serviceId, fileIds: ['gone'] })).rejects.toMatchObject({
    reason: 'fine-tuning.no-pictures',
  })
  await start(spaceId, { serviceId })
  const silent = { status: 'failed', done: 4, failed: 2, error: { en: 'the model said nothing' } }
  expect(await end(spaceId)).toMatchObject(silent)
  const down = await vision(() => ({ status: 401, body: { error: { message: 'no such key' } } }))
  await start(spaceId, { serviceId: down.serviceId })
  const error = (await end(spaceId))?.error
  expect(error?.en).toContain('no such key')
  expect(await captions(spaceId)).toEqual(['by hand', '', '', ''])
})

test('a caption is one line of a reply, without what models put around it', () => {
  expect(captionIn('Caption: a floor\r\nof oak\0')).toBe('a floor of oak')
  expect(captionIn('```text\n“oak”\n```')).toBe('oak')
  expect(captionIn('\n')).toBeNull()
  expect(captionIn('x'.repeat(9_000))).toHaveLength(2_000)
})
