import type { EvaluatedFilter, evaluatedSorts } from '@vermilion/contract/evaluations'
import type { TrainingPart } from '@vermilion/contract/models/training-parts'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import { type Flag, flag, inSlices } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { alphabetical } from '#platform/database/list'
import { readPage } from '#platform/database/page'
import type { Counts } from './evaluation-store.ts'
import { conditionsOf } from './image-filter.ts'
import type { JudgedImage } from './messages.ts'

export interface ImageRow extends Counts {
  taskId: string
  round: number
  number: number
  path: string
  part: TrainingPart
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

interface ImageTables {
  evaluatedImages: ImageRow
  evaluatedCells: CellRow
}

/** Rows per statement, few enough not to block the event loop. */
const rowsAtOnce = 500

type Sort = (typeof evaluatedSorts)[number] | `-${(typeof evaluatedSorts)[number]}`

export type EvaluatedImageStore = ReturnType<typeof createEvaluatedImageStore>

export function createEvaluatedImageStore(database: Database) {
  const query = database.query<ImageTables>()
  const reader = database.reader<ImageTables>()

  function findAll(taskId: string, round: number, filter: EvaluatedFilter) {
    let rows = reader.selectFrom('evaluatedImages').selectAll().where('taskId', '=', taskId).where('round', '=', round)
    for (const condition of conditionsOf(taskId, round, filter)) rows = rows.where(condition)
    return rows
  }

  return {
    async add(taskId: string, round: number, images: readonly JudgedImage[]): Promise<void> {
      const rows = images.map(({ number, path, part, verdict }): ImageRow => {
        const { right = 0, missed = 0, wrong = 0, extra = 0, badness = -1 } = verdict ?? {}
        const counts = { right, missed, wrong, extra }
        return { taskId, round, number, path, part, measured: flag(verdict !== null), ...counts, badness }
      })
      await query.insertInto('evaluatedImages').values(rows).execute()
      const cells = images.flatMap(({ number, verdict }) =>
        (verdict?.cells ?? []).map((cell): CellRow => ({ taskId, round, number, ...cell })),
      )
      for (const some of inSlices(cells)) await query.insertInto('evaluatedCells').values(some).execute()
    },

    async forgetSome(taskId: string, currentRound: number): Promise<boolean> {
      let deleted = 0n
      for (const table of ['evaluatedImages', 'evaluatedCells'] as const) {
        const some = query
          .selectFrom(table)
          .select(dialect.rowNumber().as('row'))
          .where('taskId', '=', taskId)
          .where('round', '<>', currentRound)
          .limit(rowsAtOnce)
        const result = await query.deleteFrom(table).where(dialect.rowNumber(), 'in', some).executeTakeFirst()
        deleted += result.numDeletedRows
      }
      return deleted > 0n
    },

    page(taskId: string, round: number, request: PageQuery & { filter: EvaluatedFilter; sort: Sort }) {
      const { filter, sort } = request
      const column = sort.replace(/^-/, '') as (typeof evaluatedSorts)[number]
      const direction = sort.startsWith('-') ? 'desc' : 'asc'
      const by = column === 'path' ? { by: alphabetical } : {}
      return readPage(findAll(taskId, round, filter), {
        cursor: request.cursor,
        limit: request.limit,
        sort: [
          { column, direction, ...by },
          { column: 'number', direction: 'asc' },
        ],
      })
    },

    async numbers(taskId: string, round: number, filter: EvaluatedFilter, after: number, limit: number) {
      const rows = findAll(taskId, round, filter).where('number', '>', after).orderBy('number').limit(limit)
      return (await rows.execute()).map(({ number }) => number)
    },
  }
}
