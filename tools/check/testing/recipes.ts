import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plant } from './plant.ts'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** A file created or changed by a recipe. */
export type Step =
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly after: string; readonly lines: string }
  | { readonly file: string; readonly removed: string; readonly added: string }

/** The code of a recipe: each block stands below the file that its step names first, a new file or a difference. */
export function stepsOf(recipe: string): Step[] {
  const text = readFileSync(join(repository, `docs/recipes/${recipe}.md`), 'utf8')
  const items = text.split(/^(?=\d+\. )/m).slice(1)
  return items.flatMap((item) => {
    const file = /^\d+\. `([^`]+)`/.exec(item)?.[1] ?? ''
    return [...item.matchAll(/^ {3}```(ts|diff)\n(.*?)^ {3}```$/gms)].map(([, kind, block = '']): Step => {
      const content = block.replaceAll(/^ {3}/gm, '')
      if (kind === 'ts') return { file, content }
      const linesAfter = (sign: string) =>
        Array.from(content.matchAll(new RegExp(`^\\${sign}(.*\n)`, 'gm')), ([, line]) => line).join('')
      return { file, removed: linesAfter('-'), added: linesAfter('+') }
    })
  })
}

export const formatSteps: readonly Step[] = [
  {
    file: 'contract/src/formats/dota/codec.ts',
    content: `import type { FormatCodec } from '../codec.ts'
import { formatOffers } from '../offers.ts'

export const dota: FormatCodec = {
  id: 'dota',
  ...formatOffers.dota,
  detect: (paths) => (paths.some((path) => path.endsWith('.dota')) ? 1 : 0),
  async *decode() {
    yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  },
  async *encode() {
    yield { type: 'file', path: 'empty.dota', content: (async function* () {})() }
  },
}
`,
  },
  {
    file: 'contract/src/formats/dota/dota.test.ts',
    content: `import { expect, test } from 'vitest'
import { detectFormat } from '../registry.ts'

test('DOTA: its files are known by their names', () => expect(detectFormat(['a.dota'])).toBe('dota'))
`,
  },
  {
    file: 'contract/src/formats/offers.ts',
    after: 'export const formatOffers = {\n',
    lines: `  dota: {\n    name: 'DOTA',\n    labelTypes: ['target-detection'],\n    layouts: [{ id: 'flat', name: { en: 'Flat', zh: '平铺' } }],\n    geometries: ['drawn'],\n  },\n`,
  },
  {
    file: 'contract/src/formats/registry.ts',
    after: 'const formatReaders: Formats = {\n',
    lines: `  dota,\n`,
  },
  { file: 'contract/src/formats/registry.ts', after: '', lines: `import { dota } from './dota/codec.ts'\n` },
]

export const executorSteps: readonly Step[] = [
  {
    file: 'server/src/areas/executors/nomad/executor.ts',
    content: `import { createLocalExecutor } from '../local/executor.ts'
import type { Executor } from '../port/executor.ts'

export function createNomadExecutor({ root }: { root: string }): Executor {
  return { ...createLocalExecutor({ root }), kind: 'nomad', machine: 'cluster' }
}
`,
  },
  {
    file: 'server/src/areas/executors/nomad/nomad.test.ts',
    content: `import { expect, test } from 'vitest'
import { createExecutor } from '../index.ts'

test('Nomad', () => expect(createExecutor('nomad', { tasksFolder: '/tmp' }).kind).toBe('nomad'))
`,
  },
  {
    file: 'contract/src/tasks/executors.ts',
    after: 'export const executorOffers = {\n',
    lines: `  nomad: {\n    name: { en: 'Nomad', zh: 'Nomad' },\n    hint: { en: 'Tasks are jobs of a cluster.', zh: '任务作为集群作业运行。' },\n    images: false,\n  },\n`,
  },
  {
    file: 'contract/src/tasks/pool-settings.ts',
    after: 'z.ZodObject | null>> = {\n',
    lines: `  nomad: null,\n`,
  },
  {
    file: 'server/src/areas/executors/service.ts',
    after: 'Record<ExecutorKind, (needs: ExecutorNeeds) => Executor>> = {\n',
    lines: `  nomad: ({ tasksFolder }) => createNomadExecutor({ root: tasksFolder }),\n`,
  },
  {
    file: 'server/src/areas/executors/service.ts',
    after: '',
    lines: `import { createNomadExecutor } from './nomad/executor.ts'\n`,
  },
]

/** A field of datasets as docs/recipes/field.md says to add one. */
export const fieldSteps: readonly Step[] = [
  {
    file: 'server/migrations/0999-dataset-licenses.ts',
    content: `import type { Migration } from '../src/platform/database/migrate.ts'

export const datasetLicenses: Migration = {
  up: (schema) =>
    schema
      .alterTable('datasets')
      .addColumn('license', 'text', (column) => column.notNull().defaultTo(''))
      .execute(),
}
`,
  },
  {
    file: 'server/migrations/index.ts',
    after: "'0001-baseline': baseline",
    lines: `, '0999-dataset-licenses': datasetLicenses`,
  },
  {
    file: 'server/migrations/index.ts',
    after: '',
    lines: `import { datasetLicenses } from './0999-dataset-licenses.ts'\n`,
  },
  {
    file: 'contract/src/datasets.ts',
    after: '  guidelines: z.string().max(10_000),\n',
    lines: '  license: z.string().trim().max(200),\n',
  },
  {
    file: 'contract/src/datasets.ts',
    after: "    guidelines: dataset.shape.guidelines.default(''),\n",
    lines: "    license: dataset.shape.license.default(''),\n",
  },
  { file: 'contract/src/datasets.ts', after: '    guidelines: true,\n', lines: '    license: true,\n' },
  {
    file: 'console/src/areas/datasets/form/optional-fields.ts',
    after: "  guidelines: '',\n",
    lines: "  license: '',\n",
  },
  {
    file: 'console/src/areas/datasets/form/writing-fields.tsx',
    after: '  return (\n    <>\n',
    lines: `      <Form.Item name="license" label={t('license')}>\n        <Input maxLength={200} />\n      </Form.Item>\n`,
  },
  {
    file: 'console/src/areas/datasets/text.ts',
    after: "    guidelines: 'Labeling guidelines',\n",
    lines: "    license: 'License',\n",
  },
  {
    file: 'console/src/areas/datasets/text.ts',
    after: "    guidelines: '标注规范',\n",
    lines: "    license: '许可证',\n",
  },
  {
    file: 'server/src/areas/datasets/license.test.ts',
    content: `import { datasetUpdate } from '@vermilion/contract/datasets'
import { expect, test } from 'vitest'

test('the license of a dataset can be changed', () => expect(datasetUpdate.shape.license).toBeDefined())
`,
  },
]

/** Applies recipe steps to a copy of the sources and returns its folder. */
export function follow(steps: readonly Step[]): string {
  const tree = plant({})
  for (const folder of ['contract/src', 'canvas/src', 'server/src', 'server/migrations', 'console/src']) {
    cpSync(join(repository, folder), join(tree, folder), { recursive: true })
  }
  const builds = readdirSync(join(repository, 'console')).filter((file) => file.endsWith('.ts'))
  for (const file of builds) cpSync(join(repository, 'console', file), join(tree, 'console', file))
  for (const step of steps) write(tree, step)
  return tree
}

function write(tree: string, step: Step): void {
  const path = join(tree, step.file)
  mkdirSync(dirname(path), { recursive: true })
  if ('content' in step) return writeFileSync(path, step.content)
  const source = readFileSync(path, 'utf8')
  const line = 'after' in step ? step.after : step.removed
  const at = source.indexOf(line)
  if (at < 0) throw new Error(`${step.file} has no line ${line}: the recipe is out of date`)
  const end = at + line.length
  const [start, lines] = 'after' in step ? [end, step.lines] : [at, step.added]
  writeFileSync(path, source.slice(0, start) + lines + source.slice(end))
}
