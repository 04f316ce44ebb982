import type { FileFilter } from '@vermilion/contract/files'
import { termsOf } from '@vermilion/contract/kernel/page'
import { sql, type RawBuilder } from 'kysely'
import { candidatesByName } from '../names/name-index.ts'
import { parseSearch } from '../names/name-pattern.ts'
import { conditionsOf, scoreBounds, scoreConditionsOf } from './conditions.ts'
import { generatedFiles } from './lineages.ts'

export type Candidates = RawBuilder<{ number: number }>

export interface IndexedSet {
  readonly key: string
  readonly candidates: Candidates
  /** The score range when the set depends on nothing else: its files are contiguous in that order. */
  readonly scores?: readonly [least: number, most: number]
}

export function candidatesOf(spaceId: string, filter: FileFilter): Candidates | undefined {
  const { search = '', tags = '', broken, checksum, duplicated } = filter
  const [number, space] = [sql.ref('number'), sql`${sql.ref('spaceId')} = ${spaceId}`]
  const files = sql.table('files')
  if (checksum !== undefined) {
    return sql`select ${number} from ${files} where ${sql.ref('checksum')} = ${checksum.toLowerCase()} and ${space}`
  }
  const generated = generatedFiles(filter)
  if (generated !== undefined) return generated
  if (broken === true) return sql`select ${number} from ${files} where ${space} and ${sql.ref('broken')} = 1`
  if (termsOf(tags).length > 0) return sql`select ${number} from ${files} where ${space} and ${sql.ref('tags')} <> '[]'`
  const named = search === '' ? undefined : candidatesByName(parseSearch(search))
  if (named !== undefined) return named
  if (duplicated === true) return twins(spaceId)
  return scoredFiles(spaceId, filter)
}

export function scoredFiles(spaceId: string, filter: FileFilter): Candidates | undefined {
  const [least, most] = scoreBounds(filter)
  if (least === undefined) return undefined
  const [space, score] = [sql`${sql.ref('spaceId')} = ${spaceId}`, sql.ref('score')]
  return sql`select ${sql.ref('number')} from ${sql.table('files')}
    where ${space} and ${score} >= ${least} and ${score} <= ${most}`
}

/** Indexed sets whose intersection is exactly the matches; undefined when the filter has other conditions or none. */
export function setsOf(spaceId: string, filter: FileFilter): readonly IndexedSet[] | undefined {
  const [generated, scored] = [generatedFiles(filter), scoredFiles(spaceId, filter)]
  const askedBySets = (generated === undefined ? 0 : 1) + scoreConditionsOf(filter).length
  if (askedBySets === 0 || conditionsOf(filter).length !== askedBySets) return undefined
  const { generationId, prompt, sceneItem, workflow, lora, seed, workflowHash } = filter
  const lineage = JSON.stringify([generationId, prompt, sceneItem, workflow, lora, seed, workflowHash])
  const [least = 0, most] = scoreBounds(filter)
  return [
    ...(generated === undefined ? [] : [{ key: `lineage ${lineage}`, candidates: generated }]),
    ...(scored === undefined
      ? []
      : [{ key: `score ${least} ${most}`, candidates: scored, scores: [least, most] as const }]),
  ]
}

/** Groups follow the index by content, read from end to end; with the space in an aggregate, no other index is chosen. */
function twins(spaceId: string): Candidates {
  const [content, twin] = ['content', 'twin'].map((name) => sql.table(name))
  const groups = sql`select ${sql.ref('checksum')}, ${sql.ref('spaceId')} from ${sql.table('files')}
    group by ${sql.ref('checksum')}, ${sql.ref('spaceId')} having count(*) > 1 and max(${sql.ref('spaceId')}) = ${spaceId}`
  return sql`select ${sql.ref('twin.number')} as ${sql.ref('number')}
    from (${groups}) as ${content} cross join ${sql.table('files')} as ${twin}
    where ${sql.ref('twin.checksum')} = ${sql.ref('content.checksum')} and ${sql.ref('twin.spaceId')} = ${spaceId}`
}
