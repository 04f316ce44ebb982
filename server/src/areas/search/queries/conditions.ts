import { searchFields, type SearchField, type SearchTerm } from '@vermilion/contract/image-search/terms'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { flagWhen, type Flag } from '#platform/database/columns'
import { dialect } from '#platform/database/dialect'
import { anyContains } from '#platform/database/list'
import { contains, includes } from '#platform/database/match'
import { foldCase } from '#platform/database/fold-case'

type Condition = RawBuilder<SqlBool>

/** Everywhere when both are empty. */
export interface Scope {
  readonly spaces: readonly string[]
  readonly datasets: readonly string[]
}

const isLiving = sql`"datasetItems"."datasetId" in (select "id" from "datasets" where "deletedAt" is null)`

export function imagesIn({ spaces, datasets }: Scope): Condition {
  const image = sql<SqlBool>`"files"."kind" = 'image' and "files"."broken" = 0 and "files"."checksum" is not null`
  const alternatives: Condition[] = []
  if (spaces.length > 0) alternatives.push(sql`"files"."spaceId" in ${dialect.texts(spaces)}`)
  if (datasets.length > 0) {
    alternatives.push(
      sql`"files"."id" in (select "fileId" from "datasetItems" where ${isLiving}
        and "datasetId" in ${dialect.texts(datasets)})`,
    )
  }
  return alternatives.length === 0 ? image : sql<SqlBool>`${image} and (${sql.join(alternatives, sql` or `)})`
}

/** Conditions for a folded text in a field of an image; the text is never a pattern. */
const isIn: Readonly<Record<SearchField, (words: string) => Condition>> = {
  name: (words) => contains('files.path', words),
  tag: (words) => sql`(${anyContains('files.tags', words)} or "files"."id" in (select "fileId" from "datasetItems"
    where ${isLiving} and ${anyContains('datasetItems.tags', words)}))`,
  label: (words) => sql`"files"."id" in (select "datasetItems"."fileId" from "datasetLabels"
    join "datasetItemLabels" on "datasetItemLabels"."labelId" = "datasetLabels"."id"
    join "datasetItems" on "datasetItems"."id" = "datasetItemLabels"."itemId"
    where ${isLiving} and ${contains('datasetLabels.name', words)})`,
  prompt: (words) => sql`"files"."number" in (select "fileNumber" from "fileLineages" where "lineage" in
    (select "number" from "lineages" where ${sql.join(
      ['prompt', 'sceneItem', 'workflow', 'loras'].map((column) => includes(column, foldCase(words))),
      sql` or `,
    )}))`,
}

const importance: Readonly<Record<SearchField, number>> = { label: 4, tag: 3, prompt: 2, name: 1 }

const fieldsOf = (term: SearchTerm & { kind: 'words' }) => (term.field === null ? searchFields : [term.field])

export function satisfies(terms: readonly SearchTerm[]): Condition {
  const conditions = terms.map((term): Condition => {
    const condition = term.kind === 'score' ? scoreIs(term) : wordsAre(term)
    return term.not ? sql`not (${condition})` : condition
  })
  return conditions.length === 0 ? sql<SqlBool>`true` : sql.join(conditions, sql` and `)
}

/** An image without a score is neither above nor below one. */
function scoreIs({ comparison, score }: SearchTerm & { kind: 'score' }): Condition {
  return sql`("files"."score" >= 0 and "files"."score" ${sql.raw(comparison)} ${score})`
}

function wordsAre(term: SearchTerm & { kind: 'words' }): Condition {
  const anywhere = fieldsOf(term).map((field) => isIn[field](term.words))
  return sql`(${sql.join(anywhere, sql` or `)})`
}

const wantedWords = (terms: readonly SearchTerm[]) =>
  terms.flatMap((term) => (term.kind === 'words' && !term.not ? [term] : []))

export function weightOf(terms: readonly SearchTerm[]): RawBuilder<number> {
  const weights = wantedWords(terms).flatMap((term) =>
    fieldsOf(term).map(
      (field) => sql`case when ${isIn[field](term.words)} then ${sql.raw(String(importance[field]))} else 0 end`,
    ),
  )
  return weights.length === 0 ? sql<number>`cast(null as bigint)` : sql<number>`${sql.join(weights, sql` + `)}`
}

export function matchedIn(field: SearchField, terms: readonly SearchTerm[]): RawBuilder<Flag> {
  const there = wantedWords(terms)
    .filter((term) => term.field === null || term.field === field)
    .map((term) => isIn[field](term.words))
  return there.length === 0 ? sql<Flag>`0` : flagWhen(sql<SqlBool>`(${sql.join(there, sql` or `)})`)
}
