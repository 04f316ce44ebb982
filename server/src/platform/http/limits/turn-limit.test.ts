import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limitTurns } from './turn-limit.ts'

test('many calls at once do not hold up the event loop for as long as they take together, and keep their order', async () => {
  const server = fastify({ forceCloseConnections: true })
  limitTurns(server)
  let turn = 0
  const turns: number[] = []
  const order: number[] = []
  server.get<{ Params: { number: string } }>('/:number', (request, reply) => {
    for (const start = performance.now(); performance.now() < start + 4;);
    turns.push(turn)
    order.push(Number(request.params.number))
    return reply.send('')
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const sockets: Socket[] = []
  for (let number = 0; number < 20; number += 1) {
    const accepted = once(server.server, 'connection')
    sockets.push(connect(port, '127.0.0.1'))
    await accepted
  }
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))

  const calls = 6 * sockets.length
  const count = () => {
    turn += 1
    if (turns.length < calls) setImmediate(count)
  }
  setImmediate(count)
  // All in one turn, so that the server also reads them in one; each client asks again after its response.
  const ask = (number: number) => sockets[number]?.write(`GET /${number} HTTP/1.1\r\nhost: a\r\n\r\n`)
  for (const number of sockets.keys()) ask(number)
  for (const [number, socket] of sockets.entries()) socket.on('data', () => turns.length < calls && ask(number))
  while (turns.length < calls) await nextTurn()

  const first = order.slice(0, sockets.length)
  expect(first).toEqual(first.toSorted((a, b) => a - b))
  const inTurn = Map.groupBy(turns, (number) => number)
  // The first ones run until their time is over, then one in each turn.
  expect(Math.max(...[...inTurn.values()].map(({ length }) => length))).toBeLessThanOrEqual(4)
})
