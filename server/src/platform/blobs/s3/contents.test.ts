import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { blobStoreConformance } from '../conformance.ts'
import { createRemoteBlobs } from '../remote.ts'
import { skippedWithoutS3, testBuckets } from '../testing/s3-server.ts'
import { createBucketContents } from './contents.ts'

const buckets = await testBuckets()

const machine = mkdtempSync(join(tmpdir(), 'vermilion-bucket-'))
afterAll(() => rmSync(machine, { recursive: true }))

describe.skipIf(buckets === null).each([undefined, 50_000_000])(
  `blobs in a bucket${skippedWithoutS3}, %s bytes of copies`,
  (maxCopiedBytes) => {
    blobStoreConformance(async () => {
      const folder = mkdtempSync(join(machine, 'store-'))
      const [incoming, copies] = [join(folder, 'incoming'), join(folder, 'copies')]
      const contents = createBucketContents(buckets!.access(), buckets!.keys)
      return { blobs: createRemoteBlobs({ contents, incoming, copies, maxCopiedBytes }), folder: machine }
    })
  },
)

describe.skipIf(buckets === null)(`a bucket${skippedWithoutS3}`, () => {
  test('the bucket refuses bytes of another checksum than their name', async () => {
    const file = join(machine, 'changed')
    const contents = createBucketContents(buckets!.access(), buckets!.keys)
    for (const size of [10, 3_000_000]) {
      await writeFile(file, randomBytes(size))
      const written = contents.write({ checksum: 'a'.repeat(64), size }, file)
      await expect(written).rejects.toMatchObject({
        text: { en: expect.stringMatching(/refused the request \(400\)/) },
      })
    }
    expect(await contents.stat('a'.repeat(64))).toBeUndefined()
  })

  test('keys are found in a profile', async () => {
    const { accessKeyId, secretAccessKey } = buckets!.keys
    const file = join(machine, 'credentials')
    await writeFile(file, `[team]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`)
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file).stubEnv('AWS_PROFILE', 'team')
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined).stubEnv('AWS_SECRET_ACCESS_KEY', undefined)
    const contents = createBucketContents(buckets!.access())
    expect(await Array.fromAsync(contents.list())).toEqual([])
    vi.unstubAllEnvs()
  })
})
