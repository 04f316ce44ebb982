import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import { accountClient } from '../testing/account-client.ts'

/**
 * One script runs unchanged against this server and against `mlflow server`, and what both tell of it is equal. Needs Python with
 * the package: `VERMILION_MLFLOW_PYTHONS` names interpreters, one for each version to try, between commas.
 */
const pythons = (process.env['VERMILION_MLFLOW_PYTHONS'] ?? process.env['VERMILION_PYTHON'] ?? 'python3').split(',')
const script = new URL('../testing/elsewhere.py', import.meta.url).pathname
const run = promisify(execFile)

const imports = (python: string, name: string) =>
  run(python, ['-c', `import ${name}; print(${name}.__version__)`], { timeout: 300_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )

/** The tracking server of MLflow itself. */
async function startMlflow(python: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-mlflow-'))
  const port = String(await freePort())
  const stores = ['--backend-store-uri', `sqlite:///${join(folder, 'runs.db')}`, '--artifacts-destination', folder]
  const options = ['--host', '127.0.0.1', '--port', port, '--workers', '1']
  const child = spawn(python, ['-m', 'mlflow', 'server', ...stores, ...options], { stdio: 'ignore', detached: true })
  const uri = `http://127.0.0.1:${port}`
  for (let tries = 0; (await fetch(`${uri}/health`).catch(() => undefined))?.ok !== true; tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error('mlflow server does not start')
    await delay(200)
  }
  const stop = async () => {
    process.kill(-child.pid!, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { uri, stop }
}

async function tell(python: string, parts: readonly string[], environment: Record<string, string>) {
  const home = await mkdtemp(join(tmpdir(), 'vermilion-client-'))
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, USER: 'mei', LOGNAME: 'mei', ...environment }
  const { stdout } = await run(python, [script, ...parts], { cwd: home, timeout: 600_000, env, maxBuffer: 2 ** 26 })
  await rm(home, { recursive: true, force: true })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('TOLD ') + 'TOLD '.length)) as Record<string, unknown>
}

for (const python of pythons) {
  const version = await imports(python, 'mlflow')
  if (version === undefined)
    process.stderr.write(`skipped: ${python} has no mlflow (pip install mlflow, or VERMILION_MLFLOW_PYTHONS=…)\n`)
  test.skipIf(version === undefined)(
    `R2.22 what a script logs comes back from here as from an MLflow server: client ${version ?? '(missing)'}`,
    { timeout: 1_500_000 },
    async () => {
      const parts = ['basic', 'experiments', 'registry']
      for (const name of ['sklearn', 'lightning', 'transformers', 'ultralytics'])
        if ((await imports(python, name)) === undefined) process.stderr.write(`left out: ${python} has no ${name}\n`)
        else parts.push(name)
      const server = await startTestServer({})
      const theirs = await startMlflow(python)
      try {
        const { environment } = await accountClient(server)
        const { MLFLOW_TRACKING_URI, MLFLOW_TRACKING_TOKEN } = environment
        const expected = await tell(python, parts, { MLFLOW_TRACKING_URI: theirs.uri })
        const actual = await tell(python, parts, { MLFLOW_TRACKING_URI, MLFLOW_TRACKING_TOKEN })
        expect(actual).toEqual(expected)
        const { total } = await server.call(taskEndpoints.listTasks, { query: { kind: 'external' } })
        expect(total).toBeGreaterThan(5)
      } finally {
        await theirs.stop()
        await server.stop()
      }
    },
  )
}
