import type { EngineKind } from '../../../src/platform/database/engine.ts'
import { statementTriggers } from '../statement-triggers.ts'

interface Source {
  readonly table: string
  /** The column that is the row number, where the table has one. */
  readonly number?: string
  /** Distinguishes the triggers of a table that has several. */
  readonly name?: string
  readonly checksum?: string
  readonly size?: string
  /** Content counts for the first by rank of those that name it, and among these for the first by holder. */
  readonly rank: number
  readonly holder?: string
  /** The condition under which a row's content lies in the store. */
  readonly when?: (row: string) => string
  /** Columns that the holder or `when` reads. */
  readonly others?: readonly string[]
  /** Rows keep their content and holder for as long as they are there; a statement that would change them fails. */
  readonly isFixed?: true
}

const sources: readonly Source[] = [
  {
    table: 'files',
    number: 'number',
    rank: 0,
    holder: 'spaceId',
    when: (row) => `${row}"checksum" is not null and ${row}"modifiedAt" is null`,
    others: ['spaceId', 'modifiedAt'],
  },
  { table: 'models', rank: 1, holder: 'id', isFixed: true },
  { table: 'modelSamples', rank: 1, holder: 'modelId', others: ['modelId'], isFixed: true },
  { table: 'artifacts', rank: 2, holder: 'id', isFixed: true },
  { table: 'datasetSnapshots', rank: 3, isFixed: true },
  { table: 'datasetVersionChanges', rank: 3, isFixed: true },
  { table: 'datasetImportFiles', rank: 4, isFixed: true },
  {
    table: 'datasetExports',
    name: 'datasetExportLabels',
    checksum: 'labels',
    size: 'labelsSize',
    rank: 5,
    when: (row) => `${row}"labels" is not null`,
  },
  {
    table: 'datasetExports',
    name: 'datasetExportPlan',
    checksum: 'plan',
    size: 'planSize',
    rank: 5,
    when: (row) => `${row}"plan" is not null and ${row}"plan" is not ${row}"labels"`,
    others: ['labels'],
  },
  { table: 'trash', rank: 6, holder: 'spaceId', others: ['spaceId'] },
  { table: 'unpackings', rank: 7, when: (row) => `${row}"state" = 'running'`, others: ['state'] },
]

/** File systems give blocks of this size to files. */
const blockSize = 4_096

/**
 * Statements that keep the bytes on the disk of the content that rows name, by what it counts for: `0/<space>`, `1/<model>`, …
 * They are triggers, so that no statement that changes such rows can pass them by.
 */
export function contentCounterStatements(engine: EngineKind): string[] {
  // Every name of every content.
  const names = `create view "contentNames" ("checksum", "key", "bytes") as ${sources.map((source) => namesOf(source)).join(' union all ')}`
  if (engine === 'sqlite') return [names, ...sources.flatMap(triggersOf)]
  const fixed = sources.flatMap((source) => triggersOf(source).filter((trigger) => trigger.includes('raise(')))
  return [
    names,
    ...fixed,
    ...Map.groupBy(sources, ({ table }) => table)
      .entries()
      .flatMap(countStatement),
  ]
}

const numberOf = ({ number = 'rowid' }: Source) => `"${number}"`
const checksumOf = ({ checksum = 'checksum' }: Source) => checksum
const keyOf = ({ rank, holder }: Source, row: string) =>
  `'${rank}/'${holder === undefined ? '' : ` || ${row}"${holder}"`}`
const bytesOf = ({ size = 'size' }: Source, row: string) =>
  `(${row}"${size}" + ${blockSize - 1}) / ${blockSize} * ${blockSize}`

function namesOf(source: Source, rows = `"${source.table}"`): string {
  const condition = source.when === undefined ? '' : ` where ${source.when('')}`
  return `select "${checksumOf(source)}", ${keyOf(source, '')}, ${bytesOf(source, '')} from ${rows} as "row"${condition}`
}

/** The key that content counts for without some rows of a table; null where nothing else names it. */
function otherKeyOf(table: string, content: string, isOther: (number: string) => string): string {
  const firstOf = (source: Source) => {
    const conditions = [`"${checksumOf(source)}" = ${content}`]
    if (source.when !== undefined) conditions.push(source.when(''))
    if (source.table === table) conditions.push(isOther(numberOf(source)))
    const order = source.holder === undefined ? '' : ` order by "${source.holder}"`
    return `(select ${keyOf(source, '')} from "${source.table}" where ${conditions.join(' and ')}${order} limit 1)`
  }
  // Higher ranks are not looked at where a lower one has the content.
  const ranks = [...Map.groupBy(sources, ({ rank }) => rank)].toSorted(([a], [b]) => a - b)
  const keys = ranks.map(([, some]) => {
    const [first = '', ...more] = some.map(firstOf)
    return more.length === 0
      ? first
      : `(select min("key") from (${[first, ...more].map(keyRow).join(' union all ')}) as "keys")`
  })
  return `coalesce(${keys.join(', ')})`
}

const keyRow = (key: string) => `select ${key} as "key"`

/**
 * Adds a row's bytes to its own key and takes them from the key that its content counted for before (`1`), or the reverse (`-1`).
 * Every connection holds all triggers parsed: the other key, the longest part of them, stands in each once.
 */
function countOf(source: Source, row: 'old' | 'new', sign: 1 | -1): string {
  const [key, bytes] = [keyOf(source, `${row}.`), bytesOf(source, `${row}.`)]
  const content = `${row}."${checksumOf(source)}"`
  const other = otherKeyOf(source.table, content, (number) => `${number} <> ${row}.${number}`)
  return `insert into "contentCounters"
    select case when "own" = 1 then ${key} else "other" end, "sign" * (${bytes}), "sign"
    from (select ${other} as "other" limit 1) as "counted",
      (select 1 as "own", ${sign} as "sign" union all select 0, ${-sign}) as "keys"
    where "other" > ${key} or ("other" is null and "own" = 1)
    on conflict ("key") do update set "bytes" = "contentCounters"."bytes" + excluded."bytes",
      "files" = "contentCounters"."files" + excluded."files";`
}

/** A statement moves each of its contents from the key that it counted for to the one that it counts for now. */
function countStatement([table, own]: readonly [string, readonly Source[]]): string[] {
  const names = (rows: string) => own.map((source) => namesOf(source, rows)).join(' union all ')
  const isUntouched = (now: string) => (number: string) => `${number} not in (select ${number} from ${now} as "now")`
  return statementTriggers(
    `${table}Content`,
    table,
    (old, now) => `insert into "contentCounters"
    with "changed" as (select "checksum", min("was") as "was", min("is") as "is", max("bytes") as "bytes"
        from (select "checksum", "key" as "was", null as "is", "bytes" from (${names(old)}) as "old" ("checksum", "key", "bytes")
          union all select "checksum", null, "key", "bytes" from (${names(now)}) as "now" ("checksum", "key", "bytes")) as "both"
        group by "checksum" having min("was") is distinct from min("is")),
      "based" as materialized (select "was", "is", "bytes",
        ${otherKeyOf(table, '"changed"."checksum"', isUntouched(now))} as "other" from "changed"),
      "moved" as (select least("was", "other") as "was", least("is", "other") as "is", "bytes" from "based")
    select "key", sum("sign" * "bytes"), sum("sign") from
      (select "was" as "key", -1 as "sign", "bytes" from "moved" where "was" is distinct from "is"
        union all select "is", 1, "bytes" from "moved" where "was" is distinct from "is") as "counted"
    where "key" is not null group by "key"
    on conflict ("key") do update set "bytes" = "contentCounters"."bytes" + excluded."bytes",
      "files" = "contentCounters"."files" + excluded."files";`,
  )
}

function triggersOf(source: Source): string[] {
  const { table, name = table, when, others = [], isFixed = false } = source
  const addition = countOf(source, 'new', 1)
  const removal = countOf(source, 'old', -1)
  const columns = [checksumOf(source), ...others].map((column) => `"${column}"`)
  const differs = `(${columns.map((column) => `old.${column} is not new.${column}`).join(' or ')})`
  const trigger = (
    suffix: string,
    event: string,
    parts: { conditions: readonly (string | undefined)[]; work: string },
  ) => {
    const conditions = parts.conditions.filter((condition) => condition !== undefined)
    const filter = conditions.length === 0 ? '' : `when ${conditions.join(' and ')}`
    return `create trigger "${name}Content${suffix}" after ${event} on "${table}" ${filter} begin ${parts.work} end`
  }
  const change = `update of ${columns.join(', ')}`
  const coming = trigger('Added', 'insert', { conditions: [when?.('new.')], work: addition })
  const going = trigger('Removed', 'delete', { conditions: [when?.('old.')], work: removal })
  if (isFixed) {
    const refusal = `select raise(abort, 'the content of a row of ${table} does not change');`
    return [coming, going, trigger('Fixed', change, { conditions: [differs], work: refusal })]
  }
  return [
    coming,
    going,
    trigger('Left', change, { conditions: [when?.('old.'), differs], work: removal }),
    trigger('Came', change, { conditions: [when?.('new.'), differs], work: addition }),
  ]
}
