import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../console/src/lib/http/client.ts'
import { followEvents } from '../../console/src/lib/events/events.ts'
import { startTestServer, type TestServer } from '../../server/src/testing/start-server.ts'
import { startProxy } from '../support/server/proxy.ts'
import { createRandom } from './pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const about = (modelId: string): ServerEvent => ({ type: 'model-changed', modelId })

/** The console's own client on an address, with shortened waits. */
function follow(address: string) {
  const receivedEvents: string[] = []
  const client = createClient({
    base: `${address}/`,
    token: () => server.token,
    language: () => 'en-US',
    onUnauthenticated: () => expect.unreachable('the token is good'),
  })
  let connected = Promise.withResolvers<void>()
  const stop = followEvents({
    open: (headers, signal) => client.stream(settingsEndpoints.events, headers, signal),
    onEvent: (event) => receivedEvents.push(event.type === 'model-changed' ? event.modelId : event.type),
    onConnection: (connection) => {
      if (connection === 'connected') connected.resolve()
      else connected = Promise.withResolvers()
    },
    onUnauthenticated: () => expect.unreachable('the token is good'),
    wait: (milliseconds) => sleep(milliseconds / 100),
  })
  return { heard: receivedEvents, stop, connected: () => connected.promise }
}

test('cut off at any byte of the stream, the console hears every event once and in order', async () => {
  const random = createRandom(7)
  const proxy = await startProxy(server.address, { cutAfter: () => 450 + Math.floor(random() * 3_000) })
  const { heard: receivedEvents, stop, connected } = follow(proxy.address)
  await connected()
  // The first event gives the position to resume from; without one, `resync` would be right.
  server.platform.events.publish(about('first'))
  await expect.poll(() => receivedEvents).toContain('first')
  const published: string[] = ['first']
  for (let number = 0; number < 1_500; number += 1) {
    published.push(`task ${number}`)
    server.platform.events.publish(about(`task ${number}`))
    if (random() < 0.2) await sleep(random() * 4)
    if (random() < 0.01) proxy.cut()
  }
  await expect.poll(() => receivedEvents.length).toBeGreaterThanOrEqual(published.length)
  expect(receivedEvents.filter((one) => one !== 'resync')).toEqual(published)
  expect(receivedEvents.filter((one) => one === 'resync').length).toBeLessThanOrEqual(1)
  expect(proxy.count()).toBeGreaterThan(30)
  stop()
  await proxy.stop()
})

test('who was away for more events than the server keeps asks for everything again, once, and goes on', async () => {
  const proxy = await startProxy(server.address)
  const { heard: receivedEvents, stop, connected } = follow(proxy.address)
  await connected()
  server.platform.events.publish(about('before'))
  await expect.poll(() => receivedEvents).toEqual(['before'])
  proxy.shut()
  for (let number = 0; number < 2_500; number += 1) server.platform.events.publish(about(`lost ${number}`))
  proxy.open()
  await connected()
  await expect.poll(() => receivedEvents).toEqual(['before', 'resync'])
  server.platform.events.publish(about('after'))
  await expect.poll(() => receivedEvents).toEqual(['before', 'resync', 'after'])
  stop()
  await proxy.stop()
})
