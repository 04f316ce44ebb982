import { mkdir, mkdtemp, readdir, rm, truncate, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDiskBlobs } from '#platform/blobs/disk'
import { dataPaths } from '#platform/data-folder'
import { runCommand, startServerProcess } from './testing/server-process.ts'
import type { ServerProcess } from './testing/server-process.ts'
import { isDatabasePostgres, openTestDatabase } from './testing/test-database.ts'

const password = 'a password for tests'
const environment = { VERMILION_ADMIN_PASSWORD: password }

let folder = ''
let data = ''
const running: ServerProcess[] = []
const start = async (more: Record<string, string> = environment) => {
  const server = await startServerProcess(data, more)
  running.push(server)
  return server
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion process '))
  data = join(folder, 'data')
})
afterEach(async () => {
  for (const server of running.splice(0)) if (server.child.exitCode === null) await server.end('SIGKILL')
  await rm(folder, { recursive: true })
})

interface Signed {
  data: { token: string }
}

async function signIn(address: string, using = password, username = 'admin'): Promise<Response> {
  return fetch(`${address}/api/v1/login/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: using }),
  })
}

test('the first start prints an account that works, a later one does not; SIGTERM and SIGINT end it in order', async () => {
  const first = await start({})
  const printed = /The first account is admin, its password (\S+)/.exec(first.printed)?.[1] ?? ''
  expect((await signIn(first.address, printed)).status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
  expect((await readdir(data)).filter((name) => name.endsWith('-wal'))).toEqual([])
  const second = await start({})
  expect(second.printed).not.toContain('password')
  expect(await second.end('SIGINT')).toBe(0)
})

test('a second server on the folder is refused with the pid of the first, and a killed one leaves nothing in the way', async () => {
  const first = await start()
  expect(first.printed).not.toContain(password)
  await expect(startServerProcess(data)).rejects.toThrow(`Another server (process ${first.child.pid})`)
  const { token } = ((await (await signIn(first.address)).json()) as { data: { token: string } }).data
  expect(await first.end('SIGKILL')).toBe('SIGKILL')

  const second = await start()
  const me = await fetch(`${second.address}/api/v1/accounts/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(me.status).toBe(200)
})

test('bad variables end the start with every one of them named', async () => {
  const bad = { VERMILION_PORT: 'many', VERMILION_ROOTS: 'relative', VERMILION_BASE_PATH: 'x y' }
  const failing = startServerProcess(data, bad)
  await expect(failing).rejects.toThrow(/VERMILION_PORT: .*\n.*VERMILION_ROOTS: .*\n.*VERMILION_BASE_PATH: /)
})

test('each command explains itself with --help and does nothing; what stands after -- is for the program that it runs', async () => {
  const { status: helped, output: help } = await runCommand(data, ['--help'])
  expect(helped).toBe(0)
  const linesOf = (output: string) =>
    [...output.matchAll(/^ {2}vermilion .+/gm)].map(([line]) => line.replace(/ {2,}/g, '  '))
  const all = linesOf(help)
  const names = [...new Set(all.map((line) => line.split(' ')[3] ?? ''))]
  expect(names).toEqual([
    'start',
    'user',
    'backup',
    'restore',
    'database',
    'blobs',
    'sample',
    'generate',
    'task',
    'device',
    'mcp',
    'doctor',
  ])
  const explained = await Promise.all(
    names.map(async (name) => ({ name, ...(await runCommand(data, [name, '--help'])) })),
  )
  for (const { name, status, output } of explained) {
    expect(status, name).toBe(0)
    for (const line of output.trimEnd().split('\n'))
      expect(line).toMatch(new RegExp(`^ {2}vermilion ${name}( .*)? {2}\\S`))
  }
  expect(explained.flatMap(({ output }) => linesOf(output))).toEqual(all)
  const create = await runCommand(data, ['task', 'create', '--help'])
  expect(create).toMatchObject({ status: 0, output: expect.stringContaining('task create --name N') as unknown })
  // The command itself reports a missing address.
  expect(await runCommand(data, ['device', 'run', '--device', 'arm', '--', 'ls', '--help'])).toMatchObject({
    status: 1,
  })
  expect(await readdir(folder)).toEqual([])
})

test('at info the log has a line for each change, each refused one and each task that ends, and none for what is only read', async () => {
  const shared = join(folder, 'shared')
  await mkdir(shared)
  const server = await start({ ...environment, VERMILION_LOG_LEVEL: 'info', VERMILION_ROOTS: shared })
  let log = ''
  server.child.stderr?.on('data', (text: string) => void (log += text))
  const { token } = ((await (await signIn(server.address)).json()) as Signed).data
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', language: 'zh-cn' }
  const spaces = `${server.address}/api/v1/spaces`
  const body = JSON.stringify({ name: '地面', path: 'floor' })
  for (let count = 0; count < 3; count += 1) expect((await fetch(spaces, { headers })).status).toBe(200)
  for (let count = 0; count < 2; count += 1) await fetch(spaces, { method: 'POST', headers, body })
  const order = { name: 'short', image: 'vermilion/starter-detector', command: ['/bin/true'] }
  const task = JSON.stringify({ ...order, dataSources: [{ kind: 'folder', path: shared }] })
  await fetch(`${server.address}/api/v1/tasks`, { method: 'POST', headers, body: task })
  await expect.poll(() => log).toContain('a task ended')
  expect(await server.end('SIGTERM')).toBe(0)
  const lines = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { action?: string; taskId?: string })
  const change = { level: 30, account: 'admin', action: 'POST /spaces' }
  expect(lines.filter(({ action }) => action !== undefined)).toMatchObject([
    { ...change, msg: 'changed', objects: { name: '地面' } },
    { ...change, msg: 'refused', reason: 'space.name-taken' },
    { ...change, action: 'POST /tasks', msg: 'changed' },
  ])
  expect(lines.filter(({ taskId }) => taskId !== undefined)).toMatchObject([{ name: 'short', status: 'success' }])
  expect(log).not.toContain(token)
  expect(log).not.toContain('GET')
})

test('a folder of a newer version is refused, and not touched', async () => {
  await (await start()).end('SIGTERM')
  const database = await openTestDatabase(data)
  const journal = database.query<{ migrations: { name: string; position: number; appliedAt: string } }>()
  await journal.insertInto('migrations').values({ name: '9999-later', position: 9_999, appliedAt: '' }).execute()
  await database.close()
  await expect(startServerProcess(data)).rejects.toThrow('newer version of this program (its step 9999-later')
  expect(await readdir(data)).not.toContain('backups')
})

test('R8.01 accounts are managed from the command line beside a running server', async () => {
  const server = await start()
  const added = await runCommand(data, ['user', 'add', 'Ann', '--password-stdin'], 'the password of Ann\n')
  expect(added).toMatchObject({ status: 0 })
  expect((await signIn(server.address, 'the password of Ann', 'ann')).status).toBe(200)
  expect(await runCommand(data, ['user', 'add', 'ann'])).toMatchObject({ status: 1 })
  expect((await runCommand(data, ['user', 'list'])).output).toMatch(/^admin\t.*\nAnn\t/)
  const { token } = ((await (await signIn(server.address, 'the password of Ann', 'ann')).json()) as Signed).data
  const stream = await fetch(`${server.address}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } })
  const reset = (await runCommand(data, ['user', 'reset', 'ann'])).output
  await stream.text()
  expect((await signIn(server.address, 'the password of Ann', 'ann')).status).toBe(403)
  expect((await signIn(server.address, /is (\S+)\n/.exec(reset)?.[1], 'ann')).status).toBe(200)
  expect(reset).toContain('its access tokens are revoked')
  expect(await runCommand(data, ['user', 'remove', 'ann'])).toMatchObject({ status: 2 })
  expect(await runCommand(data, ['user', 'add', 'bob', 'eve'])).toMatchObject({ status: 2 })
  expect(await runCommand(data, ['user', 'add', 'bob', '--password-prompt'])).toMatchObject({
    status: 2,
    output: expect.stringContaining('use --password-stdin') as unknown,
  })
  expect(await runCommand(data, ['user', 'add', 'bob', '--password-stdin'], 'short\n')).toMatchObject({
    status: 1,
    output: 'A password has 8 to 200 characters\n',
  })
  expect(await runCommand(data, ['user', 'reset', 'b'.repeat(51)])).toMatchObject({
    status: 1,
    output: 'The name of an account has 1 to 50 characters\n',
  })
  expect(await runCommand(data, ['user', 'reset', 'nobody'])).toMatchObject({
    status: 1,
    output: 'There is no account nobody\n',
  })
})

test.skipIf(isDatabasePostgres)('a backup made while the server runs starts as a data folder of its own', async () => {
  const server = await start()
  const content = await createDiskBlobs(dataPaths(data).blobs).put(chunks('kept content'))
  const { token } = ((await (await signIn(server.address)).json()) as { data: { token: string } }).data
  const copy = join(folder, 'copy')
  expect((await runCommand(data, ['backup', copy])).status).toBe(0)
  expect(await runCommand(data, ['backup', copy])).toMatchObject({ status: 1 })
  await server.end('SIGKILL')

  const restored = await startServerProcess(copy)
  running.push(restored)
  const me = await fetch(`${restored.address}/api/v1/accounts/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(me.status).toBe(200)
  expect(await createDiskBlobs(dataPaths(copy).blobs).stat(content.checksum)).toMatchObject({ size: 12 })
})

test('the doctor finds a healthy folder healthy, and an orphan only after its time; it repairs what it can', async () => {
  const server = await start()
  const blobs = createDiskBlobs(dataPaths(data).blobs)
  const { checksum } = await blobs.put(chunks('nobody names me'))
  expect(await runCommand(data, ['doctor'])).toMatchObject({ status: 0 })
  const old = new Date(Date.now() - 25 * 3_600_000)
  await utimes(blobs.fileOf(checksum), old, old)
  const children = await runCommand(data, ['doctor'])
  expect(children.status).toBe(1)
  expect(children.output).toContain(checksum)
  expect((await runCommand(data, ['doctor', '--repair'])).output).toContain('Another server')
  await server.end('SIGTERM')
  expect(await runCommand(data, ['doctor', '--repair'])).toMatchObject({ status: 0 })
  expect(await blobs.stat(checksum)).toBeUndefined()
})

test.skipIf(isDatabasePostgres)('the doctor finds a damaged database', async () => {
  await (await start()).end('SIGTERM')
  await truncate(dataPaths(data).database, 40_960)
  expect((await runCommand(data, ['doctor'])).status).toBe(1)
})

async function* chunks(content: string) {
  yield new TextEncoder().encode(content)
}
