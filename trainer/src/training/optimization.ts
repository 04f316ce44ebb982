import { trainingModel } from '../network/graphs.ts'
import type { Network } from '../network/network.ts'
import { initialParameters, initialStatistics, parameterCount } from '../network/plan.ts'
import { beta1, beta2 } from '../optimizer/adamw.ts'
import { randomAt } from '../random.ts'
import { createTrainingRunner, type Runner } from '../runtime.ts'
import type { Batch } from './batches.ts'
import type { Vectors } from './checkpoint.ts'
import type { Configuration } from './options.ts'
import { applyStartingWeights } from './starting-weights.ts'

/** Learning rate schedule: warm-up, then cosine decay to a fiftieth. */
export function learningRateAt(step: number, steps: number, peak: number): number {
  const rise = Math.min(100, Math.ceil(steps / 20))
  if (step < rise) return (peak * (step + 1)) / rise
  const progress = (step - rise) / Math.max(1, steps - rise)
  return peak * (0.02 + 0.98 * 0.5 * (1 + Math.cos(Math.PI * progress)))
}

export function initialVectors(network: Network, seed: number, start: Configuration['start']): Vectors {
  const { plan } = network
  const count = parameterCount(plan)
  const parameters = initialParameters(plan, randomAt(seed, 3))
  const statistics = initialStatistics(plan)
  if (start === 'weights') applyStartingWeights(network, { parameters, statistics })
  return {
    parameters,
    moment1: new Float32Array(count),
    moment2: new Float32Array(count),
    average: Float32Array.from(parameters),
    statistics,
  }
}

/** Moves `average` towards `next`; `keep` is the decay. */
function approach(average: Float32Array, next: Float32Array, keep: number): void {
  for (let i = 0; i < average.length; i++) average[i] = keep * average[i]! + (1 - keep) * next[i]!
}

const scalar = (value: number) => ({ values: Float32Array.of(value), shape: [] })
const vector = (values: Float32Array) => ({ values, shape: [values.length] })

type Moving = Pick<Vectors, 'parameters' | 'moment1' | 'moment2' | 'average'>

/** `keep` bounds the average's decay; `step` counts from 0 over the full training. Returns the model's other outputs. */
export async function runStep(
  runner: Runner,
  vectors: Moving,
  inputs: Batch,
  { step, learningRate, keep }: { step: number; learningRate: number; keep: number },
): Promise<Record<string, Float32Array>> {
  const { nextParameters, nextMoment1, nextMoment2, ...rest } = await runner.run({
    ...inputs,
    parameters: vector(vectors.parameters),
    moment1: vector(vectors.moment1),
    moment2: vector(vectors.moment2),
    learningRate: scalar(learningRate),
    correction1: scalar(1 - beta1 ** (step + 1)),
    correction2: scalar(1 - beta2 ** (step + 1)),
  })
  vectors.parameters = nextParameters!
  vectors.moment1 = nextMoment1!
  vectors.moment2 = nextMoment2!
  // Averages decay faster at first, while values change quickly.
  approach(vectors.average, vectors.parameters, Math.min(keep, (1 + step) / (10 + step)))
  return rest
}

export async function createOptimizer(network: Network, batchSize: number, threads: number) {
  const runner = await createTrainingRunner(trainingModel(network, batchSize), threads)
  return {
    /** `step` counts from 0 over the full training. Updates `vectors` and returns the parts of the loss. */
    async step(vectors: Vectors, batch: Batch, step: number, learningRate: number): Promise<Float32Array> {
      const output = await runStep(runner, vectors, batch, { step, learningRate, keep: 0.995 })
      approach(vectors.statistics, output['statistics']!, Math.min(0.95, (1 + step) / (10 + step)))
      return output['losses']!
    },
    release: () => runner.release(),
  }
}
