import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountEndpoints } from '@vermilion/contract/accounts'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../testing/server-process.ts'
import { startTestServer } from '../testing/start-server.ts'
import type { TestServer } from '../testing/start-server.ts'
import { upload } from '../testing/upload.ts'

let server: TestServer
let shared: string
let environment: Record<string, string>
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-task-data-'))
  server = await startTestServer({ environment: { VERMILION_ROOTS: shared } })
  const { secret } = await server.call(accountEndpoints.createAccessToken, {
    body: { name: 'scripts', expiresAt: null },
  })
  environment = { VERMILION_URL: server.address, VERMILION_TOKEN: secret, SECRET_WORD: 'hush' }
})
afterAll(async () => {
  await server.stop()
  await rm(shared, { recursive: true, force: true })
})

const task = (...parameters: string[]) => runCommand(shared, ['task', ...parameters], '', environment)
const order = (name: string, ...more: string[]) =>
  task('create', '--name', name, '--image', 'vermilion/starter-detector', '--folder', shared, ...more)

test('R3.02 a task is started from a script, followed to its end, and its log printed', async () => {
  const script = 'echo "got $1 and $SECRET_WORD at $GREETING"; echo done >&2'
  const made = await order(
    'from-a-script',
    '--env',
    'GREETING=a b',
    '--secret',
    'SECRET_WORD',
    '--wait',
    '--',
    '/bin/sh',
    '-c',
    script,
    'sh',
    '$(id); "x"',
  )
  expect(made.output).toContain('got $(id); "x" and hush at a b\ndone\n')
  expect(made.status).toBe(0)
  const list = await task('list', '--json')
  const [match] = JSON.parse(list.output) as { id: string; name: string; secretNames: string[] }[]
  expect(match).toMatchObject({ name: 'from-a-script', status: 'success', secretNames: ['SECRET_WORD'] })
  expect(list.output).not.toContain('hush')
  const visible = await task('list', '--status', 'success')
  expect(visible.output).toMatch(/^ID +NAME +STATUS +POOL.*\n\S+ +from-a-script +success +local/)
  const id = match?.id ?? ''
  expect((await task('logs', id)).output).toBe('got $(id); "x" and hush at a b\ndone\n')
  expect((await task('logs', id, '--tail', '5')).output).toBe('done\n')
})

test('R5.02 a script gives a task several data sources, each at a path of its own', async () => {
  const { id } = await server.call(spaceEndpoints.createSpace, { body: { name: 'several', path: 'several' } })
  await upload(server, { spaceId: id, path: 'deep/one.txt' }, Buffer.from('one'))
  for (const word of ['two', 'three']) {
    await mkdir(join(shared, word))
    await writeFile(join(shared, word, `${word}.txt`), word)
  }
  const [two, three] = [join(shared, 'two'), join(shared, 'three')]
  const data = ['--space', id, '--folder', 'deep', '--folder', two, '--mount', '/b', '--folder', three, '--mount=/c']
  const script = 'cat "$1/one.txt" "$1-1/two.txt" "$1-2/three.txt"'
  const own = ['--name', 'several', '--image', 'vermilion/starter-detector']
  const made = await task('create', ...own, ...data, '--wait', '--', '/bin/sh', '-c', script, 'sh', '{mountPath}')
  expect(made.output).toContain('onetwothree')
  expect(made.status).toBe(0)
  const { items } = await server.call(taskEndpoints.listTasks, { query: { search: 'several' } })
  const taskId = items[0]?.id ?? ''
  expect((await server.call(taskEndpoints.getTaskOrder, { params: { taskId } })).dataSources).toEqual([
    { kind: 'space', id, folder: 'deep', mountPath: '/data' },
    { kind: 'folder', path: two, mountPath: '/b' },
    { kind: 'folder', path: three, mountPath: '/c' },
  ])

  const one = ['--mount', '/only', '--folder', 'deep', '--space', id]
  const alone = await task('create', ...own, ...one, '--', '/bin/true')
  const response = await server.call(taskEndpoints.getTaskOrder, { params: { taskId: alone.output.trim() } })
  expect(response.dataSources).toEqual([{ kind: 'space', id, folder: 'deep', mountPath: '/only' }])
})

test('a task that fails says why and makes the command fail; one that runs is attached to and stopped', async () => {
  const failing = await order('fails', '--wait', '--', '/bin/sh', '-c', 'cat /nowhere/at-all')
  expect(failing.status).toBe(1)
  expect(failing.output).toContain('failed: The command ended with exit code 1')
  expect(failing.output).toContain('A file or folder is missing: ')

  const endless = await order('endless', '--', '/bin/sh', '-c', 'echo up; exec sleep 100')
  const id = endless.output.trim()
  const attached = task('attach', id)
  await expect.poll(() => server.fetch(`/tasks/${id}/log`).then((response) => response.text())).toContain('up')
  const stopped = await task('stop', id)
  expect(stopped).toMatchObject({ status: 0, output: 'Stopped by admin\n' })
  const left = await attached
  expect(left.status).toBe(1)
  expect(left.output).toContain('up\n')
  expect(left.output).toContain('stopped: Stopped by admin')
})

test('a log is printed once and whole, whatever fails on the way, and nobody is left with one that is not read', async () => {
  const long = await order('long', '--', '/bin/sh', '-c', 'seq 250000; exec sleep 100')
  const id = long.output.trim()
  const readAll = () => server.fetch(`/tasks/${id}/log/content`).then((response) => response.text())
  await expect.poll(readAll).toContain('250000\n')

  let requested = 0
  const between = createServer((request, response) => {
    const isLog = request.url?.includes('/log?') === true
    if (isLog) requested += 1
    const { authorization = '' } = request.headers
    const answered =
      isLog && requested === 2
        ? Promise.resolve(JSON.stringify({ code: 500, message: 'no', data: null }))
        : fetch(server.address + request.url, { headers: { authorization } }).then((reply) => reply.text())
    void answered.then((text) => response.end(text))
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const { port } = between.address() as AddressInfo
  const through = { ...environment, VERMILION_URL: `http://127.0.0.1:${port}` }
  const attached = runCommand(shared, ['task', 'attach', id], '', through)
  await expect.poll(() => requested).toBeGreaterThan(3)
  await task('stop', id)
  const { output } = await attached
  between.close()
  expect(output.split('\n').filter((line) => /^\d+$/.test(line))).toEqual(
    Array.from({ length: 250_000 }, (_, at) => String(at + 1)),
  )

  const cli = fileURLToPath(new URL('main.ts', import.meta.url))
  const env = { ...process.env, ...environment, VERMILION_DATA: shared }
  const headed = spawn(process.execPath, [cli, 'task', 'logs', id], { env })
  let message = ''
  headed.stderr.setEncoding('utf8').on('data', (text: string) => (message += text))
  headed.stdout.once('data', () => headed.stdout.destroy())
  expect(await once(headed, 'exit')).toEqual([141, null])
  expect(message).toBe('')
})

test('what cannot be is refused with words', async () => {
  const create = (...more: string[]) =>
    task('create', '--name', 'fine', '--image', 'vermilion/starter-detector', ...more)
  const mounted = (count: number) =>
    Array.from({ length: count }, (_, at) => ['--dataset', `${at}`, '--mount', `/${at}`]).flat()
  const wrong = [
    [order('Not A Name'), 2, 'name: '],
    [order('fine', '--parameter', 'epochs'), 2, '--parameter epochs: write it as NAME=VALUE'],
    [order('fine', '--secret', 'NOT_THERE'), 2, 'there is no environment variable of that name'],
    [task('create', '--name', 'fine', '--mount', '/x'), 2, 'Say what the task reads: --dataset, --space or --folder.'],
    [
      create('--mount', '/x', '--dataset', 'a', '--dataset', 'b'),
      2,
      '--mount /x: write it after the --dataset, --space',
    ],
    [order('fine', '--mount', '/x', '--mount', '/y'), 2, `--mount /y: --folder ${shared} has --mount /x already`],
    [order('fine', '--version', 'v'), 2, '--version v: write it after the --dataset that it belongs to'],
    [order('fine', '--space', 's'), 2, `--folder ${shared} and --space s are both at /data: write a --mount PATH`],
    [create(...mounted(2), '--dataset', 'c', '--mount', '/1'), 2, '--dataset 1 and --dataset c are both at /1: '],
    [create(...mounted(9)), 2, 'A task reads 8 data sources at most, not 9.'],
    [order('fine', '--dataset', 'c', '--mount', '/data/in'), 2, 'mount paths and output path lie apart'],
    [order('fine', '--folder', '/etc', '--mount', '/etc'), 1, 'dataSources.1: Path does not exist'],
    [order('fine', '--pool', 'none'), 1, 'There is no resource pool none'],
    [order('fine', '--parameter', 'epochs=0'), 1, 'epochs: is not between 1 and 1000'],
    [task('stop', 'nothing'), 1, 'This task no longer exists'],
    [task('fly'), 2, 'Say what to do with tasks'],
    [runCommand(shared, ['task', 'list'], '', { ...environment, VERMILION_TOKEN: 'wrong' }), 1, 'log in'],
    [runCommand(shared, ['task', 'list'], '', { ...environment, VERMILION_TOKEN: '' }), 1, 'VERMILION_TOKEN'],
  ] as const
  for (const [run, status, words] of wrong) {
    const { output, status: count } = await run
    expect([count, output]).toEqual([status, expect.stringContaining(words)])
  }
  const { items } = await server.call(taskEndpoints.listTasks, { query: { search: 'fine' } })
  expect(items).toEqual([])
})
