import { modelEndpoints } from '@vermilion/contract/models'
import { spansByRow } from '@vermilion/contract/labels/contours'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { exporterRows } from '../testing/exporter-outputs.ts'
import { createModelFiles } from '../testing/model-files.ts'

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

const background = { r: 204, g: 102, b: 51 }
const picture = sharp({ create: { width: 64, height: 32, channels: 3, background } })
  .png()
  .toBuffer()

/** Label, score, and for boxes x, y, width and height; for masks also their pixels. */
function factsOf(prediction: ModelPrediction): [string, ...number[]] {
  const { label, score } = prediction
  if ('box' in prediction) {
    const { x, y, width, height } = prediction.box
    return [label, score, x, y, width, height]
  }
  if (!('mask' in prediction)) return [label, score]
  const { x, y, width, height } = prediction.mask
  const spans = [...spansByRow(prediction.mask).values()].flat()
  return [label, score, x, y, width, height, spans.reduce((sum, end, at) => sum + (at % 2 === 0 ? -end : end), 0)]
}

test('R3.12 the table has a row for more than 30 exporter outputs', () => {
  expect(new Set(exporterRows.map(({ exporter }) => exporter)).size).toBeGreaterThan(30)
})

test.each(exporterRows)('R2.33 R3.12 $exporter says the same here', async ({ file, dialect, layout, labels, says }) => {
  const fileId = await files.fileWith(file)
  const model = { fileId, ...(labels && { labels }) }
  expect(await server.call(modelEndpoints.inspectModelFile, { body: model })).toMatchObject({ dialect, layout })
  const body = { ...model, picture: (await picture).toString('base64') }
  const { predictions } = await server.call(modelEndpoints.tryModelFile, { body })
  const expected = says.map((text) =>
    text.split(' ').map((word, at) => (at === 0 ? word : expect.closeTo(Number(word), 3))),
  )
  expect(predictions.map(factsOf)).toEqual(expected)
})
