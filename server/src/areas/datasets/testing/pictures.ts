import { datasetEndpoints, type Dataset, type DatasetCreate } from '@vermilion/contract/datasets'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

export async function picture(seed: number, width = 64, height = 48): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: seed % 256, g: (seed >> 8) % 256, b: 90 }
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return new Uint8Array(content)
}

export async function spaceWith(server: Pick<TestServer, 'call' | 'fetch'>, name: string, paths: readonly string[]) {
  const space = await server.call(spaceEndpoints.createSpace, { body: { name, path: name } })
  for (const [seed, path] of paths.entries()) {
    await upload(server, { spaceId: space.id, path }, await picture(seed + 1))
  }
  return space
}

export async function datasetOf(
  server: TestServer,
  spaceId: string,
  more: Partial<DatasetCreate> = {},
): Promise<Dataset> {
  const body = { name: 'dirt', format: 'coco', type: 'image', labelType: 'target-detection', spaceId, ...more } as const
  const { id } = await server.call(datasetEndpoints.createDataset, { body })
  return ready(server, id)
}

export async function ready(server: TestServer, datasetId: string): Promise<Dataset> {
  for (let tries = 0; tries < 500; tries += 1) {
    const dataset = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
    if (dataset.status === 'success') return dataset
    if (dataset.status === 'failed') break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the dataset did not become ready')
}
