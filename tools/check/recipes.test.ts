import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runProgram } from './program.ts'
import { executorSteps, fieldSteps, follow, formatSteps, repository, stepsOf, type Step } from './testing/recipes.ts'

const trees: string[] = []
afterEach(() => trees.splice(0).forEach((tree) => rmSync(tree, { recursive: true })))

/** Sources after applying the steps. */
function followed(steps: readonly Step[]): string {
  const tree = follow(steps)
  trees.push(tree)
  return tree
}

const registryRecipes = [
  { name: 'format', title: 'Add a format', steps: formatSteps, registry: 'contract/src/formats/registry.ts' },
  {
    name: 'executor',
    title: 'Add an executor',
    steps: executorSteps,
    registry: 'server/src/areas/executors/service.ts',
  },
] as const

const storeSteps = stepsOf('store')

const recipes = [
  { name: 'field', title: 'Add a field', steps: fieldSteps },
  { name: 'store', title: 'Add a store', steps: storeSteps },
  ...registryRecipes,
] as const

test('a field, a store, a format and an executor that were added by their recipes compile on every side', async () => {
  const tree = followed(recipes.flatMap((recipe) => [...recipe.steps]))
  const says: string[] = []
  for (const workspace of ['contract', 'server', 'console'])
    says.push((await runProgram('tsc', ['-p', workspace], tree)).output)
  expect(says.join('')).toBe('')
})

test('the store that the code of its recipe makes passes the conformance suite', async () => {
  const suite = 'server/src/platform/blobs/share.test.ts'
  const { passed, output } = await runProgram('vitest', ['run', suite], followed(storeSteps))
  expect(output).toMatch(/Tests +\d{2} passed/)
  expect(passed).toBe(true)
})

test.each(recipes)('the recipe of $name names the files that it takes, and how many', ({ name, title, steps }) => {
  const recipe = readFileSync(join(repository, `docs/recipes/${name}.md`), 'utf8')
  const table = readFileSync(join(repository, 'docs/recipes/README.md'), 'utf8')
  const files = new Set(steps.map(({ file }) => file))
  const isNew = (file: string) => steps.some((step) => step.file === file && 'content' in step)
  for (const file of files) if (!isNew(file)) expect(recipe).toContain(file)
  const count = { made: [...files].filter(isNew).length, changed: [...files].filter((file) => !isNew(file)).length }
  const row = table.split('\n').find((line) => line.includes(`[${title}]`))
  expect(row).toContain(`${count.made} new, a few lines in ${count.changed}`)
})

test.each(registryRecipes)(
  'what the recipe of $name adds to the one list does not compile without its registry',
  async ({ steps, registry }) => {
    const tree = followed(steps.filter(({ file }) => file !== registry))
    const [workspace = '', path = ''] = registry.split(/\/(.*)/s)
    // Checks only the registry and its imports.
    writeFileSync(
      join(tree, workspace, 'registry.json'),
      JSON.stringify({ extends: './tsconfig.json', include: [path] }),
    )
    const { output } = await runProgram('tsc', ['-p', `${workspace}/registry.json`], tree)
    expect(output).toContain(registry)
    expect(output).toMatch(/Property '(?:dota|nomad)' is missing/)
  },
)
