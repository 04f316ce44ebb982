import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assistantEndpoints } from '@vermilion/contract/assistant'
import type { Message } from '@vermilion/contract/assistant/messages'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKillableServer, type KillableServer } from '../../testing/killable-server.ts'
import { type FakeChat, startFakeChat } from '../settings/testing/fake-chat.ts'
import { textOf } from './testing/start-assistant.ts'

let data = ''
let server: KillableServer
let fake: FakeChat
const story = Array.from({ length: 300 }, (_, number) => `word-${number}`).join(' ')
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-assistant-kill-'))
  server = createKillableServer(data)
  await server.start()
  fake = await startFakeChat(() => story, { part: 12, every: 8 })
  const settings = { url: `${fake.address}/v1`, model: 'small', vision: false }
  await server.call(serviceEndpoints.createService, { body: { kind: 'chat', name: 'Fake', settings } })
})
afterAll(async () => {
  await server.kill()
  await fake.stop()
  await rm(data, { recursive: true, force: true })
})

const open = (conversationId: string) => server.call(assistantEndpoints.getConversation, { params: { conversationId } })
async function until(conversationId: string, isReached: (message: Message) => boolean): Promise<Message> {
  for (;;) {
    const last = (await open(conversationId)).messages.at(-1)
    if (last?.role === 'assistant' && isReached(last)) return last
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('R1.09 R4.12 a server that is killed while it writes a reply keeps what had come, says that it broke off, and writes it anew', async () => {
  const started = await server.call(assistantEndpoints.startConversation, { body: { text: 'Tell it slowly' } })
  const previous = textOf(await until(started.id, (message) => textOf(message).length > 60))
  await server.kill()
  await server.start()

  const { messages, ...conversation } = await open(started.id)
  const cut = messages.at(-1)!
  expect(conversation.status).toBe('cut')
  expect(cut).toMatchObject({ status: 'cut', error: { en: expect.stringContaining('restarted') as string } })
  const retained = textOf(cut)
  expect(story.startsWith(retained)).toBe(true)
  expect(retained.length).toBeGreaterThanOrEqual(previous.length)
  expect(retained.length).toBeLessThan(story.length)

  await server.call(assistantEndpoints.regenerateReply, { params: { conversationId: started.id }, body: {} })
  const complete = await until(started.id, ({ status }) => status !== 'writing')
  expect(complete).toMatchObject({ status: 'done', error: null })
  expect(textOf(complete)).toBe(story)
  expect((await open(started.id)).messages).toHaveLength(2)
})
