import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskBlobs } from '#platform/blobs/disk'
import { createRemoteBlobs } from '#platform/blobs/remote'
import { openBucketStore } from '#platform/blobs/s3/store'
import { startBlobServer } from '#platform/blobs/testing/blob-server'
import type { BlobServer } from '#platform/blobs/testing/blob-server'
import { httpContents } from '#platform/blobs/testing/http-contents'
import { fileOfObject, skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { dataPaths } from '#platform/data-folder'
import type { OpenStore } from '#platform/platform'

export const isStoreBucket = process.env['VERMILION_TEST_STORE'] === 's3'
/** True when test servers keep contents in a store over HTTP, as the vitest project `store` does, or in a bucket. */
export const isStoreRemote = isStoreBucket || process.env['VERMILION_TEST_STORE'] === 'http'

let blobServer: BlobServer | undefined
let starting: Promise<BlobServer> | undefined

/** A data folder has the same store at each start of a server on it. */
const storeOf = (data: string) => createHash('sha256').update(data).digest('hex').slice(0, 16)

async function start(): Promise<BlobServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-store-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return (blobServer = await startBlobServer(folder))
}

/** Undefined where tests run on the disk. */
export async function remoteStore(data: string): Promise<OpenStore | undefined> {
  if (isStoreBucket) return bucketStore(storeOf(data))
  if (!isStoreRemote) return undefined
  const { address } = await (starting ??= start())
  return ({ paths, lifecycle }) => {
    const blobs = createRemoteBlobs({
      contents: httpContents(`${address}/${storeOf(data)}`),
      incoming: join(paths.blobs, 'incoming'),
      copies: paths.blobCopies,
    })
    lifecycle.onStart(blobs.clear)
    return blobs
  }
}

async function bucketStore(prefix: string): Promise<OpenStore> {
  const buckets = await testBuckets()
  if (buckets === null) throw new Error(`tests over S3 need a server${skippedWithoutS3}`)
  return (needs) => openBucketStore(buckets.access({ prefix }), needs, buckets.keys)
}

export function blobFile(data: string, checksum: string): string {
  if (isStoreBucket) return fileOfObject(storeOf(data), checksum)
  return blobServer?.fileOf(storeOf(data), checksum) ?? createDiskBlobs(dataPaths(data).blobs).fileOf(checksum)
}
