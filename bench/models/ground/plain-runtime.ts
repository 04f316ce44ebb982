/**
 * A program for its parent: onnxruntime alone, on one thread. Usage: plain-runtime.ts MODEL PICTURE SECONDS pictures|runs. Says how many
 * pictures it took from their bytes to what is found in them, or how often it ran the network on one input.
 */
import { readFileSync } from 'node:fs'
import { letterboxPixels } from '@vermilion/contract/detection/resample'
import sharp from 'sharp'
import { decodePicture } from '../../../trainer/src/inference/decode-picture.ts'
import { openModel } from '../../../trainer/src/inference/open-model.ts'
import { inputValues, readModelMetadata } from '../../../trainer/src/inference/reader.ts'
import { createRunner } from '../../../trainer/src/runtime.ts'

sharp.concurrency(1)
sharp.cache(false)

const [modelFile = '', pictureFile = '', seconds = '', kind = ''] = process.argv.slice(2)
const [model, picture] = [readFileSync(modelFile), readFileSync(pictureFile)]
const { input } = readModelMetadata(model)
const open = await openModel(model, 1)
const runner = await createRunner(model, 1)
const pixels = await decodePicture(picture, {})
const inputs = {
  [input.name]: {
    values: inputValues(letterboxPixels(pixels.rgb, pixels, input.size), input),
    shape: [1, 3, input.size, input.size],
  },
}

const once = {
  runs: () => runner.run(inputs),
  pictures: async () => open.read(await decodePicture(picture, {}), { isMeasured: false }),
}[kind as 'runs' | 'pictures']

await once()
let count = 0
const processorBefore = process.cpuUsage()
const start = performance.now()
while (performance.now() - start < Number(seconds) * 1_000) {
  await once()
  count += 1
}
const { user, system } = process.cpuUsage(processorBefore)
console.log(
  JSON.stringify({ rate: count / ((performance.now() - start) / 1_000), processor: (user + system) / 1e6 / count }),
)
