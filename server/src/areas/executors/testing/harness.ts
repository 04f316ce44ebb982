import { setTimeout as sleep } from 'node:timers/promises'
import type { Executor } from '../port/executor.ts'
import { instanceName } from '../port/run-spec.ts'
import type { InstanceSpec, RunSpec } from '../port/run-spec.ts'
import { isOver } from '../port/run-status.ts'
import type { RunHandle } from '../port/run-status.ts'

export interface ExecutorHarness {
  executor: Executor
  folder: string
  /** Spec parts that provide a POSIX `/bin/sh` with common tools. The suite adds name, command, environment and instances. */
  base: Pick<RunSpec, 'image' | 'mounts' | 'network' | 'workingFolder'>
  startAndDie(spec: RunSpec, key: string): Promise<RunHandle>
  /** Destroys the means to learn a run's exit, such as its watcher, without stopping the run if possible. */
  lose(handle: RunHandle): Promise<void>
  close(): Promise<void>
}

type Bench = ReturnType<typeof benchOf>

export interface Subject {
  harness: ExecutorHarness
  executor: Executor
  bench: Bench
}

export const worker: InstanceSpec = { role: 'worker', index: 0, environment: {} }

export function benchOf({ executor, base }: Pick<ExecutorHarness, 'executor' | 'base'>) {
  const spec = (name: string, argv: RunSpec['argv'], more: Partial<RunSpec> = {}): RunSpec => ({
    ...base,
    name,
    argv,
    environment: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', DECLARED: 'yes' },
    limits: {},
    accelerators: { type: 'none', indexes: [] },
    instances: [worker],
    ...more,
  })
  const nameOf = (handle: RunHandle, instance = worker) => instanceName(handle.split('/')[0] ?? '', instance)
  const log = async (handle: RunHandle, instance = worker) => {
    const part = await executor.logs(handle, nameOf(handle, instance), { offset: 0, limit: 1 << 24 })
    return part?.bytes.toString() ?? ''
  }

  return {
    spec,
    shell: (name: string, script: string, more: Partial<RunSpec> = {}) => spec(name, ['/bin/sh', '-c', script], more),
    nameOf,
    log,
    async over(handle: RunHandle) {
      for (;;) {
        const woken = Promise.withResolvers<void>()
        const ignore = executor.adopt(handle, woken.resolve)
        const status = await executor.status(handle)
        if (!isOver(status.phase)) await Promise.race([woken.promise, sleep(200)])
        ignore()
        if (isOver(status.phase)) return status
      }
    },
    async says(handle: RunHandle, text: string, instance = worker) {
      while (!(await log(handle, instance)).includes(text)) await sleep(20)
    },
  }
}
