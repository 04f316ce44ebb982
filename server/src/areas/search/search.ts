import { mostAlike, type ImageSearchQuery, type SearchAnswer } from '@vermilion/contract/image-search'
import { searchTermsOf } from '@vermilion/contract/image-search/terms'
import { toFile } from '#areas/files'
import type { createQueryVectors } from './query-vector.ts'
import type { ResultStore, Requested } from './result-store.ts'
import type { createVisibleResults } from './visible-results.ts'
import { bitsOf, type VectorHit, type VectorIndex } from './vectors/vector-index.ts'

/** Scopes whose slots are remembered. */
const mostRemembered = 16

interface Needs {
  readonly index: VectorIndex
  readonly results: ResultStore
  readonly show: ReturnType<typeof createVisibleResults>
  readonly vectors: ReturnType<typeof createQueryVectors>
  /** Changes whenever the index does. */
  state(): number
}

interface Alike {
  readonly id: string
  readonly path: string
  readonly likeness: number
}

export function createSearch({ index, results, show, vectors, state }: Needs) {
  const remembered = new Map<string, Promise<unknown>>()

  /** What was computed for the same files and the same index before. */
  async function remember<Result>(name: string, spaces: readonly string[], compute: () => Promise<Result>) {
    const key = [name, state(), await results.versionOf(spaces)].join('|')
    const remembering = remembered.get(key) ?? compute()
    remembered.delete(key)
    remembered.set(key, remembering)
    remembering.catch(() => remembered.delete(key))
    if (remembered.size > mostRemembered) remembered.delete(remembered.keys().next().value!)
    return remembering as Promise<Result>
  }

  /** Undefined where the whole index is searched. */
  async function slotsWithin(requested: Requested): Promise<Uint8Array | undefined> {
    const { spaces, datasets } = requested.scope
    const hasTerms = requested.terms.length > 0
    if (!hasTerms && spaces.length === 0 && datasets.length === 0) return undefined
    const compute = async () => bitsOf(await results.slots(requested))
    // Labels and images of datasets change without their files.
    if (hasTerms || datasets.length > 0) return compute()
    return remember(`slots ${spaces.join()}`, spaces, compute)
  }

  async function alikeTo(vector: Float32Array, requested: Requested, { threshold, fileId, region }: ImageSearchQuery) {
    const hits = await index.search(vector, { limit: mostAlike, within: await slotsWithin(requested) })
    const above = hits.filter(({ similarity }) => Math.max(0, similarity) >= threshold)
    const likenessOf = new Map(above.map(({ slot, similarity }) => [slot, Math.max(0, similarity)]))
    const files = await results.filesAt([...likenessOf.keys()], requested)
    const alike = files
      // What others are to be alike to is no answer, unless a part of it is meant.
      .filter(({ id }) => id !== fileId || region !== undefined)
      .map(({ id, path, slot }): Alike => ({ id, path, likeness: likenessOf.get(slot) ?? 0 }))
    alike.sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1))
    return { alike, isCapped: isCapped(hits, above) }
  }

  return async function search(query: ImageSearchQuery, signal: AbortSignal): Promise<SearchAnswer> {
    const { mode, words, spaces, datasets, offset, limit } = query
    const terms = mode === 'image' ? [] : searchTermsOf(words)
    const requested: Requested = { scope: { spaces, datasets }, terms }
    const vector = mode === 'text' ? undefined : await vectors.of(query, signal)
    const notIndexed =
      vector === undefined
        ? 0
        : await remember(`lacking ${spaces.join()} ${datasets.join()}`, spaces, () =>
            results.countNotIndexed(requested.scope),
          )
    if (vector === undefined && (mode === 'image' || terms.length === 0)) {
      return { items: [], total: 0, isCapped: false, notIndexed }
    }
    if (vector === undefined) {
      const { ids, total } = await results.byWords(requested, { offset, limit })
      const visible = await show(ids, terms)
      const items = visible.map(({ row, ...rest }) => ({ file: toFile(row), likeness: null, ...rest }))
      return { items, total, isCapped: false, notIndexed }
    }
    const { alike, isCapped: capped } = await alikeTo(vector, requested, query)
    const page = alike.slice(offset, offset + limit)
    const likenessOf = new Map(page.map(({ id, likeness }) => [id, likeness]))
    const visible = await show([...likenessOf.keys()], terms)
    const items = visible.map(({ row, ...rest }) => ({
      file: toFile(row),
      likeness: Number((likenessOf.get(row.id) ?? 0).toFixed(4)),
      ...rest,
    }))
    return { items, total: alike.length, isCapped: capped, notIndexed }
  }
}

/** As many as are looked at, and the last of them is still above the threshold. */
function isCapped(hits: readonly VectorHit[], above: readonly VectorHit[]): boolean {
  return hits.length === mostAlike && above.length === mostAlike
}
