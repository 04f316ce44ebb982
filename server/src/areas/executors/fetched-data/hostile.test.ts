import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpointAreas } from '@vermilion/contract/endpoints'
import { fillPath, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { runDataEndpoints } from '@vermilion/contract/tasks/run-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { writeTree } from './testing/sample-files.ts'

let server: TestServer
let folder: string
let number = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-run-tokens-'))
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function runWith(files: Record<string, string>) {
  const handle = `run${(number += 1)}/run-0`
  const [source, output] = [join(folder, `source-${number}`), join(folder, `output-${number}`)]
  await writeTree(source, files)
  await mkdir(output)
  const { token } = await server.app.fetchedData.prepare(handle, [
    { source, target: '/data', readOnly: true },
    { source: output, target: '/output', readOnly: false },
  ])
  const ask = (path: string, init: RequestInit = {}) =>
    server.fetch(path, { ...init, headers: { authorization: `Bearer ${token}`, language: 'en-us' } })
  const data = async (path: string, init: RequestInit = {}) =>
    ((await (await ask(path, init)).json()) as { data: Record<string, never> & { error?: string } }).data
  const send = (path: string, content: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ path, offset: '0', ...more }).toString()
    return data(`/run-data/output/content?${query}`, { method: 'PUT', body: content })
  }
  return { handle, source, output, token, ask, data, send }
}

const addressOf = ({ path }: Endpoint) =>
  fillPath(path, Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1'])))

test('R6.02 the token of a run opens nothing but what is a run of its own', async () => {
  const { ask, handle } = await runWith({ 'a.txt': 'a' })
  expect((await ask('/run-data/manifest')).status).toBe(200)
  const others = Object.values(endpointAreas)
    .flatMap((area) => Object.values<Endpoint>(area))
    .filter((endpoint) => endpoint.caller !== 'run' && endpoint.public !== true)
  for (const endpoint of others) {
    const { status } = await ask(addressOf(endpoint), { method: endpoint.method })
    expect([endpoint.path, status]).toEqual([endpoint.path, 401])
  }
  for (const path of ['/uploads', '/uploads/aaaaaaaaaaaaaaaaaaaaa']) expect((await ask(path)).status).toBe(401)

  await server.app.fetchedData.forget(handle)
  expect((await ask('/run-data/manifest')).status).toBe(401)
})

test('R6.02 accounts, strangers and other runs do not come to the data of a run', async () => {
  const [one, other] = [await runWith({ 'a.txt': 'of one' }), await runWith({ 'b.txt': 'of the other' })]
  const { packs } = (await one.data('/run-data/manifest')) as unknown as { packs: { id: string }[] }
  const pack = `/run-data/packs/${packs[0]?.id}`
  expect(await (await one.ask(`${pack}/content`)).text()).toBe('of one')
  for (const path of [pack, `${pack}/content`]) expect((await other.ask(path)).status).toBe(404)
  const tokens = [
    server.token,
    `${one.token.slice(0, -43)}${other.token.slice(-43)}`,
    one.token.slice(0, -1),
    'a',
    '-'.repeat(300),
  ]
  for (const endpoint of Object.values<Endpoint>(runDataEndpoints))
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await server.fetch(addressOf(endpoint), { method: endpoint.method, headers })
      expect([endpoint.path, token, status]).toEqual([endpoint.path, token, 401])
    }
})

test('the server keeps no token of a run, and a later server knows it', async () => {
  const { handle, token, source } = await runWith({ 'a.txt': 'a' })
  const records = join(server.data, 'tasks', handle.replace('/', '/fetched-data/'))
  for (const name of await readdir(records)) {
    if (!name.endsWith('.json')) continue
    expect(await readFile(join(records, name), 'utf8')).not.toContain(token)
  }
  const again = await server.app.fetchedData.prepare(handle, [{ source, target: '/data', readOnly: true }])
  expect(again.token).not.toBe(token)
  for (const one of [token, again.token])
    expect((await server.fetch('/run-data/manifest', { headers: { authorization: `Bearer ${one}` } })).status).toBe(200)
})

test('results are written below the output folder and nowhere else', async () => {
  const { send, output, source } = await runWith({ 'a.txt': 'a' })
  const paths = ['../a.txt', 'a/../../b.txt', '/etc/x', '.', '..', '', 'a//b', './a', 'a/', '\0', 'x'.repeat(300)]
  for (const path of paths) expect([path, await send(path, 'x')]).toMatchObject([path, { error: 'request.invalid' }])
  await symlink(source, join(output, 'link'))
  await symlink(join(source, 'a.txt'), join(output, 'link.txt'))
  const full = { size: '1', checksum: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881' }
  for (const path of ['link/b.txt', 'link'])
    expect([path, await send(path, 'x')]).toMatchObject([path, { error: 'run-data.path-taken' }])
  expect(await send('link/b.txt', 'x', full)).toMatchObject({ error: 'run-data.path-taken' })
  expect(await send('link.txt', 'x')).toMatchObject({ error: 'run-data.path-taken' })
  expect(await send('link.txt', 'x', full)).toEqual({ size: 1 })
  expect(await readFile(join(source, 'a.txt'), 'utf8')).toBe('a')
  expect(await readdir(source)).toEqual(['a.txt'])
  expect(await send('deep/er/file.txt', 'good')).toEqual({ size: 4 })
  expect(await send('deep', 'x')).toMatchObject({ error: 'run-data.path-taken' })
  expect(await send('deep/er/file.txt/below', 'x')).toMatchObject({ error: 'run-data.path-taken' })
})

test('what is sent from a wrong place, or has a wrong checksum, changes nothing and is told', async () => {
  const { send, data, output } = await runWith({})
  expect(await send('log.txt', 'one\n')).toEqual({ size: 4 })
  expect(await send('log.txt', 'one\n')).toMatchObject({ error: 'run-data.offset-wrong', values: { size: 4 } })
  expect(await send('log.txt', 'two\n', { offset: '4' })).toEqual({ size: 8 })
  const wrong = { size: '3', checksum: 'f'.repeat(64) }
  expect(await send('log.txt', 'bad', wrong)).toMatchObject({ error: 'run-data.checksum-differs' })
  expect(await send('log.txt', 'x'.repeat(9 * 1024 ** 2), { offset: '8' })).toMatchObject({
    error: 'request.too-large',
  })
  expect(await readFile(join(output, 'log.txt'), 'utf8')).toBe('one\ntwo\n')
  await writeFile(join(output, 'other.txt'), 'x')
  const remove = (path: string) =>
    data(`/run-data/output/content?${new URLSearchParams({ path }).toString()}`, { method: 'DELETE' })
  expect(await remove('../../source-1/a.txt')).toMatchObject({ error: 'request.invalid' })
  expect([await remove('other.txt'), await remove('other.txt')]).toEqual([{}, {}])
  expect(await readdir(output)).toEqual(['log.txt'])
})
