import { type ItemDraft, itemDraftEndpoints } from '@vermilion/contract/generations/item-drafts'
import { serviceEndpoints } from '@vermilion/contract/services'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { type FakeChat, type ChatMessage, startFakeChat } from '../../settings/testing/fake-chat.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.stop())

const key = 'sk-secret-of-the-chat-service'
let services = 0

async function serviceOf(respond: (number: number) => ChatMessage, pace?: Parameters<typeof startFakeChat>[1]) {
  const fake: FakeChat = await startFakeChat((_, number) => respond(number), pace)
  onTestFinished(() => fake.stop())
  const settings = { url: `${fake.address}/v1`, key, model: 'small', vision: false }
  services += 1
  const body = { kind: 'chat', name: `chat ${services}`, settings } as const
  const { id } = await server.call(serviceEndpoints.createService, { body })
  return { fake, serviceId: id }
}

const start = (serviceId: string, more: { description?: string; count?: number } = {}) =>
  server.call(itemDraftEndpoints.createItemDraft, {
    body: { serviceId, workflow: 'floor-scenes', description: '厨房地面，有猫', count: 3, ...more },
  })
const get = (draftId: string) => server.call(itemDraftEndpoints.getItemDraft, { params: { draftId } })

async function waitForDraft(draftId: string, isReady: (draft: ItemDraft) => boolean): Promise<ItemDraft> {
  for (;;) {
    const draft = await get(draftId)
    if (isReady(draft)) return draft
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const waitForEnd = (draftId: string) => waitForDraft(draftId, ({ endedAt }) => endedAt !== null)

const item = (floor: string) => ({ scene: 'kitchen', floor, animal: 'cat', animalCount: 1 })
const response = JSON.stringify({ items: [item('tile'), item('wood'), item('marble')] })

test('R2.29 R9.02 items come one after the other, over the page that asked, and the description arrives as it was typed', async () => {
  const { fake, serviceId } = await serviceOf(() => response, { part: 12, every: 40 })
  const description = 'Küche "quoted" {count} 🐈\n地板：瓷砖'
  const { id } = await start(serviceId, { description })
  const partial = await waitForDraft(id, ({ items }) => items.length > 0)
  expect(partial.status).toBe('running')
  const { items: work } = { items: await server.call(workEndpoints.listWork, {}) }
  expect(work.some(({ kind }) => kind === 'item-draft')).toBe(true)
  const draft = await waitForEnd(id)
  expect(draft).toMatchObject({ status: 'success', error: null, items: [item('tile'), item('wood'), item('marble')] })
  const [chat] = fake.chats
  expect(chat).toMatchObject({ stream: true, response_format: { type: 'json_schema' } })
  expect(chat?.messages.at(-1)).toEqual({ role: 'user', content: description })
})

test('R9.02 waiting is stopped on wish, and what has come stays', async () => {
  const { fake, serviceId } = await serviceOf(() => response + ' '.repeat(4_000), { part: 60, every: 50 })
  const { id } = await start(serviceId, { count: 9 })
  await waitForDraft(id, ({ items }) => items.length > 0)
  const stopped = await server.call(itemDraftEndpoints.stopItemDraft, { params: { draftId: id } })
  expect(stopped.status).toBe('stopped')
  expect(stopped.items.length).toBeGreaterThan(0)
  await expect.poll(() => fake.givenUp.count).toBe(1)
})

test('a service that takes no schema is asked for JSON, and one that takes neither for text', async () => {
  const refusal = { status: 400, body: { error: { message: 'response_format is not supported' } } }
  const { fake, serviceId } = await serviceOf((number) =>
    number < 2 ? refusal : `Sure!\n\`\`\`json\n${response}\n\`\`\``,
  )
  const draft = await waitForEnd((await start(serviceId)).id)
  expect(draft).toMatchObject({ status: 'success', items: { length: 3 } })
  const formats = fake.chats.map(({ response_format: format }) => format?.type)
  expect(formats).toEqual(['json_schema', 'json_object', undefined])
})

test('an answer without items is asked for once more, and then told', async () => {
  const { fake, serviceId } = await serviceOf((number) => (number === 0 ? 'I would rather not.' : response))
  expect(await waitForEnd((await start(serviceId)).id)).toMatchObject({ status: 'success' })
  expect(fake.chats[1]?.messages.slice(-2)).toMatchObject([
    { role: 'assistant', content: 'I would rather not.' },
    { role: 'user', content: expect.stringContaining('no list of items') as string },
  ])
  const stubborn = await serviceOf(() => 'I would rather not.')
  const draft = await waitForEnd((await start(stubborn.serviceId)).id)
  expect(draft).toMatchObject({ status: 'failed', items: [], error: { en: 'the model said: I would rather not.' } })
})

test('a service that is busy is waited for as long as it says', async () => {
  const busy = { status: 429, headers: { 'retry-after': '0' }, body: { error: { message: 'slow down' } } }
  const { fake, serviceId } = await serviceOf((number) => (number < 2 ? busy : response))
  expect(await waitForEnd((await start(serviceId)).id)).toMatchObject({ status: 'success' })
  expect(fake.chats).toHaveLength(3)
})

const stream = (...lines: string[]) => ({
  headers: { 'content-type': 'text/event-stream' },
  body: (async function* parts() {
    yield* lines.map((line) => `${line}\n\n`)
  })(),
})
const say = (text: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}`
const html = '<html><body><h1>502 Bad Gateway</h1></body></html>'
const none = { 'retry-after': '0' }

const responses: [string, () => ChatMessage, number | string][] = [
  ['nothing', () => '', 'the model said nothing'],
  ['blanks', () => ' \n\t', 'the model said nothing'],
  ['prose', () => 'Here are some [nice] ideas.', 'the model said: Here are'],
  ['a list of texts', () => '["kitchen", "hall"]', 'the model said'],
  ['a list of numbers', () => '[1, 2, 3]', 'the model said'],
  ['an empty list', () => '{"items": []}', 'the model said'],
  ['null', () => 'null', 'the model said: null'],
  ['one object', () => JSON.stringify(item('tile')), 'the model said'],
  ['cut off in the second item', () => response.slice(0, 90), 1],
  ['a bare list', () => JSON.stringify([item('tile')]), 1],
  ['prose around it', () => `Of course [sic]: ${response} Enjoy!`, 3],
  ['thoughts before it', () => `<think>[{"floor": "no"}]</think>${response}`, 3],
  ['thoughts without an end', () => `<think>${response}`, 'the model said'],
  ['braces in texts', () => JSON.stringify({ items: [{ ...item('tile'), words: 'a } and { and \\" ]' }] }), 1],
  ['numbers as texts', () => '{"items":[{"floor":"tile","dirt":"mud","dirtCount":"2"}]}', 1],
  ['null for what is not there', () => '{"items":[{"floor":"tile","dirt":null,"animal":null}]}', 1],
  ['wrong types', () => '{"items":[{"floor":7}]}', 'the model said'],
  ['counts beyond the limit', () => '{"items":[{"floor":"tile","dirt":"mud","dirtCount":9999}]}', 'the model said'],
  ['counts below nothing', () => '{"items":[{"dirt":"mud","dirtCount":-1}]}', 'the model said'],
  ['one right, one wrong', () => JSON.stringify({ items: [{ floor: 7 }, item('tile')] }), 1],
  ['nested lists', () => JSON.stringify({ items: [[item('tile')]] }), 1],
  ['more items than asked for', () => JSON.stringify(Array.from({ length: 9 }, () => item('tile'))), 3],
  ['a million items', () => `[${'{"floor":"tile"},'.repeat(1_000_000)}]`, 3],
  ['endless prose', () => 'word '.repeat(1_200_000), 'larger than 4 MiB'],
  [
    'an answer that is cut off',
    () => ({ headers: { 'content-length': '500', connection: 'close' }, body: '{"choices": [' }),
    'closed the connection',
  ],
  ['a million choices', () => ({ body: { choices: Array(1_000_000).fill(1) } }), 'not'],
  ['HTML as success', () => ({ headers: { 'content-type': 'text/html' }, body: html }), 'not'],
  ['JSON of something else', () => ({ body: { hello: 'world' } }), 'not'],
  ['no choices', () => ({ body: { choices: [] } }), 'not'],
  ['a stream without events', () => stream(': nothing'), 'not'],
  ['a stream of broken JSON', () => stream('data: {"choices": [', 'data: [DONE]'), 'not'],
  [
    'an error in the stream',
    () => stream(say('{"items":['), 'data: {"error":{"message":"out of memory"}}'),
    'out of memory',
  ],
  ['a 500 each time', () => ({ status: 500, headers: none, body: { error: { message: 'CUDA error' } } }), 'CUDA error'],
  ['a 502 page each time', () => ({ status: 502, headers: none, body: html }), '502 Bad Gateway'],
  ['a refused key', () => ({ status: 401, body: { error: { message: `Incorrect API key: ${key}` } } }), 'key'],
  [
    'a redirect to another host',
    () => ({ status: 307, headers: { location: 'http://127.0.0.2:1/v1' }, body: '' }),
    'leads on to',
  ],
]

test.each(responses)('R8.08 R5.08 %s ends in a clear state', async (_, message, expected) => {
  const { serviceId } = await serviceOf(message)
  const draft = await waitForEnd((await start(serviceId)).id)
  expect(JSON.stringify(draft)).not.toContain(key)
  if (typeof expected === 'number') expect(draft).toMatchObject({ status: 'success', items: { length: expected } })
  else expect(draft).toMatchObject({ status: 'failed', error: { en: expect.stringContaining(expected) as string } })
})
