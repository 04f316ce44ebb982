import type { Socket } from 'node:net'
import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseUnderWay } from '../raw-refusal.ts'

/** Limits for receiving a body, in milliseconds. Time in which the server itself is slow to read does not count. */
export interface BodyTimes {
  /** The longest time without a byte. */
  readonly idle: number
  /** The time after which the lowest average rate must be met. */
  readonly grace: number
  readonly answered: number
}

export const bodyTimes: BodyTimes = { idle: 30_000, grace: 60_000, answered: 10_000 }

/** The lowest accepted bytes per second: below any modem, and enough that no trickle holds a socket for long. */
const lowestRate = 1_024
/** Checks within the shortest limit. */
const looks = 5

interface Body {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly socket: Socket
  readonly startBytes: number
  bytes: number
  waited: number
  idle: number
  answered: number
}

/**
 * Ends requests whose bodies stall or trickle. Node's own limit is on a whole request and would end long uploads; and it stops
 * counting once a request is answered, so a refusal would leave the socket open as long as the caller likes.
 */
export function endSlowBodies(server: FastifyInstance, times: BodyTimes): void {
  const bodies = new Set<Body>()
  const interval = Math.min(times.idle, times.grace, times.answered) / looks
  let timer: NodeJS.Timeout | undefined
  let lookedAt = 0

  function look(): void {
    const now = performance.now()
    // The caller is not charged for time in which the whole process stood still.
    const passed = Math.min(now - lookedAt, 2 * interval)
    lookedAt = now
    for (const body of bodies) {
      if (body.request.raw.complete || body.socket.destroyed) bodies.delete(body)
      else count(body, passed)
    }
    if (bodies.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function count(body: Body, passed: number): void {
    const { request, reply, socket } = body
    if (reply.raw.writableFinished) {
      body.answered += passed
      if (body.answered >= times.answered) socket.destroy()
      return
    }
    // Bytes received but unread wait for the server, not the caller.
    const isWaiting = request.raw.readableLength === 0
    body.waited += isWaiting ? passed : 0
    body.idle = isWaiting && socket.bytesRead === body.bytes ? body.idle + passed : 0
    body.bytes = socket.bytesRead
    const earned = times.grace + ((body.bytes - body.startBytes) / lowestRate) * 1_000
    if (body.idle < times.idle && body.waited < earned) return
    bodies.delete(body)
    refuseUnderWay(fail('request.too-slow'), request, reply)
  }

  server.addHook('onRequest', (request, reply, done) => {
    const { headers, complete, socket } = request.raw
    const isComing = !complete && (headers['content-length'] ?? '0') !== '0'
    // A call from within the server has no socket.
    if ((isComing || headers['transfer-encoding'] !== undefined) && typeof socket.bytesRead === 'number') {
      const { bytesRead } = socket
      bodies.add({ request, reply, socket, startBytes: bytesRead, bytes: bytesRead, waited: 0, idle: 0, answered: 0 })
      if (timer === undefined) lookedAt = performance.now()
      timer ??= setInterval(look, interval).unref()
    }
    done()
  })
  server.addHook('onClose', async () => clearInterval(timer))
}
