/** Lets so many do their work at once; the others wait in their order, also those whose signal aborts meanwhile. */
export function createLimit(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function take<Result>(signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted()
    if (running >= limit) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      signal?.throwIfAborted()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

export type Limit = ReturnType<typeof createLimit>
