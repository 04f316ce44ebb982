interface UnderWay<Result> {
  readonly result: Promise<Result>
  readonly drop: AbortController
  waiting: number
}

/** Work is dropped when all of its callers have gone. */
export function createSharedWork<Result>() {
  const underWay = new Map<string, UnderWay<Result>>()

  function start(key: string, begin: (dropped: AbortSignal) => Promise<Result>): UnderWay<Result> {
    const drop = new AbortController()
    const forget = () => {
      if (underWay.get(key) === work) underWay.delete(key)
    }
    const work: UnderWay<Result> = { result: begin(drop.signal).finally(forget), drop, waiting: 0 }
    underWay.set(key, work)
    drop.signal.addEventListener('abort', forget)
    return work
  }

  return {
    async share(
      key: string,
      signal: AbortSignal | undefined,
      begin: (dropped: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      signal?.throwIfAborted()
      const work = underWay.get(key) ?? start(key, begin)
      work.waiting++
      const release = () => {
        if (--work.waiting === 0) work.drop.abort()
      }
      signal?.addEventListener('abort', release)
      try {
        return await work.result
      } finally {
        signal?.removeEventListener('abort', release)
      }
    },
  }
}
