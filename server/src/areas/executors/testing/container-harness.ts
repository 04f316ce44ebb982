import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContainerExecutor } from '../container/executor.ts'
import type { TestEngine } from './engines.ts'
import type { ExecutorHarness } from './harness.ts'

const starter = fileURLToPath(new URL('start-container-run.ts', import.meta.url))

export async function containerHarness({ address, image, client }: TestEngine): Promise<ExecutorHarness> {
  const folder = await mkdtemp(join(tmpdir(), "vermilion runs ' "))
  const root = join(folder, 'tasks')
  const executor = createContainerExecutor({ root, address })
  return {
    executor,
    folder,
    base: {
      image,
      mounts: [{ source: folder, target: folder, readOnly: false }],
      network: 'none',
      workingFolder: folder,
    },
    async startAndDie(spec, key) {
      const server = spawn(process.execPath, [starter, root, address, JSON.stringify(spec), key], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [handle] = await once(server.stdout, 'data')
      server.kill('SIGKILL')
      await once(server, 'exit')
      return String(handle).trim()
    },
    async lose(handle) {
      const filters = JSON.stringify({ label: [`vermilion.run=${handle}`] })
      for (const { Id: id } of await client.listContainers({ all: true, filters })) {
        await client.getContainer(id).remove({ force: true })
      }
    },
    async close() {
      for (const { handle } of await executor.list()) {
        await executor.stop(handle, { graceSeconds: 0 })
        await executor.clean(handle)
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
