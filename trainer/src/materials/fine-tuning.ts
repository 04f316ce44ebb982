import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { writeAtomically } from '../files.ts'
import { initialParameters } from '../network/plan.ts'
import { randomAt } from '../random.ts'
import type { Surroundings } from '../surroundings.ts'
import { readVectorFile, writeVectorFile } from '../training/vector-file.ts'
import { readBaseWeights } from './base-weights.ts'
import type { FineTuningOptions } from './fine-tuning-options.ts'
import { createFlowBatches, purpose } from './flow-batch.ts'
import { initialFlowVectors, runFlowTraining, vectorNames, type FlowStep, type FlowVectors } from './flow-training.ts'
import { materialsShape as shape } from './layout.ts'
import { applyLora, loraModules, loraPlan } from './lora.ts'
import { encodeLora } from './lora-file.ts'
import { loraMetadata } from './lora-metadata.ts'
import { loraTrainingModel } from './models.ts'
import { createPicker, fingerprintOf, readPictures, writeCrop, type MaterialPicture } from './pictures.ts'
import { createSampler, encodeTile } from './sampler.ts'
import { openSteps } from './steps-file.ts'
import { unconditional } from './signal.ts'

type Configuration = Omit<FineTuningOptions, 'data' | 'output'>

interface State {
  configuration: Configuration
  fingerprint: string
  history: FlowStep[]
  vectors: FlowVectors
}

/** Fewer pictures give poor results. */
const fewPictures = 5
/** Limits the lag of the running average to fifty steps. */
const averageKept = 0.98
const logEvery = 10

/** Writes `NAME.safetensors`; a stopped or killed run resumes exactly from `checkpoint`. Returns whether it finished. */
export async function fineTune(options: FineTuningOptions, { log, signal }: Surroundings): Promise<boolean> {
  const { data, output, ...configuration } = options
  const { name, rank, alpha, steps, resolution, batch, seed, sampleEvery, threads } = configuration
  const pictures = await readPictures(data, resolution)
  const base = readBaseWeights()
  log(`${pictures.length} pictures, ${resolution} × ${resolution} pixels, rank ${rank}, ${steps} steps`)
  if (pictures.length < fewPictures) log(`warning: ${fewPictures} to 50 pictures teach a material; these are few`)
  mkdirSync(join(output, 'samples'), { recursive: true })
  const path = join(output, 'checkpoint')
  const state = startingState(path, configuration, pictures, log)
  const done = state.history.length
  if (done > 0) log(`going on from the checkpoint: step ${done}`)
  const results = openSteps(join(output, 'results.csv'), state.history)
  const save = () => {
    writeVectorFile(path, vectorNames, state)
    const progress = { done: state.history.length, total: steps, unit: 'steps' }
    writeAtomically(join(output, 'progress.json'), JSON.stringify(progress))
  }
  save()
  const pick = createPicker(pictures)
  const draw = (random: Parameters<typeof pick>[0], out: Float32Array, offset: number) => {
    writeCrop(pick(random), resolution, random, out, offset)
    return unconditional
  }
  const isDone = await runFlowTraining({
    model: loraTrainingModel(shape, { batch, extent: resolution }, base, { rank, alpha }),
    vectors: state.vectors,
    batches: createFlowBatches({ batch, extent: resolution, seed, draw }),
    done,
    steps,
    learningRate: configuration.learningRate,
    keep: averageKept,
    threads,
    async afterStep(result) {
      state.history.push(result)
      results.append(result)
      const { step } = result
      if (step % logEvery === 0 || step === steps) log(describe(state.history, steps))
      if (step % sampleEvery === 0 || step === steps) {
        await writeSamples(output, configuration, base, state.vectors.average, step)
        save()
      }
      if (signal.aborted) save()
      return !signal.aborted
    },
  })
  if (!isDone) {
    log('stopped; the checkpoint is written')
    return false
  }
  const modules = loraModules(shape, { rank, alpha }, state.vectors.average)
  const file = join(output, `${name}.safetensors`)
  writeAtomically(file, encodeLora(shape, modules, loraMetadata(configuration, pictures)))
  log(`done: ${modules.length} modules in ${file}`)
  return true
}

function startingState(
  path: string,
  configuration: Configuration,
  pictures: readonly MaterialPicture[],
  log: Surroundings['log'],
): State {
  const fingerprint = fingerprintOf(pictures)
  const state = readVectorFile<(typeof vectorNames)[number], Omit<State, 'vectors'>>(path, vectorNames)
  const isSame = state?.fingerprint === fingerprint && isDeepStrictEqual(state.configuration, configuration)
  if (state !== null && isSame) return state
  if (state !== null) log('the checkpoint is of other pictures or parameters: beginning anew')
  const plan = loraPlan(shape, configuration.rank)
  const parameters = initialParameters(plan, randomAt(configuration.seed, purpose.initial))
  return { configuration, fingerprint, history: [], vectors: initialFlowVectors(parameters) }
}

function describe(history: readonly FlowStep[], steps: number): string {
  const last = history.slice(-logEvery)
  const loss = last.reduce((sum, step) => sum + step.loss, 0) / last.length
  return `step ${history.length}/${steps}  loss ${loss.toFixed(4)}  learning rate ${history.at(-1)!.learningRate.toExponential(2)}`
}

/** Samples from fixed noise, as `samples/step-000050-0.png` and so on. */
async function writeSamples(
  output: string,
  { rank, alpha, samples, seed, resolution, threads }: Configuration,
  base: Float32Array,
  average: Float32Array,
  step: number,
): Promise<void> {
  const flat = applyLora(shape, base, loraModules(shape, { rank, alpha }, average), 1)
  const sampler = await createSampler({ shape, flat, size: resolution, threads })
  for (let number = 0; number < samples; number++) {
    const name = `step-${String(step).padStart(6, '0')}-${number}.png`
    const tile = await encodeTile(await sampler.sample(seed, number), resolution)
    writeAtomically(join(output, 'samples', name), tile)
  }
  await sampler.release()
}
