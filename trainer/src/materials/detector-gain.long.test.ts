import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SampleFolderRequest, sceneConfig } from '@vermilion/contract/scenes'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseInferenceOptions } from '../inference/options.ts'
import { type InferenceReport, runInference } from '../inference/run-inference.ts'
import { runTraining } from '../tasks.ts'
import { ownMaterials, writeFloors, writePhotos } from '../testing/own-materials.ts'
import { measureSeams } from '../testing/seams.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { parseTrainingOptions } from '../training/options.ts'
import { parseFineTuningOptions } from './fine-tuning-options.ts'
import { fineTune } from './fine-tuning.ts'
import { sampleMaterials } from './sample-materials.ts'

const surroundings = { log: () => {}, signal: new AbortController().signal }
const renderer = fileURLToPath(new URL('../../../scenes/src/render-folder.ts', import.meta.url))
const [size, epochs] = [160, 16]
const least = 0.05
/** Width of a LoRA tile in meters; a picture of the real floor shows several times as much. */
const [tileMetres, tilesAcross] = [1, 4]

async function render(
  folder: string,
  more: { seed: number; count: number; floorPictures?: string; floorMetres?: number },
) {
  const config = sceneConfig.parse({ width: size, height: size, views: ['high'], light: ['daylight'], ...more })
  const child = fork(renderer)
  child.send({ folder, config, format: 'yolo' } satisfies SampleFolderRequest)
  expect(await once(child, 'exit')).toEqual([0, null])
}

/** Trains the detector; seeds and steps are equal for all data. */
async function train(data: string, output: string): Promise<string> {
  const settings = ['--epochs', String(epochs), '--input-size', String(size)]
  await runTraining(parseTrainingOptions(['--data', data, '--output', output, ...settings]), surroundings)
  return join(output, 'best.onnx')
}

async function measure(model: string, heldOut: string) {
  const inference = temporaryFolder()
  const options = ['--model', model, '--data', heldOut, '--output', inference]
  await runInference(parseInferenceOptions(options), surroundings)
  const { measured } = JSON.parse(readFileSync(join(inference, 'report.json'), 'utf8')) as InferenceReport
  const dirt = (measured?.classes ?? []).find(({ label }) => label === 'dirt')
  return { all: measured?.metrics['mAP50'] ?? 0, dirt: (dirt as { mAP50?: number } | undefined)?.mAP50 ?? 0 }
}

const scenes = { seed: 31, count: 240 }
/** Under load, five minutes of processor time take long. */
const timeout = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'vermilion-trainer-'))
/** Baseline trained on the renderer's own floors. */
let plainDetector = ''
beforeAll(async () => {
  await render(join(folder, 'plain'), scenes)
  plainDetector = await train(join(folder, 'plain'), join(folder, 'training'))
}, timeout)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Ratio of the gradient across tile edges to that elsewhere. */
async function seamOf(folder: string): Promise<number> {
  const sums = { atSeam: 0, elsewhere: 0 }
  for (const name of readdirSync(folder)) {
    const { data, info } = await sharp(join(folder, name)).raw().toBuffer({ resolveWithObject: true })
    const { atSeam, elsewhere } = measureSeams(data, info.width)
    sums.atSeam += atSeam
    sums.elsewhere += elsewhere
  }
  return sums.atSeam / sums.elsewhere
}

test.each(Object.keys(ownMaterials) as (keyof typeof ownMaterials)[])(
  'R3.09 R1.06 a detector that was trained on scenes with the LoRA finds more on the real %s floor',
  { timeout },
  async (material) => {
    const [photos, lora, tiles, floors] = [temporaryFolder(), temporaryFolder(), temporaryFolder(), temporaryFolder()]
    await writePhotos(photos, material, 0, 12)
    await fineTune(parseFineTuningOptions(['--data', photos, '--output', lora, '--name', 'own']), surroundings)
    await sampleMaterials(['--output', tiles, '--lora', join(lora, 'own.safetensors')], surroundings)
    await writeFloors(floors, material, 4, tilesAcross)

    const [withLora, training, heldOut] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    await render(withLora, { ...scenes, floorPictures: tiles, floorMetres: tileMetres })
    await render(heldOut, { seed: 77, count: 120, floorPictures: floors, floorMetres: tileMetres * tilesAcross })
    const [base, own] = [await measure(plainDetector, heldOut), await measure(await train(withLora, training), heldOut)]
    const seam = await seamOf(tiles)
    process.stdout.write(
      `${material}: mAP50 without ${JSON.stringify(base)}, with ${JSON.stringify(own)}; seams ${seam.toFixed(2)}\n`,
    )
    expect(seam).toBeLessThanOrEqual(1.2)
    expect(own.all - base.all).toBeGreaterThan(least)
    expect(own.dirt - base.dirt).toBeGreaterThan(least)
  },
)
