export function createTurns(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    if (running >= limit) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

export type Turns = ReturnType<typeof createTurns>
