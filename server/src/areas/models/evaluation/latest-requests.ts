interface LatestRequest {
  readonly id: string
  readonly overtaken: AbortController
}

/** The last request overtakes earlier ones. After a restart all run, and the last result still stands. */
export function createLatestRequests() {
  const latest = new Map<string, LatestRequest>()
  return {
    set(taskId: string, id: string): void {
      latest.get(taskId)?.overtaken.abort()
      latest.set(taskId, { id, overtaken: new AbortController() })
    },

    isOvertaken(taskId: string, id: string): boolean {
      const request = latest.get(taskId)
      return request !== undefined && request.id !== id
    },

    /** Aborts when a later request arrives; undefined for requests before a restart. */
    overtakenSignal: (taskId: string): AbortSignal | undefined => latest.get(taskId)?.overtaken.signal,

    forget(taskId: string, id: string): void {
      if (latest.get(taskId)?.id === id) latest.delete(taskId)
    },
  }
}
