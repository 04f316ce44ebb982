import type { EngineKind } from '../../../src/platform/database/engine.ts'
import { setNew } from '../set-new.ts'

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
  const nextOf = (column: 'number' | 'stamp', row: Row) => `(select ${larger}(
    coalesce((select max("${column}") from "datasetItems" where "datasetId" = ${row}."datasetId"), -1),
    coalesce((select "${column}" from "datasetRemovals" where "datasetId" = ${row}."datasetId"), -1)) + 1)`
  const isNamed = (row: Row) => assignmentColumns.map((column) => `${row}."${column}" is not null`).join(' or ')
  const differs = ['status', 'annotationCount', ...assignmentColumns]
    .map((column) => `old."${column}" is not new."${column}"`)
    .join(' or ')
  // With a dataset go its images and all its counts.
  const datasetRemains = `exists (select 1 from "datasets" where "id" = old."datasetId")`
  return [
    ...added(
      engine,
      setNew(engine, 'datasetItems', { number: nextOf('number', 'new'), stamp: nextOf('stamp', 'new') }),
    ),
    `create trigger "datasetItemChanged" after update on "datasetItems" when old."stamp" = new."stamp"
      begin ${setNew(engine, 'datasetItems', { stamp: nextOf('stamp', 'new') })} end`,
    `create trigger "datasetItemCounted" after update of "status", "split", "annotationCount", "annotator"
      on "datasetItems" when old."status" <> new."status" or old."split" <> new."split"
      or old."annotationCount" <> new."annotationCount" or old."annotator" is not new."annotator"
      begin ${count(facts, 'old', '-')} ${count(facts, 'new', '+')} end`,
    `create trigger "datasetItemRemoved" after delete on "datasetItems" when ${datasetRemains}
      begin ${count(facts, 'old', '-')}
      insert into "datasetRemovals" ("datasetId", "number", "stamp")
      select old."datasetId", old."number", ${larger}(${nextOf('stamp', 'old')}, old."stamp" + 1) where true
      on conflict ("datasetId") do update
      set "number" = ${larger}("datasetRemovals"."number", excluded."number"), "stamp" = excluded."stamp"; end`,
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

/** PostgreSQL sets the values of a row before it is there, and counts it afterwards: it may turn out to be there already. */
function added(engine: EngineKind, numbering: string): string[] {
  const counting = count(facts, 'new', '+')
  const trigger = (name: string, work: string) =>
    `create trigger "${name}" after insert on "datasetItems" begin ${work} end`
  if (engine === 'sqlite') return [trigger('datasetItemAdded', `${numbering} ${counting}`)]
  return [trigger('datasetItemAdded', numbering), trigger('datasetItemAddedCounted', counting)]
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
