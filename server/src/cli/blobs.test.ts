import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDiskBlobs } from '#platform/blobs/disk'
import { fileOfObject } from '#platform/blobs/testing/s3-server'
import { dataPaths } from '#platform/data-folder'
import { upload } from '../testing/upload.ts'
import { addressOf, describeMoves, sha256 } from './testing/moves.ts'

describeMoves('contents are moved', (moved) => {
  const { command, expectAll, keepUploading, put, stored } = moved

  test('from the disk to a bucket and back, while uploads go on, every byte is there', async () => {
    await put(100)
    await upload(moved.server, { spaceId: moved.spaceId, path: 'large.bin' }, new Uint8Array(70_000_000))
    moved.confirmed.set('large.bin', sha256(new Uint8Array(70_000_000)))
    let end = keepUploading()
    const there = await command(['blobs', 'copy', '--to', addressOf(moved.access)])
    expect(there, there.output).toMatchObject({ status: 0 })
    await end()
    const inBucket = await stored()
    expect([...moved.confirmed.values()].filter((checksum) => !inBucket.has(checksum))).toEqual([])
    expect((await command(['blobs', 'status'])).output).toContain(`lie in ${addressOf(moved.access)}`)

    // What is put from now on lies in the bucket alone, also after a start without the variable.
    const disk = createDiskBlobs(dataPaths(moved.data).blobs)
    await rm(join(moved.data, 'blobs'), { recursive: true })
    await put(3)
    await moved.server.kill()
    await moved.server.start()
    await expectAll()
    expect(await Array.fromAsync(disk.list())).toEqual([])
    expect(await command(['doctor'])).toMatchObject({ status: 0 })

    end = keepUploading()
    expect(await command(['blobs', 'copy', '--to', 'disk'])).toMatchObject({ status: 0 })
    await end()
    await put(3)
    await rm(join(fileOfObject(moved.access.prefix, '00'), '..', '..'), { recursive: true })
    await moved.server.kill()
    await moved.server.start()
    await rm(join(moved.data, 'blob-copies'), { recursive: true, force: true })
    await expectAll()
    for (const checksum of moved.confirmed.values()) expect(await disk.stat(checksum)).toBeDefined()
    expect(await command(['doctor'])).toMatchObject({ status: 0 })
  })

  test('no server needs to run', async () => {
    await put(5)
    await moved.server.kill()
    expect(await command(['blobs', 'copy', '--to', addressOf(moved.access)])).toMatchObject({ status: 0 })
    await moved.server.start()
    await rm(join(moved.data, 'blobs'), { recursive: true })
    await expectAll()
  })
})
