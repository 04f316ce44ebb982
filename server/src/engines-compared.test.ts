import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { fileEndpoints } from '@vermilion/contract/files'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import { basePath, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clockOf } from '#platform/clock'
import { dataPaths } from '#platform/data-folder'
import { createDatabase } from '#platform/database/database'
import { migrate } from '#platform/database/migrate'
import { openPostgres } from '#platform/database/postgres/engine'
import { copyRows } from '#platform/database/testing/copy-rows'
import { postgresProblem, startPostgres, type TestCluster } from '#platform/database/testing/postgres-cluster'
import { createLog } from '#platform/log'
import { migrations } from '../migrations/index.ts'
import { datasetOf, picture } from './areas/datasets/testing/pictures.ts'
import { orderOf, testPrograms } from './areas/tasks/testing/programs.ts'
import { readConfig } from './config.ts'
import { startServer, type RunningServer } from './server.ts'
import { drawnCall, oddTexts } from './testing/drawn-call.ts'
import { createRandom, testSeed } from './testing/seeded-random.ts'
import { startTestServer } from './testing/start-server.ts'
import { isDatabasePostgres } from './testing/test-database.ts'
import { uploadPacked } from './testing/upload-pack.ts'

const problem = isDatabasePostgres ? 'both engines are started here' : postgresProblem()

/** Calls whose answers tell of the process, its connections or the machine, and of no rows. */
const ofTheProcess = /^\/(?:about|alerts|events|health-checks|hosts|leads|metrics|pools|series|storage)(?:$|\/)|series$/

const reads = Object.values(endpointAreas)
  .flatMap((area) => Object.values<Endpoint>(area))
  .filter(({ method, raw, path }) => method === 'GET' && raw === undefined && !ofTheProcess.test(path))

describe.skipIf(problem)(`both engines${problem === undefined ? '' : `, skipped: ${problem}`}`, () => {
  let cluster: TestCluster
  let token: string
  let spaceId: string
  const folders: string[] = []
  const servers: RunningServer[] = []
  const existing: Record<string, string[]> = {}
  let now = Date.parse('2026-05-04T03:02:01.234Z')

  /** Fills a data folder through the front door. */
  async function fill(data: string): Promise<void> {
    const random = createRandom(testSeed)
    const any = () => oddTexts[Math.floor(random() * oddTexts.length)] ?? ''
    const server = await startTestServer({ data, clock: clockOf(() => (now += 1_007)), tasks: testPrograms })
    token = server.token
    const attempt = async (call: Promise<unknown>) => void (await call.catch(() => undefined))
    for (const [at, name] of oddTexts.entries())
      await attempt(
        server.call(spaceEndpoints.createSpace, {
          body: { name, path: `space-${at}`, description: any(), tags: [any(), any()] },
        }),
      )
    const { items: spaces } = await server.call(spaceEndpoints.listSpaces, { query: {} })
    spaceId = spaces[0]?.id ?? ''
    const texts = oddTexts.map((name) => name.replace('/', '-'))
    await uploadPacked(
      server,
      spaceId,
      texts.map((name, at) => ({
        path: at % 3 === 0 ? `${name}.txt` : `${at % 3 === 1 ? 'Ärger' : '文件夹'}/${name}${at % 2 ? '.JSON' : ''}`,
        content: Buffer.from(at % 5 === 0 ? 'the same' : name.repeat(at)),
      })),
    )
    for (let at = 0; at < 12; at += 1) {
      const content = await picture(at % 9, 40 + (at % 4) * 8, 48)
      await uploadPacked(server, spaceId, [{ path: `pictures/${any().replace('/', '-')} ${at}.png`, content }])
    }
    await server.platform.jobs.settled()
    const files = await server.call(fileEndpoints.listFiles, {
      params: { spaceId },
      query: { recursive: 'true', limit: 500 },
    })
    for (const { id } of files.items)
      if (random() < 0.6)
        await attempt(
          server.call(fileOperationEndpoints.tagFiles, {
            params: { spaceId },
            body: { selection: { fileIds: [id] }, add: [any(), any()] },
          }),
        )
    const labels = ['Ä', 'ä 2', '雀', 'b'].map((name) => ({ name }))
    for (let at = 0; at < 8; at += 1)
      await attempt(datasetOf(server, spaceId, { name: `${any()} ${at}`, tags: [any()], labels }))
    const { items: datasets } = await server.call(datasetEndpoints.listDatasets, { query: {} })
    const [first] = datasets
    const params = { datasetId: first?.id ?? '' }
    const { items } = await server.call(datasetEndpoints.listItems, { params, query: {} })
    const { labels: own } = await server.call(datasetEndpoints.getDataset, { params })
    for (const { id } of items)
      await attempt(
        server.call(annotationEndpoints.saveAnnotation, {
          params: { itemId: id },
          body: {
            baseRevision: 0,
            complete: random() < 0.5,
            shapes: Array.from({ length: Math.floor(random() * 4) }, (_, at) => ({
              id: `shape-${at}`,
              kind: 'box',
              labelId: own[at]?.id ?? '',
              source: 'manual',
              box: { x: random() * 9, y: 1, width: 5, height: 5 },
            })) as never,
          },
        }),
      )
    for (let at = 0; at < 6; at += 1)
      await server.app.tasks.start(orderOf(at % 3 === 0 ? 'fails' : 'good', { name: `${any()} ${at}` }), 'en-US')
    await vi.waitFor(
      async () => {
        const { items: tasks } = await server.call(taskEndpoints.listTasks, { query: {} })
        if (tasks.some(({ endedAt }) => endedAt === null)) throw new Error('a task is not over')
      },
      { timeout: 120_000, interval: 100 },
    )
    const read = await server.call(fileEndpoints.listFiles, {
      params: { spaceId },
      query: { recursive: 'true', limit: 500 },
    })
    expect(read.items.filter(({ tags }) => tags.length > 0).length).toBeGreaterThan(9)
    expect(datasets.length).toBeGreaterThan(2)
    expect(items.length).toBe(12)
    existing['fileId'] = files.items.map(({ id }) => id)
    existing['itemId'] = items.map(({ id }) => id)
    existing['folder'] = ['', 'Ärger', '文件夹', 'pictures', 'ärger']
    existing['tags'] = oddTexts.slice()
    existing['search'] = []
    existing['time'] = files.items.map(({ createdAt }) => createdAt)
    // Made when it is asked for.
    await server.fetch('/devices/server-key')
    await server.platform.jobs.settled()
    await server.stop()
  }

  async function start(data: string, environment: Record<string, string> = {}): Promise<void> {
    const config = readConfig({ VERMILION_DATA: data, VERMILION_PORT: '0', ...environment })
    servers.push(
      await startServer({ config, log: createLog('silent'), clock: clockOf(() => now), tasks: testPrograms }),
    )
  }

  beforeAll(async () => {
    cluster = await startPostgres()
    for (const name of ['sqlite', 'postgres']) folders.push(await mkdtemp(join(tmpdir(), `vermilion-${name}-`)))
    const [one = '', other = ''] = folders
    await fill(one)
    await cp(one, other, { recursive: true, preserveTimestamps: true })
    await rm(join(other, 'cache'), { recursive: true, force: true })

    const client = new Client({ connectionString: cluster.address })
    await client.connect()
    await client.query(`create database same template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
    await client.end()
    const address = cluster.address.replace(/postgres$/, 'same')
    const config = readConfig({ VERMILION_DATA: other, VERMILION_DATABASE_URL: address })
    const database = createDatabase(await openPostgres(config.database!))
    await migrate({ database, migrations, clock: clockOf(() => now), backup: () => Promise.resolve() })
    await database.close()
    const filling = new Client({ connectionString: address })
    await filling.connect()
    await copyRows(dataPaths(one).database, filling, createRandom(testSeed))
    await filling.end()
    await start(one)
    await start(other, { VERMILION_DATABASE_URL: address })
    for (const { path } of reads.filter((each) => !each.path.includes(':'))) {
      const name = `${/(\w+?)s?$/.exec(path)?.[1] ?? ''}Id`
      const { data } = (await responseOf(0, path)) as { data: { items?: { id: string }[] } }
      existing[name] ??= (data.items ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]))
    }
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    await cluster.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  async function responseOf(
    at: number,
    path: string,
    { method = 'GET', body }: { method?: string; body?: object } = {},
  ) {
    const headers = { authorization: `Bearer ${token}`, language: 'zh-cn', 'content-type': 'application/json' }
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${servers[at]?.address}${basePath}${path}`, sent)
    const text = folders.reduce((all, folder) => all.replaceAll(folder, '/data'), await response.text())
    const { requestId: _, ...rest } = JSON.parse(text) as { data: unknown; requestId: string }
    return { status: response.status, ...rest }
  }

  /** Repeats a call until the answer has been worked out. */
  async function bothResponses(path: string) {
    for (let tries = 0; ; tries += 1) {
      const [one, other] = await Promise.all([responseOf(0, path), responseOf(1, path)])
      if (tries === 100 || isDeepStrictEqual(one, other)) return [one, other] as const
      await delay(100)
    }
  }

  test(`R8.02 whatever is listed, searched, sorted and paged is answered to the letter alike (seed ${testSeed})`, async () => {
    for (const endpoint of reads) {
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      if (names.some((name) => (existing[name] ?? []).length === 0)) continue
      const property = fc.asyncProperty(
        drawnCall(endpoint, (name) => existing[name] ?? []),
        async (path) => {
          for (let next = path, pages = 0; pages < 4; pages += 1) {
            const [one, other] = await bothResponses(next)
            expect([next, other]).toEqual([next, one])
            const cursor = (one.data as { nextCursor?: string | null } | undefined)?.nextCursor
            if (typeof cursor !== 'string') break
            const params = new URLSearchParams(path.split('?')[1])
            params.set('cursor', cursor)
            next = `${path.split('?')[0]}?${params}`
          }
        },
      )
      await fc.assert(property, { numRuns: endpoint.query === undefined ? 2 : 40, seed: testSeed, endOnFailure: true })
    }
  })

  test(`R8.02 what is changed is answered to the letter alike, and so is what is read then (seed ${testSeed})`, async () => {
    const random = createRandom(testSeed)
    const anyOf = (values: readonly string[] = []) => values[Math.floor(random() * values.length)] ?? ''
    const any = () => anyOf(oddTexts)
    const changes = [
      () => ['PATCH', `/spaces/${anyOf(existing['spaceId'])}`, { name: any(), description: any(), tags: [any()] }],
      () => ['PATCH', `/datasets/${anyOf(existing['datasetId'])}`, { name: any(), tags: [any(), any()] }],
      () => ['POST', `/spaces/${spaceId}/rename`, { fileId: anyOf(existing['fileId']), name: any().replace('/', '-') }],
      () => [
        'POST',
        `/spaces/${spaceId}/files/tag`,
        { selection: { fileIds: [anyOf(existing['fileId'])] }, add: [any()] },
      ],
      () => ['PUT', `/items/${anyOf(existing['itemId'])}/annotation`, { baseRevision: 1, shapes: [], complete: true }],
      () => ['POST', `/items/${anyOf(existing['itemId'])}/review`, { decision: 'reject', note: any() }],
    ] as const
    const statuses = new Set<number>()
    for (let step = 0; step < 120; step += 1) {
      const [method, path, body] = changes[step % changes.length]!() as [string, string, object]
      now += 1_000
      const [one, other] = await Promise.all([0, 1].map((at) => responseOf(at, path, { method, body })))
      expect([path, body, other]).toEqual([path, body, one])
      statuses.add(one?.status ?? 0)
    }
    expect(statuses).toContain(200)
    for (const path of ['/spaces', '/datasets', `/spaces/${spaceId}/files`, '/tasks'])
      for (const sort of ['name', '-name', '-updatedAt']) {
        const [one, other] = await bothResponses(
          `${path}?${new URLSearchParams({ sort, limit: '500', recursive: 'true' })}`,
        )
        expect([path, sort, other]).toEqual([path, sort, one])
      }
  })
})
