import { createLineIndex } from './line-index.ts'
import type { LineIndex, LogSource } from './line-index.ts'
import { createLogSearch } from './search.ts'
import type { LogSearch } from './search.ts'

const maxLogs = 32
const maxSearches = 8
/** Milliseconds per response; clients repeat the request for more. */
const indexingTime = 300

interface OpenLog {
  source: LogSource
  index: LineIndex
}

export type Logs = ReturnType<typeof createLogs>

/** Indexes and searches can be rebuilt in seconds. */
export function createLogs() {
  const logs = new Map<string, OpenLog>()
  const searches = new Map<string, { search: LogSearch; index: LineIndex }>()

  function retainedItems<Thing>(things: Map<string, Thing>, key: string, most: number, make: () => Thing): Thing {
    const thing = things.get(key) ?? make()
    things.delete(key)
    things.set(key, thing)
    for (const oldest of things.keys()) {
      if (things.size <= most) break
      things.delete(oldest)
    }
    return thing
  }

  /** Null when none exists. */
  async function open(key: string, source: LogSource): Promise<OpenLog | null> {
    const log = retainedItems(logs, key, maxLogs, () => ({ source, index: createLineIndex(source) }))
    return (await log.index.advance(indexingTime)) ? log : null
  }

  async function search(
    key: string,
    source: LogSource,
    request: { query: string; matchCase: boolean },
    signal: AbortSignal,
  ) {
    const log = await open(key, source)
    if (log === null) return null
    const name = JSON.stringify([key, request.matchCase, request.query])
    const { index } = log
    if (searches.get(name)?.index !== index) searches.delete(name)
    const match = retainedItems(searches, name, maxSearches, () => ({
      search: createLogSearch(log.source, index, request),
      index,
    }))
    await match.search.advance(indexingTime, signal)
    return match
  }

  return { open, search }
}
