import type { FastifyInstance } from 'fastify'

/** Milliseconds that the requests which one turn of the event loop reads may take before the others wait. */
const turnTime = 8

/**
 * Keeps turns of the event loop short when many clients ask at once: the loop reads all their sockets in one turn, so fifty
 * calls would hold up streams, terminals and whoever comes next for as long as they take together. From `turnTime` on
 * requests are let in one in a turn, in their order.
 */
export function limitTurns(server: FastifyInstance): void {
  const waiting: (() => void)[] = []
  let turnStart: number | undefined

  function admitNext(): void {
    turnStart = undefined
    const admit = waiting.shift()
    if (admit === undefined) return
    setImmediate(admitNext)
    admit()
  }

  server.addHook('onRequest', (_request, _reply, done) => {
    const now = performance.now()
    if (turnStart === undefined) {
      turnStart = now
      setImmediate(admitNext)
    }
    if (waiting.length === 0 && now - turnStart < turnTime) done()
    else waiting.push(done)
  })
}
