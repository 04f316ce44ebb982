/**
 * Cost and quality of the starter trainer: `node bench/trainer.ts [--epochs 32] [--input-size 192] [--start weights
 * random]`.
 * Renders 500 scenes as the product's sample does, but by day, with the camera looking down at the floor (in the low view half of
 * the dirt would be smaller than five pixels of the network's input), and with square pictures of the network's size, which
 * avoids a letterbox. All floors, kinds of objects and clutter occur. About 400 scenes are trained on; the others choose the
 * epoch, so the result is measured by the inference program on 100 scenes of another seed. Training starts from the shipped
 * weights, learned on scenes of yet other seeds.
 * CPU seconds cover the full training: reading images, steps, validations, report. With Python and torch, PyTorch's CPU seconds
 * for the same network and number of steps are printed for comparison.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readModelMetadata } from '../trainer/src/inference/reader.ts'
import { parseInferenceOptions } from '../trainer/src/inference/options.ts'
import { runInference, type InferenceReport } from '../trainer/src/inference/run-inference.ts'
import type { Report } from '../trainer/src/detector/report.ts'
import { parseTrainingOptions } from '../trainer/src/training/options.ts'
import { runTraining } from '../trainer/src/tasks.ts'
import { sceneConfig } from '../contract/src/scenes.ts'
import { writeSampleFolder } from '../scenes/src/sample-folder.ts'

const expected = { mAP50: 0.9, cpuSeconds: 240 }
const { values } = parseArgs({
  options: {
    epochs: { type: 'string', default: '32' },
    'input-size': { type: 'string', default: '192' },
    start: { type: 'string', default: 'weights' },
  },
})
const size = Number(values['input-size'])
const say = (line: string) => process.stdout.write(`${line}\n`)
const surroundings = { log: say, signal: new AbortController().signal }
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T

async function cpuSecondsOf(work: () => Promise<unknown>): Promise<number> {
  const cpuAtStart = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(cpuAtStart)
  return (user + system) / 1e6
}

async function render(folder: string, seed: number, count: number): Promise<void> {
  const config = sceneConfig.parse({ seed, count, width: size, height: size, views: ['high'], light: ['daylight'] })
  const seconds = await cpuSecondsOf(() => writeSampleFolder({ folder, config, format: 'yolo' }))
  say(`${count} scenes of ${size} × ${size} by day from above, seed ${seed}: ${seconds.toFixed(0)} CPU s`)
}

function describe(name: string, { metrics, classes, images }: Report): void {
  const labels = classes.map(({ label, mAP50 }) => `${label} ${mAP50?.toFixed(3)}`).join(', ')
  say(
    `${name}: mAP50 ${metrics.mAP50?.toFixed(3)} (${labels}), mAP50-95 ${metrics.mAP50to95?.toFixed(3)}, ${images} images`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'vermilion-bench-trainer-'))
try {
  const [data, unseen, output, inference] = ['data', 'unseen', 'output', 'inference'].map((name) => join(folder, name))
  await render(data!, 2026, 500)
  await render(unseen!, 77_031, 100)

  const parameters = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value])
  const options = parseTrainingOptions(['--data', data!, '--output', output!, ...parameters])
  const seconds = await cpuSecondsOf(() => runTraining(options, surroundings))
  const model = join(output!, 'best.onnx')
  await runInference(parseInferenceOptions(['--model', model, '--data', unseen!, '--output', inference!]), surroundings)

  const { images = 0 } = readModelMetadata(readFileSync(model)).training ?? {}
  const epochs = readFileSync(join(output!, 'results.csv'), 'utf8').trim().split('\n').length - 1
  const steps = epochs * Math.ceil(images / options.batch)
  const { measured } = readJson<InferenceReport>(join(inference!, 'report.json'))
  say('')
  describe('validation', readJson<Report>(join(output!, 'report.json')))
  describe('unseen    ', measured as Report)
  const perStep = ((seconds / steps) * 1000).toFixed(0)
  say(
    `vermilion  ${seconds.toFixed(0)} CPU s for ${steps} steps (${perStep} ms a step, validations included), ${images} training images`,
  )
  const reference = fileURLToPath(new URL('trainer_reference.py', import.meta.url))
  const python = spawnSync('python3', [reference, String(steps), String(size)], { encoding: 'utf8' })
  say(python.status === 0 ? python.stdout.trim() : 'PyTorch    not measured: python3 with torch is not here')
  const isEnough = (measured!.metrics.mAP50 ?? 0) >= expected.mAP50 && seconds <= expected.cpuSeconds
  say(
    `${isEnough ? 'reached' : 'not reached'}: mAP50 ${expected.mAP50} on unseen scenes within ${expected.cpuSeconds} CPU s`,
  )
  process.exitCode = isEnough ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
