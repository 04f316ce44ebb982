import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { evaluateDetections } from '@vermilion/contract/detection/metrics'
import type { DetectionMetrics } from '@vermilion/contract/predictions'
import { createImageCache } from '../data/image-cache.ts'
import { readDataFolder } from '../data/read-folder.ts'
import type { Sample } from '../data/sample.ts'
import { trainingSplit } from '../data/split.ts'
import type { DetectorShape } from '../detector/plan.ts'
import { writeAtomically } from '../files.ts'
import type { Surroundings } from '../surroundings.ts'
import { trainingBatches } from './batches.ts'
import { writeCheckpoint, type Checkpoint } from './checkpoint.ts'
import { rateAt, runSteps } from './epoch.ts'
import { exportModel } from './export.ts'
import { writeReport } from './finish.ts'
import { createOptimizer } from './optimization.ts'
import type { TrainingOptions } from './options.ts'
import { openResults, type EpochResult, type LossParts } from './results.ts'
import { startingPoint } from './starting-point.ts'
import { createValidator } from './validation.ts'

/**
 * How good a validation is, as Ultralytics weighs it; of two alike the one of the smaller loss is better, and that alone
 * decides where there are no objects to find.
 */
function fitnessOf({ mAP50, mAP50to95 }: DetectionMetrics, losses: LossParts): number {
  return 0.1 * (mAP50 ?? 0) + 0.9 * (mAP50to95 ?? 0) - 1e-6 * losses[1]
}

/**
 * Whether an epoch's model is the one to keep: of those that the validation cannot tell apart the last, which the falling
 * learning rate made calmest. A share measured over n objects is known to within 0.5 / √n (its standard error).
 */
function isToKeep(fitness: number, history: readonly EpochResult[], instances: number): boolean {
  const best = Math.max(...history.map(({ metrics, validation }) => fitnessOf(metrics, validation)))
  return fitness >= best - (instances === 0 ? 0 : 0.5 / Math.sqrt(instances))
}

const text = (value: number | null) => (value === null ? '–' : value.toFixed(3))

function describe({ epoch, train, metrics }: EpochResult, epochs: number, seconds: number): string {
  const [box, label, distance] = train.map((part) => part.toFixed(3))
  return [
    `epoch ${epoch}/${epochs}  box ${box}  label ${label}  distance ${distance}`,
    `P ${text(metrics.precision)}  R ${text(metrics.recall)}  mAP50 ${text(metrics.mAP50)}  mAP50-95 ${text(metrics.mAP50to95)}`,
    `${seconds.toFixed(1)} s`,
  ].join('  |  ')
}

interface TrainingData {
  labels: string[]
  train: Sample[]
  val: Sample[]
}

async function readTrainingData({ data, seed }: TrainingOptions): Promise<TrainingData> {
  const folder = await readDataFolder(data)
  const { train, val } = trainingSplit(folder, seed)
  if (train.length === 0) throw new Error(`${data}: there are no training images`)
  return { labels: folder.labels, train, val }
}

/**
 * Trains a detector on a data folder and writes into the output folder: `results.csv` (a row an epoch), `last.ckpt`,
 * `best.onnx`, `progress.json`, and at the end `report.json` and `figures/`. Killed at any moment, the same call goes
 * on from the last checkpoint and ends with the same model. Answers whether it came to its end.
 */
export async function trainDetector(options: TrainingOptions, { log, signal }: Surroundings): Promise<boolean> {
  const { data: _, output, resume, ...configuration } = options
  const { inputSize, width, seed, threads } = configuration
  const data = await readTrainingData(options)
  const { labels, train, val } = data
  log(`${train.length} training and ${val.length} validation images, ${labels.length} classes: ${labels.join(', ')}`)
  mkdirSync(output, { recursive: true })
  const shape = { inputSize, width, labelCount: labels.length }
  const state = startingPoint({ path: join(output, 'last.ckpt'), configuration, shape, data, resume })
  if (state.epoch + state.step > 0) log(`going on from the checkpoint: epoch ${state.epoch}, step ${state.step}`)

  const needs = { shape, batchSize: configuration.batch }
  const trainCache = await createImageCache(join(output, 'training.cache'), train, inputSize, signal)
  const valCache = await createImageCache(join(output, 'validation.cache'), val, inputSize, signal)
  const batches = trainingBatches({ ...needs, samples: train, cache: trainCache }, seed)
  const optimizer = await createOptimizer(shape, configuration.batch, threads)
  const validator = await createValidator({ ...needs, samples: val, cache: valCache }, threads)
  const isDone = await runEpochs({ state, shape, data, output, batches, optimizer, validator, log, signal })
  await optimizer.release()
  await validator.release()
  trainCache.remove()
  valCache.remove()
  if (!isDone) {
    log('stopped; the checkpoint is written')
    return false
  }
  const { metrics } = await writeReport(output, val, state.history, threads)
  const quality = `mAP50 ${text(metrics.mAP50)}, mAP50-95 ${text(metrics.mAP50to95)}`
  log(`kept epoch ${state.keptEpoch}: ${quality}, model ${join(output, 'best.onnx')}`)
  return true
}

interface Training extends Surroundings {
  state: Checkpoint
  shape: DetectorShape
  data: TrainingData
  output: string
  batches: ReturnType<typeof trainingBatches>
  optimizer: Awaited<ReturnType<typeof createOptimizer>>
  validator: Awaited<ReturnType<typeof createValidator>>
}

/** All epochs that are left to do. Answers false when it was asked to stop before the end. */
async function runEpochs(training: Training): Promise<boolean> {
  const { state, output, log, signal } = training
  const { epochs, patience } = state.configuration
  const results = openResults(join(output, 'results.csv'), state.history)
  /** `kept` is told at an early end: the epoch since which nothing got better. */
  const tellProgress = (more: { kept?: number } = {}) => {
    const progress = { done: state.epoch, total: epochs, unit: 'epochs', ...more }
    writeAtomically(join(output, 'progress.json'), JSON.stringify(progress))
  }
  const keep = () => {
    writeCheckpoint(join(output, 'last.ckpt'), state)
    tellProgress()
  }
  const isPlateau = () => state.epoch - state.keptEpoch >= patience
  keep()
  while (state.epoch < epochs && !isPlateau()) {
    if (signal.aborted) return false
    const before = state.seconds
    const started = performance.now()
    const isWhole = await runSteps(training)
    const result = isWhole ? await validate(training) : null
    state.seconds = before + (performance.now() - started) / 1000
    if (result !== null) {
      const timed = { ...result, seconds: state.seconds }
      Object.assign(state, { epoch: timed.epoch, step: 0, losses: [0, 0, 0] })
      state.history.push(timed)
      results.append(timed)
      log(describe(timed, epochs, state.seconds - before))
    }
    keep()
  }
  if (state.epoch < epochs) {
    tellProgress({ kept: state.keptEpoch })
    log(`no better validation for ${patience} epochs: the training ends here`)
  }
  return true
}

/** Measures what the training has come to; the best so far is written as the model file. */
async function validate({
  state,
  shape,
  data,
  output,
  batches,
  validator,
}: Training): Promise<Omit<EpochResult, 'seconds'>> {
  const { labels, train, val } = data
  const { seed, width } = state.configuration
  const epoch = state.epoch + 1
  const trained = { parameters: state.vectors.average, statistics: state.vectors.statistics }
  const validation = await validator.validate(trained)
  const { overall: metrics, instances } = evaluateDetections(validation.results, labels.length)
  const fitness = fitnessOf(metrics, validation.losses)
  if (isToKeep(fitness, state.history, instances)) {
    state.keptEpoch = epoch
    const facts = { epoch, seed, width, images: train.length, validationImages: val.length }
    writeAtomically(join(output, 'best.onnx'), exportModel(shape, trained, { labels, training: facts, metrics }))
  }
  const learningRate = rateAt(state, batches.steps, epoch * batches.steps - 1)
  return { epoch, train: state.losses, validation: validation.losses, metrics, learningRate }
}
