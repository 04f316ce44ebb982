import { accountEndpoints } from '@vermilion/contract/accounts'
import { assistantEndpoints } from '@vermilion/contract/assistant'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { serviceEndpoints } from '@vermilion/contract/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../testing/client.ts'
import { startTestServer } from '../../testing/start-server.ts'
import { lastSent, serviceKey, startAssistant, textOf, type TestAssistant } from './testing/start-assistant.ts'

let assistant: TestAssistant
beforeAll(async () => void (assistant = await startAssistant({}, { part: 6, every: 15 })))
afterAll(() => assistant.stop())

const { getAssistant, listConversations, deleteConversation, exportConversation, stopReply, getMessage } =
  assistantEndpoints
const { getSentRequest, regenerateReply, startConversation } = assistantEndpoints

const fence = '```'

test('R1.09 a reply comes piece by piece, is kept, and is there after a reload', async () => {
  const { server } = assistant
  const reply = `The learning rate is too high.\n\n${'It diverges. '.repeat(50)}\n\n${fence}sh\npython train.py --lr 0.001\n${fence}`
  assistant.say(() => reply)
  const events: string[] = []
  const unsubscribe = server.platform.transmitter.subscribe(({ event }) => {
    if (event.type === 'reply-progressed' || event.type === 'conversation-changed') events.push(event.type)
  })
  const { id } = await assistant.start({ text: 'Why does my training diverge?' })
  const part = await assistant.until(id, (message) => textOf(message) !== '')
  expect(part.status).toBe('writing')
  expect(reply.startsWith(textOf(part).slice(0, 3))).toBe(true)
  const last = await assistant.replyOf({ id })
  // A commit is visible slightly before its event.
  await expect.poll(() => events.at(-1)).toBe('conversation-changed')
  unsubscribe()
  expect(last).toMatchObject({ status: 'done', error: null, service: 'Fake', number: 2 })
  expect(textOf(last)).toBe(reply)
  expect(await server.call(getMessage, { params: { messageId: last.id } })).toEqual(last)
  expect(events).toContain('reply-progressed')
})

test('R1.09 a reply is stopped on wish; what has come stays, and the service is hung up on', async () => {
  assistant.say(() => 'word '.repeat(2_000))
  const { id } = await assistant.start({ text: 'Tell me everything' })
  await assistant.until(id, (message) => textOf(message).length > 10)
  const hungUp = assistant.fake.givenUp.count
  const stopped = await assistant.server.call(stopReply, { params: { conversationId: id } })
  expect(stopped.status).toBe('stopped')
  const last = await assistant.replyOf({ id })
  expect(textOf(last)).toMatch(/^word /)
  await expect.poll(() => assistant.fake.givenUp.count).toBe(hungUp + 1)
})

test('R1.09 a message is edited and sent again: what came after it is gone, and the model is not told of it', async () => {
  assistant.say((_, number) => `reply ${number}`)
  const { id } = await assistant.start({ text: 'first words' })
  await assistant.replyOf({ id })
  await assistant.send(id, { text: 'second words' })
  await assistant.replyOf({ id })
  const [question] = (await assistant.get(id)).messages
  await assistant.send(id, { text: 'other words', replaces: question?.id ?? '' })
  await assistant.replyOf({ id })
  const { messages, title } = await assistant.get(id)
  expect(messages.map(textOf)).toEqual(['other words', 'reply 2'])
  expect(title).toBe('other words')
  expect(JSON.stringify(assistant.fake.chats.at(-1))).not.toMatch(/first words|second words/)
  const [, reply] = messages
  expect(await reasonOf(assistant.send(id, { text: 'x', replaces: reply?.id ?? '' }))).toBe('message.not-editable')
})

test('R8.09 no valid reply: it is told so, and regenerating writes another', async () => {
  assistant.say((_, number) => (number === 0 ? '' : 'a valid reply'))
  const { id } = await assistant.start({ text: 'Hello' })
  expect(await assistant.replyOf({ id })).toMatchObject({ status: 'empty', parts: [] })
  await assistant.server.call(regenerateReply, { params: { conversationId: id }, body: {} })
  const last = await assistant.replyOf({ id })
  expect(last.status).toBe('done')
  expect((await assistant.get(id)).messages.map(textOf)).toEqual(['Hello', 'a valid reply'])
})

test('R1.09 conversations are listed, searched in all that was said, exported and deleted', async () => {
  const { server } = assistant
  assistant.say(() => 'The gradient EXPLODES 梯度爆炸')
  const { id } = await assistant.start({ text: 'What about nan?' })
  await assistant.replyOf({ id })
  const search = async (words: string) =>
    (await server.call(listConversations, { query: { search: words } })).items.map((one) => one.id)
  expect(await search('explodes')).toEqual([id])
  expect(await search('梯度爆炸')).toEqual([id])
  expect(await search('about NAN')).toEqual([id])
  expect(await search('%')).toEqual([])
  const page = await server.call(listConversations, { query: { limit: 1 } })
  expect(page.items[0]).toMatchObject({ id, title: 'What about nan?', status: 'done' })
  const exported = await server.fetch(exportConversation.path.replace(':conversationId', id))
  expect(exported.headers.get('content-type')).toContain('text/markdown')
  expect(await exported.text()).toMatch(/# What about nan\?[\s\S]*EXPLODES/)
  await server.call(deleteConversation, { params: { conversationId: id } })
  expect(await search('explodes')).toEqual([])
  expect(await reasonOf(assistant.get(id))).toBe('conversation.not-found')
})

test('R1.09 what was sent can be seen, and holds no secret: not of the message, not of a terminal, not the service’s own', async () => {
  assistant.say(() => 'done')
  const { id } = await assistant.start({
    text: `My key is hf_${'aB3dE'.repeat(8)} and the service has ${serviceKey}`,
    attachments: [
      {
        kind: 'terminal',
        title: 'worker-0',
        command: 'env',
        output: 'PATH=/bin\nDB_PASSWORD=correcthorse\n',
        exitCode: 0,
      },
    ],
  })
  const { id: messageId } = await assistant.replyOf({ id })
  const sent = await assistant.server.call(getSentRequest, { params: { messageId } })
  const wire = JSON.stringify(assistant.fake.chats.at(-1))
  for (const text of [wire, JSON.stringify(sent)]) {
    expect(text).toContain('PATH=/bin')
    expect(text).not.toMatch(/aB3dEaB3dE|correcthorse|sk-key-of-the-chat-service/)
  }
  expect(sent).toMatchObject({ service: 'Fake', model: 'small', redactions: 3 })
  expect(sent?.messages.map(({ content }) => content)).toEqual(
    assistant.fake.chats.at(-1)?.messages.map(({ content }) => content),
  )
  expect(lastSent(assistant.fake.chats.at(-1))).toMatch(/<data (\S+) from="terminal worker-0">[\s\S]*<\/data \1>/)
})

test('R1.09 nobody else sees a conversation or its messages', async () => {
  const { server } = assistant
  assistant.say(() => 'between us')
  const { id } = await assistant.start({ text: 'private' })
  const { id: messageId } = await assistant.replyOf({ id })
  await server.app.accounts.add('other', 'a password of another')
  const body = { username: 'other', password: 'a password of another' }
  const { token } = await server.call(accountEndpoints.login, { body }, { authorization: '' })
  const headers = { authorization: `Bearer ${token}` }
  const get = assistantEndpoints.getConversation
  expect(await reasonOf(server.call(get, { params: { conversationId: id } }, headers))).toBe('conversation.not-found')
  expect(await reasonOf(server.call(getMessage, { params: { messageId } }, headers))).toBe('message.not-found')
  expect(await reasonOf(server.call(getSentRequest, { params: { messageId } }, headers))).toBe('message.not-found')
  expect((await server.call(listConversations, { query: {} }, headers)).items).toEqual([])
})

test('R1.09 a conversation is replied to one message at a time, and a person has three replies at once', async () => {
  assistant.say(() => 'slow '.repeat(3_000))
  const conversations = [await assistant.start({ text: '1' }), await assistant.start({ text: '2' })]
  const third = await assistant.start({ text: '3' })
  expect(await reasonOf(assistant.send(third.id, { text: 'again' }))).toBe('assistant.replying')
  expect(await reasonOf(assistant.start({ text: '4' }))).toBe('assistant.too-many-replies')
  for (const { id } of [...conversations, third]) {
    await assistant.server.call(stopReply, { params: { conversationId: id } })
  }
})

test('R1.09 a person sends so many messages within an hour', async () => {
  const limited = await startAssistant({ VERMILION_ASSISTANT_MESSAGES: '2' })
  try {
    const { id } = await limited.start({ text: 'one' })
    await limited.replyOf({ id })
    expect((await limited.server.call(getAssistant, {})).messagesLeft).toBe(1)
    await limited.send(id, { text: 'two' })
    await limited.replyOf({ id })
    expect(await reasonOf(limited.send(id, { text: 'three' }))).toBe('assistant.limit')
    await limited.server.call(deleteConversation, { params: { conversationId: id } })
    expect(await reasonOf(limited.start({ text: 'three' }))).toBe('assistant.limit')
  } finally {
    await limited.stop()
  }
})

test('R1.09 without a chat service it is said how one is set up; with one the assistant says what it can do', async () => {
  const bare = await startTestServer()
  try {
    expect(await reasonOf(bare.call(startConversation, { body: { text: 'Hello' } }))).toBe('assistant.no-service')
    expect((await bare.call(getAssistant, {})).services).toEqual([])
  } finally {
    await bare.stop()
  }
  const state = await assistant.server.call(getAssistant, {})
  expect(state.services).toMatchObject([{ name: 'Fake', model: 'small' }])
  const writing = state.tools.filter(({ writes }) => writes).map(({ name }) => name)
  expect(writing).toEqual(['create_task', 'retry_task', 'stop_task', 'create_generation', 'stop_generation'])
})

test('R1.09 a reply ends with the sign-in that asked for it', async () => {
  const { server } = assistant
  assistant.say(() => 'word '.repeat(2_000))
  await server.app.accounts.add('leaver', 'a password of another')
  const body = { username: 'leaver', password: 'a password of another' }
  const { token } = await server.call(accountEndpoints.login, { body }, { authorization: '' })
  const headers = { authorization: `Bearer ${token}` }
  const { givenUp, chats } = assistant.fake
  const [hungUp, chatsThen] = [givenUp.count, chats.length]
  await server.call(startConversation, { body: { text: 'Hello' } }, headers)
  await expect.poll(() => chats.length).toBe(chatsThen + 1)
  await fetch(`${server.address}${basePath}/login/logout`, { method: 'POST', headers })
  await expect.poll(() => givenUp.count).toBe(hungUp + 1)
})

test('R1.09 a service that takes no tools is asked without', async () => {
  const { server } = assistant
  const settings = { url: `${assistant.fake.address}/v1`, model: 'plain', key: serviceKey, vision: false }
  const { id: serviceId } = await server.call(serviceEndpoints.createService, {
    body: { kind: 'chat', name: 'Plain', settings },
  })
  assistant.say(({ tools }) =>
    tools === undefined ? 'plain words' : { status: 400, body: { error: { message: 'tools are not supported' } } },
  )
  const { id } = await assistant.start({ text: 'Hello', serviceId })
  expect(textOf(await assistant.replyOf({ id }))).toBe('plain words')
})
