import type { Lifecycle } from '#platform/lifecycle'

/** Milliseconds between two looks for credentials that ended without this process doing it: by time, or by a command. */
const lookEvery = 2_000

interface WatchNeeds {
  readonly lifecycle: Lifecycle
  /** Which of these credentials still open the product. */
  readonly stillOpen: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Ends what goes on and on (the event stream) with the credential it was opened with. */
export function createWatch({ lifecycle, stillOpen }: WatchNeeds) {
  const watched = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined
  lifecycle.onStop(() => clearInterval(timer))

  function end(ids: Iterable<string>): void {
    for (const id of ids) watched.get(id)?.forEach((stop) => stop())
  }

  async function look(): Promise<void> {
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
    /** Calls `stop` when the credential ends; the answer is what ends the watching. */
    watch(id: string, stop: () => void): () => void {
      watched.set(id, (watched.get(id) ?? new Set()).add(stop))
      // A database that is busy for a moment is looked at again the next time.
      timer ??= setInterval(() => void look().catch(() => undefined), lookEvery).unref()
      return () => forget(id, stop)
    },
    end,
  }
}

export type Watch = ReturnType<typeof createWatch>
