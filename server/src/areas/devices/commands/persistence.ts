import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#platform/log'

/** In milliseconds. */
const retryInterval = 2_000

/** Repeats database work until it succeeds. Resolves to undefined when the server stops. */
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
