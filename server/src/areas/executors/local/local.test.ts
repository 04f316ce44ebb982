import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createLocalExecutor } from './executor.ts'
import { describeExecutor } from '../testing/conformance.ts'
import { benchOf } from '../testing/harness.ts'
import type { InstanceSpec, RunSpec } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'

const starter = fileURLToPath(new URL('../testing/start-run.ts', import.meta.url))

const open = async () => {
  const folder = await mkdtemp(join(tmpdir(), "vermilion runs ' "))
  const root = join(folder, 'tasks')
  const executor = createLocalExecutor({ root })
  return {
    executor,
    folder,
    base: { mounts: [], network: 'host' as const, workingFolder: folder },
    async startAndDie(spec: RunSpec, key: string) {
      const server = spawn(process.execPath, [starter, root, JSON.stringify(spec), key], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [handle] = await once(server.stdout, 'data')
      server.kill('SIGKILL')
      await once(server, 'exit')
      return String(handle).trim()
    },
    async lose(handle: RunHandle) {
      const [name = '', key = ''] = handle.split('/')
      const identity = await readFile(join(root, name, 'supervisor', key, 'worker-0', 'identity'), 'utf8')
      process.kill(Number(identity.split('\n')[0]), 'SIGKILL')
    },
    async close() {
      for (const { handle } of await executor.list()) await executor.stop(handle, { graceSeconds: 0 })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describeExecutor('local', open)

test('an instance that cannot be started keeps those beside it from running anything', async () => {
  const { executor, folder, base, close } = await open()
  const bench = benchOf({ executor, base })
  const instances = [0, 1, 2].map((index) => ({ role: 'worker', index, environment: {} })) as [InstanceSpec]
  const mark = join(folder, 'ran')
  const gang = bench.spec('torn', ['/bin/sh', '-c', 'touch "$1"', 'sh', mark], { instances })
  await mkdir(join(folder, 'tasks', 'torn', 'log-worker-2'), { recursive: true })
  await expect(executor.start(gang, 'run')).rejects.toThrow('EISDIR')
  expect((await executor.status('torn/run')).instances).toEqual([])
  await expect(access(mark)).rejects.toThrow('ENOENT')
  await rm(join(folder, 'tasks', 'torn', 'log-worker-2'), { recursive: true })
  expect((await bench.over(await executor.start(gang, 'run'))).exit?.code).toBe(0)
  await close()
})
