import type { RunHandle } from '../port/run-status.ts'

/** Milliseconds between two looks, and what each run that is followed adds. */
const pollIntervalMs = 500
const pollIntervalPerRunMs = 5

/** Wakes those who follow a run when what `markOf` says of it changes. A network folder tells nobody of changes. */
export function createFollower(markOf: (handle: RunHandle) => Promise<string>) {
  const followers = new Map<RunHandle, { wakes: Set<() => void>; mark: string }>()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    await Promise.all(
      [...followers].map(async ([handle, entry]) => {
        const mark = await markOf(handle).catch(() => entry.mark)
        if (mark === entry.mark) return
        entry.mark = mark
        for (const wake of entry.wakes) wake()
      }),
    )
    timer =
      followers.size === 0
        ? undefined
        : setTimeout(() => void look(), pollIntervalMs + pollIntervalPerRunMs * followers.size)
    timer?.unref()
  }

  return (handle: RunHandle, wake: () => void): (() => void) => {
    const entry = followers.get(handle) ?? { wakes: new Set(), mark: '' }
    followers.set(handle, entry)
    // A function that is given twice counts twice.
    const own = () => wake()
    entry.wakes.add(own)
    timer ??= setTimeout(() => void look(), pollIntervalMs)
    timer.unref()
    return () => {
      entry.wakes.delete(own)
      if (entry.wakes.size === 0 && followers.get(handle) === entry) followers.delete(handle)
    }
  }
}
