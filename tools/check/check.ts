/** One thing that `npm run check` demands of the tree. */
export interface Check {
  readonly name: string
  /** Looks at the repository (or a copy of a part of it) that lies at `root`. */
  run(root: string): Promise<Outcome>
}

export interface Outcome {
  readonly passed: boolean
  /** What is wrong and where; shown when it did not pass. */
  readonly output: string
}

/** Of several parts that must all pass. */
export function together(outcomes: readonly Outcome[]): Outcome {
  const failed = outcomes.filter((outcome) => !outcome.passed)
  return { passed: failed.length === 0, output: failed.map((outcome) => outcome.output.trim()).join('\n') }
}
