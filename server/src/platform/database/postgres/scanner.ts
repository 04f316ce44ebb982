import type { CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import { openPortal, statementOf } from './portal.ts'

const chunkRows = 1_000

interface Needs {
  connect(): Promise<PoolClient>
  release(client: PoolClient): void
  readonly maxScans: number
}

/** A scan that holds a connection between its chunks; `drain` reads what is left into memory, which frees the connection. */
interface OpenScan {
  drain(): void
}

/**
 * Scans hold a connection each until their last row. Where too many do, the oldest is read to its end: whoever reads it may wait
 * for the scan that finds no connection.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the scans and those that wait
export function createScanner({ connect, release, maxScans }: Needs) {
  const open = new Set<OpenScan>()
  const waiting: (() => void)[] = []
  let free = maxScans

  function drainOldest(): void {
    const [oldest] = open
    if (oldest === undefined) return
    open.delete(oldest)
    oldest.drain()
  }
  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    drainOldest()
    await promise
  }
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  async function connectInTurn(): Promise<PoolClient> {
    await enter()
    return connect().catch((error: unknown) => {
      leave()
      throw error
    })
  }

  return {
    async *scan<Row>(query: CompiledQuery): AsyncIterableIterator<Row[]> {
      const client = await connectInTurn()
      const portal = openPortal<Row>(client, statementOf(query), chunkRows)
      const chunks: Row[][] = []
      let isEnd = false
      let problem: { readonly error: unknown } | undefined
      let reading: Promise<void> | undefined

      async function read(): Promise<void> {
        try {
          const { rows, isEnd: isLast } = await portal.next()
          if (rows.length > 0) chunks.push(rows)
          if (isLast) end()
        } catch (error) {
          problem = { error }
          end()
        } finally {
          reading = undefined
        }
      }
      const readNext = () => (reading ??= read())
      async function drain(): Promise<void> {
        while (!isEnd) await readNext()
      }
      const self: OpenScan = { drain: () => void drain() }
      function end(): void {
        if (isEnd) return
        isEnd = true
        open.delete(self)
        release(client)
        leave()
      }

      open.add(self)
      if (waiting.length > 0) drainOldest()
      try {
        for (;;) {
          if (chunks.length === 0) await (isEnd ? undefined : readNext())
          const rows = chunks.shift()
          if (rows !== undefined) yield rows
          else if (problem !== undefined) throw problem.error
          else if (isEnd) return
        }
      } finally {
        await reading
        if (!isEnd) await portal.leave().catch(() => undefined)
        end()
      }
    },
  }
}
