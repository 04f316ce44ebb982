import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import { pathOf } from '@vermilion/contract/kernel/request'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { spaceOnBucket, startBucket, type TestBucket } from '../../files/testing/in-bucket.ts'
import type { ImageDefinition } from '#areas/tasks'
import { skippedWithoutS3, testBuckets } from '#platform/blobs/testing/s3-server'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { datasetOf, picture } from '../testing/pictures.ts'

const buckets = await testBuckets()
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Reads its data as a training does, and writes down what it read. */
const program = `
const { createHash } = require('node:crypto'), fs = require('node:fs'), path = require('node:path')
const [data] = process.argv.slice(1)
const files = fs.readdirSync(data, { recursive: true }).filter((name) => name.endsWith('.png'))
const sums = files.map((file) => createHash('sha256').update(fs.readFileSync(path.join(data, file))).digest('hex'))
fs.writeFileSync(path.join(data, 'sums.part'), JSON.stringify(sums.sort()))
fs.renameSync(path.join(data, 'sums.part'), path.join(data, 'sums.json'))
setInterval(() => undefined, 1_000)`
const reader: ImageDefinition = {
  title: { en: 'Reads', zh: '读取' },
  address: 'builtin:test',
  framework: 'node',
  taskKind: 'training',
  labelTypes: ['target-detection'],
  parameters: {},
  command: ({ dataFolder }) => [process.execPath, '-e', program, dataFolder],
}

describe.skipIf(buckets === null)(`a dataset of a bucket${skippedWithoutS3}`, () => {
  let server: TestServer
  let bucket: TestBucket
  beforeAll(async () => {
    server = await startTestServer({ tasks: { images: { reader }, graceSeconds: 0.5 } })
    bucket = await startBucket(buckets!)
  })
  afterAll(async () => {
    await server.stop()
    bucket.proxy.close()
  })

  test('is shown, labeled, trained on and exported, while each object is read once', async () => {
    const pictures = new Map<string, Uint8Array>()
    for (const index of [1, 2, 3, 4]) pictures.set(`a/${index}.png`, await picture(index))
    for (const [path, content] of pictures) await bucket.put(path, content)
    const sums = [...pictures.values()].map(sha256).toSorted()
    const requests = await bucket.requestsOf(async () => {
      const storageId = await bucket.addStorage(server)
      const spaceId = await spaceOnBucket(server, bucket.path, storageId, 'bucket')
      await vi.waitUntil(async () => (await server.app.spaces.get(spaceId)).status === 'success', 20_000)
      const dataset = await datasetOf(server, spaceId, { name: 'bucket', labels: [{ name: 'dirt' }] })
      const { items } = await server.call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
      expect(items.map(({ path, available }) => [path, available])).toEqual(
        [...pictures.keys()].map((at) => [at, true]),
      )
      for (const { id, fileId } of items) {
        expect((await server.fetch(`/files/${fileId}/thumbnail`)).status).toBe(200)
        const shapes = [
          { id: 's', kind: 'box', labelId: dataset.labels[0]!.id, box: { x: 1, y: 1, width: 5, height: 5 } } as const,
        ]
        const body = { baseRevision: 0, shapes, complete: true }
        await server.call(annotationEndpoints.saveAnnotation, { params: { itemId: id }, body })
      }
      expect(await trained(dataset.id)).toEqual(sums)
      expect(await exported(dataset.id)).toBeGreaterThan(
        [...pictures.values()].reduce((sum, one) => sum + one.length, 0),
      )
      await server.platform.jobs.settled()
    })
    expect(requests).toEqual([...pictures.keys()].map((path) => `GET ${path}`))
  })

  async function trained(datasetId: string): Promise<unknown> {
    const body = { name: 'first', image: 'reader' }
    const { id: taskId, mountPath } = await server.call(datasetEndpoints.startTraining, { params: { datasetId }, body })
    const read = async () => JSON.parse(await readFile(join(mountPath, 'sums.json'), 'utf8')) as unknown
    const sums = await vi.waitFor(read, { timeout: 30_000, interval: 50 })
    await server.call(taskEndpoints.stopTask, { params: { taskId } })
    return sums
  }

  async function exported(datasetId: string): Promise<number> {
    const body = { format: 'coco', images: true } as const
    let now = await server.call(datasetExportEndpoints.createExport, { params: { datasetId }, body })
    const params = { exportId: now.id }
    await vi.waitUntil(async () => {
      now = await server.call(datasetExportEndpoints.getExport, { params })
      return now.status !== 'preparing'
    }, 20_000)
    const response = await server.fetch(pathOf(datasetExportEndpoints.downloadExport, { params }))
    return (await response.arrayBuffer()).byteLength
  }
})
