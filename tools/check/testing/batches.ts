import type { Outcome } from '../check.ts'
import { plant, sound } from './plant.ts'
import type { Violation } from './violation.ts'

/** Violations that can share a tree: one check, no conflicting files, distinct messages. */
interface Batch {
  readonly violations: Violation[]
  readonly files: Record<string, string>
  /** Outcome of the check over all violations. */
  outcome?: Promise<Outcome>
}

/** Checks violations in as few trees as possible, because starting a checker dominates. */
export function batchViolations(violations: readonly Violation[], trees: string[]) {
  const batches: Batch[] = []
  for (const violation of violations) {
    const batch = batches.find((one) => fits(violation, one)) ?? openBatch(batches)
    batch.violations.push(violation)
    Object.assign(batch.files, violation.files)
  }
  return (violation: Violation): Promise<Outcome> => {
    const batch = batches.find((one) => one.violations.includes(violation))
    if (batch === undefined) throw new Error('this violation is in no batch')
    return (batch.outcome ??= run(batch))
  }

  function run({ files }: Batch): Promise<Outcome> {
    const tree = plant({ ...sound, ...files })
    trees.push(tree)
    return violations[0]!.check.run(tree)
  }
}

function openBatch(batches: Batch[]): Batch {
  const batch: Batch = { violations: [], files: {} }
  batches.push(batch)
  return batch
}

function fits({ files, says }: Violation, batch: Batch): boolean {
  const isFree = ([path, content]: [string, string]) => (batch.files[path] ?? content) === content
  return Object.entries(files).every(isFree) && batch.violations.every((other) => other.says.source !== says.source)
}
