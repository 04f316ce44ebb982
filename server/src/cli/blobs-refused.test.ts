import { randomBytes } from 'node:crypto'
import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskBlobs } from '#platform/blobs/disk'
import { createBucketContents } from '#platform/blobs/s3/contents'
import { fileOfObject } from '#platform/blobs/testing/s3-server'
import { dataPaths } from '#platform/data-folder'
import { createKillableServer } from '../testing/killable-server.ts'
import { addressOf, buckets, describeMoves, sha256 } from './testing/moves.ts'

describeMoves('a move that cannot be', (moved) => {
  const { command, expectAll, put, stored } = moved

  test('wrong keys, a missing bucket and one of another data folder are refused in words, and nothing changes', async () => {
    await put(2)
    const copy = (to: string, more?: Record<string, string>) => command(['blobs', 'copy', '--to', to], more)
    const refused = await copy(addressOf(moved.access), { AWS_SECRET_ACCESS_KEY: 'wrong' })
    expect(refused).toMatchObject({ status: 1, output: expect.stringMatching(/key/) as unknown })
    expect(await copy('s3://not-there/a?style=path')).toMatchObject({
      status: 1,
      output: expect.stringContaining('no bucket named not-there') as unknown,
    })
    expect(await copy('s3://UPPER')).toMatchObject({
      status: 1,
      output: expect.stringContaining('s3://UPPER') as unknown,
    })
    const foreign = buckets!.access()
    await createBucketContents(foreign, buckets!.keys).claim('somebody')
    expect(await copy(addressOf(foreign))).toMatchObject({
      status: 1,
      output: expect.stringContaining('another data folder (somebody') as unknown,
    })
    expect((await command(['blobs', 'status'])).output).toBe('The contents lie in the data folder.\n')
    await expectAll()
    // The keys of the server are its own.
    await moved.server.kill()
    moved.server = Object.assign(
      moved.server,
      createKillableServer(moved.data, { ...moved.variables, AWS_SECRET_ACCESS_KEY: 'wrong' }),
    )
    await moved.server.start()
    expect(await copy(addressOf(moved.access))).toMatchObject({
      status: 1,
      output: expect.stringMatching(/key/) as unknown,
    })
    await expectAll()
  })

  test('damaged content stops a move, is named, and stays behind when that is asked for', async () => {
    await put(4)
    const [path, checksum] = [...moved.confirmed][0]!
    await writeFile(createDiskBlobs(dataPaths(moved.data).blobs).fileOf(checksum), randomBytes(20_000))
    const copy = ['blobs', 'copy', '--to', addressOf(moved.access)]
    const stopped = await command(copy)
    expect(stopped.status).toBe(1)
    expect(stopped.output).toContain(checksum)
    expect((await command(['blobs', 'status'])).output).toContain('lie in the data folder')
    expect((await command(['blobs', 'copy', '--cancel'])).status).toBe(0)
    expect(await command([...copy, '--leave-damaged'])).toMatchObject({ status: 0 })
    expect((await stored()).has(checksum)).toBe(false)
    const missing = await command(['doctor'])
    expect(missing).toMatchObject({ status: 1, output: expect.stringContaining(`${checksum} is missing`) as unknown })
    expect(moved.confirmed.has(path)).toBe(true)
  })

  test('what an earlier run copied is read again when that is asked for', async () => {
    await put(3)
    const [first = ''] = moved.confirmed.values()
    const disk = createDiskBlobs(dataPaths(moved.data).blobs)
    const copy = ['blobs', 'copy', '--to', addressOf(moved.access)]
    const old = new Date(Date.now() - 48 * 3_600_000)
    for await (const { checksum } of disk.list()) await utimes(disk.fileOf(checksum), old, old)
    const contents = createBucketContents(moved.access, buckets!.keys)
    await contents.write({ checksum: first, size: 20_000 }, disk.fileOf(first))
    const object = fileOfObject(moved.access.prefix, first)
    await writeFile(object, randomBytes(20_000))
    expect(await command([...copy, '--verify'])).toMatchObject({ status: 0 })
    expect(sha256(await readFile(object))).toBe(first)
  })

  test('a start whose VERMILION_BLOBS is another location than that of the contents is refused', async () => {
    await put(2)
    await moved.server.kill()
    const start = (blobs: string) =>
      createKillableServer(moved.data, { ...moved.variables, VERMILION_BLOBS: blobs }).start()
    await expect(start(addressOf(moved.access))).rejects.toThrow(
      /lie in the data folder\. Set VERMILION_BLOBS to nothing, or move them/,
    )
    expect(await command(['blobs', 'copy', '--to', addressOf(moved.access)])).toMatchObject({ status: 0 })
    await expect(start('s3://other/prefix')).rejects.toThrow(addressOf(moved.access))
    await moved.server.start()
    await expectAll()
    await moved.server.kill()
    // Another service under the same names.
    await rm(join(fileOfObject(moved.access.prefix, '00'), '..', '..', 'vermilion-data-folder'), { force: true })
    await expect(moved.server.start()).rejects.toThrow('Is AWS_ENDPOINT_URL that of its service?')
  })
})
