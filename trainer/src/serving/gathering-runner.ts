import type { BatchRunner, Inputs, Runner } from '../runtime.ts'

type Outputs = Awaited<ReturnType<Runner['run']>>

interface Waiting extends PromiseWithResolvers<Outputs> {
  readonly inputs: Inputs
}

/** Maximum deviation of a batch's outputs from those of its first picture alone. */
const tolerance = 1e-3

export interface GatheringRunner extends Runner {
  takesBatches(): boolean
}

/** Metadata about batches cannot be trusted: the first batch is compared with a run of its first picture. */
export function createGatheringRunner(runner: BatchRunner): GatheringRunner {
  let { takesBatches } = runner
  let isChecked = false
  let waiting: Waiting[] = []

  async function runAll(runs: readonly Waiting[]): Promise<void> {
    const results = takesBatches && runs.length > 1 ? await tryBatch(runs) : undefined
    for (const [at, { inputs, resolve, reject }] of runs.entries()) {
      const result = results?.[at]
      if (result !== undefined) resolve(result)
      else await runner.run(inputs).then(resolve, reject)
    }
  }

  async function tryBatch(runs: readonly Waiting[]): Promise<Outputs[] | undefined> {
    const results = await runner.runBatch(runs.map(({ inputs }) => inputs)).catch(() => undefined)
    const [first] = results ?? []
    if (first === undefined || (!isChecked && !areAlike(first, await runner.run(runs[0]!.inputs)))) {
      takesBatches = false
      return undefined
    }
    isChecked = true
    return results
  }

  return {
    takesBatches: () => takesBatches,
    run(inputs) {
      if (waiting.length === 0)
        queueMicrotask(() => {
          const runs = waiting
          waiting = []
          void runAll(runs)
        })
      const run = { inputs, ...Promise.withResolvers<Outputs>() }
      waiting.push(run)
      return run.promise
    },
    release: () => runner.release(),
  }
}

function areAlike(one: Outputs, other: Outputs): boolean {
  return Object.entries(other).every(([name, values]) => {
    const others = one[name]
    return (
      others?.length === values.length &&
      values.every((value, at) => Math.abs(value - others[at]!) <= tolerance * Math.max(1, Math.abs(value)))
    )
  })
}
