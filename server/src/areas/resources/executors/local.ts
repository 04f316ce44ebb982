import { watch } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { availableParallelism, networkInterfaces, totalmem } from 'node:os'
import { join } from 'node:path'
import { launch, readState, release, terminate } from '#platform/processes/supervisor'
import type { Executor } from './executor.ts'
import { createLocalFolders } from './local-folders.ts'
import { readLogFile } from './log-file.ts'
import { instanceName, specProblems } from './run-spec.ts'
import type { RunSpec } from './run-spec.ts'
import { runOf } from './run-status.ts'
import type { InstanceStatus, RunHandle } from './run-status.ts'

/** Runs commands as processes of this machine, each instance under a supervisor in a session of its own. */
export function createLocalExecutor({ root }: { root: string }): Executor {
  const folders = createLocalFolders(root)

  async function status(handle: RunHandle) {
    const { name, instances } = await folders.read(handle)
    return runOf(handle, await Promise.all(instances.map((instance) => statusOf(name, instance))))
  }

  async function end(handle: RunHandle, graceSeconds: number): Promise<void> {
    const { instances } = await folders.read(handle)
    await Promise.all(instances.map(({ folder }) => terminate(folder, graceSeconds)))
  }

  async function forget(handle: RunHandle): Promise<void> {
    await end(handle, 0)
    await folders.remove(handle)
  }

  return {
    kind: 'local',
    capabilities: {
      images: false,
      mounts: 'in-place',
      limits: { cpu: 'none', memory: 'none', processes: 'none' },
      networks: ['host'],
      containsEscapes: false,
      terminal: false,
      survivesServerRestart: true,
    },
    check: problems,
    status,

    capacity: () => Promise.resolve({ cpu: availableParallelism(), memoryBytes: totalmem(), accelerators: [] }),

    async start(spec, key, options) {
      const problem = (await problems(spec))[0]
      if (problem) throw new Error(problem)
      options?.signal?.throwIfAborted()
      const handle = `${spec.name}/${key}`
      const { run, instances } = await folders.plan(handle, spec)
      const waitsFor = instances.length > 1 ? join(run, 'go') : undefined
      try {
        await Promise.all(
          instances.map(async ({ role, index, folder }) => {
            if ((await readState(folder)).phase !== 'absent') return
            const name = instanceName(spec.name, { role, index })
            const own = spec.instances.find((one) => one.role === role && one.index === index)?.environment
            const environment = { ...spec.environment, ...own }
            const { argv, workingFolder } = spec
            const logFile = folders.logFile(handle, name)
            await launch({ folder, argv, environment, workingFolder, logFile, waitsFor })
            if ((await readState(folder)).phase === 'absent') throw new Error(`the supervisor of ${name} did not start`)
          }),
        )
      } catch (error) {
        await forget(handle)
        throw error
      }
      if (waitsFor !== undefined) await release(waitsFor)
      return handle
    },

    list: async () => Promise.all((await folders.handles()).map(status)),
    logs: (handle, instance, part) => readLogFile(folders.logFile(handle, instance), part),
    logFile: folders.logFile,
    open: (handle) => Promise.reject(new Error(`there are no terminals into ${handle}`)),

    adopt(handle, wake) {
      const isOver = new AbortController()
      void folders.read(handle).then(({ instances }) => {
        for (const { folder } of instances) watchFolder(folder, wake, isOver.signal)
        // What happened before the watch began.
        wake()
      }, wake)
      return () => isOver.abort()
    },

    stop: (handle, { graceSeconds }) => end(handle, graceSeconds),

    async clean(handle) {
      if ((await status(handle)).phase === 'running') throw new Error(`${handle} is still running`)
      await forget(handle)
    },
  }
}

async function statusOf(
  runName: string,
  { role, index, folder }: { role: string; index: number; folder: string },
): Promise<InstanceStatus> {
  const state = await readState(folder)
  const place = { instanceIp: '127.0.0.1', hostIp: hostAddress() }
  const instance = { name: instanceName(runName, { role, index }), role, index, restarts: 0, ...place }
  if (state.phase === 'absent') return { ...instance, phase: 'lost', startedAt: null, endedAt: null, exit: null }
  const { startedAt } = state
  if (state.phase !== 'ended') return { ...instance, phase: state.phase, startedAt, endedAt: null, exit: null }
  const exit = { code: state.code, signal: state.signal, outOfMemory: null }
  return { ...instance, phase: 'ended', startedAt, endedAt: state.endedAt, exit }
}

async function problems(spec: RunSpec): Promise<string[]> {
  const found = specProblems(spec)
  const [program] = spec.argv
  if (spec.image !== undefined) found.push('the local executor runs no images')
  for (const { source, target } of spec.mounts) {
    if (source !== target) found.push(`the local executor cannot show ${source} as ${target}`)
  }
  if (spec.network !== 'host') found.push(`the local executor has no network ${spec.network}`)
  if (program.startsWith('/') && !(await succeeds(access(program, constants.X_OK)))) {
    found.push(`there is no program ${program}`)
  }
  const folder = await stat(spec.workingFolder).catch(() => null)
  if (!folder?.isDirectory()) found.push(`there is no folder ${spec.workingFolder}`)
  return found
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

function watchFolder(folder: string, wake: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  try {
    const watcher = watch(folder, { persistent: false, signal }, wake)
    // A watcher that breaks only costs speed: the caller asks for the status from time to time anyway.
    watcher.on('error', () => watcher.close())
  } catch {
    // The folder is gone, and the caller's next look tells so.
  }
}

/** The address that other machines reach this one by, as far as it can be told; else the loopback address. */
function hostAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1'
}
