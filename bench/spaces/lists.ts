import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileEndpoints, fileSorts } from '@vermilion/contract/files'
import type { FileOrder } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { databaseOf } from './ground/postgres.ts'
import { flatFolder, randomOf, seedFiles } from './ground/seed.ts'
import { startServer } from './ground/server.ts'
import type { BenchServer } from './ground/server.ts'

/**
 * Costs of a data space's lists with ten thousand and with a million files, at the HTTP boundary. `npm run bench spaces/lists`;
 * `--keep <folder>` reuses the files, `--rounds` sets the repetitions; with VERMILION_DATABASE_URL the rows are copied to PostgreSQL. Targets: p95 of a page with a million files in
 * milliseconds and, when it is long enough to be noticed, its ratio to ten thousand files.
 */
const targets = { page: 50, felt: 10, ratio: 2 }
const sizes = [10_000, 1_000_000]
const pageSize = 200
/** Page size of a search: nearly each finds this many even among ten thousand, so that equal pages are compared. */
const foundSize = 20
const option = (name: string) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined
const rounds = Number(option('--rounds') ?? 50)
const keepFolder = option('--keep')

interface Call {
  readonly group: string
  ask(): Promise<unknown>
}

async function prepared(data: string, files: number): Promise<BenchServer> {
  if (existsSync(data)) return startServer(data, await databaseOf(data))
  mkdirSync(data, { recursive: true })
  const server = await startServer(data)
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'many', path: 'many' } })
  await server.stop()
  const from = performance.now()
  await seedFiles(data, id, files)
  console.log(`${files} files made in ${((performance.now() - from) / 1_000).toFixed(0)} s`)
  return startServer(data, await databaseOf(data))
}

async function callsOf(server: BenchServer): Promise<Call[]> {
  const [space] = (await server.call(spaceEndpoints.listSpaces, { query: {} })).items
  if (space === undefined) throw new Error('there is no space')
  const params = { spaceId: space.id }
  const random = randomOf(7)
  const list = (query: object) => server.call(fileEndpoints.listFiles, { params, query: { limit: pageSize, ...query } })
  const calls: Call[] = []
  const orders = fileSorts.flatMap((sort): FileOrder[] => [sort, `-${sort}`])
  const folders = [
    ['the whole space', { recursive: 'true' }, space.fileCount],
    ['the flat folder', { folder: flatFolder }, Math.floor(space.fileCount * 0.65)],
  ] as const
  for (const [folder, where, files] of folders) {
    for (const sort of orders) {
      const deep = await list({ ...where, sort, offset: Math.floor(files / 2) })
      let cursor = deep.nextCursor
      for (let round = 0; round < rounds; round++) {
        const offset = random(files - pageSize)
        calls.push({ group: `${folder}, by position`, ask: () => list({ ...where, sort, offset }) })
        const next = async () => {
          cursor = (await list({ ...where, sort, cursor: cursor ?? deep.nextCursor ?? undefined })).nextCursor
        }
        calls.push({ group: `${folder}, by cursor`, ask: next })
      }
    }
  }
  const searches = {
    'in all names': 'jpg',
    'in a seventh, last by name': 'weld',
    'in some': 'weld_00',
    'in few': '地板',
    'in one or none': '0123456',
    'in none': 'nothing like it',
    'a pattern': 'weld_*7?.png',
    'a pattern in Chinese': '*地板00*',
  }
  for (const [name, search] of Object.entries(searches)) {
    for (const sort of ['name', '-name', 'size', '-createdAt'] as const) {
      for (let round = 0; round < rounds; round++) {
        calls.push({ group: `search: ${name}`, ask: () => list({ recursive: 'true', search, sort, limit: foundSize }) })
      }
    }
  }
  for (let round = 0; round < rounds * 4; round++) {
    const folders = (query: object) => server.call(fileEndpoints.listFolders, { params, query })
    calls.push({ group: 'folders', ask: () => folders({ folder: 'batches', limit: pageSize, offset: random(100) }) })
    calls.push({ group: 'first page', ask: () => list({ folder: flatFolder, sort: orders[random(orders.length)] }) })
  }
  return calls
    .map((call) => ({ call, place: random(1 << 30) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ call }) => call)
}

/**
 * Sends the same requests to all servers in turn, so that other load affects them equally; returns milliseconds per group and
 * server.
 */
async function measure(servers: readonly BenchServer[]): Promise<Map<string, number[]>[]> {
  const calls = await Promise.all(servers.map(callsOf))
  const times = servers.map(() => new Map<string, number[]>())
  for (const round of calls[0]?.keys() ?? []) {
    for (const [index, each] of calls.entries()) {
      const call = each[round]
      if (call === undefined) throw new Error('the servers are asked differently')
      const from = performance.now()
      await call.ask()
      const measured = times[index]?.get(call.group) ?? []
      times[index]?.set(call.group, [...measured, performance.now() - from])
    }
  }
  return times
}

const at = (times: readonly number[] = [], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))] ?? 0

const data = keepFolder ?? mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
try {
  const servers: BenchServer[] = []
  for (const files of sizes) servers.push(await prepared(join(data, String(files)), files))
  const [few, many] = await measure(servers)
  for (const server of servers) {
    const { now, most } = server.memory()
    console.log(`server ${now.toFixed(0)} MiB now, ${most.toFixed(0)} MiB at most`)
    await server.stop()
  }
  console.log(
    `${'ms of each page'.padEnd(36)}${sizes.map((size) => `${size} p50   p95   max`.padStart(30)).join('')}   ratio of p95`,
  )
  for (const group of [...(many?.keys() ?? [])].toSorted()) {
    const late = at(many?.get(group), 0.95)
    const ratio = late / at(few?.get(group), 0.95)
    const missed = late > targets.page || (late > targets.felt && ratio > targets.ratio)
    if (missed) process.exitCode = 1
    const columns = [few?.get(group), many?.get(group)].map((times) =>
      [0.5, 0.95, 1].map((part) => at(times, part).toFixed(1).padStart(10)).join(''),
    )
    console.log(`${group.padEnd(36)}${columns.join('')}${ratio.toFixed(1).padStart(10)}${missed ? '   too slow' : ''}`)
  }
} finally {
  if (keepFolder === undefined) rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
