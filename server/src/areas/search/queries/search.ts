import { maxSimilar, type ImageSearchQuery, type SearchAnswer } from '@vermilion/contract/image-search'
import { searchTermsOf, type SearchTerm } from '@vermilion/contract/image-search/terms'
import { toFile } from '#areas/files'
import type { Engine, Engines } from '../embedding/engines.ts'
import type { createQueryVectors } from './query-vector.ts'
import type { ResultStore, Requested } from './result-store.ts'
import type { createVisibleResults } from './visible-results.ts'
import { bitsOf } from '../vectors/vector-index.ts'

/** The threshold of a text search, as a share of the best result: probabilities differ between texts by orders of magnitude. */
const usualShareOfBest = 0.1

const noThreshold = { threshold: 0, below: 0 }

const maxCachedScopes = 16

interface Needs {
  readonly engines: Pick<Engines, 'current'>
  readonly results: ResultStore
  readonly show: ReturnType<typeof createVisibleResults>
  readonly vectors: ReturnType<typeof createQueryVectors>
  state(): number
}

interface Alike {
  readonly id: string
  readonly path: string
  readonly likeness: number
}

export function createImageSearch({ engines, results, show, vectors, state }: Needs) {
  const remembered = new Map<string, Promise<unknown>>()

  async function remember<Result>(name: string, spaces: readonly string[], compute: () => Promise<Result>) {
    const key = [name, state(), await results.versionOf(spaces)].join('|')
    const remembering = remembered.get(key) ?? compute()
    remembered.delete(key)
    remembered.set(key, remembering)
    remembering.catch(() => remembered.delete(key))
    if (remembered.size > maxCachedScopes) remembered.delete(remembered.keys().next().value!)
    return remembering as Promise<Result>
  }

  async function slotsWithin(requested: Requested): Promise<Uint8Array | undefined> {
    const { spaces, datasets } = requested.scope
    const hasTerms = requested.terms.length > 0
    if (!hasTerms && spaces.length === 0 && datasets.length === 0) return undefined
    const compute = async () => bitsOf(await results.slots(requested))
    // Labels and images of datasets change without their files.
    if (hasTerms || datasets.length > 0) return compute()
    return remember(`slots ${spaces.join()}`, spaces, compute)
  }

  async function alikeTo(
    { vector, likenessOf, usual }: Requirement,
    engine: Engine,
    requested: Requested,
    query: ImageSearchQuery,
  ) {
    const { fileId, region } = query
    const hits = await engine.index.search(vector, { limit: maxSimilar, within: await slotsWithin(requested) })
    const likeness = new Map(hits.map(({ slot, similarity }) => [slot, likenessOf(similarity)]))
    const files = await results.filesAt([...likeness.keys()], requested)
    const all = files
      // The query image itself is no result, unless only a region of it is searched.
      .filter(({ id }) => id !== fileId || region !== undefined)
      .map(({ id, path, slot }): Alike => ({ id, path, likeness: likeness.get(slot) ?? 0 }))
    all.sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1))
    const threshold = query.threshold ?? usual(all[0]?.likeness ?? 0)
    const alike = all.filter((one) => one.likeness >= threshold)
    const omittedIds = all.slice(alike.length).map(({ id }) => id)
    return { alike, threshold, omittedIds, isCapped: hits.length === maxSimilar && omittedIds.length === 0 }
  }

  async function byWords(requested: Requested, { offset, limit }: ImageSearchQuery, notIndexed: number) {
    const { ids, total } = await results.byWords(requested, { offset, limit })
    const visible = await show(ids, requested.terms)
    const items = visible.map(({ row, ...rest }) => ({ file: toFile(row), likeness: null, ...rest }))
    return { items, total, ...noThreshold, isCapped: false, notIndexed }
  }

  return async function search(query: ImageSearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
    const { mode, words, spaces, datasets, offset, limit } = query
    const terms = mode === 'image' ? [] : searchTermsOf(words)
    const scope = { spaces, datasets }
    const engine = engines.current()
    const required = await requirementOf(vectors, { query, terms, engine, signal })
    const notIndexed =
      required === undefined && mode === 'text'
        ? 0
        : await remember(`lacking ${spaces.join()} ${datasets.join()}`, spaces, () => results.countNotIndexed(scope))
    if (required === undefined && (mode === 'image' || terms.length === 0))
      return { items: [], total: 0, ...noThreshold, isCapped: false, notIndexed }
    if (required === undefined) return byWords({ scope, terms }, query, 0)
    const result = await alikeTo(required, engine, { scope, terms: required.terms }, query)
    const { alike, threshold, omittedIds } = result
    // Matches in names and labels are certain, so they come first.
    const isNamedFirst = mode === 'full' && required.isOfWords
    const named = isNamedFirst ? (await results.byWords({ scope, terms }, { offset: 0, limit: maxSimilar })).ids : []
    const likenessOf = new Map(alike.map((one) => [one.id, one.likeness]))
    const ids = [...new Set([...named, ...likenessOf.keys()])]
    const visible = await show(ids.slice(offset, offset + limit), terms)
    const items = visible.map(({ row, ...rest }) => {
      const value = likenessOf.get(row.id)
      return { file: toFile(row), likeness: value === undefined ? null : Number(value.toFixed(4)), ...rest }
    })
    const listed = new Set(ids)
    const below = omittedIds.filter((id) => !listed.has(id)).length
    const isCapped = result.isCapped || named.length === maxSimilar
    return { items, total: ids.length, threshold, below, isCapped, notIndexed }
  }
}

async function requirementOf(
  vectors: Needs['vectors'],
  {
    query,
    terms,
    engine,
    signal,
  }: { query: ImageSearchQuery; terms: SearchTerm[]; engine: Engine; signal: AbortSignal },
) {
  const picture = query.mode === 'text' ? undefined : await vectors(query, engine, signal)
  // When a text selects the pictures, the query picture only sorts them.
  const usualLikeness = terms.length > 0 ? 0 : engine.embedder.usualLikeness
  if (picture !== undefined)
    return { vector: picture, likenessOf: atLeastZero, usual: () => usualLikeness, terms, isOfWords: false }
  const { text } = engine.embedder
  const meaning = terms.flatMap((term) => (isFree(term) ? [term.words] : [])).join(', ')
  if (text === undefined || meaning === '') return undefined
  const conditions = terms.filter((term) => !isFree(term))
  const vector = await text.embed(meaning, signal)
  const usual = (best: number) => best * usualShareOfBest
  return { vector, likenessOf: text.likenessOf, usual, terms: conditions, isOfWords: true }
}

type Requirement = NonNullable<Awaited<ReturnType<typeof requirementOf>>>

const atLeastZero = (cosine: number) => Math.max(0, cosine)

/** Texts for no particular field, and not excluded: they describe a picture. */
function isFree(term: SearchTerm): term is SearchTerm & { kind: 'words' } {
  return term.kind === 'words' && term.field === null && !term.not
}
