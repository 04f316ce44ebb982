import type { FastifyInstance } from 'fastify'

/** Milliseconds for the requests of one turn of the event loop, before the others wait. */
const turnTime = 8

/**
 * Keeps turns of the event loop short under load: the loop reads all sockets in one turn, so fifty calls would hold up streams,
 * terminals and later requests for their total time. After `turnTime`, requests queue, and each turn admits as many as took that
 * long.
 */
export function limitTurns(server: FastifyInstance): void {
  const waiting: (() => void)[] = []
  /** Undefined before the first request of a turn. */
  let turnStart: number | undefined
  let isEndAwaited = false
  let admitted = 0
  let perTurn = 1

  function awaitTurnEnd(): void {
    if (!isEndAwaited) setImmediate(endTurn)
    isEndAwaited = true
  }

  function endTurn(): void {
    isEndAwaited = false
    const now = performance.now()
    if (turnStart !== undefined && now - turnStart > 2 * turnTime) perTurn = Math.max(1, perTurn >> 1)
    turnStart = undefined
    admitted = 0
    const next = waiting.splice(0, perTurn)
    if (next.length === 0) return
    // Their time counts for the requests of the next turn, which has no second end.
    turnStart = now
    awaitTurnEnd()
    for (const admit of next) admit()
  }

  server.addHook('onRequest', (_request, _reply, done) => {
    const now = performance.now()
    turnStart ??= now
    awaitTurnEnd()
    if (waiting.length === 0 && now - turnStart < turnTime) {
      admitted += 1
      done()
      return
    }
    if (waiting.length === 0 && admitted > 0) perTurn = admitted
    waiting.push(done)
  })
}
