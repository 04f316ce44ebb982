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

export function sshDaemonProblem(): string | undefined {
  if (program !== undefined && process.getuid?.() === 0) return undefined
  const reason =
    program === undefined ? 'there is no sshd: install openssh-server' : 'sshd needs root to sign others in'
  if ((process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',').includes('sshd')) throw new Error(reason)
  return reason
}

interface DaemonOptions {
  readonly authorizedKeys?: readonly string[]
  /** Lines at the start of sshd_config: the first value of a key wins. */
  readonly settings?: readonly string[]
  readonly port?: number
  readonly machine?: { readonly namespace: string; readonly address: string }
}

export type SshDaemon = Awaited<ReturnType<typeof startSshDaemon>>

export async function startSshDaemon(options: DaemonOptions = {}) {
  const { authorizedKeys = [], settings = [], port: request, machine } = options
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
    // bash skips startup files when SHLVL indicates a nested shell.
    'SetEnv SHLVL=2',
  ]
  await writeFile(file('sshd_config'), `${config.join('\n')}\n`)
  let child = start()

  function start() {
    // sshd requires its privilege separation folder.
    run('mkdir', ['-p', '/run/sshd'])
    const argv = [program ?? 'sshd', '-D', '-e', '-f', file('sshd_config')]
    const [command = '', ...args] = machine === undefined ? argv : ['ip', 'netns', 'exec', machine.namespace, ...argv]
    // Detached stdio: a daemon left by a failed test must not block the test runner.
    const daemon = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    daemon.stderr.pipe(process.stderr, { end: false })
    return daemon
  }
  /** In another namespace it may be unreachable: its pid file shows that it listens. */
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
  /** Includes sessions, some of which run as other users. */
  function signalAll(name: 'STOP' | 'CONT'): void {
    for (const pid of sessionsOf()) {
      spawnSync('pkill', [`-${name}`, '-P', pid])
      spawnSync('kill', [`-${name}`, pid])
    }
    child.kill(`SIG${name}`)
  }
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
    /** Simulates an unresponsive board: connections stay open. */
    freeze: () => signalAll('STOP'),
    thaw: () => signalAll('CONT'),
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
