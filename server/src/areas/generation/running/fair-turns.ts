import { once } from 'node:events'

interface Waiting {
  readonly person: string
  readonly limit: number
  readonly start: () => void
}

/** Round-robin among persons, so that nobody waits behind all requests of another. */
export function createFairTurns() {
  const waiting = new Map<string, Waiting[]>()
  let running = 0

  function startNext(): void {
    const [person, queue] = waiting.entries().next().value ?? []
    const next = queue?.[0]
    if (person === undefined || queue === undefined || next === undefined || running >= next.limit) return
    queue.shift()
    waiting.delete(person)
    if (queue.length > 0) waiting.set(person, queue)
    running += 1
    next.start()
    startNext()
  }

  function release(): void {
    running -= 1
    startNext()
  }

  /** The result releases the slot. Rejects when the signal aborts before. */
  return async (person: string, limit: number, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    const turn = new EventTarget()
    let isStarted = false
    const entry: Waiting = {
      person,
      limit,
      start() {
        isStarted = true
        turn.dispatchEvent(new Event('start'))
      },
    }
    waiting.set(person, [...(waiting.get(person) ?? []), entry])
    const started = once(turn, 'start', { signal })
    startNext()
    try {
      await started
    } catch (error) {
      const rest = (waiting.get(person) ?? []).filter((each) => each !== entry)
      if (rest.length > 0) waiting.set(person, rest)
      else waiting.delete(person)
      if (isStarted) release()
      throw error
    }
    return release
  }
}

export type FairTurns = ReturnType<typeof createFairTurns>
