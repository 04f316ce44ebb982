import { fileStorageEndpoints, contentOfProbe, type DirectOutcome } from '@vermilion/contract/settings/file-storage'
import { vi } from 'vitest'
import { testBuckets } from '#platform/blobs/testing/s3-server'
import { startTestServer, type TestServer } from './start-server.ts'

export interface BucketServer extends TestServer {
  /** Headers of what a browser fetches by itself: a cookie instead of the token. */
  readonly cookie: { readonly authorization: string; readonly cookie: string }
  /** Tests the bucket as a browser does that found this. */
  testDirect(outcome?: DirectOutcome): Promise<unknown>
  /** All keys below the prefix. */
  keys(): Promise<string[]>
}

/** A server whose contents lie in a bucket that whoever tests reaches. `endpoint` may be that of a proxy. */
export async function startBucketServer(endpoint?: string): Promise<BucketServer> {
  const buckets = await testBuckets()
  if (buckets === null) throw new Error('this test needs a server of S3')
  const { bucket, prefix, endpoint: direct = '' } = buckets.access()
  vi.stubEnv('AWS_ACCESS_KEY_ID', buckets.keys.accessKeyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', buckets.keys.secretAccessKey)
  const location = { VERMILION_BLOBS: `s3://${bucket}/${prefix}`, AWS_ENDPOINT_URL: endpoint ?? direct }
  const server = await startTestServer({ environment: location })
  const signedIn = await server.fetch('/accounts/me')
  const cookie = { authorization: '', cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' }
  return {
    ...server,
    cookie,
    async testDirect(outcome = 'direct') {
      const { id: probeId, read, write } = await server.call(fileStorageEndpoints.beginDirectTest, {})
      const content = await (await fetch(read)).text()
      if (content !== contentOfProbe(probeId)) throw new Error(`the probe was ${content}`)
      await fetch(write, { method: 'PUT', body: `${content} written` })
      const test = { probeId, outcome, origin: 'http://console.example' }
      return server.call(fileStorageEndpoints.changeFileStorage, { body: { test } })
    },
    async keys() {
      const { S3Client, ListObjectsV2Command } = await import('@aws-sdk/client-s3')
      const credentials = buckets.keys
      const client = new S3Client({ endpoint: direct, region: 'us-east-1', forcePathStyle: true, credentials })
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }))
      return Contents.map(({ Key = '' }) => Key.slice(prefix.length + 1))
    },
  }
}
