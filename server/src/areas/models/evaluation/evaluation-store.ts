import {
  background,
  type EvaluatedFilter,
  type evaluatedSorts,
  type evaluationStatuses,
} from '@vermilion/contract/evaluations'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import { type Expression, sql, type SqlBool } from 'kysely'
import { type Flag, flag, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { inWords } from '#platform/database/list'
import { contains } from '#platform/database/match'
import { readPage } from '#platform/database/page'
import { statusTable } from '#platform/status'
import type { EvaluationFindings, JudgedImage } from './messages.ts'

export type EvaluationStatus = (typeof evaluationStatuses)[number]

/** An evaluation can always be made anew. */
export const evaluationStatus = statusTable<EvaluationStatus>('evaluation', {
  processing: ['success', 'failed'],
  success: ['processing'],
  failed: ['processing'],
})

type Counts = Record<'right' | 'missed' | 'wrong' | 'extra', number>

/** What is kept of the findings beside curves and cells. */
export interface EvaluationContent extends Omit<EvaluationFindings, 'curves' | 'overall' | 'countsByConfidence'> {
  /** An earlier version did not say. */
  countsByConfidence?: boolean
  confidence: number
  overlap: number
  counts: Counts
}
export type KeptCurves = Pick<EvaluationFindings, 'curves' | 'overall'>
export type KeptCell = { found: number; real: number; count: number; images: number }

export interface EvaluationRow {
  taskId: string
  status: EvaluationStatus
  error: string | null
  round: number
  content: JsonText<EvaluationContent> | null
  curves: JsonText<KeptCurves> | null
  cells: JsonText<KeptCell[]> | null
  evaluatedAt: string
}

export interface ImageRow extends Counts {
  taskId: string
  round: number
  number: number
  path: string
  measured: Flag
  badness: number
}

interface CellRow {
  taskId: string
  round: number
  number: number
  found: number
  real: number
  count: number
}

interface EvaluationTables {
  evaluations: EvaluationRow
  evaluatedImages: ImageRow
  evaluatedCells: CellRow
}

/** Rows of one statement: none holds the event loop for long. */
const rowsAtOnce = 500
const short = ['taskId', 'status', 'error', 'round', 'content', 'evaluatedAt'] as const

export type EvaluationStore = ReturnType<typeof createEvaluationStore>

/** Rows of evaluations. No rules here. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createEvaluationStore(database: Database) {
  const query = database.query<EvaluationTables>()
  const reader = database.reader<EvaluationTables>()

  /** The rows of a round that a filter finds. */
  function findAll(taskId: string, round: number, filter: EvaluatedFilter) {
    // By values, not by the row's own columns: the list is made once, not again for every row.
    const numbersOf = (conditions: readonly Expression<SqlBool>[]) =>
      sql<SqlBool>`${sql.ref('number')} in (select ${sql.ref('cell.number')} from ${sql.table('evaluatedCells')} as "cell"
        where ${sql.ref('cell.taskId')} = ${taskId} and ${sql.ref('cell.round')} = ${round}
        and ${sql.join(conditions, sql` and `)})`
    const { search = '', mistake, label, found: takenCount, real } = filter
    let rows = reader.selectFrom('evaluatedImages').selectAll().where('taskId', '=', taskId).where('round', '=', round)
    if (search !== '') rows = rows.where(contains('path', search))
    if (takenCount !== undefined)
      rows = rows.where(numbersOf([cellIs('found', takenCount), ...(real === undefined ? [] : [cellIs('real', real)])]))
    else if (real !== undefined) rows = rows.where(numbersOf([cellIs('real', real)]))
    if (label !== undefined) return rows.where(numbersOf([cellOf[mistake ?? 'seen'](label)]))
    if (mistake === undefined) return rows
    if (mistake === 'none') return rows.where('measured', '=', 1).where(sql<SqlBool>`${mistaken} = 0`)
    return rows.where(mistake === 'any' ? sql<SqlBool>`${mistaken} > 0` : sql<SqlBool>`${sql.ref(mistake)} > 0`)
  }

  return {
    find: (taskId: string) =>
      query.selectFrom('evaluations').select(short).where('taskId', '=', taskId).executeTakeFirst(),

    async curves(taskId: string): Promise<JsonText<KeptCurves> | null> {
      const row = query.selectFrom('evaluations').select('curves').where('taskId', '=', taskId)
      return (await row.executeTakeFirst())?.curves ?? null
    },

    async cells(taskId: string): Promise<JsonText<KeptCell[]> | null> {
      const row = query.selectFrom('evaluations').select('cells').where('taskId', '=', taskId)
      return (await row.executeTakeFirst())?.cells ?? null
    },

    /** Adds a row that waits for its first round, or lets the one there wait for another. */
    async await(taskId: string, evaluatedAt: string): Promise<void> {
      const nothing = { round: 0, content: null, curves: null, cells: null }
      await query
        .insertInto('evaluations')
        .values({ taskId, status: 'processing', error: null, evaluatedAt, ...nothing })
        .onConflict((conflict) => conflict.column('taskId').doUpdateSet({ status: 'processing', error: null }))
        .execute()
    },

    async update(taskId: string, change: Partial<Omit<EvaluationRow, 'taskId'>>): Promise<void> {
      await query.updateTable('evaluations').set(change).where('taskId', '=', taskId).execute()
    },

    /** Inside a transaction. */
    async add(taskId: string, round: number, images: readonly JudgedImage[]): Promise<void> {
      const rows = images.map(({ number, path, verdict }): ImageRow => {
        const { right = 0, missed = 0, wrong = 0, extra = 0, badness = -1 } = verdict ?? {}
        return { taskId, round, number, path, measured: flag(verdict !== null), right, missed, wrong, extra, badness }
      })
      await query.insertInto('evaluatedImages').values(rows).execute()
      const cells = images.flatMap(({ number, verdict }) =>
        (verdict?.cells ?? []).map((cell): CellRow => ({ taskId, round, number, ...cell })),
      )
      for (let at = 0; at < cells.length; at += rowsAtOnce) {
        await query
          .insertInto('evaluatedCells')
          .values(cells.slice(at, at + rowsAtOnce))
          .execute()
      }
    },

    /** Deletes some rows of a task, but for those of a round; answers whether there may be more. */
    async forgetSome(taskId: string, keptRound: number): Promise<boolean> {
      let deleted = 0n
      for (const table of ['evaluatedImages', 'evaluatedCells'] as const) {
        const some = query
          .selectFrom(table)
          .select(sql<number>`rowid`.as('place'))
          .where('taskId', '=', taskId)
          .where('round', '<>', keptRound)
          .limit(rowsAtOnce)
        const result = await query
          .deleteFrom(table)
          .where(sql`rowid`, 'in', some)
          .executeTakeFirst()
        deleted += result.numDeletedRows
      }
      return deleted > 0n
    },

    async forget(taskId: string): Promise<void> {
      await query.deleteFrom('evaluations').where('taskId', '=', taskId).execute()
    },

    page(taskId: string, round: number, request: PageQuery & { filter: EvaluatedFilter; sort: Sort }) {
      const { filter, sort } = request
      const column = sort.replace(/^-/, '') as (typeof evaluatedSorts)[number]
      const direction = sort.startsWith('-') ? 'desc' : 'asc'
      const by = column === 'path' ? { by: inWords } : {}
      return readPage(findAll(taskId, round, filter), {
        cursor: request.cursor,
        limit: request.limit,
        sort: [
          { column, direction, ...by },
          { column: 'number', direction: 'asc' },
        ],
      })
    },

    /** Numbers after one, in order. */
    async numbers(taskId: string, round: number, filter: EvaluatedFilter, after: number, limit: number) {
      const rows = findAll(taskId, round, filter).where('number', '>', after).orderBy('number').limit(limit)
      return (await rows.execute()).map(({ number }) => number)
    },
  }
}

type Sort = (typeof evaluatedSorts)[number] | `-${(typeof evaluatedSorts)[number]}`

const mistaken = sql<number>`(${sql.ref('missed')} + ${sql.ref('wrong')} + ${sql.ref('extra')})`
const cellIs = (column: 'found' | 'real', value: number) => sql<SqlBool>`${sql.ref(`cell.${column}`)} = ${value}`
const eitherIs = (label: number) => sql<SqlBool>`(${cellIs('found', label)} or ${cellIs('real', label)})`
const differs = sql<SqlBool>`${sql.ref('cell.found')} <> ${sql.ref('cell.real')}`

/** The cells of a label in which a mistake happened to it. */
const cellOf = {
  seen: eitherIs,
  none: (label: number) => sql<SqlBool>`(${cellIs('found', label)} and ${cellIs('real', label)})`,
  any: (label: number) => sql<SqlBool>`(${eitherIs(label)} and ${differs})`,
  missed: (label: number) => sql<SqlBool>`(${cellIs('found', background)} and ${cellIs('real', label)})`,
  extra: (label: number) => sql<SqlBool>`(${cellIs('found', label)} and ${cellIs('real', background)})`,
  wrong: (label: number) =>
    sql<SqlBool>`(${eitherIs(label)} and ${differs} and ${sql.ref('cell.found')} >= 0 and ${sql.ref('cell.real')} >= 0)`,
} as const
