import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { blobStoreConformance } from '../conformance.ts'
import { createRemoteBlobs } from '../remote.ts'
import { skippedWithoutS3, testBuckets } from '../testing/s3-server.ts'
import { createBucketContents } from './contents.ts'

const buckets = await testBuckets()

describe.skipIf(buckets === null).each([undefined, 50_000_000])(
  `blobs in a bucket${skippedWithoutS3}, %s bytes of copies`,
  (maxCopiedBytes) => {
    const machine = mkdtempSync(join(tmpdir(), 'vermilion-bucket-'))
    afterAll(() => rmSync(machine, { recursive: true }))
    blobStoreConformance(async () => {
      const folder = mkdtempSync(join(machine, 'store-'))
      const [incoming, copies] = [join(folder, 'incoming'), join(folder, 'copies')]
      const contents = createBucketContents(buckets!.access(), buckets!.keys)
      return { blobs: createRemoteBlobs({ contents, incoming, copies, maxCopiedBytes }), folder: machine }
    })
  },
)
