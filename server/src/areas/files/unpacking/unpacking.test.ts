import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deletedSpaceEndpoints } from '@vermilion/contract/spaces/deleted'
import { fileEndpoints } from '@vermilion/contract/files'
import { uploadEndpoints } from '@vermilion/contract/files/uploads'
import { workEndpoints } from '@vermilion/contract/work'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectBlobs } from '#platform/blobs/index-check'
import { clockOf } from '#platform/clock'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { createKillableServer } from '../../../testing/killable-server.ts'
import { upload } from '../../../testing/upload.ts'
import { gzip, packedNothing, tarOf, zipOf } from '../testing/hostile-archives.ts'
import { fileAt, text } from '../testing/space-with.ts'

let server: TestServer
let spaces = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function newSpace() {
  spaces += 1
  const body = { name: `archives ${spaces}`, path: `archives-${spaces}` }
  return (await server.call(spaceEndpoints.createSpace, { body })).id
}

async function unpacked(spaceId: string, path: string, content: Uint8Array<ArrayBuffer>, more: object = {}) {
  await upload(server, { spaceId, path, unpack: true, ...more }, content)
  const list = () => server.call(uploadEndpoints.listUnpackings, { params: { spaceId } })
  await expect.poll(async () => (await list())[0]?.state).not.toBe('running')
  const [unpacking] = await list()
  const query = { recursive: 'true', limit: 500 }
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  return { ...unpacking, paths: items.map((file) => file.path).toSorted(), items }
}

test('R2.28 a zip becomes files in a folder of its name, and is no file itself', async () => {
  const spaceId = await newSpace()
  const zip = zipOf([
    { name: 'photos/', mode: 0o040755 },
    { name: 'photos/a.txt', content: text('a') },
    { name: 'b/c.txt', content: text('c'), method: 0 },
    { name: 'empty/', mode: 0o040755 },
  ])
  const unpacking = await unpacked(spaceId, 'in/photos.zip', zip)
  expect(unpacking).toMatchObject({ state: 'success', taken: 2, skipped: 0, error: null })
  expect(unpacking.paths).toEqual(['in/photos/a.txt', 'in/photos/b/c.txt'])
  const folders = await server.call(fileEndpoints.listFolders, { params: { spaceId }, query: { folder: 'in/photos' } })
  expect(folders.items.map(({ name }) => name)).toEqual(['b', 'empty'])
})

test.each(['tar', 'tar.gz', 'tgz'])('R2.28 a %s becomes files as well', async (ending) => {
  const spaceId = await newSpace()
  const tar = await tarOf([
    { name: './x/one.txt', content: 'one' },
    { name: `x/${'long/'.repeat(40)}two.txt`, content: 'two' },
    { name: '地板.txt', content: 'three' },
  ])
  const unpacking = await unpacked(spaceId, `t.${ending}`, ending === 'tar' ? tar : gzip(tar))
  expect(unpacking).toMatchObject({ state: 'success', taken: 3 })
  expect(unpacking.paths).toEqual(['t/x/one.txt', `t/x/${'long/'.repeat(40)}two.txt`, 't/地板.txt'].toSorted())
})

test('R2.28 names of older Chinese and DOS archives are read as they were meant', async () => {
  const gbk = Uint8Array.from([0xb5, 0xd8, 0xb0, 0xe5, 0x2e, 0x74, 0x78, 0x74])
  const dos = Uint8Array.from([0x82, 0x2e, 0x74, 0x78, 0x74])
  const zip = zipOf([
    { name: gbk, flags: 0, content: text('1') },
    { name: dos, flags: 0, content: text('2') },
    { name: Buffer.from('猫.txt'), flags: 0, content: text('3') },
    { name: 'windows\\way.txt', content: text('4') },
  ])
  const unpacking = await unpacked(await newSpace(), 'names.zip', zip)
  expect(unpacking.paths).toEqual(['names/windows/way.txt', 'names/é.txt', 'names/地板.txt', 'names/猫.txt'].toSorted())
})

test('R2.28 what stands there, also from the archive itself, is skipped, kept beside or replaced as was chosen', async () => {
  const zip = zipOf([
    { name: 'a.txt', content: text('first') },
    { name: 'a.txt', content: text('second') },
  ])
  for (const [conflict, paths] of [
    ['skip', ['z/a.txt']],
    ['keep-both', ['z/a (2).txt', 'z/a.txt']],
    ['replace', ['z/a.txt']],
  ] as const) {
    const unpacking = await unpacked(await newSpace(), 'z.zip', zip, { conflict })
    expect(unpacking.paths).toEqual(paths)
    expect(unpacking.skips).toEqual(conflict === 'skip' ? [{ path: 'z/a.txt', reason: expect.anything() }] : [])
  }
})

test('R2.28 an archive that cannot be read says so and stays as a file', async () => {
  const spaceId = await newSpace()
  const unpacking = await unpacked(spaceId, 'not.zip', new Uint8Array(randomBytes(5_000)))
  expect(unpacking).toMatchObject({ state: 'failed', taken: 0, error: { en: expect.stringContaining('damaged') } })
  expect(unpacking.paths).toEqual(['not.zip'])
})

test('R2.28 one that unpacks to nothing without end is given up', async () => {
  const spaceId = await newSpace()
  const unpacking = await unpacked(spaceId, 'nothing.tar.gz', packedNothing(528))
  expect(unpacking).toMatchObject({ state: 'failed', error: { en: 'it unpacks to more than 512 MiB' } })
})

test('R2.28 R4.12 a stopped one leaves what it took, and the archive as a file', async () => {
  const spaceId = await newSpace()
  const entries = Array.from({ length: 10_000 }, (_, number) => ({ name: `${number}.txt`, content: text(`${number}`) }))
  await upload(server, { spaceId, path: 'many.zip', unpack: true }, zipOf(entries))
  const work = async () =>
    (await server.call(workEndpoints.listWork, {})).find(
      ({ kind, name }) => kind === 'unpacking' && name === 'many.zip',
    )
  await expect.poll(async () => (await work())?.progress?.done ?? 0).toBeGreaterThan(0)
  expect(await work()).toMatchObject({ owner: 'admin', stoppable: true, progress: { total: 10_000 } })
  await server.call(workEndpoints.stopWork, { params: { workId: (await work())?.id ?? '' } })
  const [unpacking] = await server.call(uploadEndpoints.listUnpackings, { params: { spaceId } })
  expect(unpacking?.state).toBe('stopped')
  const space = await server.call(spaceEndpoints.getSpace, { params: { spaceId } })
  expect(space.fileCount).toBe((unpacking?.taken ?? 0) + 1)
  expect(unpacking?.taken).toBeLessThan(10_000)
})

describe('an archive whose space is deleted while it is unpacked', () => {
  const collectLater = () => {
    const clock = clockOf(() => Date.now() + 2 * 24 * 3_600_000)
    return collectBlobs({ ...server.platform, owners: server.platform.blobOwners, clock })
  }

  async function deletedMeanwhile() {
    const spaceId = await newSpace()
    const names = Array.from({ length: 10_000 }, (_, number) => `${spaceId}-${number}.txt`)
    const zip = zipOf(names.map((name) => ({ name, content: text(name) })))
    await upload(server, { spaceId, path: 'many.zip', unpack: true }, zip)
    const space = () => server.call(spaceEndpoints.getSpace, { params: { spaceId } })
    await expect.poll(async () => (await space()).fileCount).toBeGreaterThan(0)
    await server.call(spaceEndpoints.deleteSpace, { params: { spaceId } })
    await server.platform.jobs.settled()
    return { spaceId, zip }
  }

  test('R1.02 R2.28 it is told of by its name, and lies in the space again that is restored', async () => {
    const { spaceId, zip } = await deletedMeanwhile()
    const work = await server.call(workEndpoints.listWork, {})
    expect(work.find(({ leadsTo }) => leadsTo?.id === spaceId)).toMatchObject({ name: 'many.zip', status: 'failed' })
    await collectLater()
    await server.call(deletedSpaceEndpoints.restoreSpace, { params: { spaceId } })
    const [unpacking] = await server.call(uploadEndpoints.listUnpackings, { params: { spaceId } })
    expect(unpacking).toMatchObject({ state: 'failed', error: { en: 'the data space was deleted meanwhile' } })
    const { id } = await fileAt(server, spaceId, 'many.zip')
    const content = await (await server.fetch(`/files/${id}/content`)).arrayBuffer()
    expect(Buffer.from(content).equals(zip)).toBe(true)
  })

  test('R1.02 R2.28 it goes for good with its space', async () => {
    const { spaceId, zip } = await deletedMeanwhile()
    await server.call(deletedSpaceEndpoints.purgeSpace, { params: { spaceId } })
    const checksum = createHash('sha256').update(zip).digest('hex')
    await server.platform.jobs.settled()
    await collectLater()
    expect(await server.platform.blobs.stat(checksum)).toBeUndefined()
  })
})

test('R2.28 R4.12 killed in the midst of it, it goes on after the restart, and nothing is there twice', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-unpacking-'))
  const killed = createKillableServer(data)
  await killed.start()
  const params = {
    spaceId: (await killed.call(spaceEndpoints.createSpace, { body: { name: 'killed', path: 'killed' } })).id,
  }
  const count = 2_500
  const entries = Array.from({ length: count }, (_, number) => ({
    name: `${number}.txt`,
    content: text(`n ${number}`),
  }))
  const target = { ...params, path: 'many.zip', unpack: true, conflict: 'keep-both' } as const
  await upload(killed, target, zipOf(entries))
  const latest = async () => (await killed.call(uploadEndpoints.listUnpackings, { params }))[0]
  for (const share of [0.1, 0.4, 0.7]) {
    await expect.poll(async () => (await latest())?.taken, { interval: 5 }).toBeGreaterThan(share * count)
    expect(await latest()).toMatchObject({ state: 'running' })
    await killed.kill()
    await killed.start()
  }
  await expect.poll(async () => (await latest())?.state).toBe('success')
  expect(await latest()).toMatchObject({ taken: count, skipped: 0 })
  expect(await killed.call(spaceEndpoints.getSpace, { params })).toMatchObject({ fileCount: count })
  const query = { recursive: 'true', search: '17.txt', limit: 500 }
  const { items } = await killed.call(fileEndpoints.listFiles, { params, query })
  const sum = createHash('sha256').update(text('n 17')).digest('hex')
  expect(items.find(({ path }) => path === 'many/17.txt')?.checksum).toBe(sum)
  await killed.kill()
  await rm(data, { recursive: true, force: true })
})
