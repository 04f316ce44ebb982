import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connect } from './engine.ts'
import { inspectContainer } from './inspect-container.ts'

type Reply = readonly [status: number, body: object]
const running: Reply = [200, { Id: 'a', State: { Running: true } }]
const justEnded: Reply = [500, { message: 'read /proc/1734/cgroup: no such process' }]

let replies: Reply[] = []
const engine = createServer((_request, response) => {
  const [status, body] = replies.shift() ?? running
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
afterEach(() => void engine.close())

async function inspect(...responses: Reply[]) {
  replies = responses
  if (!engine.listening) await once(engine.listen(0, '127.0.0.1'), 'listening')
  const { port } = engine.address() as AddressInfo
  return inspectContainer(connect(`http://127.0.0.1:${port}`), 'a')
}

test('a container whose process has just ended is asked for again, any other failure is told', async () => {
  expect(await inspect(justEnded, justEnded, running)).toMatchObject({ Id: 'a' })
  expect(await inspect([404, { message: 'no such container' }])).toBe(undefined)
  await expect(inspect([500, { message: 'the disk is full' }])).rejects.toThrow('the disk is full')
})
