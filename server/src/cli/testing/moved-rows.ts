import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { statisticsScorer } from '@vermilion/contract/data-evaluations/scorers'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { generationEndpoints } from '@vermilion/contract/generations'
import { basePath, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { itemsOf, makeRedDataset, save } from '../../areas/datasets/testing/red-dataset.ts'
import { dataPaths } from '#platform/data-folder'
import {
  createTestDatabase,
  dropTestDatabase,
  skippedWithoutPostgres,
  testAddress,
  testPostgres,
} from '#platform/database/testing/postgres-databases'
import { runCommand } from '../../testing/server-process.ts'
import { startTestServer, type TestServer } from '../../testing/start-server.ts'
import { removeDatabase } from '../../testing/test-database.ts'
import { upload } from '../../testing/upload.ts'

export const sqlite = { VERMILION_DATABASE_URL: '' }
export const postgres = (name: string) => ({ VERMILION_DATABASE_URL: testAddress(name) })

export interface MovedRows {
  folder: string
  data: string
  /** Creates an empty database of PostgreSQL, and returns its name. */
  createEmpty(locale?: string): Promise<string>
  command(parameters: readonly string[], on?: Record<string, string>, data?: string): ReturnType<typeof runCommand>
}

/** Each test has a folder for data folders, and databases of PostgreSQL. */
export function describeRowMoves(title: string, define: (moved: MovedRows) => void): void {
  describe.skipIf(testPostgres === undefined)(`${title}${testPostgres ? '' : skippedWithoutPostgres}`, () => {
    const names: string[] = []
    let made = 0
    const moved: MovedRows = {
      folder: '',
      data: '',
      async createEmpty(locale) {
        const name = `vermilion_test_moved_${process.pid}_${(made += 1)}`
        await createTestDatabase(name, 'template0', locale)
        names.push(name)
        return name
      },
      command: (parameters, on = sqlite, data = moved.data) => runCommand(data, parameters, '', on),
    }
    beforeEach(async () => {
      moved.folder = await mkdtemp(join(tmpdir(), 'vermilion-rows-'))
      moved.data = join(moved.folder, 'data')
    })
    afterEach(async () => {
      for (const name of names.splice(0)) await dropTestDatabase(name)
      await removeDatabase(moved.data)
      await rm(moved.folder, { recursive: true, force: true, maxRetries: 5 })
    })
    define(moved)
  })
}

export const startOn = (data: string, environment: Record<string, string>): Promise<TestServer> =>
  startTestServer({ data, environment })

/** Rows of many areas, made through the front door. */
export async function makeRows(server: TestServer): Promise<void> {
  await server.call(accountEndpoints.createAccessToken, { body: { name: 'scripts', expiresAt: null } })
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, {
    body: { name: 'Straße 朱雀', path: 'streets', description: `it's "quoted" \\ {} 😀\n\t€` },
  })
  const text = (content: string) => new TextEncoder().encode(content)
  for (const path of ['朱雀大街.txt', 'ΟΔΟΣ.txt', 'a/Größe 1.txt', `it's odd, {1}.csv`, 'gone.txt'])
    await upload(server, { spaceId, path }, text(`${path},1`))
  const generation = await server.call(generationEndpoints.createGeneration, {
    params: { spaceId },
    body: { name: 'made', items: [{ floor: 'tile' }, { animal: 'cat' }], width: 64, height: 64, count: 2, seed: 5 },
  })
  await server.platform.jobs.settled()
  const pictures = { 'one.png': [1, 0, 0, 0], 'two.png': [0, 1, 0, 1], 'three.png': [0, 0, 0, 0] }
  const dataset = await makeRedDataset(server, { name: 'red', pictures, labels: ['red', '红'] })
  const [one, two] = [...(await itemsOf(server, dataset.id)).values()]
  const box = { x: 0.1, y: 1 / 3, width: 4, height: 4.000000001 }
  await save(server, one!, [{ id: 'box', kind: 'box', labelId: dataset.labels[0]!.id, source: 'manual', box }], true)
  const about = { format: 'coco', type: 'image', labelType: 'target-detection', spaceId, folder: '' } as const
  await server.call(datasetEndpoints.createDataset, { body: { name: 'of generated', ...about } })
  await server.call(datasetEndpoints.createVersion, { params: { datasetId: dataset.id }, body: { name: 'first' } })
  await save(server, two!, [], false)
  await server.call(dataEvaluationEndpoints.createDataEvaluation, {
    params: { spaceId },
    body: { name: 'look', selection: { folders: [generation.folder] }, models: [statisticsScorer] },
  })
  await server.platform.jobs.settled()
  // The highest number of a file is given to no other, though it is gone.
  await upload(server, { spaceId, path: 'last.txt' }, text('last'))
  const files = await filesOf(server, spaceId)
  const fileIds = files.filter(({ path }) => /^(?:last|gone)/.test(path)).map(({ id }) => id)
  await server.call(fileOperationEndpoints.deleteFiles, { params: { spaceId }, body: { selection: { fileIds } } })
  await server.platform.jobs.settled()
}

/** The others ask the machine or services, and not the rows alone. */
const readAreas = [
  ...([
    'settings',
    'accounts',
    'people',
    'audit',
    'spaces',
    'files',
    'spaceReports',
    'trash',
    'fileOperations',
  ] as const),
  ...(['datasets', 'datasetExports', 'annotation', 'dataEvaluations', 'generations', 'models', 'tasks'] as const),
]

interface Reply {
  readonly path: string
  readonly text: string
}

async function filesOf({ fetch }: Pick<TestServer, 'fetch'>, spaceId: string) {
  const response = await fetch(`/spaces/${spaceId}/files?recursive=true&limit=500`)
  return ((await response.json()) as { data: { items: { id: string; path: string }[] } }).data.items
}

/** Answers of a server to all calls that read what its lists name, and to some searches. */
export async function answersOf(server: TestServer, token = server.token): Promise<Reply[]> {
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) => {
    const response = await fetch(`${server.address}${basePath}${path}`, { headers })
    // Each has a number of its own beside its data.
    const { code, data } = (await response.json()) as { code: number; data: unknown }
    return { path, text: `${code} ${JSON.stringify(data)}` }
  }
  const replies: Reply[] = []
  const ids = new Map<string, Set<string>>()
  const all = readAreas
    .flatMap((area) => Object.values(endpointAreas[area]) as Endpoint[])
    .filter(({ method, streamed, raw }) => method === 'GET' && streamed === undefined && raw === undefined)
  for (const depth of [0, 1, 2])
    for (const { path } of all) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      if (names.length !== depth) continue
      const lists = names.map((name) => [...(ids.get(name) ?? [])].slice(0, 5))
      for (const values of lists.reduce<string[][]>(
        (sum, list) => sum.flatMap((one) => list.map((id) => [...one, id])),
        [[]],
      )) {
        const pathIds = [...values]
        const response = await get(path.replaceAll(/:\w+/g, () => pathIds.shift() ?? ''))
        replies.push(response)
        noteIds(path, response.text, ids)
      }
    }
  for (const spaceId of ids.get('spaceId') ?? [])
    for (const search of ['大街', '朱', 'οδοσ', 'größe', 'odd', '.png', 'last'])
      replies.push(await get(`/spaces/${spaceId}/files?recursive=true&search=${encodeURIComponent(search)}`))
  return replies
}

/** The parameter of `/spaces/:spaceId` is an id of what `/spaces` lists. */
function noteIds(path: string, text: string, ids: Map<string, Set<string>>): void {
  const last = path.split('/').at(-1) ?? ''
  const name = `${last.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/s$/, '')}Id`
  for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g)) ids.set(name, (ids.get(name) ?? new Set()).add(id))
}

/** Compares what two servers say, except for what already differs between two replies of one. */
export function expectSameAnswers(first: Reply[], again: Reply[], other: Reply[]): void {
  const lasting = first.filter(({ text }, at) => text === again[at]?.text)
  expect(lasting.length).toBeGreaterThan(40)
  const others = new Map(other.map(({ path, text }) => [path, text]))
  expect(lasting.map(({ path }) => `${path} ${others.get(path)}`)).toEqual(
    lasting.map(({ path, text }) => `${path} ${text}`),
  )
}

/** Every row of a file of SQLite with its number, the numbers that were given last, and the schema. */
export function dumpOf(data: string): Map<string, readonly string[]> {
  const database = new DatabaseSync(dataPaths(data).database, { readOnly: true })
  const read = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) =>
        JSON.stringify(Object.entries(row).filter(([, value]) => value !== 0 || !sql.includes('sqlite_sequence'))),
      )
      .toSorted()
  const tables = database
    .prepare(
      `select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_s%'`,
    )
    .all() as { name: string; wr: number }[]
  const dump = new Map(
    tables.map(({ name, wr }) => [
      name,
      read(`select ${wr === 1 ? '' : 'rowid as "number of the row", '}* from "${name}"`),
    ]),
  )
  dump.set('given numbers', read('select * from sqlite_sequence where seq > 0'))
  dump.set('schema', read('select type, name, sql from sqlite_schema'))
  dump.set('indexed names', read('select rowid from "fileNames" union all select -rowid from "fileSigns"'))
  database.close()
  return dump
}
