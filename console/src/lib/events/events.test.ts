import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { expect, test } from 'vitest'
import { type Connection, followEvents } from './events.ts'
import { isStale } from '../query-keys.ts'

async function follow(...streams: (string | null)[]) {
  const events: ServerEvent[] = []
  const states: Connection[] = []
  const requests: Record<string, string>[] = []
  const delays: number[] = []
  let unauthenticated = 0
  await new Promise<void>((resolve) => {
    const stop = followEvents({
      open: (headers) => {
        requests.push(headers)
        const stream = streams[requests.length - 1]
        if (stream === undefined) {
          stop()
          resolve()
          return new Promise(() => undefined)
        }
        if (stream === null) return Promise.reject(new Error('refused'))
        return Promise.resolve(stream === '401' ? new Response('', { status: 401 }) : new Response(stream))
      },
      onEvent: (event) => events.push(event),
      onConnection: (state) => states.push(state),
      onUnauthenticated: () => {
        unauthenticated += 1
        resolve()
      },
      wait: (milliseconds) => {
        delays.push(milliseconds)
        return Promise.resolve()
      },
    })
  })
  return { events, states, requests, delays, unauthenticated }
}

const line = (id: string, event: object) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`

test('a broken stream goes on after the last event, and the delay doubles until it is back', async () => {
  const first = line('b-7', { type: 'space-changed', spaceId: 's' })
  const { events, requests, delays } = await follow(
    first,
    null,
    null,
    line('b-8', { type: 'task-changed', taskId: 't' }),
  )
  expect(events).toEqual([
    { type: 'space-changed', spaceId: 's' },
    { type: 'task-changed', taskId: 't' },
  ])
  expect(requests.map((headers) => headers['Last-Event-ID'])).toEqual([undefined, 'b-7', 'b-7', 'b-7', 'b-8'])
  expect(delays).toEqual([500, 1000, 2000, 500])
})

test('a stream that the server ended is no lost connection until the next try fails', async () => {
  const session = await follow(line('b-1', { type: 'resync' }), '401')
  expect(session.states).toEqual(['connecting', 'connected'])
  const restart = await follow(line('b-1', { type: 'resync' }), null, line('b-2', { type: 'resync' }))
  expect(restart.states).toEqual(['connecting', 'connected', 'offline', 'connected'])
})

test('a stream that broke before its first event has no place to continue from: everything is asked for again', async () => {
  const { events } = await follow(': \n\n', ': \n\n')
  expect(events).toEqual([{ type: 'resync' }])
})

test('what a newer server tells is passed over, and 401 ends the following', async () => {
  const { events, unauthenticated, requests } = await follow(line('b-1', { type: 'moon-changed' }), '401')
  expect(events).toEqual([])
  expect(unauthenticated).toBe(1)
  expect(requests).toHaveLength(2)
})

test('an event makes stale what speaks of the same thing, and of lists that hold it', () => {
  const event: ServerEvent = { type: 'space-changed', spaceId: 'a' }
  expect(isStale(event, ['/spaces', { query: {} }])).toBe(true)
  expect(isStale(event, ['/spaces/:spaceId', { params: { spaceId: 'a' } }])).toBe(true)
  expect(isStale(event, ['/spaces/:spaceId', { params: { spaceId: 'b' } }])).toBe(false)
  expect(isStale(event, ['/datasets', {}])).toBe(false)
  expect(isStale({ type: 'resync' }, ['/datasets', {}])).toBe(true)
})

test('news of a task makes stale the points of charts that show it, alone or among others', () => {
  const event: ServerEvent = { type: 'task-series', taskId: 'a', points: 1 }
  const stale = (tasks: string) => isStale(event, ['/series', { query: { tasks, names: 'loss' } }])
  expect(['a', 'b,a', 'b', 'ab,c'].map(stale)).toEqual([true, true, false, false])
  expect(isStale(event, ['/tasks/:taskId/series', { params: { taskId: 'b' } }])).toBe(false)
})

test('readings make stale the list of devices and those that were read, and nothing that is read below them', () => {
  const event: ServerEvent = { type: 'device-readings', deviceIds: ['a', 'b'] }
  const stale = (path: string, deviceId: string) => isStale(event, [path, { params: { deviceId } }])
  expect(['a', 'b', 'c'].map((id) => stale('/devices/:deviceId', id))).toEqual([true, true, false])
  expect(isStale(event, ['/devices', { query: {} }])).toBe(true)
  expect(stale('/devices/:deviceId/details', 'a')).toBe(false)
})
