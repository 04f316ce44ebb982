import { fileEndpoints } from '@vermilion/contract/files'
import type { FineTuning } from '@vermilion/contract/fine-tunings/endpoints'
import { taskEndpoints } from '@vermilion/contract/tasks'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { TestServer } from '../../../testing/start-server.ts'

export async function expectFirstPictures(server: TestServer, task: FineTuning): Promise<void> {
  const { samples, covers, dataSource } = task
  const query = { kind: 'image', recursive: 'true' } as const
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId: dataSource.id }, query })
  expect([samples, covers.length]).toEqual([[], 4])
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(covers))
}

export async function expectLastSamples(server: TestServer, task: FineTuning): Promise<void> {
  const { id, samples, covers } = task
  expect(covers).toEqual([])
  expect(samples.map(({ step, number }) => [step, number])).toEqual([
    [6, 0],
    [6, 1],
  ])
  const content = taskEndpoints.resultFileContent.path.replace(':taskId', id)
  const sample = await server.fetch(`${content}?path=${encodeURIComponent(samples[0]!.path)}`)
  expect([sample.status, sample.headers.get('content-type')]).toEqual([200, 'image/png'])
  await expectThumbnails(server, id, samples[0]!.path)
}

async function expectThumbnails(server: TestServer, taskId: string, path: string): Promise<void> {
  const address = taskEndpoints.resultFileThumbnail.path.replace(':taskId', taskId)
  const of = (file: string) => server.fetch(`${address}?path=${encodeURIComponent(file)}`)
  const thumbnail = await of(path)
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { width, height } = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()
  expect(width).toBeGreaterThan(0)
  expect(Math.max(width, height)).toBeLessThanOrEqual(256)
  expect((await of('results.csv')).status).toBe(404)
  expect((await of('samples/../../escape.png')).status).toBe(404)
}
