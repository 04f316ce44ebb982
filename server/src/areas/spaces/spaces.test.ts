import { spaceEndpoints, spaceStatuses } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '#platform/clock'
import { CallFailed, startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { spaceStatus } from './rules.ts'

const { listSpaces, createSpace, getSpace, updateSpace, deleteSpace } = spaceEndpoints

let now = Date.parse('2026-01-01T00:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: clockOf(() => now), environment: { VERMILION_ROOTS: '/srv/images' } })
})
afterAll(() => server.stop())

async function failureOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CallFailed)) throw new Error('the call was expected to fail')
  return error.envelope
}

const create = (name: string, path = name, language = 'en-us') =>
  server.call(createSpace, { body: { name, path } }, { language })

describe('data spaces', () => {
  test('R3.06 R4.05 a new space has every field and is normal', async () => {
    const body = { name: ' Floor robot ', path: 'robots/floor/', description: 'first floor', tags: ['floor', '机器人'] }
    const space = await server.call(createSpace, { body })
    const counters = {
      fileCount: 0,
      totalSize: 0,
      progress: null,
      scannedAt: null,
      scanReport: null,
      status: 'normal',
      creator: 'admin',
    }
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
    const expected = { ...body, storageId: null, ...counters, ...times, name: 'Floor robot', path: 'robots/floor' }
    expect(space).toEqual({ ...expected, id: space.id })
    expect(await server.call(getSpace, { params: { spaceId: space.id } })).toEqual(space)
  })

  test('R5.05 name and path are required', async () => {
    const empty = await failureOf(server.call(createSpace, { body: { name: ' ', path: '' } }))
    expect(empty).toMatchObject({ code: 400, data: { error: 'request.invalid' } })
    expect(Object.keys(empty.data.fields ?? {})).toEqual(['name', 'path'])
  })

  test('a name has no character that is not seen or that turns the direction of text', async () => {
    for (const name of ['a\u0000b', '\u202egnp.exe', 'a\u2028b', 'a\u0085b']) {
      const refused = await failureOf(create(name, 'unseen'))
      expect([name, Object.keys(refused.data.fields ?? {})]).toEqual([name, ['name']])
    }
    expect(await create('地板 👩‍🔬 أرضية', 'seen')).toMatchObject({ name: '地板 👩‍🔬 أرضية' })
  })

  test('names and paths are taken once, and that is told in both languages', async () => {
    await create('taken', 'taken/path')
    expect(await failureOf(create('taken', 'other'))).toMatchObject({
      code: 40911,
      message: 'A data space named taken already exists',
    })
    expect(await failureOf(create('other', 'taken/path', 'zh-cn'))).toMatchObject({
      code: 40912,
      message: '路径 taken/path 已属于其他数据空间',
    })
  })

  test('R2.39 a folder outside the configured roots does not exist, in both languages', async () => {
    expect(await failureOf(create('etc', '/etc'))).toMatchObject({ code: 40011, message: 'Path does not exist' })
    expect(await failureOf(create('etc', '/srv/images/../../etc', 'zh-cn'))).toMatchObject({ message: '路径不存在' })
    expect(await failureOf(create('gone', '/srv/images/a'))).toMatchObject({ message: 'Path does not exist' })
  })

  test.each([
    ['..', 'it has the part ..'],
    ['a/../b', 'it has the part ..'],
    ['a\\b', 'it has a backslash'],
    ['a\nb', 'it has control characters'],
    ['a//b', 'a folder or file in it has no name'],
  ])('the path %j cannot be used: %s', async (path, reason) => {
    const failure = await failureOf(create('hostile', path))
    expect(failure).toMatchObject({ code: 40012, data: { error: 'space.path-unusable' } })
    expect(failure.message).toBe(`The path ${path} cannot be used: ${reason}`)
    expect((await failureOf(create('hostile', path, 'zh-cn'))).message).not.toMatch(/[a-z]{4}/)
  })

  test('name, description and tags change; the path stays', async () => {
    const { id: spaceId } = await create('before')
    now += 1_000
    const changed = await server.call(updateSpace, { params: { spaceId }, body: { name: 'after', tags: ['x'] } })
    expect(changed).toMatchObject({ name: 'after', path: 'before', tags: ['x'], description: '' })
    expect(Date.parse(changed.updatedAt) - Date.parse(changed.createdAt)).toBe(1_000)
    const failure = await failureOf(server.call(updateSpace, { params: { spaceId }, body: { name: 'taken' } }))
    expect(failure.data.error).toBe('space.name-taken')
  })

  test('a deleted space is gone, and its name and path are free', async () => {
    const { id: spaceId } = await create('short-lived')
    expect(await server.call(deleteSpace, { params: { spaceId } })).toEqual({ affectedDatasets: [] })
    for (const work of [
      server.call(getSpace, { params: { spaceId } }),
      server.call(deleteSpace, { params: { spaceId } }),
    ]) {
      expect(await failureOf(work)).toMatchObject({ code: 40411, message: 'This data space no longer exists' })
    }
    await create('short-lived')
  })

  test('the list goes newest first, in pages both ways, with x-y of total', async () => {
    for (let number = 1; number <= 7; number++) {
      now += 1_000
      await create(`paged ${number}`)
    }
    const page = (cursor?: string) => server.call(listSpaces, { query: { search: 'PAGED', limit: 3, cursor } })
    const names = (await page()).items.map((space) => space.name)
    expect(names).toEqual(['paged 7', 'paged 6', 'paged 5'])
    const first = await page()
    const second = await page(first.nextCursor ?? '')
    const third = await page(second.nextCursor ?? '')
    expect([first, second, third].map(({ from, total }) => [from, total])).toEqual([
      [1, 7],
      [4, 7],
      [7, 7],
    ])
    expect(third.nextCursor).toBeNull()
    expect(await page(third.previousCursor ?? '')).toEqual(second)
    expect((await page(second.previousCursor ?? '')).items).toEqual(first.items)
  })

  test('what is searched for is never a pattern', async () => {
    await create('100% cotton_1')
    for (const search of ['100%', 'cotton_', 'N_1']) {
      expect((await server.call(listSpaces, { query: { search } })).items.map(({ name }) => name)).toEqual([
        '100% cotton_1',
      ])
    }
    expect((await server.call(listSpaces, { query: { search: '%_%_%' } })).total).toBe(0)
  })
})

describe('the list of spaces', () => {
  type Query = Parameters<typeof server.call<typeof listSpaces>>[1]['query']
  const names = async (query: Query) => (await server.call(listSpaces, { query })).items.map(({ name }) => name)
  const made = async (name: string, more: { path?: string; tags?: string[] } = {}) =>
    server.call(createSpace, { body: { name, path: name.replaceAll(' ', '-'), ...more } })

  test('R2.38 tags are searched by terms separated by ";", each of which must be in one of the tags', async () => {
    await made('tagged one', { tags: ['Lab robot', 'night'] })
    await made('tagged two', { tags: ['lab', 'day'] })
    expect(await names({ tags: 'LAB', sort: 'name' })).toEqual(['tagged one', 'tagged two'])
    expect(await names({ tags: 'robot; night' })).toEqual(['tagged one'])
    expect(await names({ tags: 'night；day' })).toEqual([])
    expect(await names({ tags: ',' })).toEqual([])
    expect((await names({ tags: ' ; ' })).length).toBeGreaterThan(2)
  })

  test('the words are looked for in the path and the tags too', async () => {
    await made('plainly', { path: 'warehouse/north', tags: ['käfig'] })
    expect(await names({ search: 'HOUSE/no' })).toEqual(['plainly'])
    expect(await names({ search: 'käf' })).toEqual(['plainly'])
  })

  test('R2.37 every order leafs through all rows once, whatever the case of the names', async () => {
    for (const name of ['sorted b', 'sorted A', 'sorted c']) await made(name)
    expect(await names({ search: 'sorted', sort: 'name' })).toEqual(['sorted A', 'sorted b', 'sorted c'])
    expect(await names({ search: 'sorted', sort: '-name' })).toEqual(['sorted c', 'sorted b', 'sorted A'])
    const { spaces } = server.app
    const [last] = (await server.call(listSpaces, { query: { search: 'sorted c' } })).items
    await spaces.addToCounters(last?.id ?? '', { files: 3, bytes: 5 })
    for (const sort of ['name', '-name', 'fileCount', '-fileCount', '-totalSize', 'createdAt', '-updatedAt'] as const) {
      const allNames = await names({ sort, limit: 500 })
      const met: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await server.call(listSpaces, { query: { sort, limit: 2, cursor } })
        met.push(...page.items.map(({ name }) => name))
        cursor = page.nextCursor
      }
      expect(met, sort).toEqual(allNames)
    }
    expect((await names({ sort: '-fileCount', limit: 1 }))[0]).toBe('sorted c')
  })

  test('a span of creation times and a status narrow it; a cursor of another order is refused', async () => {
    now += 86_400_000
    const createdFrom = new Date(now).toISOString()
    const { id } = await made('of today')
    now += 1_000
    const createdBefore = new Date(now).toISOString()
    await made('of a second later')
    expect(await names({ createdFrom, createdBefore })).toEqual(['of today'])
    await server.app.spaces.setStatus(id, 'generating')
    expect(await names({ status: 'generating', createdFrom })).toEqual(['of today'])
    await server.app.spaces.setStatus(id, 'success')
    expect(await names({ status: 'normal', createdFrom })).toEqual(['of a second later', 'of today'])
    const { nextCursor } = await server.call(listSpaces, { query: { sort: 'name', limit: 1 } })
    const other = server.call(listSpaces, { query: { sort: '-name', limit: 1, cursor: nextCursor ?? '' } })
    expect(await failureOf(other)).toMatchObject({ code: 400 })
  })
})

describe('the status of a space', () => {
  test('R4.05 R4.12 every status can be reached and left, and work ends well or badly', () => {
    for (const status of spaceStatuses) {
      expect(spaceStatus.isEnd(status), status).toBe(false)
      if (status !== 'init') expect(spaceStatus.sources(status).length, status).toBeGreaterThan(0)
    }
    for (const work of ['processing', 'generating'] as const) {
      expect(spaceStatus.may(work, 'success') && spaceStatus.may(work, 'failed')).toBe(true)
    }
  })

  test('R4.12 an illegal step is refused and changes nothing; progress goes with the work', async () => {
    const { spaces } = server.app
    const { id } = await create('working')
    await expect(spaces.setStatus(id, 'success')).rejects.toThrow('no step leads from normal to success')
    await spaces.setStatus(id, 'generating', { done: 1, total: 9, unit: 'images' })
    await spaces.setStatus(id, 'generating', { done: 2, total: 9, unit: 'images' })
    await expect(spaces.setStatus(id, 'processing')).rejects.toThrow('no step leads from generating to processing')
    expect(await spaces.get(id)).toMatchObject({ status: 'generating', progress: { done: 2, total: 9 } })
    await spaces.setStatus(id, 'success')
    expect(await spaces.get(id)).toMatchObject({ status: 'success', progress: null })
  })
})
