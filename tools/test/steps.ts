import { emptyRun, type Run } from './runners.ts'
import { finding, nothing } from './tally.ts'

/** Runs the steps in order; all of them run, whatever the ones before found. */
export async function runSteps(steps: Readonly<Record<string, () => Promise<Run>>>): Promise<Run[]> {
  const runs: Run[] = []
  for (const [name, step] of Object.entries(steps)) {
    console.log(`\n— ${name}`)
    const startedAt = performance.now()
    try {
      runs.push(await step())
    } catch (error) {
      console.error(error)
      runs.push({ ...emptyRun, tally: { ...nothing, failed: 1, findings: [finding('✗', name, String(error))] } })
    }
    console.log(`— ${name}: ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  }
  return runs
}
