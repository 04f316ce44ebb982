import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { datasetVersionEndpoints } from '@vermilion/contract/datasets/versions'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { jobKind } from '#platform/jobs/jobs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeVersionedBucket, scanAgain, spaceOnBucket, startBucket } from '../../files/testing/in-bucket.ts'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, picture } from '../testing/pictures.ts'

const { createVersion, diffVersions, getVersion, getVersionSource, listVersionChanges } = datasetVersionEndpoints

const buckets = await testBuckets()
const versioned = buckets && (await makeVersionedBucket(buckets))

describe.skipIf(buckets === null)(`versions of a dataset of a bucket${skippedWithoutS3}`, () => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    server = await startTestServer()
    folder = await mkdtemp(join(tmpdir(), 'vermilion-pins-'))
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  async function version(datasetId: string, filter?: ItemFilter) {
    const made = await server.call(createVersion, { params: { datasetId }, body: { name: 'a version', filter } })
    const now = () => server.call(getVersion, { params: { versionId: made.id } })
    await vi.waitUntil(async () => (await now()).status === 'success', 20_000)
    return now()
  }

  test.for([
    ['without versions', undefined],
    ['with versions', versioned],
  ] as const)('of a bucket %s tell what has changed and what is gone since', async ([name, Bucket], { skip }) => {
    if (Bucket === null) return skip('the server of S3 has no versions')
    const bucket = await startBucket(buckets!, Bucket === undefined ? {} : { bucket: Bucket })
    const contents = await Promise.all([1, 2, 3].map((seed) => picture(seed)))
    for (const [index, content] of contents.entries()) await bucket.put(`${index}.png`, content)
    const spaceId = await spaceOnBucket(server, bucket.path, await bucket.addStorage(server, name), name)
    await server.platform.jobs.settled()
    const { id: datasetId } = await datasetOf(server, spaceId, { name, labels: [{ name: 'dirt' }] })
    const previous = await version(datasetId)
    const source = () => server.call(getVersionSource, { params: { versionId: previous.id } })
    expect(await source()).toEqual({ changed: 0, gone: 0, unreadable: 0 })

    await bucket.put('0.png', await picture(99))
    await bucket.remove('1.png')
    await scanAgain(server, spaceId)
    await server.platform.jobs.settled()
    const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId }, query: {} })
    expect(items.map(({ path, available }) => [path, available])).toEqual([
      ['0.png', true],
      ['1.png', false],
      ['2.png', true],
    ])
    expect(await source()).toEqual({ changed: 1, gone: 1, unreadable: Bucket === undefined ? 2 : 0 })
    const pair = { params: { versionId: previous.id }, query: { with: (await version(datasetId)).id } }
    const images = () => server.call(diffVersions, pair).then((diff) => diff.images)
    await vi.waitUntil(async () => (await images()) !== null, 20_000)
    expect(await images()).toEqual({ added: 0, removed: 1, changed: 1, unchanged: 1 })
    const changes = await server.call(listVersionChanges, pair)
    expect(changes.items.map(({ path, change, aspects }) => [path, change, aspects])).toEqual([
      ['0.png', 'changed', ['content']],
      ['1.png', 'removed', []],
    ])

    const { snapshots } = server.app.datasets
    for await (const { checksum } of snapshots.imagesOf(previous.checksum))
      server.platform.contentPlaces.copies.discard(checksum)
    const read = snapshots.materialize(previous.checksum, join(folder, name), new AbortController().signal)
    if (Bucket === undefined)
      await expect(read).rejects.toThrow(/has been changed or is gone: scan its data space again/)
    else {
      expect(await read).toEqual({ imageCount: 3 })
      const files = await Array.fromAsync(glob('images/*/*.png', { cwd: join(folder, name) }))
      for (const file of files) {
        const content = contents[Number(basename(file, '.png'))]
        expect(new Uint8Array(await readFile(join(folder, name, file)))).toEqual(content)
      }
      expect(files).toHaveLength(3)
    }
    bucket.proxy.close()
  })

  test('what is known of contents of a removed space goes with the last version that names them', async () => {
    const bucket = await startBucket(buckets!)
    const contents = await Promise.all([21, 22].map((seed) => picture(seed)))
    for (const [index, content] of contents.entries()) await bucket.put(`${index}.png`, content)
    const spaceId = await spaceOnBucket(server, bucket.path, await bucket.addStorage(server, 'old'), 'old')
    await server.platform.jobs.settled()
    const { id: datasetId } = await datasetOf(server, spaceId, { name: 'old', labels: [{ name: 'dirt' }] })
    const all = await version(datasetId)
    const first = await version(datasetId, { search: '0.png' })
    const rows = server.platform.database.reader<{ remoteVersions: { checksum: string; folder: string } }>()
    const existing = async () =>
      (await rows.selectFrom('remoteVersions').select('checksum').where('folder', '=', bucket.path).execute()).length
    const forget = async () => {
      await server.platform.jobs.enqueue(jobKind<null>('forget-snapshots'), 'daily', null)
      await server.platform.jobs.settled()
    }
    await server.call(spaceEndpoints.deleteSpace, { params: { spaceId } })
    await server.platform.jobs.settled()
    const { database } = server.platform
    await database.query<{ files: { spaceId: string } }>().deleteFrom('files').where('spaceId', '=', spaceId).execute()
    await forget()
    expect(await existing()).toBe(2)
    const snapshots = database.query<{ datasetSnapshots: { checksum: string } }>()
    for (const [{ checksum }, rest] of [
      [all, 1],
      [first, 0],
    ] as const) {
      await snapshots.deleteFrom('datasetSnapshots').where('checksum', '=', checksum).execute()
      await forget()
      expect(await existing()).toBe(rest)
    }
    bucket.proxy.close()
  })
})
