import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'

export const chart = fileURLToPath(new URL('../../../deploy/chart', import.meta.url))

const program = process.env['VERMILION_TEST_HELM'] ?? 'helm'
const hasHelm = spawnSync(program, ['version', '--short'], { encoding: 'utf8' }).status === 0
const isExpected = (process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',').includes('helm')
if (!hasHelm && isExpected) throw new Error(`helm is expected here, and ${program} does not run`)

export const skippedWithoutHelm = hasHelm
  ? ''
  : `, skipped: ${program} does not run (go install helm.sh/helm/v3/cmd/helm@latest, VERMILION_TEST_HELM)`

export interface ClusterObject {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; [field: string]: unknown }
  [field: string]: unknown
}

/** Runs helm with values in a file of their own, and fails with what it said. */
export function runHelm(args: readonly string[], values: object = {}, environment: NodeJS.ProcessEnv = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-chart-'))
  try {
    const file = join(folder, 'values.json')
    writeFileSync(file, JSON.stringify(values))
    const needsValues = /^(?:install|upgrade|template|lint)$/.test(args[0] ?? '')
    const { status, stdout, stderr } = spawnSync(program, [...args, ...(needsValues ? ['--values', file] : [])], {
      encoding: 'utf8',
      env: {
        ...process.env,
        HELM_CACHE_HOME: folder,
        HELM_CONFIG_HOME: folder,
        HELM_DATA_HOME: folder,
        ...environment,
      },
    })
    if (status !== 0) throw new Error(stderr)
    return stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The objects that a release `it` in the namespace `lab` would have. */
export function render(values: object, namespace = 'lab'): ClusterObject[] {
  // A helm that was built from source takes an old version for granted.
  const text = runHelm(['template', 'it', chart, '--namespace', namespace, '--kube-version', '1.35'], values)
  return parseAllDocuments(text).map((document) => document.toJS() as ClusterObject)
}
