import type { LineageFilter } from '@vermilion/contract/files/lineage-filter'
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { foldCase } from '#platform/database/fold-case'

type Condition = RawBuilder<SqlBool>

/** Selects numbers of the lineages that a filter finds; undefined where nothing is asked of them. See `generatedContents`. */
export function lineagesOf(filter: LineageFilter): RawBuilder<{ number: number }> | undefined {
  const { generationId = '', prompt = '', sceneItem = '', workflow = '', lora = '' } = filter
  const words = Object.entries({ prompt, sceneItem, workflow, loras: lora }).filter(([, value]) => value !== '')
  const conditions = words.map(
    ([column, value]): Condition => sql`instr(${sql.ref(`lineages.${column}`)}, ${foldCase(value)}) > 0`,
  )
  if (generationId !== '') conditions.push(sql`${sql.ref('lineages.generationId')} = ${generationId}`)
  if (conditions.length === 0) return undefined
  return sql`select ${sql.ref('lineages.number')} from ${sql.table('lineages')} where ${sql.join(conditions, sql` and `)}`
}

/** What a filter asks of an image beside its lineage, as conditions on a row that has it. */
function ownConditionsOf({ seed, workflowHash = '' }: LineageFilter, table: string): Condition[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return [
    ...(seed === undefined ? [] : [sql<SqlBool>`${column('seed')} = ${seed}`]),
    ...(workflowHash === '' ? [] : [sql<SqlBool>`${column('workflowHash')} = ${workflowHash.toLowerCase()}`]),
  ]
}

/**
 * Selects the checksums of the images that were generated with a seed, or with a content of the workflow, also of those
 * that are no longer there; undefined where nothing is asked of either.
 */
export function generatedContents(filter: LineageFilter): RawBuilder<{ checksum: string }> | undefined {
  const conditions = ownConditionsOf(filter, 'generatedImages')
  if (conditions.length === 0) return undefined
  return sql`select ${sql.ref('generatedImages.checksum')} from ${sql.table('generatedImages')}
    where ${sql.join(conditions, sql` and `)}`
}

/** What a filter asks of a row of \`fileLineages\`, under that name. */
function conditionsOf(filter: LineageFilter): Condition[] {
  const lineages = lineagesOf(filter)
  return [
    ...ownConditionsOf(filter, 'fileLineages'),
    ...(lineages === undefined ? [] : [sql<SqlBool>`${sql.ref('fileLineages.lineage')} in (${lineages})`]),
  ]
}

/** Selects numbers of the files that were generated as a filter asks; undefined where it asks nothing of it. */
export function generatedFiles(filter: LineageFilter): RawBuilder<{ number: number }> | undefined {
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return undefined
  return sql`select ${sql.ref('fileLineages.fileNumber')} as ${sql.ref('number')} from ${sql.table('fileLineages')}
    where ${sql.join(conditions, sql` and `)}`
}

/** The same of one file. */
export function wasGenerated(filter: LineageFilter): Condition | undefined {
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return undefined
  const own = sql<SqlBool>`${sql.ref('fileLineages.fileNumber')} = ${sql.ref('files.number')}`
  return sql`exists (select 1 from ${sql.table('fileLineages')} where ${sql.join([own, ...conditions], sql` and `)})`
}
