import type { Lifecycle } from '#platform/lifecycle'

/** Milliseconds between two checks for credentials that ended outside this process: by time or by a command. */
const checkIntervalMs = 2_000

interface WatchNeeds {
  readonly lifecycle: Lifecycle
  readonly stillOpen: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Ends long responses (the event stream) together with their credential. */
export function createWatch({ lifecycle, stillOpen }: WatchNeeds) {
  const watched = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined
  lifecycle.onStop(() => clearInterval(timer))

  function end(ids: Iterable<string>): void {
    for (const id of ids) watched.get(id)?.forEach((stop) => stop())
  }

  async function endClosed(): Promise<void> {
    const ids = [...watched.keys()]
    const open = await stillOpen(ids)
    end(ids.filter((id) => !open.has(id)))
  }

  function forget(id: string, stop: () => void): void {
    const stops = watched.get(id)
    stops?.delete(stop)
    if (stops?.size === 0) watched.delete(id)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** Calls `stop` when the credential ends, until the returned function is called. */
    watch(id: string, stop: () => void): () => void {
      watched.set(id, (watched.get(id) ?? new Set()).add(stop))
      // A busy database is checked again next time.
      timer ??= setInterval(() => void endClosed().catch(() => undefined), checkIntervalMs).unref()
      return () => forget(id, stop)
    },
    end,
  }
}

export type Watch = ReturnType<typeof createWatch>
