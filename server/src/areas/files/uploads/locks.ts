import type { Lock, Locker } from '@tus/server'

interface UploadLock {
  /** Asks the holder to finish soon, so that a client with a hanging connection can continue on a new one. */
  readonly askToRelease: () => Promise<void> | void
  readonly released: Promise<void>
  readonly release: () => void
}

/** The lock of `@tus/server` polls in every turn of the event loop; this one wakes the next waiter. */
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
