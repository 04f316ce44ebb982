import { access, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

let server: TestServer
let shared: string
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-own-data-'))
  server = await startTestServer({ environment: { VERMILION_ROOTS: shared }, tasks: { graceSeconds: 0.3 } })
})
afterAll(async () => {
  await server.stop()
  await rm(shared, { recursive: true, force: true })
})

async function run(script: string, path: string, spaceId: string) {
  const made = await server.call(taskEndpoints.createTask, {
    body: {
      name: 'writes',
      image: 'vermilion/starter-detector',
      dataSources: [
        { kind: 'space', id: spaceId },
        { kind: 'folder', path, mountPath: '/more' },
      ],
      command: ['/bin/sh', '-c', script, 'sh', '{mountPath}'],
    },
  })
  for (;;) {
    const task = await server.call(taskEndpoints.getTask, { params: { taskId: made.id } })
    if (task.endedAt !== null) return task
    await delay(30)
  }
}

test('R5.02 a command that writes into its data changes neither the data space nor the folder that it came from', async () => {
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'written', path: 'written' } })
  await upload(server, { spaceId: space.id, path: 'deep/one.txt' }, Buffer.from('one'))
  const folder = join(shared, 'images')
  await mkdir(join(folder, 'deep'), { recursive: true })
  await writeFile(join(folder, 'deep', 'two.txt'), 'two')
  await symlink('deep/two.txt', join(folder, 'latest.txt'))

  const script = `set -e; cd "$1/.."; find data data-1 -type f | while read f; do printf + >> "$f"; done
    printf - >> data-1/latest.txt; cat data/deep/one.txt data-1/deep/two.txt`
  const task = await run(script, folder, space.id)
  expect(task).toMatchObject({ status: 'success', failure: null })
  expect(await (await server.fetch(`/tasks/${task.id}/log/content`)).text()).toBe('one+two+-')
  expect(await readFile(join(folder, 'deep', 'two.txt'), 'utf8')).toBe('two')
  await expect.poll(() => access(task.mountPath).catch(() => 'gone')).toBe('gone')
  const again = await run('cat "$1/deep/one.txt"', folder, space.id)
  expect(await (await server.fetch(`/tasks/${again.id}/log/content`)).text()).toBe('one')
})

test('a folder with a link that leads out of it is not given to a command that could write through it', async () => {
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'linked', path: 'linked' } })
  const folder = join(shared, 'linked')
  await mkdir(folder)
  await writeFile(join(shared, 'outside.txt'), 'outside')
  await symlink('../outside.txt', join(folder, 'link.txt'))
  const task = await run('printf + >> "$1-1/link.txt"', folder, space.id)
  expect(task.status).toBe('failed')
  expect(task.statusReason).toContain('link.txt is a link that leads out of')
  expect(await readFile(join(shared, 'outside.txt'), 'utf8')).toBe('outside')
})

test('R5.02 the checksum in the record of a task is of the content that it read, also of files that nobody looked at', async () => {
  const folder = join(shared, 'measured')
  await mkdir(folder)
  await writeFile(join(folder, 'numbers.txt'), '1 2')
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'measured', path: folder } })
  await server.platform.jobs.settled()
  const read = async () => {
    const task = await run('cat "$1/numbers.txt"', shared, space.id)
    expect(task.status).toBe('success')
    const { dataSources } = await server.call(taskEndpoints.getTaskRecord, { params: { taskId: task.id } })
    return [await (await server.fetch(`/tasks/${task.id}/log/content`)).text(), dataSources[0]?.checksum]
  }
  const [one, first] = await read()
  await writeFile(join(folder, 'numbers.txt'), '3 4')
  const [two, second] = await read()
  expect([one, two]).toEqual(['1 2', '3 4'])
  expect(first).toHaveLength(64)
  expect(second).not.toBe(first)
})
