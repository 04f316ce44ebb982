import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { datasetExportEndpoints, type DatasetExport, type exportSend } from '@vermilion/contract/datasets/exports'
import { serviceEndpoints } from '@vermilion/contract/services'
import type { z } from 'zod'
import { createCall } from '#platform/blobs/s3/connection'
import { startFaultProxy } from '#platform/blobs/testing/fault-proxy'
import type { testBuckets } from '#platform/blobs/testing/s3-server'
import type { Client } from '../../../testing/client.ts'

type Calls = Pick<Client, 'call'>

/** A bucket behind a proxy that breaks what it is told to. */
export async function storageBehindProxy(buckets: NonNullable<Awaited<ReturnType<typeof testBuckets>>>) {
  const direct = buckets.access()
  const proxy = await startFaultProxy(direct.endpoint!)
  const call = createCall(direct, buckets.keys)
  const [Bucket, Prefix] = [direct.bucket, direct.prefix]
  return {
    ...direct,
    proxy,
    keys: async () =>
      call('list', async ({ client, library }) =>
        ((await client.send(new library.ListObjectsV2Command({ Bucket, Prefix }))).Contents ?? []).map(({ Key = '' }) =>
          Key.slice(Prefix.length + 1),
        ),
      ),
    bytesOf: async (key: string) =>
      call('get', async ({ client, library }) => {
        const { Body } = await client.send(new library.GetObjectCommand({ Bucket, Key: `${Prefix}/${key}` }))
        return buffer(Body as Readable)
      }),
    unfinished: async () =>
      call('list', async ({ client, library }) => {
        const { Uploads = [] } = await client.send(new library.ListMultipartUploadsCommand({ Bucket, Prefix }))
        return Uploads.length
      }),
    async addTo(server: Calls, more: { name?: string; secretKey?: string; bucket?: string; endpoint?: string } = {}) {
      const { name = 'team', ...settings } = more
      const { id } = await server.call(serviceEndpoints.createService, {
        body: {
          kind: 'object-storage',
          name,
          settings: {
            endpoint: proxy.address,
            region: direct.region!,
            bucket: Bucket,
            accessKeyId: buckets.keys.accessKeyId,
            secretKey: buckets.keys.secretAccessKey,
            pathStyle: true,
            ...settings,
          },
        },
      })
      return id
    },
  }
}

const getExport = (server: Calls, exportId: string): Promise<DatasetExport> =>
  server.call(datasetExportEndpoints.getExport, { params: { exportId } })

export async function preparedExport(server: Calls, datasetId: string): Promise<DatasetExport> {
  const made = await server.call(datasetExportEndpoints.createExport, {
    params: { datasetId },
    body: { format: 'coco' },
  })
  return exportWhen(server, made.id, ({ status }) => status !== 'preparing')
}

export async function exportWhen(
  server: Calls,
  exportId: string,
  isMet: (one: DatasetExport) => boolean,
  seconds = 40,
): Promise<DatasetExport> {
  for (const until = Date.now() + seconds * 1_000; ;) {
    const now = await getExport(server, exportId)
    if (isMet(now)) return now
    if (Date.now() > until) throw new Error(`the export did not come so far: ${JSON.stringify(now)}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

export async function send(
  server: Calls,
  exportId: string,
  body: z.input<typeof exportSend>,
): Promise<NonNullable<DatasetExport['sent']>> {
  await server.call(datasetExportEndpoints.sendExport, { params: { exportId }, body })
  return (await exportWhen(server, exportId, ({ sent }) => sent?.status !== 'sending')).sent!
}
