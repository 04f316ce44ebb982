import { watch } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { openCgroups } from '#platform/processes/cgroups'
import type { Cgroups } from '#platform/processes/cgroups'
import { environmentOf, readState, terminate } from '#platform/processes/supervisor'
import type { Accelerator, Executor } from '../port/executor.ts'
import { createRunFolders } from '../port/run-folders.ts'
import { startInstances } from './start.ts'
import { localTerminals } from './terminal.ts'
import { localUsage } from './usage.ts'
import { readLogFile } from '../port/log-file.ts'
import { hostAddress, machineCapacity, thisMachine } from '../machine/machine.ts'
import { instanceName, specProblems } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'
import { handleOf, runOf } from '../port/run-status.ts'
import type { InstanceStatus, RunHandle } from '../port/run-status.ts'

export function createLocalExecutor({ root }: { root: string }): Executor {
  const folders = createRunFolders(root)
  const cgroups = once(openCgroups)
  const terminals = once(localTerminals)
  /** Refreshed, since a driver may load after the server's start. */
  let existing: readonly Accelerator[] | undefined

  async function capacity() {
    const machine = await machineCapacity()
    existing = machine.accelerators
    return machine
  }
  const accelerators = async () => existing ?? (await capacity()).accelerators

  function adopt(handle: RunHandle, wake: () => void): () => void {
    const isOver = new AbortController()
    void folders.read(handle).then(({ instances }) => {
      for (const { folder } of instances) watchFolder(folder, wake, isOver.signal)
      wake()
    }, wake)
    return () => isOver.abort()
  }

  const check = async (spec: RunSpec) => problems(spec, await accelerators())
  async function status(handle: RunHandle) {
    const { name, instances } = await folders.read(handle)
    return runOf(handle, await Promise.all(instances.map((instance) => statusOf(name, instance))))
  }

  async function end(handle: RunHandle, graceSeconds: number): Promise<void> {
    const { instances } = await folders.read(handle)
    await Promise.all(instances.map(({ folder }) => terminate(folder, graceSeconds)))
  }

  const forget = (handle: RunHandle) => end(handle, 0).then(() => folders.remove(handle))

  return {
    kind: 'local',
    machine: thisMachine,
    get capabilities() {
      return capabilitiesOf(cgroups(), terminals() !== undefined)
    },
    check,
    status,
    capacity,

    async start(spec, key, options) {
      const [problem] = await check(spec)
      if (problem) throw new Error(problem)
      options?.signal?.throwIfAborted()
      const handle = handleOf(spec.name, key)
      const planned = await folders.plan(handle, spec)
      const logFile = (instance: string) => folders.logFile(handle, instance)
      try {
        await startInstances(spec, { ...planned, logFile, accelerators, cgroups })
      } catch (error) {
        await forget(handle)
        throw error
      }
      return handle
    },

    list: async () => Promise.all((await folders.handles()).map(status)),
    logs: (handle, instance, part) => readLogFile(folders.logFile(handle, instance), part),
    logFile: folders.logFile,
    adopt,
    usage: async (handle) => localUsage((await folders.read(handle)).instances),

    async open(handle, instance, order) {
      const { name, workingFolder, instances } = await folders.read(handle)
      const match = instances.find((one) => instanceName(name, one) === instance)
      const environment = match && (await environmentOf(match.folder))
      const start = terminals()
      if (!match || !environment) throw new Error(`${instance} is not running`)
      if (!start) throw new Error('there are no terminals on this machine')
      const terminal = start(order, { workingFolder, environment, folder: match.folder })
      const isRunning = async () => (await readState(match.folder)).phase === 'running'
      const unwatch = adopt(handle, () => void isRunning().then((goesOn) => goesOn || terminal.kill()))
      void terminal.exit.then(unwatch)
      return terminal
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
  const location = { instanceIp: '127.0.0.1', hostIp: hostAddress() }
  const instance = { name: instanceName(runName, { role, index }), role, index, restarts: 0, ...location }
  if (state.phase === 'absent') return { ...instance, phase: 'lost', startedAt: null, endedAt: null, exit: null }
  const { startedAt } = state
  if (state.phase !== 'ended') return { ...instance, phase: state.phase, startedAt, endedAt: null, exit: null }
  const exit = { code: state.code, signal: state.signal, outOfMemory: state.outOfMemory }
  return { ...instance, phase: 'ended', startedAt, endedAt: state.endedAt, exit }
}

function capabilitiesOf({ enforced, contain }: Cgroups, terminal: boolean): Executor['capabilities'] {
  return {
    images: false,
    environments: true,
    device: false,
    mounts: 'in-place',
    enforces: { cpu: enforced.cpu, memory: enforced.memory, processes: enforced.pids },
    networks: ['host'],
    queues: false,
    addressesInstances: false,
    containsEscapes: contain,
    // Devices unknown to a driver are visible to every run.
    numbersAccelerators: false,
    terminal,
    usage: process.platform === 'linux',
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

async function problems(spec: RunSpec, existing: readonly Accelerator[]): Promise<string[]> {
  const matches = specProblems(spec)
  for (const index of spec.accelerators.indexes) {
    if (!existing.some((each) => each.index === index)) matches.push(`there is no accelerator ${index} on this machine`)
  }
  const [program] = spec.argv
  if (spec.image !== undefined) matches.push('the local executor runs no images')
  for (const { source, target } of spec.mounts) {
    if (source !== target) matches.push(`the local executor cannot show ${source} as ${target}`)
  }
  if (spec.network !== 'host') matches.push(`the local executor has no network ${spec.network}`)
  if (program.startsWith('/') && !(await succeeds(access(program, constants.X_OK)))) {
    matches.push(`there is no program ${program}`)
  }
  const folder = await stat(spec.workingFolder).catch(() => null)
  if (!folder?.isDirectory()) matches.push(`there is no folder ${spec.workingFolder}`)
  return matches
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
    // Without a watcher polling still works.
    watcher.on('error', () => watcher.close())
  } catch {
    // The folder is gone, which the next status shows.
  }
}
