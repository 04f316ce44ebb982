import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Space } from '@vermilion/contract/spaces'
import { afterAll, describe, expect, test } from 'vitest'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { createKillableServer } from '../../../testing/killable-server.ts'
import { runCommand } from '../../../testing/server-process.ts'
import { spaceOf, spaceOnBucket, startBucket } from '../testing/in-bucket.ts'

const buckets = await testBuckets()
const root = new URL(process.env['VERMILION_TEST_S3'] ?? 'http://none').searchParams.get('files')
const files = 8_000

const machine = realpathSync(mkdtempSync(join(tmpdir(), 'vermilion-kill-bucket-')))
afterAll(() => rmSync(machine, { recursive: true, force: true }))

describe.skipIf(buckets === null || root === null)(`a scan of a bucket${skippedWithoutS3}`, () => {
  test('goes on after SIGKILL where it was, and nothing is there twice', async () => {
    const bucket = await startBucket(buckets!)
    const folder = join(root!, bucket.path.slice('s3://'.length))
    for (let at = 0; at < 10; at++) mkdirSync(join(folder, `many/${at}`), { recursive: true })
    await bucket.put('source.txt', 'x')
    for (let file = 0; file < files; file++)
      linkSync(join(folder, 'source.txt'), join(folder, `many/${file % 10}/${file}.txt`))

    const data = join(machine, 'data')
    const server = createKillableServer(data)
    await server.start()
    const id = await spaceOnBucket(server, `${bucket.path}/many`, await bucket.addStorage(server), 'killed')
    const until = async (isSo: (space: Space) => boolean): Promise<Space> => {
      for (;;) {
        const now = await spaceOf(server, id)
        if (isSo(now)) return now
        await sleep(5)
      }
    }
    for (const share of [0.3, 0.7]) {
      const { status } = await until(({ fileCount }) => fileCount >= files * share)
      expect(status).toBe('processing')
      await server.kill()
      bucket.proxy.requests.length = 0
      await server.start()
      await expect.poll(() => bucket.proxy.requests.find((request) => request.includes('list-type=2'))).toBeDefined()
      const first = bucket.proxy.requests.find((request) => request.includes('list-type=2'))
      expect(first, 'it goes on after an object').toMatch(/start-after=[^&]*many/)
    }
    expect(await until(({ status }) => status !== 'processing')).toMatchObject({ status: 'success', fileCount: files })
    await server.kill()
    expect(await runCommand(data, ['doctor'])).toMatchObject({ status: 0 })
    rmSync(folder, { recursive: true })
    bucket.proxy.close()
  })
})
