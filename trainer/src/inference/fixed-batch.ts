import type { BatchRunner, Inputs } from '../runtime.ts'

/** Fills each batch of a model that takes no other with its first picture, whose numbers are known to be sound. */
export function withFixedBatch(runner: BatchRunner, batch: number | undefined): BatchRunner {
  if (batch === undefined) return runner

  async function runBatch(pictures: readonly Inputs[]) {
    const results: Awaited<ReturnType<BatchRunner['run']>>[] = []
    for (let from = 0; from < pictures.length; from += batch!) {
      const part = pictures.slice(from, from + batch!)
      const filled = Array.from({ length: batch! }, (_, at) => part[at] ?? part[0]!)
      const outcomes = await runner.runBatch(filled)
      if (outcomes === undefined) throw new Error(`its outputs are not those of a batch of ${batch}`)
      results.push(...outcomes.slice(0, part.length))
    }
    return results
  }
  return {
    takesBatches: true,
    run: async (inputs) => (await runBatch([inputs]))[0]!,
    runBatch,
    release: () => runner.release(),
  }
}
