import type { LineageFilter } from '@vermilion/contract/files/lineage-filter'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldCase } from '#platform/database/fold-case'
import { includes } from '#platform/database/match'

type Condition = RawBuilder<SqlBool>

/** Selects numbers of the lineages that match a filter; undefined without such a filter. See `generatedContents`. */
export function lineagesOf(filter: LineageFilter): RawBuilder<{ number: number }> | undefined {
  const { generationId = '', prompt = '', sceneItem = '', workflow = '', lora = '' } = filter
  const words = Object.entries({ prompt, sceneItem, workflow, loras: lora }).filter(([, value]) => value !== '')
  const conditions = words.map(([column, value]) => includes(`lineages.${column}`, foldCase(value)))
  if (generationId !== '') conditions.push(sql`${sql.ref('lineages.generationId')} = ${generationId}`)
  if (conditions.length === 0) return undefined
  return sql`select ${sql.ref('lineages.number')} from ${sql.table('lineages')} where ${sql.join(conditions, sql` and `)}`
}

function ownConditionsOf({ seed, workflowHash = '' }: LineageFilter, table: string): Condition[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return [
    ...(seed === undefined ? [] : [sql<SqlBool>`${column('seed')} = ${seed}`]),
    ...(workflowHash === '' ? [] : [sql<SqlBool>`${column('workflowHash')} = ${workflowHash.toLowerCase()}`]),
  ]
}

/** Selects checksums of images generated with a seed or workflow hash, deleted ones included; undefined without such a filter. */
export function generatedContents(filter: LineageFilter): RawBuilder<{ checksum: string }> | undefined {
  const conditions = ownConditionsOf(filter, 'generatedImages')
  if (conditions.length === 0) return undefined
  return sql`select ${sql.ref('generatedImages.checksum')} from ${sql.table('generatedImages')}
    where ${sql.join(conditions, sql` and `)}`
}

function conditionsOf(filter: LineageFilter): Condition[] {
  const lineages = lineagesOf(filter)
  return [
    ...ownConditionsOf(filter, 'fileLineages'),
    ...(lineages === undefined ? [] : [sql<SqlBool>`${sql.ref('fileLineages.lineage')} in (${lineages})`]),
  ]
}

export function generatedFiles(filter: LineageFilter): RawBuilder<{ number: number }> | undefined {
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return undefined
  return sql`select ${sql.ref('fileLineages.fileNumber')} as ${sql.ref('number')} from ${sql.table('fileLineages')}
    where ${sql.join(conditions, sql` and `)}`
}

export function wasGenerated(filter: LineageFilter): Condition | undefined {
  const conditions = conditionsOf(filter)
  if (conditions.length === 0) return undefined
  const own = sql<SqlBool>`${sql.ref('fileLineages.fileNumber')} = ${sql.ref('files.number')}`
  return sql`exists (select 1 from ${sql.table('fileLineages')} where ${sql.join([own, ...conditions], sql` and `)})`
}
