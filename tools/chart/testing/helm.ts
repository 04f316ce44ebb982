import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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
export async function runHelm(args: readonly string[], values: object = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-chart-'))
  try {
    const file = join(folder, 'values.json')
    await writeFile(file, JSON.stringify(values))
    const ending = args[0] === 'uninstall' ? [] : ['--values', file]
    const homes = { HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder }
    const kubeconfig = process.env['VERMILION_TEST_KUBECONFIG'] ?? ''
    const helm = spawn(program, [...args, ...ending], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...homes, KUBECONFIG: kubeconfig },
    })
    const closed = new Promise<number | null>((resolve) => helm.once('close', resolve))
    const [output, message, status] = await Promise.all([text(helm.stdout), text(helm.stderr), closed])
    if (status !== 0) throw new Error(message)
    return output
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The objects that a release `it` in the namespace `lab` would have. */
export async function render(values: object, namespace = 'lab'): Promise<ClusterObject[]> {
  // A helm that was built from source takes an old version for granted.
  const rendered = await runHelm(['template', 'it', chart, '--namespace', namespace, '--kube-version', '1.35'], values)
  return parseAllDocuments(rendered).map((document) => document.toJS() as ClusterObject)
}
