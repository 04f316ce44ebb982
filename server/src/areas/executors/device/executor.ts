import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandLine, shellCommand } from '#areas/devices'
import { createMutex } from '#platform/mutex'
import type { Executor } from '../port/executor.ts'
import { readLogFile, sizeOf } from '../port/log-file.ts'
import { instanceName, safeName } from '../port/run-spec.ts'
import type { RunSpec } from '../port/run-spec.ts'
import { handleOf, runOf } from '../port/run-status.ts'
import type { RunHandle, RunStatus } from '../port/run-status.ts'
import { StartRefused } from '../port/start-refused.ts'
import { DeviceAway, DeviceGone, onDevice, scriptFailure } from './access.ts'
import type { DeviceAccess } from './access.ts'
import { pollRun } from './poll.ts'
import type { RunState } from './poll.ts'
import { placeData, restoreFile } from './placing.ts'
import { cleanScript, listScript, startScript, stopScript, supervisorScript } from './scripts.ts'
import { installCommand } from './install.ts'

interface DeviceNeeds {
  root: string
  deviceId: string
  devices: DeviceAccess
}

interface Observation {
  state: RunState
  at: number
  endedAt: Date | null
  isAway: boolean
}

/** Milliseconds that a check is cached: each one costs the device some processes. */
const pollLifetimeMs = 2_000
/** In milliseconds. */
const margin = 20_000
const role = { role: 'worker', index: 0 } as const

/**
 * A supervisor shell script runs the command in its own folder. Output and log are copied here continuously, and read here.
 * While the device is offline the last state stands.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createDeviceExecutor({ root, deviceId, devices }: DeviceNeeds): Executor {
  const lock = createMutex()
  const observed = new Map<RunHandle, Observation>()
  const contents = new Map<string, Map<string, string>>()
  const placesOf = (run: string) => ({ log: join(root, run, 'log'), output: join(root, run, 'output') })
  const command = (script: string, ...values: string[]) => ({ argv: shellCommand(script, ...values) })

  async function poll(handle: RunHandle): Promise<Observation> {
    const { run, key } = partsOf(handle)
    const release = await lock()
    try {
      const previous = observed.get(handle)
      if (previous?.endedAt || (previous !== undefined && Date.now() - previous.at < pollLifetimeMs)) return previous
      const runContents = contents.get(run) ?? new Map<string, string>()
      contents.set(run, runContents)
      const now = await onDevice(devices, deviceId, (connection) =>
        pollRun(connection, { run, key, places: placesOf(run), contents: runContents }),
      ).catch((error: unknown): RunState | null => {
        if (error instanceof DeviceAway) return null
        if (error instanceof DeviceGone) return { phase: 'lost', code: null }
        throw error
      })
      const entry: Observation =
        now === null
          ? { state: previous?.state ?? { phase: 'running', code: null }, at: Date.now(), endedAt: null, isAway: true }
          : { state: now, at: Date.now(), endedAt: now.phase === 'ended' ? new Date() : null, isAway: false }
      observed.set(handle, entry)
      return entry
    } finally {
      release()
    }
  }

  function statusOf(handle: RunHandle, { state: { phase, code }, endedAt, isAway }: Observation): RunStatus {
    const { run } = partsOf(handle)
    if (phase === 'lost') return runOf(handle, [])
    const exit = phase === 'ended' && code !== null ? { code, signal: null, outOfMemory: null } : null
    const instance = { name: instanceName(run, role), ...role, phase, restarts: 0, instanceIp: null, hostIp: null }
    return { ...runOf(handle, [{ ...instance, startedAt: null, endedAt, exit }]), isAway }
  }

  return {
    kind: 'device',
    machine: `device ${deviceId}`,
    capabilities: {
      images: false,
      environments: false,
      device: true,
      mounts: 'relative',
      enforces: { cpu: false, memory: false, processes: false },
      networks: ['host'],
      queues: false,
      addressesInstances: false,
      containsEscapes: false,
      numbersAccelerators: false,
      terminal: false,
      usage: false,
    },

    async capacity() {
      await onDevice(devices, deviceId, async () => undefined)
      const { cores, memory } = await devices.sizeOf(deviceId)
      return { cpu: cores, memoryBytes: memory, accelerators: [] }
    },

    check: async (spec) => problemsOf(spec),

    async start(spec, key, options = {}) {
      const [problem] = problemsOf(spec)
      if (problem !== undefined) throw new Error(problem)
      const { name: run, argv, environment, mounts } = spec
      const data = mounts.find(({ readOnly }) => readOnly)?.source
      if (data === undefined) throw new Error('there is nothing to read')
      const local = placesOf(run)
      await onDevice(devices, deviceId, async (connection) => {
        const there = await placeData(connection, run, data, options)
        // A device that lost data in a power cut continues from the copy here.
        for (const path of new Set(['log', 'output/predictions.jsonl', ...there.keys()])) {
          const file = path === 'log' ? local.log : join(root, run, path)
          if ((await sizeOf(file)) > (there.get(path) ?? 0)) await restoreFile(connection, run, path, file)
        }
        const started = await connection.run({
          ...command(startScript, run, key, supervisorScript, argv[0], ...argv),
          input: environmentScript(environment),
          timeout: margin,
          leavesBehind: true,
        })
        if (started.code === 127) throw new StartRefused(missingProgram(argv[0], started.output.toString().trim()))
        if (started.code !== 0) throw scriptFailure(started.errors, `sh ended with ${started.code}`)
      })
      const handle = handleOf(run, key)
      observed.delete(handle)
      return handle
    },

    status: async (handle) => statusOf(handle, await poll(handle)),

    async list() {
      const { output } = await onDevice(devices, deviceId, (connection) => connection.run(command(listScript)))
      return output
        .toString()
        .split('\n')
        .flatMap((line): RunStatus[] => {
          const [run = '', key = '', phase = '', code = ''] = line.split(' ')
          if (!safeName.test(run) || !safeName.test(key)) return []
          const entry = {
            phase: phase === 'running' || phase === 'ended' ? phase : 'lost',
            code: Number(code),
          } as const
          return [statusOf(handleOf(run, key), { state: entry, at: 0, endedAt: new Date(0), isAway: false })]
        })
    },

    logs: (handle, _instance, part) => readLogFile(placesOf(partsOf(handle).run).log, part),
    logFile: (handle) => placesOf(partsOf(handle).run).log,
    open: async () => Promise.reject(new Error('a run on a device has no terminal: open one of the device')),
    adopt: () => () => undefined,

    async stop(handle, { graceSeconds }) {
      const { run, key } = partsOf(handle)
      const order = { ...command(stopScript, run, key, String(graceSeconds)), timeout: graceSeconds * 1_000 + margin }
      try {
        await onDevice(devices, deviceId, (connection) => connection.run(order))
      } catch (error) {
        if (error instanceof DeviceGone) return
        if (!(error instanceof DeviceAway)) throw error
        // The watcher retries until the device is back.
        await delay(pollLifetimeMs, undefined, { ref: false })
      }
      const last = observed.get(handle)
      if (last !== undefined && last.endedAt === null) observed.set(handle, { ...last, at: 0 })
    },

    async clean(handle) {
      const { run, key } = partsOf(handle)
      try {
        await onDevice(devices, deviceId, (connection) => connection.run(command(cleanScript, run, key)))
      } catch (error) {
        if (!(error instanceof DeviceGone)) throw error
      }
      observed.delete(handle)
      contents.delete(run)
    },
  }
}

function partsOf(handle: RunHandle): { run: string; key: string } {
  const [run = '', key = ''] = handle.split('/')
  if (!safeName.test(run) || !safeName.test(key)) throw new Error(`not a run: ${handle}`)
  return { run, key }
}

function problemsOf({ name, mounts, instances }: RunSpec): string[] {
  const problems: string[] = []
  if (!safeName.test(name)) problems.push(`the name ${name} cannot be a folder's name`)
  if (instances.length !== 1) problems.push('a device runs one instance')
  if (mounts.filter(({ readOnly }) => readOnly).length !== 1) problems.push('a run on a device reads one folder')
  return problems
}

/** Shell commands that set the environment: arguments are visible to every user of a device. */
function environmentScript(environment: Readonly<Record<string, string>>): string {
  const variables = Object.entries(environment)
  const [unusable] = variables.find(([name]) => !/^[A-Za-z_]\w*$/.test(name)) ?? []
  if (unusable !== undefined) throw new Error(`the variable ${unusable} cannot be set on a device`)
  if (variables.length === 0) return ''
  return commandLine(['export', ...variables.map(([name, value]) => `${name}=${value}`)])
}

const missingProgram = (program: string, tool: string) => {
  const install = installCommand(program, tool)
  return {
    en: `${program} is not installed on the device. Install it there: ${install}`,
    zh: `设备上没有安装 ${program}。请在设备上安装：${install}`,
  }
}
