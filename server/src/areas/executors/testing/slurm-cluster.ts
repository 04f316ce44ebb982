import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, chmod, chown, constants, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TestSlurm {
  folder: string
  /** A folder that the server and both nodes see, at the same path. */
  shared: string
  configuration: string
  /** Of `slurmrestd`, where it was asked for; the token is of the account `root`. */
  rest: { address: string; token: string } | null
  run(...argv: [string, ...string[]]): string
  stopController(): Promise<void>
  /** A cold controller has forgotten all jobs, and has the nodes end them. */
  startController(options?: { cold?: boolean }): Promise<void>
  close(): Promise<void>
}

export interface SlurmOptions {
  /** With `slurmrestd`, which needs the plug-in for JWT. */
  rest?: boolean
  /** Nodes hold jobs to their memory, by control groups. */
  limitsMemory?: boolean
}

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const programs = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'srun', 'unshare', 'nsenter', 'setpriv']
const keeper = 'exec 3<&0; cat <&3 >/dev/null & wait $!'

/** Slurm with two nodes of eight processors and two accelerators each, all on this machine. Returns a reason when impossible. */
export async function startSlurm({ rest = false, limitsMemory = false }: SlurmOptions = {}): Promise<
  TestSlurm | string
> {
  const missing = await missingProgram(rest ? [...programs, 'slurmrestd'] : programs)
  if (missing !== undefined) return missing
  const folder = await mkdtemp(join(tmpdir(), 'slurm-'))
  await chmod(folder, 0o755)
  const shared = join(folder, "shared ' folder")
  await mkdir(shared)
  const configuration = join(folder, 'slurm.conf')
  const variables = { PATH: path, SLURM_CONF: configuration }
  // All processes vanish with this one, even when the tests are killed.
  const space = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', keeper], {
    env: variables,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const removed = once(space, 'exit')
  await once(space, 'spawn')
  const log = await open(join(folder, 'daemons.log'), 'a')
  let controller: ChildProcess | undefined

  const run = (...[program, ...rest]: [string, ...string[]]) =>
    execFileSync(program, rest, {
      env: variables,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 30_000,
    })

  async function daemon(...argv: string[]): Promise<ChildProcess> {
    const inside = await childOf(space.pid ?? 0)
    const stdio = ['ignore', log.fd, log.fd] as const
    return spawn('nsenter', ['-t', String(inside), '-m', '-p', ...argv], { env: variables, stdio: [...stdio] })
  }

  async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
    for (let round = 0; round < 600; round += 1) {
      if (await isTrue()) return
      await sleep(50)
    }
    throw new Error(`${what}:\n${(await readFile(join(folder, 'daemons.log'), 'utf8')).slice(-2_000)}`)
  }

  async function startController({ cold = false } = {}): Promise<void> {
    controller = await daemon('slurmctld', '-D', '-f', configuration, ...(cold ? ['-c'] : []))
    await until('the nodes of Slurm are not ready', () => {
      try {
        const states = run('sinfo', '--noheader', '--Node', '--partition=main', '--Format=StateLong:0')
        return /^(?:(?:idle|mixed|allocated|completing)\n?){2}$/.test(states.trim())
      } catch {
        return false
      }
    })
  }

  async function stopController(): Promise<void> {
    if (controller === undefined) return
    const exit = once(controller, 'exit')
    process.kill(await childOf(controller.pid ?? 0), 'SIGTERM')
    await exit
  }

  async function startRest(): Promise<{ address: string; token: string }> {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const asNobody = ['setpriv', '--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups', 'env', 'SLURM_JWT=daemon']
    // Other plug-ins want an accounting.
    await daemon(...asNobody, 'slurmrestd', '-s', 'openapi/v0.0.38', '-a', 'rest_auth/jwt', `127.0.0.1:${port}`)
    await until('slurmrestd does not start', () =>
      fetch(address).then(
        () => true,
        () => false,
      ),
    )
    const [, token = ''] = run('scontrol', 'token', 'username=root', 'lifespan=86400').trim().split('=')
    return { address, token }
  }

  async function close(): Promise<void> {
    space.stdin?.end()
    await removed
    await log.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }

  try {
    await writeConfiguration(folder, [...(rest ? jwtLines(folder) : []), ...(limitsMemory ? cgroupLines : [])])
    const munge = join(folder, 'munge')
    const files = [
      'key-file=munge.key',
      'socket=munge.sock',
      'pid-file=munged.pid',
      'log-file=munged.log',
      'seed-file=seed',
    ]
    const options = files.map((each) => `--${each.replace('=', `=${munge}/`)}`)
    const asMunge = ['setpriv', '--reuid', 'munge', '--regid', 'munge', '--clear-groups']
    await daemon(...asMunge, 'munged', '--foreground', ...options)
    await until('munged does not start', () =>
      access(join(munge, 'munge.sock')).then(
        () => true,
        () => false,
      ),
    )
    for (const node of ['n1', 'n2']) await daemon('slurmd', '-D', '-f', configuration, '-N', node)
    await startController()
    return {
      folder,
      shared,
      configuration,
      rest: rest ? await startRest() : null,
      run,
      stopController,
      startController,
      close,
    }
  } catch (error) {
    await close()
    return error instanceof Error ? error.message : String(error)
  }
}

/** Of what is said twice the last counts. */
const cgroupLines = ['ProctrackType=proctrack/cgroup', 'TaskPlugin=task/cgroup']
const jwtLines = (folder: string) => ['AuthAltTypes=auth/jwt', `AuthAltParameters=jwt_key=${folder}/jwt.key`]

async function writeConfiguration(folder: string, lines: readonly string[]): Promise<void> {
  const munge = join(folder, 'munge')
  await mkdir(munge, { mode: 0o711 })
  await writeFile(join(munge, 'munge.key'), randomBytes(128), { mode: 0o400 })
  await writeFile(join(folder, 'jwt.key'), randomBytes(32), { mode: 0o400 })
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'munge'], { encoding: 'utf8' })),
  )
  for (const owned of [munge, join(munge, 'munge.key')]) await chown(owned, uid, gid)
  await mkdir(join(folder, 'state'))
  const [controllerPort, ...nodePorts] = [await freePort(), await freePort(), await freePort()]
  const host = hostname().split('.')[0] ?? 'localhost'
  const nodes = ['n1', 'n2'].map(
    (node, index) =>
      `NodeName=${node} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${nodePorts[index]} CPUs=8 Boards=1 SocketsPerBoard=1 CoresPerSocket=8 ThreadsPerCore=1 RealMemory=8000 Gres=gpu:tesla:2`,
  )
  const settings = `ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controllerPort}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${munge}/munge.sock
CredType=cred/munge
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool-%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=100
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
JobAcctGatherType=jobacct_gather/none
KillWait=2
MinJobAge=300
GresTypes=gpu
ReturnToService=2
MpiDefault=none
SlurmdParameters=config_overrides
SchedulerParameters=bf_interval=1,sched_interval=1,batch_sched_delay=0,requeue_setup_env_fail
${[...lines, ...nodes].join('\n')}
PartitionName=main Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=urgent Nodes=n[1-2] MaxTime=INFINITE State=UP PriorityTier=10
`
  await writeFile(join(folder, 'slurm.conf'), settings)
  await writeFile(join(folder, 'cgroup.conf'), 'ConstrainRAMSpace=yes\nIgnoreSystemd=yes\n')
  // Any device file will do.
  const resources = ['n1', 'n2'].map(
    (node, index) => `NodeName=${node} Name=gpu Type=tesla File=/dev/tty[1${index}-1${index + 1}]`,
  )
  await writeFile(join(folder, 'gres.conf'), `${resources.join('\n')}\n`)
}

async function missingProgram(programs: readonly string[]): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'this is not Linux'
  if (process.getuid?.() !== 0) return 'only root may start Slurm'
  for (const program of programs) {
    const paths = path.split(':').map((each) => access(join(each, program), constants.X_OK).then(() => true))
    const isMatch = await Promise.any(paths).catch(() => false)
    if (!isMatch) return `${program} is not installed`
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
