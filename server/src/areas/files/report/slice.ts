import type { SpaceFile } from '@vermilion/contract/files'
import { reportEdges } from '@vermilion/contract/files/space-report'
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import { includes } from '#platform/database/match'

/** The rows of one counting statement. `last` holds the last number counted. */
export type Counted =
  | { what: 'type'; key: SpaceFile['kind']; more: string; files: number; bytes: number; broken: number }
  | { what: 'broken'; files: number; bytes: number }
  | { what: Ranged; range: number; files: number; bytes: number }
  | { what: 'score'; range: number; files: number; bytes: number; sum: number; squares: number }
  | { what: 'day'; key: string; files: number; bytes: number }
  | { what: 'last'; files: number; bytes: number; range: number }

type Ranged = 'size' | 'width' | 'height' | 'aspect'

/** Files of one statement, which holds the shared reader's thread well below a tenth of a second. */
const filesPerSlice = 5_000

function rangeOf(value: Expression<unknown>, edges: readonly number[]): RawBuilder<number> {
  const steps = edges.slice(1).map((edge, index) => sql`when ${value} < ${sql.lit(edge)} then ${sql.lit(index)}`)
  return sql`case ${sql.join(steps, sql` `)} else ${sql.lit(edges.length - 1)} end`
}

const column = (name: string) => sql.ref(name)
const name = column('name')
const stem = sql`rtrim(${name}, replace(${name}, '.', ''))`
/** The extension as the filter defines it: empty when a name begins or ends with its last dot. */
const extension = sql`case when not ${includes(name, '.')} or length(${stem}) = 1 then ''
  else lower(substr(${name}, length(${stem}) + 1)) end`
const aspect = sql`cast(${column('width')} as double precision) / nullif(${column('height')}, 0)`

export async function countSlice(
  database: Database,
  conditions: readonly Expression<SqlBool>[],
  after: number,
): Promise<Counted[]> {
  const where = sql.join([...conditions, sql`${sql.ref('files.number')} > ${after}`], sql` and `)
  const { rows } = await sql<Counted>`
    with "slice" as materialized (
      select "number", "kind", ${extension} as "extension", "size", "broken", "width", "height", "score",
        substr("createdAt", 1, 10) as "day"
      from "files" where ${where} order by "number" limit ${filesPerSlice})
    ${counts('type', { key: column('kind'), more: column('extension') }, ['kind', 'extension'])}
    union all ${counts('size', { range: rangeOf(column('size'), reportEdges.size) }, ['range'])}
    union all ${counts('width', { range: rangeOf(column('width'), reportEdges.width) }, ['range'], sql`"width" is not null`)}
    union all ${counts('height', { range: rangeOf(column('height'), reportEdges.height) }, ['range'], sql`"height" is not null`)}
    union all ${counts('aspect', { range: rangeOf(aspect, reportEdges.aspect) }, ['range'], sql`"height" > 0`)}
    union all ${counts('score', { range: rangeOf(column('score'), reportEdges.score) }, ['range'], sql`"score" >= 0`)}
    union all ${counts('day', { key: column('day') }, ['day'])}
    union all ${counts('broken', {}, [], sql`"broken" = 1`)}
    union all ${counts('last', { range: sql`coalesce(max("number"), 0)` }, [])}
  `.execute(database.reader())
  return rows
}

function counts(
  what: Counted['what'],
  { key = sql`''`, more = sql`''`, range = sql`0` }: { key?: unknown; more?: unknown; range?: unknown },
  groups: readonly string[],
  condition: RawBuilder<unknown> = sql`1 = 1`,
): RawBuilder<unknown> {
  const grouped =
    groups.length === 0
      ? sql``
      : sql`group by ${sql.join(groups.map((group) => (group === 'range' ? range : sql.ref(group))))}`
  return sql`
    select ${sql.lit(what)} as "what", ${key} as "key", ${more} as "more", ${range} as "range", count(*) as "files",
      coalesce(sum("size"), 0) as "bytes", coalesce(sum("broken"), 0) as "broken",
      coalesce(sum("score"), 0) as "sum", coalesce(sum("score" * "score"), 0) as "squares"
    from "slice" where ${condition} ${grouped}`
}

export function isFull(files: number): boolean {
  return files >= filesPerSlice
}
