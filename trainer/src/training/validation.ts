import type { Sample } from '../data/sample.ts'
import { validationModel } from '../network/graphs.ts'
import type { Trained } from '../network/network.ts'
import { createRunner } from '../runtime.ts'
import { validationBatches, type BatchNeeds } from './batches.ts'
import type { Figures } from './results.ts'
import type { TaskDefinition } from './task.ts'

export interface Validation {
  metrics: Figures
  count: number
  losses: number[]
}

export interface Validator {
  validate(trained: Trained): Promise<Validation>
  release(): Promise<void>
}

export async function createValidator<S extends Sample>(
  needs: BatchNeeds<S>,
  definition: Pick<TaskDefinition<S>, 'measure'>,
  threads: number,
): Promise<Validator> {
  const { network, batchSize, samples, cache } = needs
  const runner = await createRunner(validationModel(network, batchSize), threads)
  return {
    async validate({ parameters, statistics }) {
      const measure = definition.measure()
      const losses = network.losses.map(() => 0)
      for (const { indices, batch } of validationBatches(needs)) {
        const output = await runner.run({
          ...batch,
          parameters: { values: parameters, shape: [parameters.length] },
          statistics: { values: statistics, shape: [statistics.length] },
        })
        const record = output['output0']!.length / batchSize
        for (const [position, index] of indices.entries()) {
          const own = output['output0']!.subarray(position * record, (position + 1) * record)
          measure.add({ sample: samples[index]!, index, classes: () => cache.readClasses(index) }, own)
        }
        for (const part of losses.keys()) losses[part]! += (output['losses']![part]! * indices.length) / samples.length
      }
      return { ...measure.figures(), losses }
    },
    release: () => runner.release(),
  }
}
