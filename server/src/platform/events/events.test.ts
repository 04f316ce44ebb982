import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { topic } from './events.ts'
import { createTransmitter } from './transmitter.ts'

let server: TestServer
const streams: AbortController[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterEach(() => streams.splice(0).forEach((stream) => stream.abort()))
afterAll(() => server.stop())

const changed = (modelId: string): ServerEvent => ({ type: 'model-changed', modelId })

/** Listens as the console does. `next` resolves to the next event with its id, skipping events about the server itself. */
async function listen(lastEventId?: string) {
  const abort = new AbortController()
  streams.push(abort)
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await server.fetch('/events', { headers, signal: abort.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let lastId = ''
  async function next(): Promise<{ id: string; event: ServerEvent }> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { value, done } = await reader.read()
        if (done) throw new Error('the stream has ended')
        text += value
        continue
      }
      const block = text.slice(0, end)
      text = text.slice(end + 2)
      lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data === undefined) continue
      const event = JSON.parse(data) as ServerEvent
      if (event.type !== 'storage-changed') return { id: lastId, event }
    }
  }
  return { next, close: () => abort.abort() }
}

test('an event is told after its commit, and never when it is rolled back', async () => {
  const { database, events } = server.platform
  const stream = await listen()
  await database
    .transaction(async () => {
      events.publish(changed('rolled back'))
      throw new Error('no')
    })
    .catch(() => undefined)
  await database.transaction(async () => {
    events.publish(changed('committed'))
    events.publish(changed('second'))
  })
  expect((await stream.next()).event).toEqual(changed('committed'))
  expect((await stream.next()).event).toEqual(changed('second'))
})

test('a console that comes back hears what it missed', async () => {
  const { events } = server.platform
  const previous = await listen()
  events.publish(changed('heard'))
  const { id } = await previous.next()
  previous.close()
  events.publish(changed('missed'))
  const after = await listen(id)
  expect((await after.next()).event).toEqual(changed('missed'))
  events.publish(changed('live'))
  expect((await after.next()).event).toEqual(changed('live'))
})

test('a console whose last event is of another start of the server is told to ask for everything again', async () => {
  expect((await (await listen('anotherboot-3')).next()).event).toEqual({ type: 'resync' })
  expect((await (await listen('nonsense')).next()).event).toEqual({ type: 'resync' })
})

test('equal events in quick succession are told once, the last of them, and others in their order', async () => {
  const { transmitter } = server.platform
  const stream = await listen()
  for (const modelId of ['first', 'many', 'other', ...Array.from({ length: 300 }, () => 'many')])
    transmitter.send(changed(modelId))
  const last = transmitter.lastId()
  const received = [await stream.next(), await stream.next(), await stream.next()]
  expect(received.map(({ event }) => event)).toEqual(['first', 'other', 'many'].map(changed))
  expect(received.at(-1)?.id).toBe(last)
  transmitter.send(changed('many'))
  expect((await stream.next()).event).toEqual(changed('many'))
})

test('the transmitter remembers so many events and no more', () => {
  const transmitter = createTransmitter(2)
  const start = transmitter.lastId()
  transmitter.send(changed('1'))
  const first = transmitter.lastId()
  transmitter.send(changed('2'))
  transmitter.send(changed('3'))
  expect(transmitter.since(start)).toBeUndefined()
  expect(transmitter.since(first)?.map(({ event }) => event)).toEqual([changed('2'), changed('3')])
  expect(transmitter.since(transmitter.lastId())).toEqual([])
})

test('what an area does on hearing news of another commits with the news, or undoes it', async () => {
  const { database, events } = server.platform
  await database.query().schema.createTable('heard').addColumn('news', 'text').execute()
  const query = database.query<{ heard: { news: string } }>()
  const finished = topic<string>('thing-ended')
  events.listen(finished, async (news) => {
    await query.insertInto('heard').values({ news }).execute()
    if (news === 'bad') throw new Error('cannot bear it')
  })
  await events.emit(finished, 'good')
  await expect(events.emit(finished, 'bad')).rejects.toThrow('cannot bear it')
  expect(await query.selectFrom('heard').selectAll().execute()).toMatchObject([{ news: 'good' }])
})

test('a client that does not read is let go of, and nothing is written to it any more', async () => {
  const stream = await listen()
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  process.on('uncaughtException', note)
  try {
    const long = 'm'.repeat(20_000)
    for (let count = 1; count <= 400; count += 1) server.platform.transmitter.send(changed(`${long}${count}`))
    const received: string[] = []
    await expect(
      (async () => {
        for (;;) received.push((await stream.next()).id)
      })(),
    ).rejects.toThrow('ended')
    expect(received.length).toBeGreaterThan(10)
    expect(received.length).toBeLessThan(400)
    const again = await listen(received.at(-1))
    expect((await again.next()).event).toEqual(changed(`${long}${received.length + 1}`))
    expect(errors).toEqual([])
  } finally {
    process.off('uncaughtException', note)
  }
})
