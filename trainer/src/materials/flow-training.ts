import { createTrainingRunner } from '../runtime.ts'
import type { Vectors } from '../training/checkpoint.ts'
import { learningRateAt, runStep } from '../training/optimization.ts'
import type { createFlowBatches } from './flow-batch.ts'

export type FlowVectors = Omit<Vectors, 'statistics'>
export const vectorNames = ['parameters', 'moment1', 'moment2', 'average'] as const

export function initialFlowVectors(parameters: Float32Array): FlowVectors {
  const zeros = () => new Float32Array(parameters.length)
  return { parameters, moment1: zeros(), moment2: zeros(), average: Float32Array.from(parameters) }
}

export interface FlowStep {
  /** From 1. */
  step: number
  loss: number
  learningRate: number
}

interface FlowTraining {
  model: Uint8Array
  vectors: FlowVectors
  batches: ReturnType<typeof createFlowBatches>
  done: number
  steps: number
  learningRate: number
  /** Decay of the running average per step. */
  keep: number
  threads: number
  afterStep(step: FlowStep): Promise<boolean>
}

export async function runFlowTraining(training: FlowTraining): Promise<boolean> {
  const { vectors, batches, done, steps, keep } = training
  const runner = await createTrainingRunner(training.model, training.threads)
  try {
    let batch = batches(done)
    for (let step = done; step < steps; step++) {
      const learningRate = learningRateAt(step, steps, training.learningRate)
      const running = runStep(runner, vectors, batch, { step, learningRate, keep })
      // The next batch is prepared while onnxruntime's threads work on this one.
      if (step + 1 < steps) batch = batches(step + 1)
      const { loss } = await running
      if (!Number.isFinite(loss![0]))
        throw new Error(`the loss of step ${step + 1} is no number; lower --learning-rate`)
      if (!(await training.afterStep({ step: step + 1, loss: loss![0]!, learningRate }))) return step + 1 === steps
    }
    return true
  } finally {
    await runner.release()
  }
}
