interface UnderWay {
  readonly controller: AbortController
  isOvertaken: boolean
}

export function createAbortableRequests<Key>() {
  const underWay = new Map<Key, UnderWay>()
  return {
    has: (key: Key) => underWay.has(key),
    /** Marks pending requests as outdated by an event; each learns of it when its response arrives. */
    overtake(): void {
      for (const request of underWay.values()) request.isOvertaken = true
    },
    async send<Answer>(
      key: Key,
      request: (signal: AbortSignal) => Promise<Answer>,
      on: { response: (response: Answer, isOvertaken: boolean) => void; problem: (problem: unknown) => void },
    ): Promise<void> {
      const current = { controller: new AbortController(), isOvertaken: false }
      const { signal } = current.controller
      const end = () => underWay.get(key) === current && underWay.delete(key)
      underWay.set(key, current)
      try {
        const response = await request(signal)
        end()
        if (!signal.aborted) on.response(response, current.isOvertaken)
      } catch (problem) {
        end()
        if (!signal.aborted) on.problem(problem)
      }
    },
    abort(matches: (key: Key) => boolean = () => true): void {
      for (const [key, { controller }] of underWay) {
        if (!matches(key)) continue
        controller.abort()
        underWay.delete(key)
      }
    },
  }
}
