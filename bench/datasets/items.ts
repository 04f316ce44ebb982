import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import { databaseOf } from '../spaces/ground/postgres.ts'
import { randomOf } from '../spaces/ground/seed.ts'
import { startServer } from '../spaces/ground/server.ts'
import type { BenchServer } from '../spaces/ground/server.ts'
import { seedItems } from './seed.ts'

/**
 * Costs of a dataset with a million images at the HTTP boundary: the page of files with every filter, the report, the list of
 * datasets, an image with its neighbors. `npm run bench datasets/items`; `--keep <folder>` reuses the images, `--images` sets
 * their number, `--rounds` the repetitions; with VERMILION_DATABASE_URL the rows are copied to PostgreSQL. Target: p95 in milliseconds.
 */
const target = 100
const pageSize = 100
const option = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined
const rounds = Number(option('--rounds') ?? 20)
const images = Number(option('--images') ?? 1_000_000)
const keepFolder = option('--keep')

async function prepared(data: string): Promise<BenchServer> {
  if (existsSync(join(data, 'vermilion.db'))) return startServer(data, await databaseOf(data))
  mkdirSync(data, { recursive: true })
  const empty = await startServer(data)
  await empty.stop()
  const from = performance.now()
  seedItems(data, images)
  console.log(`${images} images made in ${((performance.now() - from) / 1_000).toFixed(0)} s`)
  return startServer(data, await databaseOf(data))
}

const at = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0

async function measure(server: BenchServer): Promise<Map<string, number[]>> {
  const listDatasets = () => server.call(datasetEndpoints.listDatasets, { query: {} })
  const [dataset] = (await listDatasets()).items
  if (dataset === undefined) throw new Error('there is no dataset')
  const params = { datasetId: dataset.id }
  const names = { assignee: 'admin', assignedReviewer: 'admin' }
  await server.call(datasetEndpoints.updateDataset, { params, body: names })
  const random = randomOf(3)
  const times = new Map<string, number[]>()
  const timed = async <Result>(group: string, ask: () => Promise<Result>): Promise<Result> => {
    const from = performance.now()
    const result = await ask()
    times.set(group, [...(times.get(group) ?? []), performance.now() - from])
    return result
  }
  const list = (query: object) =>
    server.call(datasetEndpoints.listItems, { params, query: { limit: pageSize, ...query } })
  await timed('first page after the start', () => list({}))
  const [labelId] = dataset.labels.map(({ id }) => id)
  const report = await timed('report', () => server.call(datasetEndpoints.datasetReport, { params }))
  const filters: Record<string, () => ItemFilter> = {
    none: () => ({}),
    status: () => ({ status: ['labeled'] }),
    'two statuses, split': () => ({ status: ['reviewed', 'rejected'], split: ['train'] }),
    label: () => ({ labelId: dataset.labels[random(dataset.labels.length)]!.id }),
    'number of labels': () => ({ minimumLabels: random(4), maximumLabels: 4 }),
    'assignee, by the dataset': () => ({ assignee: 'admin', status: ['to-label', 'rejected'] }),
    'assignee, by images': () => ({ assignee: report.annotators[random(report.annotators.length)]!.annotator }),
    annotator: () => ({ annotator: report.annotators[random(report.annotators.length)]!.annotator }),
    days: () => ({ annotatedFrom: new Date(Date.UTC(2026, random(6), 1)).toISOString() }),
    tag: () => ({ tag: 'night' }),
    'words in many paths': () => ({ search: `weld_${random(10)}` }),
    'words in few paths': () => ({ search: `_00${random(10)}${random(10)}${random(10)}` }),
    'words in no path': () => ({ search: `nothing ${random(1_000)}` }),
    finding: () => ({ finding: report.findings[random(report.findings.length)]!.finding }),
    'size of shapes': () => ({ sizeCell: report.sizes[random(report.sizes.length)]!.cell }),
    'place of shapes': () => ({ positionCell: report.positions[random(report.positions.length)]!.cell }),
    'label, split and words': () => ({ labelId, split: ['train'], search: 'weld' }),
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, filterOf] of Object.entries(filters)) {
      const filter = filterOf()
      const first = await timed(`list: ${name}`, () => list(filter))
      if (first.nextCursor !== null) await timed('next page', () => list({ ...filter, cursor: first.nextCursor }))
      await timed('page by position', () => list({ ...filter, offset: random(Math.max(1, first.total)) }))
      const item = first.items[random(first.items.length)]
      if (item === undefined) continue
      const itemId = item.id
      await timed('image with neighbours', () =>
        server.call(datasetEndpoints.getItem, { params: { itemId }, query: filter }),
      )
      // A change between requests invalidates the cached list.
      const body = { selection: { itemIds: [itemId] }, change: { addTags: [`round ${round}`], removeTags: [] } }
      await timed('change of an image', () => server.call(datasetEndpoints.changeItems, { params, body }))
    }
    await timed('list with shapes', () => list({ shapes: 'true', offset: random(images) }))
    await timed('report', () => server.call(datasetEndpoints.datasetReport, { params }))
    await timed('list of datasets', listDatasets)
    const query = { contents: 'true', assignee: 'admin', waiting: 'true' }
    await timed('datasets that wait', () => server.call(datasetEndpoints.listDatasets, { query }))
    await timed('what waits for me', () => server.call(assignmentEndpoints.listAssignments, {}))
  }
  return times
}

const data = keepFolder ?? mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
try {
  const server = await prepared(data)
  let times = new Map<string, number[]>()
  try {
    times = await measure(server)
    const { now, most } = server.memory()
    console.log(`server ${now.toFixed(0)} MiB now, ${most.toFixed(0)} MiB at most`)
  } finally {
    await server.stop()
  }
  console.log(`${'ms'.padEnd(36)}${['p50', 'p95', 'max', 'calls'].map((name) => name.padStart(10)).join('')}`)
  for (const [group, all] of times) {
    const isLate = at(all, 0.95) > target && all.length > 1
    if (isLate) process.exitCode = 1
    const columns = [0.5, 0.95, 1].map((part) => at(all, part).toFixed(1).padStart(10)).join('')
    console.log(`${group.padEnd(36)}${columns}${String(all.length).padStart(10)}${isLate ? '   too slow' : ''}`)
  }
} finally {
  if (keepFolder === undefined) rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
