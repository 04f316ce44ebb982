import { StoreUnreachable, type StoreService } from './blob-store.ts'
import { hasCode } from './folder-file.ts'

/** Milliseconds without an answer after which the service is called for its own sake. */
const probeInterval = 60_000

/** Knows by the calls of a service whether it answers. One call a minute is made where nobody else makes any. */
export function createWatch(probe: () => Promise<unknown>) {
  let away: StoreService['away'] = null
  let answeredAt = 0

  function note(error?: unknown): void {
    if (error instanceof StoreUnreachable) away = { since: away?.since ?? Date.now(), problem: error.problem }
    else if (error === undefined || hasCode(error, 'ENOENT')) [away, answeredAt] = [null, Date.now()]
  }

  const timer = setInterval(() => {
    if (Date.now() - answeredAt >= probeInterval) probe().then(() => note(), note)
  }, probeInterval).unref()
  return { note, away: () => away, stop: () => clearInterval(timer) }
}
