import { rmSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { directions, everyFileWasRead } from './directions.ts'
import { format } from './format.ts'
import { lint } from './lint.ts'
import { batchViolations } from './testing/batches.ts'
import { plant, sound } from './testing/plant.ts'
import { soundLooks } from './testing/token-violations.ts'
import { violations } from './testing/violations.ts'
import { tokens } from './tokens.ts'
import { sourceFiles } from './tree.ts'
import { types } from './types.ts'
import { unused } from './unused.ts'

const trees: string[] = []
afterAll(() => trees.splice(0).forEach((tree) => rmSync(tree, { recursive: true })))

// The linter has its own file. Directions are checked one by one, which is quick, since one may hide another.
describe.each([format, types, directions, unused, tokens])('a planted violation is caught: $name', (check) => {
  const ofCheck = Object.entries(violations).filter(([, violation]) => violation.check === check)
  const outcomeOf = batchViolations(
    ofCheck.map(([, violation]) => violation),
    trees,
  )
  test.each(ofCheck)('%s', async (_, violation) => {
    const { files, says } = violation
    const outcome = await (check === directions ? check.run(planted({ ...sound, ...files })) : outcomeOf(violation))
    expect(outcome.output).toMatch(says)
    expect(outcome.passed).toBe(false)
  })
})

test.each([format, lint, types, directions])('a sound tree passes: $name', async (check) => {
  expect(await check.run(planted(sound))).toMatchObject({ passed: true })
})

test('looks of the tokens pass, and what only seems to be a colour or a size', async () => {
  expect(await tokens.run(planted({ ...sound, ...soundLooks }))).toEqual({ passed: true, output: '' })
})

test('a sound tree has no unused code', async () => {
  const { output } = await unused.run(planted(sound))
  expect(output).not.toMatch(/Unused (files|exports)/)
})

test('directions fail when modules were not read', () => {
  const files = sourceFiles(planted(sound))
  expect(files).toHaveLength(Object.keys(sound).length - 1)
  const modules = files.map((source) => ({ source, dependencies: [], dependents: [], valid: true }))
  expect(everyFileWasRead(files, { modules })).toMatchObject({ passed: true })
  expect(everyFileWasRead(files, { modules: modules.slice(1) })).toMatchObject({ passed: false })
  expect(everyFileWasRead(files, { modules: [] }).output).toContain(`only 0 of ${files.length}`)
})

function planted(files: Readonly<Record<string, string>>): string {
  const tree = plant(files)
  trees.push(tree)
  return tree
}
