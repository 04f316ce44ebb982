import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#platform/log'

/** Milliseconds until what the database refused is tried again. */
const retryInterval = 2_000

/**
 * Reads or writes until it works: a database that cannot be used now must neither lose what a command came to nor leave it
 * without an end. Undefined where the server ends before.
 */
export function createPersistence({ log, isOver }: { log: Log; isOver: () => boolean }) {
  return async <Result>(commandId: string, work: () => Promise<Result>): Promise<Result | undefined> => {
    while (!isOver()) {
      try {
        return await work()
      } catch (error) {
        if (isOver()) return undefined
        log.error({ err: error, command: commandId }, 'a command could not be kept; it is tried again')
        await delay(retryInterval, undefined, { ref: false })
      }
    }
    return undefined
  }
}
