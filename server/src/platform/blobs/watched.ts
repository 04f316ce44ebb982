import type { Text } from '@vermilion/contract/kernel/text'
import { StoreUnreachable, type StoreService } from './blob-store.ts'
import { hasCode } from './folder-file.ts'
import type { RemoteContents } from './remote.ts'

/** Milliseconds without an answer after which the service is called for its own sake. */
const probeInterval = 60_000

/** Knows by the calls of a service whether it answers. One call a minute is made where nobody else makes any. */
export function watchContents(contents: RemoteContents, probe: () => Promise<unknown>) {
  let away: StoreService['away'] = null
  let answeredAt = 0

  function note(error?: unknown): void {
    if (error instanceof StoreUnreachable)
      away = { since: away?.since ?? Date.now(), problem: error.values['problem'] as Text }
    else if (error === undefined || hasCode(error, 'ENOENT')) [away, answeredAt] = [null, Date.now()]
  }

  function observed<Input extends unknown[], Result>(call: (...input: Input) => Promise<Result>) {
    return async (...input: Input): Promise<Result> => {
      const result = call(...input)
      await result.then(() => note(), note)
      return result
    }
  }

  const timer = setInterval(() => {
    if (Date.now() - answeredAt >= probeInterval) observed(probe)().catch(() => undefined)
  }, probeInterval).unref()
  const [write, read] = [observed(contents.write), observed(contents.read)]
  const [stat, remove] = [observed(contents.stat), observed(contents.delete)]
  return {
    contents: { ...contents, write, read, stat, delete: remove },
    note,
    away: () => away,
    stop: () => clearInterval(timer),
  }
}
