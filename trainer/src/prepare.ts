/**
 * Prepares an inference on a device: `node prepare.ts --model FILE.onnx --images LIST.json --output DIR`. Writes the letterboxed
 * input pixels of each image, compressed by zlib, and `job.json` with the model's metadata and each image's letterbox. Existing
 * files are reused.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { inputExtent } from '@vermilion/contract/detection/input-settings'
import { letterbox } from '@vermilion/contract/detection/letterbox'
import type { ModelInput } from '@vermilion/contract/detection/model-metadata'
import { letterboxPixels } from '@vermilion/contract/detection/resample'
import { decodeImage, imageSize } from './data/decode-image.ts'
import { writeAtomically } from './files.ts'
import { requireReadOnDevices } from './inference/device-layouts.ts'
import { readImageList } from './inference/images.ts'
import { readModelMetadata } from './inference/reader.ts'
import { runProgram } from './surroundings.ts'

const pack = promisify(deflate)
/** Pixels hardly compress; higher levels take longer than they save. */
const packing = { level: 3 }

await runProgram(async ({ signal }) => {
  const text = { type: 'string' } as const
  const {
    model = '',
    images: list = '',
    output = '',
  } = parseArgs({ options: { model: text, images: text, output: text } }).values
  const metadata = readModelMetadata(readFileSync(model))
  requireReadOnDevices(metadata)
  const extent = inputExtent(metadata.input)
  mkdirSync(join(output, 'pixels'), { recursive: true })
  const images: object[] = []
  for (const [number, image] of readImageList(list).entries()) {
    if (signal.aborted) return false
    const pixels = `pixels/${String(number).padStart(6, '0')}`
    const existing = existsSync(join(output, pixels)) ? await imageSize(image.file) : undefined
    const { width, height } = existing ?? (await writePixels(image.file, metadata.input, join(output, pixels)))
    const { image: _image, input: _input, ...fit } = letterbox({ width, height }, extent, metadata.input.fit)
    images.push({ pixels, path: image.path, width, height, fit, isMeasured: image.truth !== null })
  }
  writeAtomically(join(output, 'job.json'), JSON.stringify({ model: 'model.onnx', metadata, images }))
  return true
})

async function writePixels(
  file: string,
  input: ModelInput,
  target: string,
): Promise<{ width: number; height: number }> {
  const { fit, resampling, letterbox: padding } = input
  const { rgb, width, height } = await decodeImage(file)
  const pixels = letterboxPixels(rgb, { width, height }, inputExtent(input), { fit, resampling, grey: padding.grey })
  writeAtomically(target, await pack(pixels, packing))
  return { width, height }
}
