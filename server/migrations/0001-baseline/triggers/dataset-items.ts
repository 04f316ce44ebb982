import type { EngineKind } from '../../../src/platform/database/engine.ts'
import { setNew } from '../set-new.ts'
import { statementTriggers } from '../statement-triggers.ts'

/** Kind and value of each fact that images are counted by. */
const facts = [
  [`'status'`, `"status"`],
  [`'split'`, `"split"`],
  [`'labels'`, `cast("annotationCount" as text)`],
  [`'annotator-' || "status"`, `"annotator"`],
] as const

/** Counted apart: most images name nobody, and cost nothing then. */
const assignmentFacts = [
  [`'assignee-' || "status"`, `"assignee"`],
  [`'reviewer-' || "status"`, `"assignedReviewer"`],
] as const

const assignmentColumns = ['assignee', 'assignedReviewer'] as const

type Row = 'old' | 'new'

/**
 * Triggers that number the images of a dataset, stamp every change of one, and count them by their facts. No image ever gets the
 * number of one that was removed.
 */
export function datasetItemStatements(engine: EngineKind): string[] {
  const larger = engine === 'sqlite' ? 'max' : 'greatest'
  // A new image has the number 0 itself, which PostgreSQL does not see yet.
  const nextOf = (column: 'number' | 'stamp', row: Row) => `(select ${larger}(
    coalesce((select max("${column}") from "datasetItems" where "datasetId" = ${row}."datasetId"), 0),
    coalesce((select "${column}" from "datasetRemovals" where "datasetId" = ${row}."datasetId"), -1)) + 1)`
  const isNamed = (row: Row) => assignmentColumns.map((column) => `${row}."${column}" is not null`).join(' or ')
  const differs = ['status', 'annotationCount', ...assignmentColumns]
    .map((column) => `old."${column}" is not new."${column}"`)
    .join(' or ')
  // With a dataset go its images and all its counts.
  const datasetRemains = `exists (select 1 from "datasets" where "id" = old."datasetId")`
  const numbering = setNew(engine, 'datasetItems', { number: nextOf('number', 'new'), stamp: nextOf('stamp', 'new') })
  const changed = `create trigger "datasetItemChanged" after update on "datasetItems" when old."stamp" = new."stamp"
    begin ${setNew(engine, 'datasetItems', { stamp: nextOf('stamp', 'new') })} end`
  const added = (work: string) => `create trigger "datasetItemAdded" after insert on "datasetItems" begin ${work} end`
  if (engine === 'postgres') return [added(numbering), changed, ...countedStatements()]
  return [
    added(`${numbering} ${count(facts, 'new', '+')}`),
    changed,
    `create trigger "datasetItemCounted" after update of "status", "split", "annotationCount", "annotator"
      on "datasetItems" when old."status" <> new."status" or old."split" <> new."split"
      or old."annotationCount" <> new."annotationCount" or old."annotator" is not new."annotator"
      begin ${count(facts, 'old', '-')} ${count(facts, 'new', '+')} end`,
    `create trigger "datasetItemRemoved" after delete on "datasetItems" when ${datasetRemains}
      begin ${count(facts, 'old', '-')}
      insert into "datasetRemovals" ("datasetId", "number", "stamp")
      select old."datasetId", old."number", max(${nextOf('stamp', 'old')}, old."stamp" + 1) where true
      on conflict ("datasetId") do update
      set "number" = max("datasetRemovals"."number", excluded."number"), "stamp" = excluded."stamp"; end`,
    `create trigger "datasetItemAssignedAdded" after insert on "datasetItems" when ${isNamed('new')}
      begin ${count(assignmentFacts, 'new', '+')} end`,
    `create trigger "datasetItemAssigned"
      after update of "status", "annotationCount", "assignee", "assignedReviewer" on "datasetItems"
      when (${isNamed('old')} or ${isNamed('new')}) and (${differs})
      begin ${count(assignmentFacts, 'old', '-')} ${count(assignmentFacts, 'new', '+')} end`,
    `create trigger "datasetItemAssignedRemoved" after delete on "datasetItems"
      when (${isNamed('old')}) and ${datasetRemains}
      begin ${count(assignmentFacts, 'old', '-')} end`,
  ]
}

/** PostgreSQL's own counts, once for each statement: with a dataset go its images and all its counts. */
function countedStatements(): string[] {
  const remains = `"datasetId" in (select "id" from "datasets")`
  const factsOf = (rows: string, sign: 1 | -1) =>
    [...facts, ...assignmentFacts].map(
      ([kind, value]) => `select "datasetId", ${kind} as "kind", ${value} as "value", ${sign} as "images",
        ${sign} * "annotationCount" as "labels" from ${rows} as "row" where ${value} is not null and ${remains}`,
    )
  const counted = (
    old: string,
    now: string,
  ) => `insert into "datasetCounts" ("datasetId", "kind", "value", "images", "labels")
    select "datasetId", "kind", "value", sum("images"), sum("labels")
    from (${[...factsOf(old, -1), ...factsOf(now, 1)].join(' union all ')}) as "facts" group by "datasetId", "kind", "value"
    having sum("images") <> 0 or sum("labels") <> 0
    on conflict ("datasetId", "kind", "value") do update
    set "images" = "datasetCounts"."images" + excluded."images", "labels" = "datasetCounts"."labels" + excluded."labels";`
  const highest = (table: string, column: string) =>
    `coalesce((select max("${column}") from "${table}" as "other" where "other"."datasetId" = "row"."datasetId"), -1) + 1`
  const removed = (old: string) => `insert into "datasetRemovals" ("datasetId", "number", "stamp")
    select "datasetId", max("number"), greatest(max("stamp") + 1, ${highest('datasetItems', 'stamp')},
      ${highest('datasetRemovals', 'stamp')}) from ${old} as "row" where ${remains} group by "datasetId"
    on conflict ("datasetId") do update
    set "number" = greatest("datasetRemovals"."number", excluded."number"), "stamp" = excluded."stamp";`
  return [
    ...statementTriggers('datasetItemCounted', 'datasetItems', counted),
    ...statementTriggers('datasetItemRemoved', 'datasetItems', removed, ['delete']),
  ]
}

function count(counted: readonly (readonly [string, string])[], row: Row, sign: '+' | '-'): string {
  const ofRow = (part: string) => part.replaceAll(/"(\w+)"/g, `${row}."$1"`)
  const statements = counted.map(
    ([kind, value]) => `insert into "datasetCounts" ("datasetId", "kind", "value", "images", "labels")
      select ${row}."datasetId", ${ofRow(kind)}, ${ofRow(value)}, ${sign}1, ${sign}${row}."annotationCount"
      where ${ofRow(value)} is not null
      on conflict ("datasetId", "kind", "value") do update
      set "images" = "datasetCounts"."images" + excluded."images",
        "labels" = "datasetCounts"."labels" + excluded."labels";`,
  )
  return statements.join('\n')
}
