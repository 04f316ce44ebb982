import type { CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import { openPortal, type Portal } from './postgres-portal.ts'

const chunkRows = 1_000

interface Needs {
  connect(): Promise<PoolClient>
  release(client: PoolClient): void
  readonly maxScans: number
}

/** A scan that holds a connection between its chunks. */
interface OpenScan {
  /** Reads what is left into memory, which frees the connection. */
  drain(): Promise<void>
}

/** Scans hold a connection each until their last row: where too many do, the oldest is read to its end into memory. */
export function createScanner({ connect, release, maxScans }: Needs) {
  const open = new Set<OpenScan>()

  return {
    async *scan<Row>(query: CompiledQuery): AsyncIterableIterator<Row[]> {
      while (open.size >= maxScans) await open.values().next().value?.drain()
      const client = await connect()
      const portal = openPortal<Row>(client, query, chunkRows)
      const chunks: Row[][] = []
      let isEnd = false
      let reading: Promise<void> | undefined
      const self: OpenScan = {
        async drain() {
          while (!isEnd) await readNext()
        },
      }

      function free(): void {
        isEnd = true
        if (open.delete(self)) release(client)
      }
      async function read(): Promise<void> {
        try {
          const { rows, isEnd: isLast } = await portal.next()
          if (rows.length > 0) chunks.push(rows)
          if (isLast) free()
        } catch (error) {
          free()
          throw error
        } finally {
          reading = undefined
        }
      }
      const readNext = () => (reading ??= read())

      open.add(self)
      try {
        for (;;) {
          if (chunks.length === 0 && !isEnd) await readNext()
          const rows = chunks.shift()
          if (rows === undefined && isEnd) return
          if (rows !== undefined) yield rows
        }
      } finally {
        await reading?.catch(() => undefined)
        if (!isEnd) await leave(portal)
        free()
      }
    },
  }
}

async function leave(portal: Portal<unknown>): Promise<void> {
  await portal.leave().catch(() => undefined)
}
