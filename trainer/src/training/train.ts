import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createImageCache } from '../data/image-cache.ts'
import type { Sample, TrainingData } from '../data/sample.ts'
import { trainingSplit } from '../data/split.ts'
import { writeAtomically } from '../files.ts'
import type { Surroundings } from '../surroundings.ts'
import { trainingBatches, type Batches } from './batches.ts'
import { writeCheckpoint, type Checkpoint } from './checkpoint.ts'
import { rateAt, runSteps } from './epoch.ts'
import { exportModel } from './export.ts'
import { writeReport } from './finish.ts'
import { createOptimizer } from './optimization.ts'
import type { TrainingOptions } from './options.ts'
import { openResults, type EpochResult, type ResultNames } from './results.ts'
import { startingPoint } from './starting-point.ts'
import type { TaskDefinition, Task } from './task.ts'
import { createValidator, type Validator } from './validation.ts'

const text = (value: number | null | undefined) => (typeof value === 'number' ? value.toFixed(3) : '–')

function metricsText(names: ResultNames, metrics: EpochResult['metrics']): string[] {
  return Object.entries(names.metrics).map(([key, { name }]) => `${name} ${text(metrics[key])}`)
}

function describe(names: ResultNames, { epoch, train, metrics }: EpochResult, epochs: number, seconds: number): string {
  const losses = names.losses.map(({ name }, part) => `${name} ${text(train[part])}`)
  return [
    [`epoch ${epoch}/${epochs}`, ...losses].join('  '),
    metricsText(names, metrics).join('  '),
    `${seconds.toFixed(1)} s`,
  ].join('  |  ')
}

async function readTrainingData<S extends Sample>(
  task: Task<S>,
  { data, seed }: TrainingOptions,
): Promise<TrainingData<S>> {
  const folder = await task.read(data)
  const { train, val } = trainingSplit(folder, seed)
  if (train.length === 0) throw new Error(`${data}: there are no training images`)
  return { labels: folder.labels, train, val }
}

/**
 * Trains on a data folder and writes `results.csv` (a row per epoch), `last.ckpt`, `best.onnx`, `progress.json`, and finally
 * `report.json` and `figures/`. After a kill, the same call resumes from the last checkpoint and ends with the same model.
 * Returns whether it finished.
 */
export async function train<S extends Sample>(
  task: Task<S>,
  options: TrainingOptions,
  { log, signal }: Surroundings,
): Promise<boolean> {
  const { task: _task, data: _data, output, resume, ...configuration } = options
  const { inputSize, batch: batchSize, seed, threads } = configuration
  const data = await readTrainingData(task, options)
  const { labels, train: samples, val } = data
  log(`${samples.length} training and ${val.length} validation images, ${labels.length} classes: ${labels.join(', ')}`)
  mkdirSync(output, { recursive: true })
  const definition = task.learn(data, configuration)
  const { network, classMap, writeTargets } = definition
  const state = startingPoint({ path: join(output, 'last.ckpt'), configuration, network, data, resume })
  if (state.epoch + state.step > 0) log(`going on from the checkpoint: epoch ${state.epoch}, step ${state.step}`)

  const cacheOf = (name: string, some: readonly S[]) =>
    createImageCache({ path: join(output, name), samples: some, inputSize, signal, classMap })
  const trainCache = await cacheOf('training.cache', samples)
  const valCache = await cacheOf('validation.cache', val)
  const needs = { network, batchSize, writeTargets }
  const batches = trainingBatches({ ...needs, samples, cache: trainCache }, seed)
  const optimizer = await createOptimizer(network, batchSize, threads)
  const validator = await createValidator({ ...needs, samples: val, cache: valCache }, definition, threads)
  const isDone = await runEpochs({ state, definition, data, output, batches, optimizer, validator, log, signal })
  await optimizer.release()
  await validator.release()
  trainCache.remove()
  valCache.remove()
  if (!isDone) {
    log('stopped; the checkpoint is written')
    return false
  }
  const { names, keptRule } = definition
  const truthOf = (sample: S) => task.truthOf(sample, labels)
  const { history, keptEpoch } = state
  const { metrics } = await writeReport({ output, samples: val, truthOf, history, names, threads, keptEpoch, keptRule })
  const quality = metricsText(names, metrics).join(', ')
  log(`kept epoch ${keptEpoch}: ${quality}, model ${join(output, 'best.onnx')}`)
  return true
}

interface Training<S extends Sample> extends Surroundings {
  state: Checkpoint
  definition: TaskDefinition<S>
  data: TrainingData<S>
  output: string
  batches: Batches
  optimizer: Awaited<ReturnType<typeof createOptimizer>>
  validator: Validator
}

async function runEpochs<S extends Sample>(training: Training<S>): Promise<boolean> {
  const { state, definition, output, log, signal } = training
  const { epochs, patience } = state.configuration
  const results = openResults(join(output, 'results.csv'), definition.names, state.history)
  /** `kept` is reported at an early end: the epoch of the last improvement. */
  const reportProgress = (more: { kept?: number } = {}) => {
    const progress = { done: state.epoch, total: epochs, unit: 'epochs', ...more }
    writeAtomically(join(output, 'progress.json'), JSON.stringify(progress))
  }
  const keep = () => {
    writeCheckpoint(join(output, 'last.ckpt'), state)
    reportProgress()
  }
  const isPlateau = () => state.epoch - state.keptEpoch >= patience
  keep()
  while (state.epoch < epochs && !isPlateau()) {
    if (signal.aborted) return false
    const previousSeconds = state.seconds
    const started = performance.now()
    const isWhole = await runSteps(training)
    const result = isWhole ? await validate(training) : null
    state.seconds = previousSeconds + (performance.now() - started) / 1000
    if (result !== null) {
      const timed = { ...result, seconds: state.seconds }
      Object.assign(state, { epoch: timed.epoch, step: 0, losses: [] })
      state.history.push(timed)
      results.append(timed)
      log(describe(definition.names, timed, epochs, state.seconds - previousSeconds))
    }
    keep()
  }
  if (state.epoch < epochs) {
    reportProgress({ kept: state.keptEpoch })
    log(`no better validation for ${patience} epochs: the training ends here`)
  }
  return true
}

async function validate<S extends Sample>(training: Training<S>): Promise<Omit<EpochResult, 'seconds'>> {
  const { state, definition, data, output, batches, validator } = training
  const { labels, train: samples, val } = data
  const { seed, width } = state.configuration
  const epoch = state.epoch + 1
  const trained = { parameters: state.vectors.average, statistics: state.vectors.statistics }
  const { metrics, losses } = await validator.validate(trained)
  const earlier = state.history.map((result) => definition.fitness(result.metrics, result.validation))
  if (definition.fitness(metrics, losses) > Math.max(...earlier)) {
    state.keptEpoch = epoch
    const facts = { epoch, seed, width, images: samples.length, validationImages: val.length }
    writeAtomically(join(output, 'best.onnx'), exportModel(definition, trained, { labels, training: facts, metrics }))
  }
  const learningRate = rateAt(state, batches.steps, epoch * batches.steps - 1)
  return { epoch, train: state.losses, validation: losses, metrics, learningRate }
}
