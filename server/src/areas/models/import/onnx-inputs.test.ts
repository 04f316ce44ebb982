import { modelEndpoints } from '@vermilion/contract/models'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { cellDetector, half, metadata } from '../testing/oblong-models.ts'
import { foreignDetector } from '../testing/onnx.ts'

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

async function tryOut(content: Uint8Array, picture: Promise<Buffer>) {
  const fileId = await files.fileWith(content)
  const body = { fileId, picture: (await picture).toString('base64') }
  const inspected = await server.call(modelEndpoints.inspectModelFile, { body: { fileId } })
  await server.call(modelEndpoints.addModel, { body: { fileId, name: 'brought' } })
  const tried = await server.call(modelEndpoints.tryModelFile, { body })
  const corners = tried.predictions.map((one) => {
    if (!('box' in one)) throw new Error('it is no box')
    const { x, y, width, height } = one.box
    return [x, y, width, height].map((value) => Number(value.toFixed(3)))
  })
  return { inspected, boxes: corners.toSorted((a, b) => a[1]! - b[1]! || a[0]! - b[0]!) }
}

function pictureOf(
  width: number,
  height: number,
  { left, top, ...size }: { left: number; top: number; width: number; height: number },
) {
  const create = { channels: 3, background: '#f00', ...size } as const
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: { create }, left, top }])
    .png()
    .toBuffer()
}

test.each([
  ['fixed', undefined, [1, 3, 16, 32]],
  ['left open', undefined, [1, 3, 'height', 'width']],
  ['of float16', half, [1, 3, 16, 32]],
] as const)('R3.12 an oblong input that is %s is filled by its own height and width', async (_, type, shape) => {
  const content = cellDetector(type, shape)
  const wide = await tryOut(content, pictureOf(64, 32, { left: 48, top: 0, width: 16, height: 32 }))
  expect(wide.inspected).toMatchObject({ input: { size: 32, height: 16 } })
  expect(wide.boxes).toEqual([
    [48, 0, 16, 16],
    [48, 16, 16, 16],
  ])
  const square = await tryOut(content, pictureOf(48, 48, { left: 0, top: 24, width: 24, height: 24 }))
  expect(square.boxes).toEqual([[0, 24, 24, 24]])
})

test('R3.12 boxes that went through the suppression of their export are read by its metadata, of any number', async () => {
  const args = "{'batch': 1, 'half': False, 'nms': True, 'max_det': 4}"
  const plain = foreignDetector('end-to-end', { metadata: { ...metadata, imgsz: '[16, 16]', args } })
  const { inspected, boxes: read } = await tryOut(plain, pictureOf(16, 16, { left: 8, top: 0, width: 8, height: 8 }))
  expect(inspected).toMatchObject({ layout: 'corners-score-label' })
  expect(read).toEqual([[8, 0, 8, 8]])
})
