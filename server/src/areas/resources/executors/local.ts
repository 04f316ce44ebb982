import { watch } from 'node:fs'
import { access, constants, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { launch, readState, terminate } from '#platform/processes/supervisor'
import type { Executor, RunHandle, RunSpec, RunStatus } from './executor.ts'

const safeName = /^[\w-][\w.-]{0,127}$/

/**
 * Runs commands as processes of this machine, each under a supervisor in a session of its own.
 * Below `root`: `<name>/log` is the log of all runs of a name, `<name>/supervisor/<key>/` the supervisor's files of one.
 * A handle is `<name>/<key>`, so that the data folder may be moved while nothing runs.
 * Processes that leave the session by setsid(2) are out of its reach.
 */
export function createLocalExecutor({ root }: { root: string }): Executor {
  const folderOf = (handle: RunHandle) => {
    const [name, key, ...rest] = handle.split('/')
    if (!name || !key || rest.length > 0 || !safeName.test(name) || !safeName.test(key)) {
      throw new Error(`not a handle of the local executor: ${handle}`)
    }
    return { run: join(root, name, 'supervisor', key), log: join(root, name, 'log'), name }
  }

  const status = async (handle: RunHandle): Promise<RunStatus> => {
    const state = await readState(folderOf(handle).run)
    if (state.phase === 'absent') return { handle, phase: 'lost', startedAt: null, endedAt: null, exit: null }
    const exit = state.phase === 'ended' ? { code: state.code, signal: state.signal } : null
    const endedAt = state.phase === 'ended' ? state.endedAt : null
    return { handle, phase: state.phase, startedAt: state.startedAt, endedAt, exit }
  }

  return {
    kind: 'local',
    capabilities: { survivesServerRestart: true, limits: 'none' },
    check: problems,
    status,

    async start(spec, key) {
      const problem = (await problems(spec))[0]
      if (problem) throw new Error(problem)
      const handle = `${spec.name}/${key}`
      const folder = folderOf(handle)
      await mkdir(folder.run, { recursive: true })
      if ((await readState(folder.run)).phase !== 'absent') return handle
      const { argv, environment, workingFolder } = spec
      await launch({ folder: folder.run, argv, environment, workingFolder, logFile: folder.log })
      if ((await readState(folder.run)).phase === 'absent') throw new Error(`the supervisor of ${handle} did not start`)
      return handle
    },

    async list() {
      const handles = (await foldersIn(root)).map(async (name) => {
        const keys = await foldersIn(join(root, name, 'supervisor'))
        return keys.map((key) => `${name}/${key}`)
      })
      return Promise.all((await Promise.all(handles)).flat().map(status))
    },

    instances(handle) {
      return [
        { role: 'worker', name: `${folderOf(handle).name}-worker-0`, instanceIp: '127.0.0.1', hostIp: hostAddress() },
      ]
    },

    async logs(handle, { offset, limit }) {
      const file = await open(folderOf(handle).log).catch(() => null)
      if (!file) return null
      try {
        const { size } = await file.stat()
        const from = Math.min(size, offset < 0 ? Math.max(0, size + offset) : offset)
        const bytes = Buffer.alloc(Math.min(limit, size - from))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
        return { bytes: bytes.subarray(0, bytesRead), offset: from, size }
      } finally {
        await file.close()
      }
    },

    adopt(handle, wake) {
      try {
        const watcher = watch(folderOf(handle).run, { persistent: false }, wake)
        // A watcher that breaks only costs speed: the caller asks for the status from time to time anyway.
        watcher.on('error', () => watcher.close())
        return () => watcher.close()
      } catch {
        return () => {}
      }
    },

    stop: (handle, { graceSeconds }) => terminate(folderOf(handle).run, graceSeconds),

    async clean(handle) {
      const folder = folderOf(handle)
      if ((await readState(folder.run)).phase === 'running') throw new Error(`${handle} is still running`)
      await terminate(folder.run, 0)
      await rm(folder.run, { recursive: true, force: true })
    },
  }
}

async function problems(spec: RunSpec): Promise<string[]> {
  const [program] = spec.argv
  const found: string[] = []
  if (!safeName.test(spec.name)) found.push(`the name ${spec.name} cannot be a folder's name`)
  if (spec.argv.some((argument) => argument.includes('\0'))) found.push('an argument holds a zero byte')
  if (!isAbsolute(program)) found.push(`the program ${program} is not an absolute path`)
  else if (!(await succeeds(access(program, constants.X_OK)))) found.push(`there is no program ${program}`)
  const folder = await stat(spec.workingFolder).catch(() => null)
  if (!folder?.isDirectory()) found.push(`there is no folder ${spec.workingFolder}`)
  return found
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory() && safeName.test(entry.name)).map((entry) => entry.name)
}

/** The address that other machines reach this one by, as far as it can be told; else the loopback address. */
function hostAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.1'
}
