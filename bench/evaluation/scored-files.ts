import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { uploadPacked } from '../../server/src/testing/upload-pack.ts'
import { randomOf, seedFiles } from '../spaces/ground/seed.ts'
import { startServer } from '../spaces/ground/server.ts'
import type { BenchServer } from '../spaces/ground/server.ts'
import { seedScores } from './ground/seed.ts'
import type { Seeded } from './ground/seed.ts'

/**
 * Costs of a data space's lists at the HTTP boundary where a hundred thousand files have scores of three models and a joint one:
 * ordered by score, filtered by a score range, by generation, and both; first page, deep pages by cursor and position, totals,
 * and the uncached case after a file change. `npm run bench evaluation/scored-files`; `--keep <folder>` reuses the files,
 * `--files` sets their number, `--rounds` the repetitions. Target: p95 in milliseconds.
 */
const target = 50
const pageSize = 100
const option = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined
const rounds = Number(option('--rounds') ?? 20)
const files = Number(option('--files') ?? 100_000)
const keepFolder = option('--keep')
/** Consecutive pages. */
const turns = 5

interface Ground extends Seeded {
  readonly spaceId: string
}

async function prepare(data: string): Promise<Ground> {
  const described = join(data, 'bench.json')
  if (existsSync(described)) return JSON.parse(readFileSync(described, 'utf8')) as Ground
  mkdirSync(data, { recursive: true })
  const server = await startServer(data)
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'many', path: 'many' } })
  await server.stop()
  const from = performance.now()
  await seedFiles(data, spaceId, files)
  const ground = { spaceId, ...(await seedScores(data, spaceId)) }
  console.log(`${files} files with scores made in ${((performance.now() - from) / 1_000).toFixed(0)} s`)
  writeFileSync(described, JSON.stringify(ground))
  return ground
}

const at = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0

async function measure(server: BenchServer, ground: Ground): Promise<Map<string, number[]>> {
  const { spaceId, generationIds, evaluationId } = ground
  const random = randomOf(3)
  const times = new Map<string, number[]>()
  const timed = async <Result>(group: string, ask: () => Promise<Result>): Promise<Result> => {
    const from = performance.now()
    const result = await ask()
    times.set(group, [...(times.get(group) ?? []), performance.now() - from])
    return result
  }
  const params = { spaceId }
  const list = (query: object) =>
    server.call(fileEndpoints.listFiles, { params, query: { recursive: 'true', limit: pageSize, ...query } })
  const count = (query: object) =>
    server.call(fileEndpoints.countFiles, { params, query: { recursive: 'true', ...query } })
  const [large, ...small] = generationIds
  const range = (width: number) => {
    const minimumScore = random(100 - width)
    return { minimumScore, maximumScore: minimumScore + width }
  }
  const filters: Record<string, () => object> = {
    'no filter': () => ({}),
    'narrow range': () => range(2),
    'wide range': () => range(50),
    'at least': () => ({ minimumScore: 30 + random(40) }),
    'small generation': () => ({ generationId: small[random(small.length)] }),
    'large generation': () => ({ generationId: large }),
    'small generation, range': () => ({ generationId: small[random(small.length)], ...range(20) }),
    'large generation, narrow range': () => ({ generationId: large, ...range(2) }),
    'large generation, wide range': () => ({ generationId: large, ...range(50) }),
    'words of the item, range': () => ({ prompt: 'cellar with tiles', ...range(20) }),
  }
  let changes = 0
  /** Invalidates the cached lists. */
  const change = () =>
    uploadPacked(server, spaceId, [
      { path: 'changes.txt', content: Buffer.from(`change ${(changes += 1)}`), conflict: 'replace' },
    ])
  const sorts = ['score', '-score', 'name', '-createdAt'] as const

  async function page(name: string, filter: object, sort: (typeof sorts)[number]): Promise<void> {
    const order = sort.endsWith('score') ? 'by score' : 'by another order'
    await change()
    await timed(`${name}, ${order}: after a change`, () => list({ ...filter, sort }))
    await timed(`${name}, ${order}: first page`, () => list({ ...filter, sort }))
    const { files: total } = await timed(`${name}: number`, () => count(filter))
    const offset = random(Math.max(1, total - pageSize * turns))
    let { nextCursor } = await timed(`${name}, ${order}: by position`, () => list({ ...filter, sort, offset }))
    for (let turn = 0; turn < turns && nextCursor !== null; turn += 1) {
      const cursor = nextCursor
      ;({ nextCursor } = await timed(`${name}, ${order}: deep by cursor`, () => list({ ...filter, sort, cursor })))
      if (turn !== 1) continue
      await change()
      await timed(`${name}, ${order}: deep, after a change`, () => list({ ...filter, sort, cursor }))
    }
  }

  async function results(sort: 'number' | 'score' | '-score' | '-disagreement'): Promise<void> {
    const page = (cursor?: string) =>
      server.call(dataEvaluationEndpoints.listImageResults, {
        params: { evaluationId },
        query: { sort, limit: pageSize, cursor },
      })
    let { nextCursor } = await timed('results of the evaluation: first page', () => page())
    for (let turn = 0; turn < turns && nextCursor !== null; turn += 1) {
      const cursor = nextCursor
      ;({ nextCursor } = await timed('results of the evaluation: by cursor', () => page(cursor)))
    }
  }

  for (let round = 0; round < rounds; round += 1) {
    for (const [name, filterOf] of Object.entries(filters)) await page(name, filterOf(), sorts[round % sorts.length]!)
    for (const sort of ['number', 'score', '-score', '-disagreement'] as const) await results(sort)
  }
  return times
}

const data = keepFolder ?? mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
try {
  const ground = await prepare(data)
  const server = await startServer(data)
  let times = new Map<string, number[]>()
  try {
    times = await measure(server, ground)
    const { now, most } = server.memory()
    console.log(`server ${now.toFixed(0)} MiB now, ${most.toFixed(0)} MiB at most`)
  } finally {
    await server.stop()
  }
  console.log(`${'ms'.padEnd(64)}${['p50', 'p95', 'max', 'calls'].map((name) => name.padStart(8)).join('')}`)
  for (const [group, all] of [...times].toSorted(([one], [other]) => one.localeCompare(other))) {
    const isLate = at(all, 0.95) > target
    if (isLate) process.exitCode = 1
    const columns = [0.5, 0.95, 1].map((part) => at(all, part).toFixed(1).padStart(8)).join('')
    console.log(`${group.padEnd(64)}${columns}${String(all.length).padStart(8)}${isLate ? '   too slow' : ''}`)
  }
  console.log(
    `load of the machine ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
} finally {
  if (keepFolder === undefined) rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
