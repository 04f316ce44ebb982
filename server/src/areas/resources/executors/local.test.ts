import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLocalExecutor } from './local.ts'
import { describeExecutor } from './testing/conformance.ts'

const starter = fileURLToPath(new URL('testing/start-run.ts', import.meta.url))

describeExecutor('local', async () => {
  const folder = await mkdtemp(join(tmpdir(), "vermilion runs ' "))
  const root = join(folder, 'tasks')
  const executor = createLocalExecutor({ root })
  return {
    executor,
    folder,
    base: { mounts: [], network: 'host', workingFolder: folder },
    async startAndDie(spec, key) {
      const server = spawn(process.execPath, [starter, root, JSON.stringify(spec), key], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [handle] = await once(server.stdout, 'data')
      server.kill('SIGKILL')
      await once(server, 'exit')
      return String(handle).trim()
    },
    async lose(handle) {
      const [name = '', key = ''] = handle.split('/')
      const identity = await readFile(join(root, name, 'supervisor', key, 'worker-0', 'identity'), 'utf8')
      process.kill(Number(identity.split('\n')[0]), 'SIGKILL')
    },
    async close() {
      for (const { handle } of await executor.list()) await executor.stop(handle, { graceSeconds: 0 })
      await rm(folder, { recursive: true, force: true })
    },
  }
})
