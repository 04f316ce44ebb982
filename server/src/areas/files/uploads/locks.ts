import type { Lock, Locker } from '@tus/server'

interface UploadLock {
  /** Asks the holder to finish soon, so that a client whose old connection hangs can go on with a new one. */
  readonly askToRelease: () => Promise<void> | void
  readonly released: Promise<void>
  readonly release: () => void
}

/**
 * One request at a time works on an upload. The one that comes with `@tus/server` waits by asking again in every turn
 * of the event loop; here the next in line is woken.
 */
export function createUploadLocks(): Locker {
  const locks = new Map<string, UploadLock>()
  return {
    newLock(id): Lock {
      return {
        async lock(stop, askToRelease) {
          for (let holder = locks.get(id); holder !== undefined; holder = locks.get(id)) {
            await holder.askToRelease()
            await Promise.race([holder.released, aborted(stop)])
            stop.throwIfAborted()
          }
          const { promise, resolve } = Promise.withResolvers<void>()
          locks.set(id, { askToRelease, released: promise, release: resolve })
        },
        async unlock() {
          const own = locks.get(id)
          locks.delete(id)
          own?.release()
        },
      }
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
