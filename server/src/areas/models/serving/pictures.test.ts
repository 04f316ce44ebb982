import { readFile } from 'node:fs/promises'
import { pathOf } from '@vermilion/contract/kernel/request'
import { servedPrediction, servingEndpoints } from '@vermilion/contract/models/serving'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { quarters, side } from '../../datasets/testing/red-dataset.ts'
import { tiffOf } from '../../files/testing/deep-pictures.ts'
import { addModel } from '../testing/add-model.ts'
import { redDetector } from '../testing/onnx.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addModel(server, 'reds', redDetector())
})
afterAll(() => server.stop())

function ask(body: Uint8Array, language = 'en-us') {
  const path = pathOf(servingEndpoints.predict, { params: { modelId: 'reds' }, query: {} })
  return server.fetch(path, { method: 'POST', body: new Uint8Array(body), headers: { language } })
}

async function predictionOf(body: Uint8Array) {
  const { data } = (await (await ask(body)).json()) as { data: unknown }
  return servedPrediction.parse(data)
}

test('a model gets a picture of more than 8 bits as it is seen, and says so', async () => {
  const plain = await quarters([1, 0, 0, 0])
  const bytes = await sharp(plain).removeAlpha().raw().toBuffer()
  const ordinary = await predictionOf(plain)
  expect(ordinary.predictions).toHaveLength(1)
  expect(ordinary.shownRange).toBeUndefined()
  const size = { width: side, height: side, samples: 3 }
  for (const [values, white] of [
    [Uint16Array.from(bytes, (value) => (value / 255) * 4_095), 4_095],
    [Float32Array.from(bytes, (value) => value / 255), 1],
  ] as const) {
    const { predictions, shownRange } = await predictionOf(tiffOf({ ...size, values }))
    expect(shownRange).toEqual({ black: 0, white })
    expect(predictions).toEqual(ordinary.predictions)
  }
})

test('HEVC, and what is no picture, is told in both languages, and never in the text of a library', async () => {
  const heic = await readFile(new URL('../../files/testing/hevc.heic', import.meta.url))
  const cut = (
    await sharp(await quarters([1]))
      .png()
      .toBuffer()
  ).subarray(0, 70)
  const cases = [
    [heic, 'en-us', /HEVC.*convert it to JPEG or AVIF/],
    [heic, 'zh-cn', /HEVC.*请转换为 JPEG 或 AVIF/],
    [cut, 'en-us', /it is damaged, or no picture/],
    [cut, 'zh-cn', /图片已损坏，或不是图片/],
  ] as const
  for (const [body, language, text] of cases) {
    const { data, message } = (await (await ask(body, language)).json()) as { data: { error: string }; message: string }
    expect(data.error).toBe('model-file.picture-unreadable')
    expect(message).toMatch(text)
    expect(message).not.toMatch(/heif|libde265|vips|png:|libpng|Input (buffer|file)/i)
  }
})
