/** Requests under way by their keys, each of which can be given up: what comes of it then is heard by nobody. */
export function createAbortableRequests<Key>() {
  const underWay = new Map<Key, AbortController>()
  return {
    has: (key: Key) => underWay.has(key),
    async send<Answer>(
      key: Key,
      request: (signal: AbortSignal) => Promise<Answer>,
      on: { response: (response: Answer) => void; problem: (problem: unknown) => void },
    ): Promise<void> {
      const controller = new AbortController()
      const { signal } = controller
      underWay.set(key, controller)
      try {
        const response = await request(signal)
        if (!signal.aborted) on.response(response)
      } catch (problem) {
        if (!signal.aborted) on.problem(problem)
      } finally {
        if (underWay.get(key) === controller) underWay.delete(key)
      }
    },
    abort(matches: (key: Key) => boolean = () => true): void {
      for (const [key, controller] of underWay) {
        if (!matches(key)) continue
        controller.abort()
        underWay.delete(key)
      }
    },
  }
}
