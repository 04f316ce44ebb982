import { rmSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { lint } from './lint.ts'
import { plant, sound } from './testing/plant.ts'
import { violations } from './testing/violations.ts'

const trees: string[] = []
afterEach(() => trees.splice(0).forEach((tree) => rmSync(tree, { recursive: true })))

// In a file of their own: the linter starts anew for each, which takes a second.
describe('a planted violation is caught by the linter:', () => {
  test.each(Object.entries(violations).filter(([, { check }]) => check === lint))('%s', async (_, { files, says }) => {
    const tree = plant({ ...sound, ...files })
    trees.push(tree)
    const outcome = await lint.run(tree)
    expect(outcome.output).toMatch(says)
    expect(outcome.passed).toBe(false)
  })
})
