import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SampleFolderRequest, sceneConfig } from '@vermilion/contract/scenes'
import { expect, test } from 'vitest'
import { parseInferenceOptions } from '../inference/options.ts'
import { type InferenceReport, runInference } from '../inference/run-inference.ts'
import { runTraining } from '../tasks.ts'
import { writeFloors, writePhotos } from '../testing/own-materials.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { parseTrainingOptions } from '../training/options.ts'
import { parseFineTuningOptions } from './fine-tuning-options.ts'
import { fineTune } from './fine-tuning.ts'
import { sampleMaterials } from './sample-materials.ts'

const surroundings = { log: () => {}, signal: new AbortController().signal }
const renderer = fileURLToPath(new URL('../../../scenes/src/render-folder.ts', import.meta.url))
const [size, epochs] = [160, 16]
/** What a detector that knows the floor finds more of, at least. */
const least = 0.05
/** Metres that a tile of the LoRA is wide; a picture of the real floor shows several times as much. */
const [tileMetres, tilesAcross] = [1, 4]

/** Renders scenes by day from above, with the product's own program. */
async function render(
  folder: string,
  more: { seed: number; count: number; floorPictures?: string; floorMetres?: number },
) {
  const config = sceneConfig.parse({ width: size, height: size, views: ['high'], light: ['daylight'], ...more })
  const child = fork(renderer)
  child.send({ folder, config, format: 'yolo' } satisfies SampleFolderRequest)
  expect(await once(child, 'exit')).toEqual([0, null])
}

/** What a detector finds on the held-out scenes that was trained on these; seeds and steps are those of all. */
async function measure(data: string, heldOut: string) {
  const [training, inference] = [temporaryFolder(), temporaryFolder()]
  const settings = ['--epochs', String(epochs), '--input-size', String(size)]
  await runTraining(parseTrainingOptions(['--data', data, '--output', training, ...settings]), surroundings)
  const model = join(training, 'best.onnx')
  const options = ['--model', model, '--data', heldOut, '--output', inference]
  await runInference(parseInferenceOptions(options), surroundings)
  const { measured } = JSON.parse(readFileSync(join(inference, 'report.json'), 'utf8')) as InferenceReport
  const dirt = (measured?.classes ?? []).find(({ label }) => label === 'dirt')
  return { all: measured?.metrics['mAP50'] ?? 0, dirt: (dirt as { mAP50?: number } | undefined)?.mAP50 ?? 0 }
}

test('R3.09 R1.06 a detector that was trained on scenes with the LoRA finds more on the real floor', async () => {
  const [photos, lora, tiles, floors] = [temporaryFolder(), temporaryFolder(), temporaryFolder(), temporaryFolder()]
  await writePhotos(photos, 'speckled', 0, 12)
  await fineTune(parseFineTuningOptions(['--data', photos, '--output', lora, '--name', 'own']), surroundings)
  await sampleMaterials(['--output', tiles, '--lora', join(lora, 'own.safetensors')], surroundings)
  await writeFloors(floors, 'speckled', 4, tilesAcross)

  const [without, withLora, heldOut] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const scenes = { seed: 31, count: 240 }
  await render(without, scenes)
  await render(withLora, { ...scenes, floorPictures: tiles, floorMetres: tileMetres })
  await render(heldOut, { seed: 77, count: 120, floorPictures: floors, floorMetres: tileMetres * tilesAcross })
  const [base, own] = [await measure(without, heldOut), await measure(withLora, heldOut)]
  process.stdout.write(`mAP50 without ${JSON.stringify(base)}, with ${JSON.stringify(own)}\n`)
  expect(own.all - base.all).toBeGreaterThan(least)
  expect(own.dirt - base.dirt).toBeGreaterThan(least)
})
