import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../../testing/free-port.ts'
import { account, postgresProblem, programsFolder } from './postgres-cluster.ts'

const problem = postgresProblem()
export const hasPostgres = problem === undefined
export const skippedWithoutPostgres = hasPostgres ? '' : ` (skipped: ${problem})`

export type PostgresServer = Awaited<ReturnType<typeof createPostgresServer>>

/** A server of PostgreSQL of one's own that can be killed, and waits for the disk. */
export async function createPostgresServer() {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'vermilion-postgres-'))
  const programs = programsFolder() ?? ''
  const owner = account()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? 0)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const options = { cwd: folder, ...owner }
  const rights = ['-U', 'vermilion', '--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync']
  execFileSync(join(programs, 'initdb'), ['-D', data, ...rights], { ...options, stdio: 'ignore' })
  const url = (database: string) => `postgres://vermilion@127.0.0.1:${port}/${database}`
  let child: ChildProcess | undefined

  async function run(statement: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url(database) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }

  const isReady = () =>
    run('select 1').then(
      () => true,
      () => false,
    )

  return {
    url,
    run,
    /** After a kill, what is left of its processes is waited for. */
    async start(): Promise<void> {
      const parameters = ['-D', data, '-p', String(port), '-k', folder, '-c', 'max_connections=200']
      while (!(await isReady())) {
        if (child?.exitCode === null && child.signalCode === null) await delay(50)
        else child = spawn(join(programs, 'postgres'), parameters, { ...options, stdio: 'ignore' })
      }
    },
    async kill(): Promise<void> {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
    async remove(): Promise<void> {
      await this.kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
