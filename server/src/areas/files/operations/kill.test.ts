import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import type { FileOutcome } from '@vermilion/contract/files/operations'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { trashEndpoints } from '@vermilion/contract/files/trash'
import { workEndpoints } from '@vermilion/contract/work'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inSlices } from '#platform/database/columns'
import { createKillableServer } from '../../../testing/killable-server.ts'
import type { KillableServer } from '../../../testing/killable-server.ts'
import { blobFile } from '../../../testing/remote-store.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'

const files = 20_000
const filesOfFolder = 500

let data = ''
let spaceId = ''
let server: KillableServer

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
  const first = await startTestServer({ data })
  spaceId = (await first.call(spaceEndpoints.createSpace, { body: { name: 'big', path: 'big' } })).id
  await first.stop()
  server = createKillableServer(data)
  await seed()
})
afterAll(async () => {
  await server.kill()
  await rm(data, { recursive: true, force: true })
})

async function seed(): Promise<void> {
  const content = 'the same'
  const checksum = createHash('sha256').update(content).digest('hex')
  const file = blobFile(data, checksum)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  const size = content.length
  const now = new Date().toISOString()
  const database = await openTestDatabase(data)
  const query = database.query<Record<'folders' | 'files' | 'spaces', Record<string, unknown>>>()
  await database.transaction(async () => {
    await query.deleteFrom('folders').where('spaceId', '=', spaceId).execute()
    const times = { createdAt: now, updatedAt: now }
    async function folder(path: string, parent: number | null, own: number, all: number): Promise<number> {
      const sums = { fileCount: own, totalSize: own * size, allFiles: all, allSize: all * size }
      const row = { spaceId, path, parent, name: path, sortKey: path, ...sums, ...times }
      return Number(
        (await query.insertInto('folders').values(row).returning('number').executeTakeFirstOrThrow())['number'],
      )
    }
    const big = await folder('big', await folder('', null, 0, files), 0, files)
    const kind = { kind: 'other', mediaType: 'application/octet-stream', broken: 0, examined: 1, tags: '[]', score: -1 }
    for (let first = 0; first < files; first += filesOfFolder) {
      const path = `big/${first / filesOfFolder}`
      const parent = await folder(path, big, filesOfFolder, filesOfFolder)
      const rows = Array.from({ length: filesOfFolder }, (_, index) => {
        const name = `${first + index}.bin`
        const names = { id: `f${first + index}`, path: `${path}/${name}`, name, sortKey: `${path}/${name}` }
        return { ...names, spaceId, folder: parent, size, checksum, ...kind, ...times }
      })
      for (const some of inSlices(rows)) await query.insertInto('files').values(some).execute()
    }
    await query
      .updateTable('spaces')
      .set({ fileCount: files, totalSize: files * size })
      .execute()
  })
  await database.close()
}

const params = () => ({ spaceId })
const workOf = async (id: string) => (await server.call(workEndpoints.listWork, {})).find((work) => work.id === id)

async function surviving(begin: () => Promise<FileOutcome>): Promise<void> {
  await server.start()
  const id = (await begin()).workId ?? ''
  expect(id).not.toBe('')
  await expect.poll(async () => (await workOf(id))?.progress?.done ?? 0, { interval: 20 }).toBeGreaterThan(0.3 * files)
  expect((await workOf(id))?.status).toBe('running')
  await server.kill()
  const doctor = await runCommand(data, ['doctor'])
  expect(doctor.status, doctor.output).toBe(0)
  await server.start()
  await expect.poll(async () => (await workOf(id))?.status, { interval: 50 }).toBe('success')
  expect((await workOf(id))?.progress).toMatchObject({ done: files, total: files, unit: 'files' })
}

const count = (folder: string) =>
  server.call(fileEndpoints.countFiles, { params: params(), query: { recursive: 'true', folder } })
const folders = (folder: string) => server.call(fileEndpoints.listFolders, { params: params(), query: { folder } })

describe('R1.02 R4.12 the server killed', () => {
  test(
    'while a folder of 20,000 files is moved: every file arrives, once, under its id',
    { timeout: 300_000 },
    async () => {
      const body = { selection: { folders: ['big'] }, target: { spaceId, folder: 'to/here' } }
      await surviving(() => server.call(fileOperationEndpoints.moveFiles, { params: params(), body }))
      expect((await count('')).files).toBe(files)
      expect((await count('to/here/big')).files).toBe(files)
      expect((await folders('')).items).toMatchObject([{ path: 'to', fileCount: files }])
      expect((await folders('to/here/big')).total).toBe(files / filesOfFolder)
      const moved = await server.call(fileEndpoints.getFile, { params: { fileId: 'f12345' } })
      expect(moved).toMatchObject({ path: 'to/here/big/24/12345.bin' })
      await server.kill()
      expect(await runCommand(data, ['doctor'])).toMatchObject({ status: 0 })
    },
  )

  test('while they are deleted: all lie in the trash, once', { timeout: 300_000 }, async () => {
    const body = { selection: { folders: ['to'] } }
    await surviving(() => server.call(fileOperationEndpoints.deleteFiles, { params: params(), body }))
    expect((await count('')).files).toBe(0)
    expect((await folders('')).total).toBe(0)
    const trash = await server.call(trashEndpoints.listTrash, { params: params(), query: {} })
    expect(trash.total).toBe(files)
    await server.kill()
    expect(await runCommand(data, ['doctor'])).toMatchObject({ status: 0 })
  })
})
