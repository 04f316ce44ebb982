import { sql } from 'kysely'
import type { Clock } from '#platform/clock'
import type { Database } from '../database.ts'
import { migrate, type Migrations } from '../migrate.ts'
import { copyHighestNumbers, suspend } from './bulk.ts'
import { addTo, createWriter, readRows, type Tally } from './rows.ts'
import { readTables, requireEmpty, requireSameTables, type Table } from './tables.ts'

export interface CopyNeeds {
  /** Brought forward, and in a transaction for as long as it is read. */
  readonly source: Database
  /** Empty. */
  readonly target: Database
  readonly migrations: Migrations
  readonly clock: Clock
  /** Fill what SQLite has beside its tables. */
  readonly indexStatements: readonly string[]
  readonly report?: (copied: CopiedRows) => void
}

export interface CopiedRows {
  readonly step: 'copying' | 'indexing' | 'comparing'
  rows: number
  readonly tables: number
  nuls: number
}

/**
 * Copies every row with its number, and compares both sides. PostgreSQL takes all in one transaction, so that a copy that was broken
 * off has left nothing; a file of SQLite is the caller's to throw away then.
 */
export async function copyRows(needs: CopyNeeds): Promise<CopiedRows> {
  const { source, target, migrations, clock, indexStatements } = needs
  const copy = async () => {
    if (target.kind === 'postgres') await requireEmpty(target)
    await migrate({ database: target, migrations, clock, backup: () => Promise.resolve() })
    const tables = await readTables(target)
    requireSameTables(await readTables(source), tables)
    const resume = await suspend(target)
    const copied: CopiedRows = { step: 'copying', rows: 0, tables: tables.length, nuls: 0 }
    const tallies = new Map<Table, Tally>()
    for (const table of tables)
      tallies.set(
        table,
        await copyTable(needs, table, (rows) => needs.report?.({ ...copied, rows: (copied.rows += rows) })),
      )
    for (const { nuls } of tallies.values()) copied.nuls += nuls
    await copyHighestNumbers(source, target)
    needs.report?.({ ...copied, step: 'indexing' })
    await resume()
    for (const statement of target.kind === 'sqlite' ? indexStatements : [])
      await sql.raw(statement).execute(target.query())
    let compared = 0
    for (const [table, tally] of tallies)
      await compare(target, table, tally, (rows) =>
        needs.report?.({ ...copied, step: 'comparing', rows: (compared += rows) }),
      )
    return copied
  }
  return target.kind === 'postgres' ? target.transaction(copy) : copy()
}

const emptyTally = (): Tally => ({ rows: 0, sum: 0, nuls: 0 })

async function copyTable({ source, target }: CopyNeeds, table: Table, report: (rows: number) => void): Promise<Tally> {
  const tally = emptyTally()
  await target
    .transaction(async () => {
      // The steps of the schema are rows too.
      await target.query<Record<string, object>>().deleteFrom(table.name).execute()
      const write = createWriter(target, table)
      for await (const rows of readRows(source, table)) {
        await write(rows, addTo(tally, rows))
        report(rows.length)
      }
    })
    .catch((error: Error) => {
      throw new Error(`${table.name}: ${error.message.slice(0, 500)}`)
    })
  return tally
}

async function compare(target: Database, table: Table, expected: Tally, report: (rows: number) => void): Promise<void> {
  const tally = emptyTally()
  for await (const rows of readRows(target, table)) {
    addTo(tally, rows)
    report(rows.length)
  }
  if (tally.rows !== expected.rows || tally.sum !== expected.sum)
    throw new Error(
      `${table.name} differs: ${expected.rows} rows were read, ${tally.rows} are in the copy` +
        `${tally.rows === expected.rows ? ', with other values' : ''}. Nothing was changed.`,
    )
}
