import { randomBytes } from 'node:crypto'
import { fileEndpoints } from '@vermilion/contract/files'
import type { SpaceFile } from '@vermilion/contract/files'
import { scanEndpoints } from '@vermilion/contract/files/scans'
import { serviceEndpoints } from '@vermilion/contract/services'
import { spaceEndpoints, type Space } from '@vermilion/contract/spaces'
import { createCall } from '#platform/blobs/s3/connection'
import { startFaultProxy } from '#platform/blobs/testing/fault-proxy'
import type { testBuckets } from '#platform/blobs/testing/s3-server'
import type { Client } from '../../../testing/client.ts'

type Buckets = NonNullable<Awaited<ReturnType<typeof testBuckets>>>
type Caller = Pick<Client, 'call'>

/** A prefix of a bucket, behind a proxy that counts and breaks calls; the product is told the address of that. */
export async function startBucket({ access, keys }: Buckets, more: Parameters<Buckets['access']>[0] = {}) {
  const direct = access(more)
  const proxy = await startFaultProxy(direct.endpoint!)
  const send = createCall(direct, keys)
  const { bucket: Bucket, prefix } = direct
  const object = (path: string) => ({ Bucket, Key: `${prefix}/${path}` })
  return {
    proxy,
    path: `s3://${Bucket}/${prefix}`,
    endpoint: direct.endpoint!,

    put: (path: string, content: string | Uint8Array = path) =>
      send('put', ({ client, library }) =>
        client.send(new library.PutObjectCommand({ ...object(path), Body: content })),
      ),
    remove: (path: string) =>
      send('delete', ({ client, library }) => client.send(new library.DeleteObjectCommand(object(path)))),

    async addStorage(server: Caller, name = 'Bucket', endpoint = proxy.address): Promise<string> {
      const { accessKeyId, secretAccessKey: secretKey } = keys
      const settings = { endpoint, region: 'us-east-1', bucket: Bucket, accessKeyId, secretKey, pathStyle: true }
      const body = { kind: 'object-storage' as const, name, settings }
      return (await server.call(serviceEndpoints.createService, { body })).id
    },

    /** Requests for objects since the last call: `GET a/b`, without the prefix. */
    async requestsOf(work: () => Promise<unknown>): Promise<string[]> {
      const requests: string[] = []
      proxy.decide(({ method, url }) => {
        const [, path] = new URL(url, direct.endpoint).pathname.split(`/${prefix}/`)
        if (path !== undefined) requests.push(`${method} ${decodeURIComponent(path)}`)
        return undefined
      })
      await work()
      return requests.toSorted()
    },
  }
}

export type TestBucket = Awaited<ReturnType<typeof startBucket>>

/** A bucket that has versions of its objects; null where the server has none. */
export async function makeVersionedBucket({ access, keys }: Buckets): Promise<string | null> {
  const Bucket = `vermilion-versions-${randomBytes(4).toString('hex')}`
  const send = createCall(access(), keys)
  await send('make', ({ client, library }) => client.send(new library.CreateBucketCommand({ Bucket })))
  const VersioningConfiguration = { Status: 'Enabled' } as const
  const enabled = send('enable', ({ client, library }) =>
    client.send(new library.PutBucketVersioningCommand({ Bucket, VersioningConfiguration })),
  )
  return enabled.then(
    () => Bucket,
    () => null,
  )
}

export async function spaceOnBucket(server: Caller, path: string, storageId: string, name = path): Promise<string> {
  return (await server.call(spaceEndpoints.createSpace, { body: { name, path, storageId } })).id
}

export const spaceOf = (server: Caller, spaceId: string): Promise<Space> =>
  server.call(spaceEndpoints.getSpace, { params: { spaceId } })

export const scanAgain = (server: Caller, spaceId: string, acceptEmpty = false) =>
  server.call(scanEndpoints.scanSpace, { params: { spaceId }, body: { acceptEmpty } })

export async function filesOf(server: Caller, spaceId: string): Promise<Map<string, SpaceFile>> {
  const query = { recursive: 'true', limit: 500 } as const
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query })
  return new Map(items.map((file) => [file.path, file]))
}
