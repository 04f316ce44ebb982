import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface Traffic {
  received: number
  sent: number
}

export interface RouteTraffic extends Traffic {
  readonly method: string
  /** The mounted path, such as `/api/v1/files/:fileId/content`. */
  readonly route: string
}

/** Heads and requests in progress are included. From the sockets' counters, so there is no cost per byte. */
export function countTraffic(server: FastifyInstance): () => RouteTraffic[] {
  const totals = new Map<string, RouteTraffic>()
  const underWay = new Map<FastifyRequest, { socket: Socket; total: RouteTraffic }>()
  /** Bytes of each socket that are already counted: one socket serves many requests in turn. */
  const counted = new WeakMap<Socket, Traffic>()

  function totalOf({ method, routeOptions }: FastifyRequest): RouteTraffic {
    const route = routeOptions.url ?? ''
    const key = `${method} ${route}`
    const total = totals.get(key) ?? { method, route, received: 0, sent: 0 }
    totals.set(key, total)
    return total
  }

  function count({ socket, total }: { socket: Socket; total: RouteTraffic }): void {
    const { bytesRead: received, bytesWritten: sent } = socket
    const previous = counted.get(socket) ?? { received: 0, sent: 0 }
    total.received += received - previous.received
    total.sent += sent - previous.sent
    counted.set(socket, { received, sent })
  }

  server.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw
    // The server's calls to itself have no socket.
    if (typeof socket.bytesRead === 'number') underWay.set(request, { socket, total: totalOf(request) })
    done()
  })
  server.addHook('onResponse', (request, _reply, done) => {
    const counting = underWay.get(request)
    underWay.delete(request)
    if (counting !== undefined) count(counting)
    done()
  })
  return () => {
    for (const one of underWay.values()) count(one)
    return [...totals.values()].map((total) => ({ ...total }))
  }
}
