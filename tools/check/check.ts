/** A step of `npm run check`. */
export interface Check {
  readonly name: string
  /** Checks the repository, or a copy of part of it, at `root`. */
  run(root: string): Promise<Outcome>
}

export interface Outcome {
  readonly passed: boolean
  /** Problems with their locations; printed on failure. */
  readonly output: string
}

/** Passes when all parts pass. */
export function together(outcomes: readonly Outcome[]): Outcome {
  const failed = outcomes.filter((outcome) => !outcome.passed)
  return { passed: failed.length === 0, output: failed.map((outcome) => outcome.output.trim()).join('\n') }
}
