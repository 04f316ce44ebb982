interface Waiting {
  readonly limit: number
  readonly start: () => void
}

/** Round-robin among persons, so that nobody waits behind all requests of another. */
export function createFairTurns() {
  const waiting = new Map<string, Waiting[]>()
  let running = 0

  function setQueue(person: string, queue: Waiting[]): void {
    if (queue.length > 0) waiting.set(person, queue)
    else waiting.delete(person)
  }

  function startNext(): void {
    const [person, [next, ...rest]] = waiting.entries().next().value ?? ['', []]
    if (next === undefined || running >= next.limit) return
    // Deleted first, so that the person's other requests come after those of the others.
    waiting.delete(person)
    setQueue(person, rest)
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
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting = { limit, start: resolve }
    const leave = () => {
      setQueue(
        person,
        (waiting.get(person) ?? []).filter((each) => each !== entry),
      )
      reject(signal.reason)
    }
    waiting.set(person, [...(waiting.get(person) ?? []), entry])
    signal.addEventListener('abort', leave, { once: true })
    startNext()
    await promise.finally(() => signal.removeEventListener('abort', leave))
    return release
  }
}

export type FairTurns = ReturnType<typeof createFairTurns>
