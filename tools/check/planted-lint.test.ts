import { rmSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { lint } from './lint.ts'
import { batchViolations } from './testing/batches.ts'
import { violations } from './testing/violations.ts'

const trees: string[] = []
afterAll(() => trees.splice(0).forEach((tree) => rmSync(tree, { recursive: true })))

// Separate, because the linter uses all processors.
describe('a planted violation is caught by the linter:', () => {
  const ofLinter = Object.entries(violations).filter(([, { check }]) => check === lint)
  const outcomeOf = batchViolations(
    ofLinter.map(([, violation]) => violation),
    trees,
  )
  test.each(ofLinter)('%s', async (_, violation) => {
    const outcome = await outcomeOf(violation)
    expect(outcome.output).toMatch(violation.says)
    expect(outcome.passed).toBe(false)
  })
})
