interface LatestRequest {
  readonly id: string
  readonly overtaken: AbortController
}

/** The last request for each task. Those before it need not be judged; after a restart they are, and the last still stands. */
export function createLatestRequests() {
  const latest = new Map<string, LatestRequest>()
  return {
    /** The one before is overtaken. */
    set(taskId: string, id: string): void {
      latest.get(taskId)?.overtaken.abort()
      latest.set(taskId, { id, overtaken: new AbortController() })
    },

    isOvertaken(taskId: string, id: string): boolean {
      const request = latest.get(taskId)
      return request !== undefined && request.id !== id
    },

    /** Ends when a later one comes; undefined for a request of before the restart. */
    overtakenSignal: (taskId: string): AbortSignal | undefined => latest.get(taskId)?.overtaken.signal,

    forget(taskId: string, id: string): void {
      if (latest.get(taskId)?.id === id) latest.delete(taskId)
    },
  }
}
