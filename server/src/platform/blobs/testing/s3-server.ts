import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { BucketAccess } from '../../../config.ts'
import type { Keys } from '../s3/connection.ts'

interface TestBuckets {
  readonly keys: Keys
  /** A new prefix of a bucket, which is made first. */
  access(more?: Partial<BucketAccess>): BucketAccess
}

const variable = process.env['VERMILION_TEST_S3']
const bucket = 'vermilion-tests'
const run = randomBytes(6).toString('hex')
let prefixes = 0

/** The file of an object, where `?files=/folder` of the variable says in which folder the server has its buckets. */
export function fileOfObject(prefix: string, checksum: string): string {
  const folder = new URL(variable ?? '').searchParams.get('files')
  if (folder === null) throw new Error('this test needs the folder of the server: VERMILION_TEST_S3=…?files=/folder')
  return join(folder, bucket, prefix, checksum.slice(0, 2), checksum)
}

export const skippedWithoutS3 =
  variable === undefined ? ', skipped: VERMILION_TEST_S3 names no server as http://KEY:SECRET@127.0.0.1:PORT' : ''

/** By which a server, or a command, uses these contents. */
export function variablesOf({ bucket: name, prefix, endpoint = '' }: BucketAccess, keys: Keys): Record<string, string> {
  return {
    VERMILION_BLOBS: `s3://${name}/${prefix}?style=path`,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
  }
}

/** Null without a server; fails where one is expected. */
export async function testBuckets(): Promise<TestBuckets | null> {
  if (variable === undefined) {
    if ((process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',').includes('s3'))
      throw new Error('a server of S3 is expected here, and VERMILION_TEST_S3 names none')
    return null
  }
  const { username, password, origin } = new URL(variable)
  const keys = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({ endpoint: origin, region: 'us-east-1', forcePathStyle: true, credentials: keys })
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    if (!/BucketAlready/.test(error.name)) throw error
  })
  client.destroy()
  const usual = { bucket, endpoint: origin, region: 'us-east-1', isPathStyle: true }
  const plain = { encryption: undefined, storageClass: undefined }
  return { keys, access: (more) => ({ ...usual, ...plain, prefix: `${run}/${(prefixes += 1)}`, ...more }) }
}
