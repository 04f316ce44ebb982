import type { FileFilter } from '@vermilion/contract/files'
import { termsOf } from '@vermilion/contract/kernel/page'
import { sql, type Expression, type SqlBool } from 'kysely'
import { dialect } from '#platform/database/dialect'
import { utc } from '#platform/database/list'
import type { TextPattern } from '#platform/database/text-pattern'
import { contains, endsWith, parseSearch } from '../names/name-pattern.ts'
import { wasGenerated } from './lineages.ts'

type Condition = Expression<SqlBool>
type Comparison = 'minimum' | 'maximum' | 'below'

export function conditionsOf(filter: FileFilter): Condition[] {
  const { search = '', kind, extension, tags = '', broken, checksum, duplicated } = filter
  const conditions: Condition[] = []
  if (search !== '') conditions.push(dialect.fits('files.name', parseSearch(search)))
  if (kind !== undefined) conditions.push(sql`${sql.ref('files.kind')} = ${kind}`)
  if (extension !== undefined) conditions.push(...hasExtension(extension))
  for (const term of termsOf(tags)) conditions.push(hasTag(term))
  if (broken !== undefined) conditions.push(sql`${sql.ref('files.broken')} = ${sql.raw(broken ? '1' : '0')}`)
  if (checksum !== undefined) conditions.push(sql`${sql.ref('files.checksum')} = ${checksum.toLowerCase()}`)
  if (duplicated !== undefined) conditions.push(isDuplicated(duplicated))
  return [...conditions, ...comparisons(filter), ...[wasGenerated(filter) ?? []].flat()]
}

function comparisons(filter: FileFilter): Condition[] {
  const [size, width, height, score] = ['size', 'width', 'height', 'score'].map((name) => sql.ref(`files.${name}`))
  const aspect = sql`cast(${width} as double precision) / nullif(${height}, 0)`
  const created = sql.ref('files.createdAt')
  const bounds: [unknown, Comparison, string | number | undefined][] = [
    [size, 'minimum', filter.minimumSize],
    [size, 'maximum', filter.maximumSize],
    [width, 'minimum', filter.minimumWidth],
    [width, 'maximum', filter.maximumWidth],
    [height, 'minimum', filter.minimumHeight],
    [height, 'maximum', filter.maximumHeight],
    [aspect, 'minimum', filter.minimumAspect],
    [aspect, 'below', filter.belowAspect],
    [score, 'minimum', scoreBounds(filter)[0]],
    [score, 'maximum', filter.maximumScore],
    [created, 'minimum', filter.createdFrom && utc(filter.createdFrom)],
    [created, 'below', filter.createdBefore && utc(filter.createdBefore)],
  ]
  const signs = { minimum: sql`>=`, maximum: sql`<=`, below: sql`<` }
  return bounds
    .filter(([, , value]) => value !== undefined)
    .map(([left, comparison, value]) => sql<SqlBool>`${left} ${signs[comparison]} ${value}`)
}

export const scoreConditionsOf = ({ minimumScore, maximumScore }: FileFilter): Condition[] =>
  comparisons({ folder: '', recursive: true, minimumScore, maximumScore })

/** The least and highest requested score; a file without one is below. The first is undefined when none is requested. */
export function scoreBounds({ minimumScore, maximumScore }: FileFilter): [number | undefined, number] {
  return [minimumScore ?? (maximumScore === undefined ? undefined : 0), maximumScore ?? 100]
}

const dotAtEnd: TextPattern = [{ any: true }, { character: '.' }]

/** The extension: after the last dot of a name that neither begins nor ends with it. */
function hasExtension(extension: string): Condition[] {
  const fits = (pattern: TextPattern) => dialect.fits('files.name', pattern)
  if (extension === '') return [sql`(not ${fits([{ one: true }, ...contains('.')])} or ${fits(dotAtEnd)})`]
  return extension.includes('.') ? [sql`1 = 0`] : [fits(endsWith(`.${extension}`))]
}

/** The first condition is literal so that a partial index applies. */
function hasTag(term: string): Condition {
  const tags = sql.ref('files.tags')
  const conditions = sql`select 1 from ${dialect.elements(tags)} as "tag" where ${dialect.fits('tag.value', contains(term))}`
  return sql`(${tags} <> '[]' and exists (${conditions}))`
}

function isDuplicated(duplicated: boolean): Condition {
  const isSame = sql.join(
    ['checksum', 'spaceId'].map((column) => sql`${sql.ref(`twin.${column}`)} = ${sql.ref(`files.${column}`)}`),
    sql` and `,
  )
  const other = sql`${sql.ref('twin.number')} <> ${sql.ref('files.number')}`
  const twin = sql`exists (select 1 from ${sql.table('files')} as ${sql.table('twin')} where ${isSame} and ${other})`
  return duplicated ? sql`${twin}` : sql`not ${twin}`
}
