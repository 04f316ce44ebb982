import { randomBytes } from 'node:crypto'
import { readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBucketContents } from '#platform/blobs/s3/contents'
import { fileOfObject } from '#platform/blobs/testing/s3-server'
import { createKillableServer } from '../testing/killable-server.ts'
import { addressOf, buckets, describeMoves, sha256 } from './testing/moves.ts'

describeMoves('a data folder whose contents lie in a bucket', (moved) => {
  const { command, expectAll, put } = moved

  test('the doctor compares rows with the listing of a bucket, and reads what it holds when that is asked for', async () => {
    await put(6)
    expect(await command(['blobs', 'copy', '--to', addressOf(moved.access)])).toMatchObject({ status: 0 })
    expect(await command(['doctor', '--deep'])).toMatchObject({ status: 0 })
    const [missing = '', short = '', damaged = ''] = moved.confirmed.values()
    await rm(fileOfObject(moved.access.prefix, missing))
    await truncate(fileOfObject(moved.access.prefix, short), 10)
    await writeFile(fileOfObject(moved.access.prefix, damaged), randomBytes(20_000))
    const surplus = randomBytes(100)
    const file = join(moved.data, 'surplus')
    await writeFile(file, surplus)
    await createBucketContents(moved.access, buckets!.keys).write({ checksum: sha256(surplus), size: 100 }, file)
    const object = fileOfObject(moved.access.prefix, sha256(surplus))
    const old = new Date(Date.now() - 48 * 3_600_000)
    await utimes(object, old, old)
    const { status, output } = await command(['doctor'])
    expect(status).toBe(1)
    expect(output).toContain(`${missing} is missing`)
    expect(output).toContain(`${short} has 10 bytes instead of 20000`)
    expect(output).toContain(`${sha256(surplus)} (100 bytes)`)
    expect(output).not.toContain(damaged)
    expect((await command(['doctor', '--deep'])).output).toContain(`${damaged} is corrupt`)
  })

  test.each([false, true])(
    'a backup says what lies in the bucket, and starts; with contents: %s',
    async (isComplete) => {
      await put(5)
      expect(await command(['blobs', 'copy', '--to', addressOf(moved.access)])).toMatchObject({ status: 0 })
      const target = join(moved.data, '..', 'copy')
      const { status, output } = await command(['backup', target, ...(isComplete ? ['--with-blobs'] : [])])
      expect([status, output]).toEqual([0, expect.any(String)])
      await moved.server.kill()
      if (isComplete) {
        expect(output).toContain('5 files')
        await rm(join(fileOfObject(moved.access.prefix, '00'), '..', '..'), { recursive: true })
      } else expect(output).toContain(`5 contents (0.00 GB) lie in ${addressOf(moved.access)}, and were not copied`)
      await rm(moved.data, { recursive: true })
      moved.data = target
      const copy = createKillableServer(moved.data, moved.variables)
      await copy.start()
      moved.server = { ...copy, fetch: copy.fetch }
      await expectAll()
      expect(await command(['doctor', '--deep'])).toMatchObject({ status: 0 })
      expect((await readdir(join(moved.data, 'blobs')).catch(() => [])).some((name) => name.length === 2)).toBe(
        isComplete,
      )
    },
  )
})
