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
  /** Undefined before the first request of a turn. */
  let turnStart: number | undefined
  let isEndAwaited = false

  function awaitTurnEnd(): void {
    if (!isEndAwaited) setImmediate(endTurn)
    isEndAwaited = true
  }

  function endTurn(): void {
    isEndAwaited = false
    turnStart = undefined
    const admit = waiting.shift()
    if (admit === undefined) return
    // What it takes counts for those that come in the next turn, which has no second end.
    turnStart = performance.now()
    awaitTurnEnd()
    admit()
  }

  server.addHook('onRequest', (_request, _reply, done) => {
    const now = performance.now()
    turnStart ??= now
    awaitTurnEnd()
    if (waiting.length === 0 && now - turnStart < turnTime) done()
    else waiting.push(done)
  })
}
