import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../testing/free-port.ts'

const program = ['/usr/sbin/sshd', '/usr/bin/sshd'].find((path) => existsSync(path))

/** Why no device can be had here; undefined where one can. Where it is expected its absence is a fault. */
export function sshDaemonProblem(): string | undefined {
  if (program !== undefined && process.getuid?.() === 0) return undefined
  const reason =
    program === undefined ? 'there is no sshd: install openssh-server' : 'sshd needs root to sign others in'
  if ((process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',').includes('sshd')) throw new Error(reason)
  return reason
}

interface DaemonOptions {
  /** Public keys that are let in, as lines of authorized_keys. */
  readonly authorizedKeys?: readonly string[]
  /** Lines of sshd_config before all others: of a key that stands twice sshd takes the first. */
  readonly settings?: readonly string[]
  /** Instead of any free one. */
  readonly port?: number
  /** A machine that it runs on, instead of this one. */
  readonly machine?: { readonly namespace: string; readonly address: string }
}

export type SshDaemon = Awaited<ReturnType<typeof startSshDaemon>>

/** A real OpenSSH server on this machine, with a host key and accounts file of its own, that lets this user in by key. */
export async function startSshDaemon(options: DaemonOptions = {}) {
  const { authorizedKeys = [], settings = [], port: request, machine } = options
  // The folder of a key that sshd is to trust may belong to root alone.
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-sshd-'))
  const file = (name: string) => join(folder, name)
  const keygen = (name: string, comment: string) =>
    run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', file(name)])
  keygen('host', 'host')
  keygen('client', 'client')
  const clientPublic = await readFile(file('client.pub'), 'utf8')
  await writeFile(file('authorized_keys'), [clientPublic.trim(), ...authorizedKeys, ''].join('\n'), { mode: 0o600 })
  const port = request ?? (machine === undefined ? await freePort() : 22)
  const host = machine?.address ?? '127.0.0.1'
  const config = [
    ...settings,
    `ListenAddress ${host}`,
    ...(machine === undefined ? [] : ['ListenAddress 127.0.0.1']),
    `Port ${port}`,
    `HostKey ${file('host')}`,
    `AuthorizedKeysFile ${file('authorized_keys')}`,
    `PidFile ${file('pid')}`,
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'MaxStartups 300:30:400',
    ...(settings.some((line) => line.startsWith('Subsystem')) ? [] : ['Subsystem sftp internal-sftp']),
    'LogLevel ERROR',
    // Below another shell, as it thinks, bash does not read what this account has set up for itself.
    'SetEnv SHLVL=2',
  ]
  await writeFile(file('sshd_config'), `${config.join('\n')}\n`)
  let child = start()

  function start() {
    // sshd wants its folder for the separation of privileges.
    run('mkdir', ['-p', '/run/sshd'])
    const argv = [program ?? 'sshd', '-D', '-e', '-f', file('sshd_config')]
    const [command = '', ...args] = machine === undefined ? argv : ['ip', 'netns', 'exec', machine.namespace, ...argv]
    // Not with the test's own: what a failed test leaves would keep the run of all tests from its end.
    const daemon = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    daemon.stderr.pipe(process.stderr, { end: false })
    return daemon
  }
  /** On another machine it may not be reached from here: it writes down that it listens. */
  const isListening = () => (machine === undefined ? isReached() : readFile(file('pid')).then(Boolean, () => false))
  const isReached = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  async function listening(): Promise<void> {
    while (!(await isListening())) {
      if (child.exitCode !== null) throw new Error(`sshd ended with ${child.exitCode}`)
      await delay(20)
    }
  }
  const sessionsOf = () =>
    spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
  /** To the daemon and all its sessions, which have parts that run as somebody else. */
  function signalAll(name: 'STOP' | 'CONT'): void {
    for (const pid of sessionsOf()) {
      spawnSync('pkill', [`-${name}`, '-P', pid])
      spawnSync('kill', [`-${name}`, pid])
    }
    child.kill(`SIG${name}`)
  }
  /** The daemon with every session of it, as when a board loses its power. */
  async function kill(): Promise<void> {
    const sessions = sessionsOf()
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await rm(file('pid'), { force: true })
    for (const pid of sessions) {
      spawnSync('pkill', ['-KILL', '-P', pid])
      spawnSync('kill', ['-KILL', pid])
    }
    await exited
  }
  await listening()
  const fingerprint = () => run('ssh-keygen', ['-lf', file('host.pub')]).split(' ')[1] ?? ''

  return {
    folder,
    host,
    port,
    username: userInfo().username,
    privateKey: await readFile(file('client'), 'utf8'),
    fingerprint,
    authorize: async (publicKey: string) => {
      const lines = await readFile(file('authorized_keys'), 'utf8')
      await writeFile(file('authorized_keys'), `${lines}${publicKey}\n`)
    },
    kill,
    /** As a board whose processors hang: its connections stand, and nothing answers. */
    freeze: () => signalAll('STOP'),
    thaw: () => signalAll('CONT'),
    /** As a board that comes back; with another host key where it was installed anew. */
    async restart({ newHostKey = false } = {}): Promise<void> {
      await kill()
      if (newHostKey) {
        await rm(file('host'))
        keygen('host', 'new host')
      }
      child = start()
      await listening()
    },
    async stop(): Promise<void> {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}
