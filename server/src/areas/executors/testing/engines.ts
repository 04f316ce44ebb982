import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdtemp, open, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Docker from 'dockerode'
import { engineRecipes } from './engine-recipes.ts'
import type { EngineName } from './engine-recipes.ts'
import { importImage } from './engine-image.ts'

export interface TestEngine {
  name: EngineName
  address: string
  image: string
  client: Docker
  folder: string
  restart(): Promise<void>
  beside(program: string, ...args: string[]): ChildProcess
  close(): Promise<void>
}

const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

const keeper = 'ip link set lo up; exec 3<&0; cat <&3 >/dev/null & wait $!'

/** Its network, mounts and processes vanish with it, even when the tests are killed. Returns a reason when impossible. */
export async function startEngine(name: EngineName): Promise<TestEngine | string> {
  const recipe = engineRecipes[name]
  const missing = await missingFor(recipe.programs)
  if (missing !== undefined) return missing
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  const socket = join(folder, 'engine.sock')
  const space = spawn(
    'unshare',
    ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', keeper],
    {
      env: environment,
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  )
  const removed = once(space, 'exit')
  await once(space, 'spawn')
  const client = new Docker({ socketPath: socket, timeout: 60_000 })
  const { argv, variables } = await recipe.prepare(folder, socket)
  let daemon: ChildProcess | undefined

  const enter = (flags: string, pid: number, args: readonly string[], log: number | 'inherit') =>
    spawn('nsenter', ['-t', String(pid), ...flags.split(' '), ...args], {
      env: { ...environment, ...variables },
      stdio: ['ignore', log, log],
    })

  async function start(pid: number): Promise<void> {
    const log = await open(join(folder, 'engine.log'), 'a')
    daemon = enter('-n -m -p', pid, argv, log.fd)
    await log.close()
    for (let round = 0; round < 300; round += 1) {
      if (
        await client.ping().then(
          () => true,
          () => false,
        )
      )
        return
      if (daemon.exitCode !== null) break
      await sleep(100)
    }
    throw new Error(`${name} did not start:\n${(await readFile(join(folder, 'engine.log'), 'utf8')).slice(-2_000)}`)
  }

  async function close(): Promise<void> {
    const left = await client.listContainers({ all: true }).catch(() => [])
    await Promise.all(
      left.map(({ Id: id }) =>
        client
          .getContainer(id)
          .remove({ force: true, v: true })
          .catch(() => {}),
      ),
    )
    space.stdin?.end()
    await removed
    await removeGroups(recipe.group)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }

  try {
    const inside = await childOf(space.pid ?? 0)
    await start(inside)
    const image = await importImage(client, folder)
    return {
      name,
      address: `unix://${socket}`,
      image,
      client,
      folder,
      beside: (program, ...args) => enter('-n', inside, [program, ...args], 'inherit'),
      async restart() {
        process.kill(await childOf(daemon?.pid ?? 0), 'SIGKILL')
        await once(daemon ?? space, 'exit')
        await start(inside)
      },
      close,
    }
  } catch (error) {
    await close()
    return error instanceof Error ? error.message : String(error)
  }
}

async function missingFor(programs: readonly string[]): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'this is not Linux'
  if (process.getuid?.() !== 0) return 'only root may start an engine'
  for (const program of [...programs, 'unshare', 'nsenter', 'ip', 'iptables', 'busybox']) {
    const paths = environment.PATH.split(':').map((folder) => join(folder, program))
    const isMatch = await Promise.any(paths.map((path) => access(path, constants.X_OK))).catch(() => false)
    if (isMatch === false) return `${program} is not installed`
  }
  return undefined
}

async function childOf(pid: number): Promise<number> {
  for (let round = 0; round < 100; round += 1) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    if (children.trim() !== '') return Number.parseInt(children, 10)
    await sleep(20)
  }
  throw new Error(`process ${pid} has no child`)
}

async function removeGroups(group: string): Promise<void> {
  const top = '/sys/fs/cgroup'
  for (const controller of ['', ...(await readdir(top).catch(() => []))]) await removeTree(join(top, controller, group))
}

async function removeTree(folder: string): Promise<void> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) return
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name))
  // A group in use stays.
  await rmdir(folder).catch(() => {})
}
