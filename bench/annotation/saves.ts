import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { seedItems } from '../datasets/seed.ts'
import { processorSeconds } from '../spaces/ground/processor-seconds.ts'
import { databaseOf } from '../spaces/ground/postgres.ts'
import { randomOf } from '../spaces/ground/seed.ts'
import { startServer, type BenchServer } from '../spaces/ground/server.ts'

/**
 * Labels saved a second: `npm run bench annotation/saves`, of five boxes each, by sixteen at once and by one, in a dataset of ten
 * thousand images (`--images`). With VERMILION_DATABASE_URL on SQLite and on PostgreSQL in turns; `--keep <folder>` reuses the images,
 * `--seconds` is the length of a turn, `--rounds` their number.
 */
const target = 400
const option = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined
const images = Number(option('--images') ?? 10_000)
const seconds = Number(option('--seconds') ?? 5)
const keepFolder = option('--keep')
const rounds = Number(option('--rounds') ?? 3)

/** Never the same boxes twice: these would be a replay, which writes nothing. */
const random = randomOf(performance.timeOrigin)

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function saverOf(server: BenchServer) {
  const [dataset] = (await server.call(datasetEndpoints.listDatasets, { query: {} })).items
  if (dataset === undefined) throw new Error('there is no dataset')
  const revisions = new Map<string, number>()
  let cursor: string | undefined
  for (let page = 0; page < 10; page += 1) {
    const query = { limit: 500, ...(cursor !== undefined && { cursor }) }
    const { items, nextCursor } = await server.call(datasetEndpoints.listItems, {
      params: { datasetId: dataset.id },
      query,
    })
    for (const { id, revision } of items) revisions.set(id, revision)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  const ids = [...revisions.keys()]
  let next = 0

  async function save(): Promise<void> {
    const itemId = ids[next++ % ids.length]!
    const shapes = Array.from({ length: 5 }, (_, index) => ({
      id: `s${index}`,
      kind: 'box' as const,
      labelId: dataset!.labels[random(dataset!.labels.length)]!.id,
      source: 'manual' as const,
      box: { x: random(1_000), y: random(500), width: 10 + random(500), height: 10 + random(300) },
    }))
    const body = { baseRevision: revisions.get(itemId) ?? 0, shapes, complete: true }
    const { revision } = await server.call(annotationEndpoints.saveAnnotation, { params: { itemId }, body })
    revisions.set(itemId, revision)
  }

  return async (atOnce: number) => {
    const spent = processorSeconds(server.pid)
    const from = performance.now()
    const until = from + seconds * 1_000
    let saved = 0
    const savers = Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        await save()
        saved += 1
      }
    })
    await Promise.all(savers)
    const rate = saved / ((performance.now() - from) / 1_000)
    return { rate, cost: ((processorSeconds(server.pid) - spent) / saved) * 1_000 }
  }
}

const data = keepFolder ?? mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
try {
  if (!existsSync(join(data, 'vermilion.db'))) {
    mkdirSync(data, { recursive: true })
    await (await startServer(data)).stop()
    seedItems(data, images)
  }
  const postgres = await databaseOf(data)
  const environments = { SQLite: {}, ...('VERMILION_DATABASE_URL' in postgres && { PostgreSQL: postgres }) }
  const turns = new Map<string, { rate: number; cost: number }[]>()
  // A data folder has one server at a time.
  for (let round = 0; round < rounds; round += 1)
    for (const [name, environment] of Object.entries(environments)) {
      const server = await startServer(data, environment)
      try {
        const save = await saverOf(server)
        await save(16)
        for (const atOnce of [16, 1]) {
          const key = `${name}, ${atOnce} at once`
          turns.set(key, [...(turns.get(key) ?? []), await save(atOnce)])
        }
      } finally {
        await server.stop()
      }
    }
  for (const [name, all] of turns) {
    const rate = median(all.map((turn) => turn.rate))
    const missed = name.endsWith('16 at once') && rate < target
    if (missed) process.exitCode = 1
    const cost = `${median(all.map((turn) => turn.cost)).toFixed(1)} ms of the server's processors each`
    console.log(`${name.padEnd(24)}${rate.toFixed(0).padStart(7)}/s, ${cost}${missed ? '   too slow' : ''}`)
  }
} finally {
  if (keepFolder === undefined) rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
