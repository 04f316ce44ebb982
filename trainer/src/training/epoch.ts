import type { Batches } from './batches.ts'
import type { Checkpoint } from './checkpoint.ts'
import { learningRateAt, type createOptimizer } from './optimization.ts'

interface EpochNeeds {
  state: Checkpoint
  batches: Batches
  optimizer: Awaited<ReturnType<typeof createOptimizer>>
  signal: AbortSignal
}

/** Learning rate at a step of the full training. */
export function rateAt({ configuration: { epochs, learningRate } }: Checkpoint, stepsPerEpoch: number, step: number) {
  return learningRateAt(step, epochs * stepsPerEpoch, learningRate)
}

export async function runSteps({ state, batches, optimizer, signal }: EpochNeeds): Promise<boolean> {
  const { steps } = batches
  let batch = batches.batch(state.epoch, state.step)
  while (state.step < steps) {
    const step = state.epoch * steps + state.step
    const running = optimizer.step(state.vectors, batch, step, rateAt(state, steps, step))
    // The next batch is prepared while onnxruntime's threads work on this one.
    if (state.step + 1 < steps) batch = batches.batch(state.epoch, state.step + 1)
    const losses = await running
    state.losses = Array.from(losses, (loss, part) => (state.losses[part] ?? 0) + loss / steps)
    state.step += 1
    if (signal.aborted && state.step < steps) return false
  }
  return true
}
