import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sshDaemonProblem } from './ssh-daemon.ts'
import { freePort } from '../../../testing/free-port.ts'

/**
 * PID 1 of a board: its own root as overlay over this machine's, and processes that all end with it, like a power loss.
 * `$1`: the board's folder, `$2`: MiB of its home's disk, or empty; `$3`: its control group, or empty.
 */
const init = `set -e
[ -z "$3" ] || echo 0 >"$3/cgroup.procs"
mount --make-rprivate /
mkdir -p "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount --bind "$1/boot_id" proc/sys/kernel/random/boot_id
mount --rbind /dev dev
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs run
mkdir -p run/sshd
if [ -n "$2" ]; then mount -t tmpfs -o "size=$2m" tmpfs board; fi
if [ -e board-start ]; then chroot . sh /board-start; fi
chroot . /usr/sbin/sshd -D -e -f /board-etc/sshd_config &
echo $! >board-etc/sshd.pid
wait $!
`

export function boardProblem(): string | undefined {
  const problem = sshDaemonProblem()
  if (problem !== undefined) return problem
  const { status } = spawnSync('unshare', ['-m', '-p', '-f', 'sh', '-c', probe])
  return status === 0 ? undefined : 'no mounts and namespaces of one’s own are allowed here'
}
const probe = `mount --make-rprivate / && mount -t tmpfs tmpfs /mnt && mkdir /mnt/u /mnt/w /mnt/m &&
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/m`

const groupRoot = ['/sys/fs/cgroup/pids', '/sys/fs/cgroup'].find((path) => existsSync(join(path, 'cgroup.procs')))

function makeProcessGroup(most: number): string | undefined {
  if (groupRoot === undefined) return undefined
  const group = join(groupRoot, `vermilion-${randomUUID()}`)
  try {
    mkdirSync(group)
    writeFileSync(join(group, 'pids.max'), String(most))
    return group
  } catch {
    spawnSync('rmdir', [group])
    return undefined
  }
}

async function removeProcessGroup(group: string): Promise<void> {
  while (existsSync(group) && spawnSync('rmdir', [group]).status !== 0) await delay(20)
}

export function processLimitProblem(): string | undefined {
  const group = makeProcessGroup(10)
  if (group === undefined) return 'no control group may limit processes here'
  spawnSync('rmdir', [group])
  return undefined
}

interface BoardOptions {
  readonly files?: Readonly<Record<string, string | Buffer>> | undefined
  readonly homeSize?: number
  readonly maxProcesses?: number
  /** Additional accounts with home `/board/NAME`, which rollouts treat as separate devices. */
  readonly accounts?: readonly string[]
}

export type Board = Awaited<ReturnType<typeof startBoard>>

export async function startBoard({ files = {}, homeSize, maxProcesses, accounts = [] }: BoardOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-board-'))
  const group = maxProcesses === undefined ? undefined : makeProcessGroup(maxProcesses)
  const upper = (path: string) => join(folder, 'upper', path)
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(upper(path)), { recursive: true })
    await writeFile(upper(path), content)
    if (/\/s?bin\//.test(path)) await chmod(upper(path), 0o755)
  }
  const port = await freePort()
  await mkdir(upper('board-etc'), { recursive: true })
  await mkdir(upper('board'), { recursive: true })
  for (const key of ['host', 'client'])
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', upper(`board-etc/${key}`)])
  const publicKey = await readFile(upper('board-etc/client.pub'), 'utf8')
  await put('board-etc/authorized_keys', publicKey)
  await put('board-etc/sshd_config', configOf(port))
  await put('etc/passwd', passwdOf(accounts))
  for (const [index, account] of accounts.entries()) {
    await mkdir(upper(`board/${account}`))
    await chown(upper(`board/${account}`), firstUser + index, firstUser + index)
  }
  await put('etc/vermilion-compatible', 'board-x\n')
  // PID 1 and all processes end with sshd; then the board is started again.
  await put('usr/local/sbin/reboot', '#!/bin/sh\nread -r pid </board-etc/sshd.pid\nkill -KILL "$pid"\n')
  for (const [path, content] of Object.entries(files)) await put(path, content)

  let child: ChildProcess | undefined
  let hasPower = true
  let boots = 0
  let isStopped = false

  async function boot(): Promise<void> {
    await writeFile(join(folder, 'boot_id'), `${randomUUID()}\n`)
    boots += 1
    const own = spawn(
      'unshare',
      ['-m', '-p', '-f', '--kill-child', 'sh', '-c', init, 'sh', folder, String(homeSize ?? ''), group ?? ''],
      {
        stdio: ['ignore', 'ignore', process.env['BOARD_LOG'] === undefined ? 'ignore' : 'inherit'],
        env: { PATH: process.env['PATH'], HOME: '/board' },
      },
    )
    child = own
    own.once('exit', () => {
      // Prevents a busy loop when the board cannot start.
      setTimeout(() => hasPower && !isStopped && child === own && void boot(), 100)
    })
    while (!(await isListening(port))) {
      if (own.exitCode !== null || own.signalCode !== null || isStopped) return
      await delay(20)
    }
  }
  async function cutPower(): Promise<void> {
    hasPower = false
    const exit = child === undefined || child.exitCode !== null || child.signalCode !== null || once(child, 'exit')
    child?.kill('SIGKILL')
    await exit
    while (await isListening(port)) await delay(20)
  }
  await boot()

  return {
    folder,
    host: '127.0.0.1',
    port,
    username: 'root',
    privateKey: await readFile(upper('board-etc/client'), 'utf8'),
    fingerprint: () =>
      spawnSync('ssh-keygen', ['-lf', upper('board-etc/host.pub')], { encoding: 'utf8' }).stdout.split(' ')[1] ?? '',
    boots: () => boots,
    read: (path: string) => readFile(upper(path), 'utf8').catch(() => undefined),
    run(command: string): string {
      const identity = [
        '-i',
        upper('board-etc/client'),
        '-o',
        'StrictHostKeyChecking=no',
        '-o',
        'UserKnownHostsFile=/dev/null',
      ]
      const about = [...identity, '-o', 'LogLevel=ERROR', '-p', String(port), 'root@127.0.0.1', command]
      return spawnSync('ssh', about, { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'inherit'] }).stdout
    },
    cutPower,
    async restorePower(): Promise<void> {
      hasPower = true
      await boot()
    },
    async stop(): Promise<void> {
      isStopped = true
      await cutPower()
      if (group !== undefined) await removeProcessGroup(group)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const firstUser = 2_000
const passwdOf = (accounts: readonly string[]) =>
  [
    'root:x:0:0:root:/board:/bin/sh',
    'sshd:x:100:65534::/run/sshd:/usr/sbin/nologin',
    ...accounts.map((name, index) => `${name}:x:${firstUser + index}:${firstUser + index}::/board/${name}:/bin/sh`),
    '',
  ].join('\n')

const configOf = (port: number) =>
  [
    'ListenAddress 127.0.0.1',
    `Port ${port}`,
    'HostKey /board-etc/host',
    'AuthorizedKeysFile /board-etc/authorized_keys',
    'PidFile none',
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'SetEnv PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'MaxStartups 300:30:400',
    'LogLevel ERROR',
    '',
  ].join('\n')

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
