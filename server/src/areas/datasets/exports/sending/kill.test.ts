import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import { pathOf } from '@vermilion/contract/kernel/request'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '#platform/blobs/testing/fault-proxy'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { createKillableServer, type KillableServer } from '../../../../testing/killable-server.ts'
import { upload } from '../../../../testing/upload.ts'
import { datasetOf, picture } from '../../testing/pictures.ts'
import { exportWhen, preparedExport, storageBehindProxy } from '../../testing/storage.ts'

const buckets = await testBuckets()

describe.skipIf(buckets === null)(`the server killed while it writes to a bucket${skippedWithoutS3}`, () => {
  let data = ''
  let server: KillableServer
  let storage: Awaited<ReturnType<typeof storageBehindProxy>>
  let storageId = ''
  let exportId = ''

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'vermilion-sending-'))
    server = createKillableServer(data)
    await server.start()
    storage = await storageBehindProxy(buckets!)
    storageId = await storage.addTo(server)
    const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'large', path: 'large' } })
    for (const seed of [1, 2]) {
      // Behind the end of a picture anything may stand.
      const content = new Uint8Array(Buffer.concat([await picture(seed), randomBytes(20_000_000)]))
      await upload(server, { spaceId: space.id, path: `${seed}.png` }, content)
    }
    const { id } = await datasetOf(server as never, space.id, { name: 'large' })
    exportId = (await preparedExport(server, id)).id
  }, 120_000)
  afterAll(async () => {
    storage.proxy.close()
    await server.kill()
    await rm(data, { recursive: true, force: true })
  })

  async function sendWithKills(prefix: string, moments: readonly [RegExp, Fault][]) {
    const remaining = [...moments]
    let restarting: Promise<void> | undefined
    storage.proxy.decide(({ method, url }) => {
      const [first] = remaining
      if (first?.[0].test(`${method} ${url}`) !== true) return undefined
      // It is sent again once there is a server to kill.
      if (restarting !== undefined) return { cutRequestAt: -1 }
      remaining.shift()
      restarting = server
        .kill()
        .then(() => server.start())
        .finally(() => (restarting = undefined))
      return first[1]
    })
    const body = { storageId, prefix: `${storage.prefix}/${prefix}` }
    await server.call(datasetExportEndpoints.sendExport, { params: { exportId }, body })
    await expect.poll(() => remaining.length, { timeout: 90_000 }).toBe(0)
    await restarting
    const { sent } = await exportWhen(server, exportId, (one) => one.sent?.status !== 'sending', 60)
    expect(sent).toMatchObject({ status: 'sent', reason: null })
    expect(await storage.unfinished()).toBe(0)
  }

  test('the archive is there once and to the byte, and no part is left', async () => {
    await sendWithKills('archive', [
      [/^POST .*uploads/, { cutReplyAt: 0 }],
      [/^PUT .*partNumber=2/, { cutRequestAt: 5_000_000 }],
      [/^POST .*uploadId=/, { cutReplyAt: 0 }],
    ])
    const downloaded = await server.fetch(pathOf(datasetExportEndpoints.downloadExport, { params: { exportId } }))
    const bytes = Buffer.from(await downloaded.arrayBuffer())
    expect((await storage.bytesOf('archive/large-coco.zip')).equals(bytes)).toBe(true)
    expect((await storage.keys()).filter((key) => key.startsWith('archive'))).toEqual(['archive/large-coco.zip'])
  }, 180_000)
})
