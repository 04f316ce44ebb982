import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import type { SlurmSettings } from '@vermilion/contract/tasks/slurm-settings'
import { createSlurmExecutor } from '../slurm/executor.ts'
import { isOver } from '../port/run-status.ts'
import type { ExecutorHarness } from './harness.ts'
import type { TestSlurm } from './slurm-cluster.ts'

const starter = fileURLToPath(new URL('start-slurm-run.ts', import.meta.url))

export interface SlurmHarness extends ExecutorHarness {
  root: string
  settings: SlurmSettings
}

export async function slurmHarness(slurm: TestSlurm, more: Partial<SlurmSettings> = {}): Promise<SlurmHarness> {
  const { configuration, shared } = slurm
  const folder = await mkdtemp(join(shared, 'vermilion runs '))
  const root = join(slurm.folder, `tasks of ${folder.slice(-6)}`)
  const settings = slurmSettings.parse({ configuration, sharedHere: shared, ...more })
  const executor = createSlurmExecutor({ root, settings })
  return {
    executor,
    folder,
    root,
    settings,
    base: {
      mounts: [{ source: folder, target: folder, readOnly: false }],
      network: 'host',
      workingFolder: folder,
    },
    async startAndDie(spec, key) {
      const parameters = [root, JSON.stringify(settings), JSON.stringify(spec), key]
      const server = spawn(process.execPath, [starter, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [handle] = await once(server.stdout, 'data')
      server.kill('SIGKILL')
      await once(server, 'exit')
      return String(handle).trim()
    },
    /** The cluster is set up anew, and what the job wrote of itself is gone. */
    async lose(handle) {
      const [name = '', key = ''] = handle.split('/')
      await slurm.stopController()
      await rm(join(shared, 'runs', name, 'job', key), { recursive: true, force: true })
      await slurm.startController({ cold: true })
    },
    async close() {
      for (const { handle, phase } of await executor.list()) {
        if (!isOver(phase)) await executor.stop(handle, { graceSeconds: 0 })
        await executor.clean(handle)
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
