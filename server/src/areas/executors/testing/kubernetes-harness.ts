import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { kubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { ObjectList, Pod } from '../kubernetes/client/objects.ts'
import { unlessStatus } from '../kubernetes/client/failure.ts'
import { pathsIn } from '../kubernetes/client/paths.ts'
import { createKubernetesExecutor } from '../kubernetes/executor.ts'
import { handleAnnotation } from '../kubernetes/names.ts'
import type { RunSpec } from '../port/run-spec.ts'
import type { ExecutorHarness } from './harness.ts'
import type { TestCluster } from './kubernetes-cluster.ts'

const starter = fileURLToPath(new URL('start-kubernetes-run.ts', import.meta.url))

export interface KubernetesHarness extends ExecutorHarness {
  root: string
  settings: KubernetesSettings
  /** Kills the server some milliseconds after its start began. */
  startAndKill(spec: RunSpec, key: string, delayMs: number): Promise<void>
  /** Another server with the same data folder, or with its own. */
  another(more: Partial<KubernetesSettings>, root?: string): KubernetesHarness['executor']
}

/** Each harness has its own namespace. */
export async function kubernetesHarness({ kubeconfig, client, image }: TestCluster): Promise<KubernetesHarness> {
  const folder = await mkdtemp(join(tmpdir(), "vermilion runs ' "))
  const root = join(folder, 'tasks')
  const namespace = `vermilion-test-${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  await client.call('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } })
  const storage = { storage: 'host-path', sharedHere: folder, sharedThere: folder } as const
  const settings = kubernetesSettings.parse({ kubeconfig, namespace, ...storage })
  const executor = createKubernetesExecutor({ root, settings })
  const paths = pathsIn(namespace)

  function spawnStart(spec: RunSpec, key: string) {
    const args = [starter, root, JSON.stringify(settings), JSON.stringify(spec), key]
    const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    return { server, lines: createInterface({ input: server.stdout })[Symbol.asyncIterator]() }
  }

  return {
    executor,
    folder,
    root,
    settings,
    another: (more, its = root) => createKubernetesExecutor({ root: its, settings: { ...settings, ...more } }),
    base: {
      image,
      mounts: [{ source: folder, target: folder, readOnly: false }],
      network: 'bridge',
      workingFolder: folder,
    },
    async startAndDie(spec, key) {
      const { server, lines } = spawnStart(spec, key)
      await lines.next()
      const { value: handle } = await lines.next()
      server.kill('SIGKILL')
      return String(handle)
    },
    async startAndKill(spec, key, delayMs) {
      const { server, lines } = spawnStart(spec, key)
      await lines.next()
      await sleep(delayMs)
      server.kill('SIGKILL')
      while (!(await lines.next()).done);
    },
    async lose(handle) {
      const { items } = await client.call<ObjectList<Pod>>('GET', paths.pods)
      const pods = items.filter(({ metadata }) => metadata.annotations?.[handleAnnotation] === handle)
      for (const { metadata } of pods) {
        const job = paths.job(metadata.labels?.['job-name'] ?? '')
        await unlessStatus(404, client.call('DELETE', job, { query: { propagationPolicy: 'Background' } }))
        await unlessStatus(404, client.call('DELETE', paths.pod(metadata.name), { query: { gracePeriodSeconds: 0 } }))
      }
      // The kubelet ends forgotten containers in its own time.
      for (const { metadata } of pods) while (await hasProcesses(metadata.uid)) await sleep(100)
    },
    async close() {
      for (const { handle } of await executor.list()) {
        await executor.stop(handle, { graceSeconds: 0 })
        await executor.clean(handle)
      }
      await client.call('DELETE', `/api/v1/namespaces/${namespace}`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function hasProcesses(podUid: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const groups = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')))
  return groups.some((group) => group.includes(podUid))
}
