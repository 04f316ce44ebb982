import { background, type EvaluatedFilter } from '@vermilion/contract/evaluations'
import { type Expression, sql, type SqlBool } from 'kysely'
import { contains } from '#platform/database/match'

export function conditionsOf(
  taskId: string,
  round: number,
  { search = '', part, mistake, label, found, real }: EvaluatedFilter,
): Expression<SqlBool>[] {
  // Bound values instead of row columns, so that the list is built once, not per row.
  const isIn = (cells: readonly Expression<SqlBool>[]) =>
    sql<SqlBool>`${sql.ref('number')} in (select ${sql.ref('cell.number')} from ${sql.table('evaluatedCells')} as "cell"
        where ${sql.ref('cell.taskId')} = ${taskId} and ${sql.ref('cell.round')} = ${round}
        and ${sql.join(cells, sql` and `)})`
  const conditions: Expression<SqlBool>[] = []
  if (search !== '') conditions.push(contains('path', search))
  if (part !== undefined) conditions.push(sql<SqlBool>`${sql.ref('part')} = ${part}`)
  const cells = [
    ...(found === undefined ? [] : [cellIs('found', found)]),
    ...(real === undefined ? [] : [cellIs('real', real)]),
  ]
  if (cells.length > 0) conditions.push(isIn(cells))
  if (label !== undefined) conditions.push(isIn([cellOf[mistake ?? 'seen'](label)]))
  else if (mistake !== undefined) conditions.push(...mistakeOf[mistake])
  return conditions
}

const mistaken = sql<number>`(${sql.ref('missed')} + ${sql.ref('wrong')} + ${sql.ref('extra')})`
const cellIs = (column: 'found' | 'real', value: number) => sql<SqlBool>`${sql.ref(`cell.${column}`)} = ${value}`
const eitherIs = (label: number) => sql<SqlBool>`(${cellIs('found', label)} or ${cellIs('real', label)})`
const differs = sql<SqlBool>`${sql.ref('cell.found')} <> ${sql.ref('cell.real')}`

const cellOf = {
  seen: eitherIs,
  none: (label: number) => sql<SqlBool>`(${cellIs('found', label)} and ${cellIs('real', label)})`,
  any: (label: number) => sql<SqlBool>`(${eitherIs(label)} and ${differs})`,
  missed: (label: number) => sql<SqlBool>`(${cellIs('found', background)} and ${cellIs('real', label)})`,
  extra: (label: number) => sql<SqlBool>`(${cellIs('found', label)} and ${cellIs('real', background)})`,
  wrong: (label: number) =>
    sql<SqlBool>`(${eitherIs(label)} and ${differs} and ${sql.ref('cell.found')} >= 0 and ${sql.ref('cell.real')} >= 0)`,
} as const

const mistakeOf = {
  none: [sql<SqlBool>`${sql.ref('measured')} = 1`, sql<SqlBool>`${mistaken} = 0`],
  any: [sql<SqlBool>`${mistaken} > 0`],
  missed: [sql<SqlBool>`${sql.ref('missed')} > 0`],
  wrong: [sql<SqlBool>`${sql.ref('wrong')} > 0`],
  extra: [sql<SqlBool>`${sql.ref('extra')} > 0`],
} as const
