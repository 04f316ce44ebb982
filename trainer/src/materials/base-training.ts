import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { floorKinds, lightKinds } from '@vermilion/contract/scenes'
import { z } from 'zod'
import { parseCommandLine } from '../command-line.ts'
import { writeAtomically } from '../files.ts'
import { initialParameters } from '../network/plan.ts'
import { randomAt } from '../random.ts'
import type { Surroundings } from '../surroundings.ts'
import { readVectorFile, writeVectorFile } from '../training/vector-file.ts'
import { encodeBaseWeights, readBaseWeights } from './base-weights.ts'
import { createFlowBatches, purpose } from './flow-batch.ts'
import { initialFlowVectors, runFlowTraining, vectorNames, type FlowStep, type FlowVectors } from './flow-training.ts'
import { materialsPlan, materialsShape as shape } from './layout.ts'
import { baseTrainingModel } from './models.ts'
import { createPicker, readPictures, writeCrop } from './pictures.ts'
import { createSampler, encodeTile } from './sampler.ts'
import { unconditional, type Condition } from './signal.ts'

const count = z.coerce.number().int().min(1)
const baseTrainingOptions = z.object({
  /** A folder of bare floors per condition: `wood-daylight`. */
  data: z.string().min(1),
  output: z.string().min(1),
  /** Initial weights; random by default. */
  start: z.string().min(1).optional(),
  steps: count.default(20_000),
  resolution: count.default(64),
  batch: count.default(16),
  learningRate: z.coerce.number().positive().default(0.001),
  saveEvery: count.default(100),
  seed: count.default(1),
  threads: count.default(1),
})

interface State {
  history: FlowStep[]
  vectors: FlowVectors
}

/** Share of samples trained without condition, as classifier-free guidance requires. */
const withoutCondition = 0.3
const averageKept = 0.998
const sampleSize = 128

/** After a kill, the same call resumes from the checkpoint; the number of steps may change. Returns whether it finished. */
export async function trainBase(argv: readonly string[], { log, signal }: Surroundings): Promise<boolean> {
  const options = parseCommandLine(baseTrainingOptions, Object.keys(baseTrainingOptions.shape), argv)
  const { data, output, start, steps, resolution, batch, seed, saveEvery, threads, learningRate } = options
  const pictures = await readPictures(data, resolution)
  const conditions = new Map(pictures.map(({ path }) => [path, conditionOf(path)]))
  mkdirSync(output, { recursive: true })
  const path = join(output, 'checkpoint')
  const state: State = readVectorFile<(typeof vectorNames)[number], Omit<State, 'vectors'>>(path, vectorNames) ?? {
    history: [],
    vectors: initialFlowVectors(
      start === undefined
        ? initialParameters(materialsPlan(shape), randomAt(seed, purpose.initial))
        : readBaseWeights(start),
    ),
  }
  log(`${pictures.length} pictures, ${state.vectors.parameters.length} parameters, from step ${state.history.length}`)
  const pick = createPicker(pictures)
  const save = async () => {
    writeVectorFile(path, vectorNames, state)
    writeAtomically(join(output, 'materials-1.safetensors'), encodeBaseWeights(shape, state.vectors.average))
  }
  const isDone = await runFlowTraining({
    model: baseTrainingModel(shape, { batch, extent: resolution }),
    vectors: state.vectors,
    batches: createFlowBatches({
      batch,
      extent: resolution,
      seed,
      draw(random, out, offset) {
        const picture = pick(random)
        writeCrop(picture, resolution, random, out, offset)
        return random.uniform() < withoutCondition ? unconditional : conditions.get(picture.path)!
      },
    }),
    done: state.history.length,
    steps,
    learningRate,
    keep: averageKept,
    threads,
    async afterStep(result) {
      state.history.push(result)
      if (result.step % saveEvery === 0 || result.step === steps || signal.aborted) {
        const last = state.history.slice(-saveEvery)
        const loss = last.reduce((sum, step) => sum + step.loss, 0) / last.length
        log(`step ${result.step}/${steps}  loss ${loss.toFixed(4)}  ${process.cpuUsage().user / 1e6} CPU s`)
        await save()
      }
      return !signal.aborted
    },
  })
  await writeSheet(join(output, 'samples'), state.vectors.average, threads)
  return isDone
}

/** Condition of a training picture, encoded in its folder's name. */
function conditionOf(path: string): Condition {
  const [floor = '', light = ''] = path.split('/').at(-2)?.split('-') ?? []
  const condition = {
    floor: floorKinds.find((kind) => kind === floor) ?? null,
    light: lightKinds.find((kind) => kind === light) ?? null,
  }
  if (condition.floor === null || condition.light === null) throw new Error(`${path}: the folder is no floor and light`)
  return condition
}

/** A tile of each floor by day, and an unconditional one. */
async function writeSheet(folder: string, flat: Float32Array, threads: number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const floor of [...floorKinds, null]) {
    const condition: Condition = { floor, light: floor === null ? null : 'daylight' }
    const sampler = await createSampler({ shape, flat, size: sampleSize, condition, threads })
    const tile = await encodeTile(await sampler.sample(1, 0), sampleSize)
    writeAtomically(join(folder, `${floor ?? 'any'}.png`), tile)
    await sampler.release()
  }
}
