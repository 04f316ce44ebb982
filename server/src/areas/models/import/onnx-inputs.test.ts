import { modelEndpoints } from '@vermilion/contract/models'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { foreignDetector, red, redness } from '../testing/onnx.ts'
import { floats, integers, onnxFile } from '../testing/onnx-writer.ts'
import type { Node } from '../testing/onnx-writer.ts'

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

const metadata = { task: 'detect', stride: '8', names: "{0: 'red'}", version: '8.4.2' }
/** Eight cells of eight pixels, in two rows, of an input of 32 by 16. */
const cells = Array.from({ length: 8 }, (_, cell) => ({ x: (cell % 4) * 8, y: Math.floor(cell / 4) * 8 }))
const ofCells = (valueOf: (cell: { x: number; y: number }) => number) => cells.map(valueOf)
const boxes = [...ofCells(({ x }) => x + 4), ...ofCells(({ y }) => y + 4), ...ofCells(() => 8), ...ofCells(() => 8)]
const half = 10

/** How red each cell is, as Ultralytics exports it; with `type` all numbers that go in and out are of that type. */
function cellDetector(type?: number, shape: readonly (number | string)[] = [1, 3, 16, 32]): Uint8Array {
  const joined = { operator: 'Concat', inputs: ['boxes', 'scores'], output: 'output0', attributes: { axis: 1 } }
  const [first, ...rest] = redness as [Node, ...Node[]]
  const cast = (from: string, output: string, to: number): Node => ({
    operator: 'Cast',
    inputs: [from],
    output,
    attributes: { to },
  })
  const nodes =
    type === undefined
      ? [...redness, joined]
      : [
          cast('images', 'floats', 1),
          { ...first, inputs: ['floats'] },
          ...rest,
          { ...joined, output: 'joined' },
          cast('joined', 'output0', type),
        ]
  const ofType = type === undefined ? {} : { type }
  return onnxFile({
    nodes,
    constants: [red, integers('row', 1, 1, 8), floats('boxes', [1, 4, 8], boxes)],
    inputs: [{ name: 'images', shape, ...ofType }],
    outputs: [{ name: 'output0', shape: [1, 5, 8], ...ofType }],
    metadata: { ...metadata, imgsz: '[16, 32]' },
  })
}

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

/** Black, with a red rectangle. */
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
  // As oblong as the input: each cell is 16 pixels of the picture.
  const wide = await tryOut(content, pictureOf(64, 32, { left: 48, top: 0, width: 16, height: 32 }))
  expect(wide.inspected).toMatchObject({ input: { size: 32, height: 16 } })
  expect(wide.boxes).toEqual([
    [48, 0, 16, 16],
    [48, 16, 16, 16],
  ])
  // A square lies in its middle, with the padding left and right.
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
