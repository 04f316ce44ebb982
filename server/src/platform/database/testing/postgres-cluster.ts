import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../../testing/free-port.ts'

export interface TestCluster {
  /** Belongs to the account of the programs. */
  readonly folder: string
  readonly port: number
  /** The account is `vermilion`, which may do everything. */
  readonly address: string
  stop(): Promise<void>
}

interface ClusterOptions {
  readonly password?: string
  /** Files in the folder of the cluster, readable by its account alone. */
  readonly files?: Readonly<Record<string, string>>
  readonly settings?: readonly string[]
}

const versions = '/usr/lib/postgresql'

/** The folder in which Debian puts the programs of its newest version, or one of the path. */
export function programsFolder(): string | undefined {
  const installed = existsSync(versions) ? readdirSync(versions).toSorted((one, two) => Number(two) - Number(one)) : []
  const folders = [
    ...installed.map((version) => join(versions, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/** Returns the reason why no cluster can be started here, or undefined; throws it where one is expected. */
export function postgresProblem(): string | undefined {
  if (programsFolder() !== undefined) return undefined
  const reason = 'there is no PostgreSQL: install the package postgresql'
  if ((process.env['VERMILION_EXPECT_ENGINES'] ?? '').split(',').includes('postgres')) throw new Error(reason)
  return reason
}

/** `initdb` refuses root: Debian's package has an account for it. */
export function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const name = spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody'
  const read = (kind: string) => Number(execFileSync('id', [kind, name], { encoding: 'utf8' }))
  return { uid: read('-u'), gid: read('-g') }
}

/** Ends the server and removes its folder once nobody holds its input any more, even when the tests are killed. */
const watch =
  '"$@" >"$FOLDER/log" 2>&1 & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; for i in 1 2 3 4 5; do rm -rf "$FOLDER" && break; sleep 1; done'

/** A server with a cluster of its own, which nothing is to outlive: it never waits for the disk. */
export async function startPostgres(options: ClusterOptions = {}): Promise<TestCluster> {
  const { password = '', files = {}, settings = [] } = options
  const programs = programsFolder() ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-postgres-'))
  const owner = { ...account(), cwd: '/', env: { PATH: process.env['PATH'], FOLDER: folder } }
  const giveAway = (path: string) => owner.uid === undefined || chownSync(path, owner.uid, owner.gid ?? 0)
  giveAway(folder)
  for (const [name, text] of Object.entries({ ...files, password })) {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    giveAway(join(folder, name))
  }
  const data = join(folder, 'data')
  const entry = password === '' ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`]
  const parameters = ['-D', data, '-U', 'vermilion', '--locale=C.UTF-8', '--no-sync', ...entry]
  execFileSync(join(programs, 'initdb'), parameters, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })

  const port = await freePort()
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    'fsync=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    ...settings.map((setting) => setting.replace('FOLDER', folder)),
  ]
  const argv = [join(programs, 'postgres'), '-D', data, ...all.flatMap((setting) => ['-c', setting])]
  // Detached: a terminal that interrupts the tests leaves the shell to notice their end.
  const server = spawn('sh', ['-c', watch, 'sh', ...argv], {
    ...owner,
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const exit = once(server, 'exit')
  const address = `postgres://vermilion${password === '' ? '' : `:${encodeURIComponent(password)}`}@127.0.0.1:${port}/postgres`
  const stop = async () => {
    server.stdin.end()
    await exit
  }
  for (let round = 0; !(await isReached(address)); round += 1) {
    if (round < 600) await delay(50)
    else {
      const log = readFileSync(join(folder, 'log'), 'utf8')
      await stop()
      throw new Error(`PostgreSQL does not start:\n${log.slice(-2_000)}`)
    }
  }
  return { folder, port, address, stop }
}

async function isReached(address: string): Promise<boolean> {
  const client = new Client({ connectionString: address })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
