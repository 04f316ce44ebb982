/**
 * The index of vectors: `npm run bench search/vectors [count=100000] [dimensions=512] [latent|isotropic] [rival …]`.
 * Vectors of a latent space of 64 dimensions with 2,000 centres, as embedders give them; or, as the worst case, of none. Tells how
 * long searches for the first 100 take, how many of them are the exact ones by float32, and what it holds. With the paths of the
 * loadable library of sqlite-vec or of the package hnswlib-node, the same vectors are searched by those too.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createThreadedVectors } from '../../server/src/areas/search/vectors/threaded-vectors.ts'
import type { VectorHit } from '../../server/src/areas/search/vectors/vector-index.ts'
import { openRival, type VectorEntry } from './rivals.ts'
import { createVectors, type VectorKind } from './random-vectors.ts'

const [countText = '100000', dimensionsText = '512', kind = 'latent', ...paths] = process.argv.slice(2)
const count = Number(countText)
const dimensions = Number(dimensionsText)
const queryCount = 50
const limit = 100
const blockSize = 5_000

const folder = await mkdtemp(join(tmpdir(), 'vermilion-bench-'))
const vectors = createVectors(dimensions, kind as VectorKind)
const queries = Array.from({ length: queryCount }, () => vectors.next())
const exact = queries.map((): VectorHit[] => [])
const index = createThreadedVectors({ folder: join(folder, 'index'), dimensions })
const rivals = paths.map((path) => ({ index: openRival(path, { folder, dimensions, count }), putMs: 0, held: 0 }))

let putMs = 0
for (let first = 0; first < count; first += blockSize) {
  const size = Math.min(blockSize, count - first)
  const entries = Array.from({ length: size }, (_, k) => ({ slot: first + k, vector: vectors.next() }))
  for (const [q, query] of queries.entries()) keepNearest(exact[q]!, query, entries)
  putMs += await timed(() => index.put(entries))
  for (const rival of rivals) {
    const previous = await residentMiB()
    rival.putMs += await timed(async () => rival.index.put(entries))
    rival.held += (await residentMiB()) - previous
  }
}
await index.close()

const previous = await residentMiB()
const again = createThreadedVectors({ folder: join(folder, 'index'), dimensions })
const openMs = await timed(() => again.search(queries[0]!, { limit }))
const searched = await measure((query) => again.search(query, { limit }))
const held = (await residentMiB()) - previous
const disk = await Promise.all(
  ['marks', 'signs', 'values'].map(async (name) => (await stat(join(folder, 'index', name))).size),
)
const rows: Record<string, unknown>[] = [
  {
    what: 'signs, then 8-bit values',
    ...searched,
    'built s': seconds(putMs),
    'disk MiB': mib(sum(disk)),
    'memory MiB': held,
  },
]
for (const { index: rival, putMs, held } of rivals) {
  rows.push({
    what: rival.name,
    ...(await measure(async (query) => rival.search(query, limit))),
    'built s': seconds(putMs),
    'memory MiB': held,
  })
}
console.log(
  `${count} ${kind} vectors of ${dimensions}; ${queryCount} queries for the first ${limit}; ${availableParallelism()} cores`,
)
console.log(`opened and first searched in ${openMs.toFixed(0)} ms`)
console.table(rows)
await again.close()
await rm(folder, { recursive: true, force: true })

function keepNearest(nearest: VectorHit[], query: Float32Array, entries: readonly VectorEntry[]) {
  for (const { slot, vector } of entries) {
    let similarity = 0
    for (let k = 0; k < dimensions; k++) similarity += query[k]! * vector[k]!
    if (nearest.length === limit && similarity <= nearest[limit - 1]!.similarity) continue
    const at = nearest.findIndex((hit) => hit.similarity < similarity)
    nearest.splice(at < 0 ? nearest.length : at, 0, { slot, similarity })
    nearest.length = Math.min(nearest.length, limit)
  }
}

async function measure(search: (query: Float32Array) => Promise<readonly { slot: number }[]>) {
  const times: number[] = []
  const processorTimes: number[] = []
  let hits = 0
  for (const [q, query] of queries.entries()) {
    const right = new Set(exact[q]!.map(({ slot }) => slot))
    let result: readonly { slot: number }[] = []
    const start = process.cpuUsage()
    times.push(await timed(async () => void (result = await search(query))))
    const { user, system } = process.cpuUsage(start)
    processorTimes.push((user + system) / 1_000)
    hits += result.filter(({ slot }) => right.has(slot)).length
  }
  const expected = sum(exact.map(({ length }) => length))
  return {
    'p50 ms': at(times, 0.5),
    'p95 ms': at(times, 0.95),
    // Processor time does not depend on other load.
    'p95 ms of a processor': at(processorTimes, 0.95),
    recall: Number((hits / expected).toFixed(4)),
  }
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Resident memory of this process with its threads. */
async function residentMiB(): Promise<number> {
  globalThis.gc?.()
  const status = await readFile('/proc/self/status', 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function mib(bytes: number): number {
  return Math.round(bytes / 1_048_576)
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1_000)
}
