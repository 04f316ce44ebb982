import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { link, mkdir, mkdtemp, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createDiskBlobs } from '#platform/blobs/disk'
import { createRemoteBlobs } from '#platform/blobs/remote'
import { openBucketStore } from '#platform/blobs/s3/store'
import { startBlobServer } from '#platform/blobs/testing/blob-server'
import type { BlobServer } from '#platform/blobs/testing/blob-server'
import { httpContents } from '#platform/blobs/testing/http-contents'
import { fileOfObject, skippedWithoutS3, testBuckets, variablesOf } from '#platform/blobs/testing/s3-server'
import { dataPaths } from '#platform/data-folder'
import type { OpenStore } from '#platform/platform'

export const isStoreBucket = process.env['VERMILION_TEST_STORE'] === 's3'
/** True when test servers keep contents in a store over HTTP, as the vitest project `store` does, or in a bucket. */
export const isStoreRemote = isStoreBucket || process.env['VERMILION_TEST_STORE'] === 'http'

/** Megabytes of contents that may be copied to this machine. A number makes the copies' folder almost full from the start. */
const cacheMegabytes = Number(process.env['VERMILION_TEST_CACHE_MB'] ?? 0)

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

/** What a server, or a command, needs of the environment to use the store of a data folder. */
export async function storeVariables(data: string): Promise<Record<string, string>> {
  const buckets = isStoreBucket ? await testBuckets() : null
  if (cacheMegabytes > 0) await fillCopies(dataPaths(data).blobCopies)
  return {
    ...(cacheMegabytes > 0 && { VERMILION_BLOB_CACHE_GIB: String((cacheMegabytes * 1e6) / 1024 ** 3) }),
    ...(buckets && variablesOf(buckets.access({ prefix: storeOf(data) }), buckets.keys)),
  }
}

/** Copies that a process of before lends for good leave so little room that all others go whenever there is a look at them. */
async function fillCopies(folder: string): Promise<void> {
  const copies = [join(folder, '00', '0'.repeat(64)), join(folder, '01', `01${'0'.repeat(62)}`)] as const
  if (existsSync(copies[0])) return
  for (const copy of copies) await mkdir(dirname(copy), { recursive: true })
  await writeFile(copies[0], '')
  await truncate(copies[0], cacheMegabytes * 0.45e6)
  await link(...copies)
}

async function bucketStore(prefix: string): Promise<OpenStore> {
  const buckets = await testBuckets()
  if (buckets === null) throw new Error(`tests over S3 need a server${skippedWithoutS3}`)
  return (needs) => openBucketStore(buckets.access({ prefix }), needs, { keys: buckets.keys })
}

export function blobFile(data: string, checksum: string): string {
  if (isStoreBucket) return fileOfObject(storeOf(data), checksum)
  return blobServer?.fileOf(storeOf(data), checksum) ?? createDiskBlobs(dataPaths(data).blobs).fileOf(checksum)
}
