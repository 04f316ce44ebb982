import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import {
  createTestDatabase,
  dropTestDatabase,
  testAddress,
  testPostgres,
} from '#platform/database/testing/postgres-databases'
import { testBuckets, variablesOf } from '#platform/blobs/testing/s3-server'
import { createKillableServer, type KillableServer } from './killable-server.ts'
import { runCommand } from './server-process.ts'
import { removeDatabase } from './test-database.ts'

const buckets = await testBuckets()
export const skippedWithoutBoth =
  testPostgres === undefined || buckets === null
    ? ', skipped: VERMILION_TEST_POSTGRES and VERMILION_TEST_S3 name them'
    : ''

export interface Machine {
  readonly data: string
  readonly server: KillableServer
  command(...parameters: string[]): ReturnType<typeof runCommand>
  /** Ends the server as a power cut does, and takes its disk away. */
  lose(): Promise<void>
}

/** Machines with a data folder each, on one database and one prefix of a bucket. */
export async function createMachines() {
  if (buckets === null) throw new Error('this test needs a server of S3')
  const root = await mkdtemp(join(tmpdir(), 'vermilion-machines-'))
  const name = `vermilion_test_${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  await createTestDatabase(name)
  const variables: Record<string, string> = {
    ...variablesOf(buckets.access(), buckets.keys),
    VERMILION_DATABASE_URL: testAddress(name),
  }
  const machines: Machine[] = []
  return {
    root,
    variables,
    machine(folder: string, more: Record<string, string> = {}): Machine {
      const data = join(root, folder)
      const server = createKillableServer(data, { ...variables, ...more })
      const machine: Machine = {
        data,
        server,
        command: (...parameters) => runCommand(data, parameters, '', { ...variables, ...more }),
        async lose() {
          await server.kill()
          await rm(data, { recursive: true, force: true, maxRetries: 5 })
        },
      }
      machines.push(machine)
      return machine
    },
    async stop() {
      for (const { server, data } of machines) {
        await server.kill().catch(() => undefined)
        await removeDatabase(data)
      }
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
      await dropTestDatabase(name)
    },
  }
}

export async function untilEnded({ server }: Pick<Machine, 'server'>, taskId: string): Promise<Task> {
  for (;;) {
    const task = await server.call(taskEndpoints.getTask, { params: { taskId } })
    if (task.endedAt !== null) return task
    await delay(100)
  }
}

/** Answers of a server, without its own paths and ids of requests. */
export async function answersOf({ server, data }: Machine, paths: readonly string[]): Promise<Record<string, string>> {
  const results: Record<string, string> = {}
  for (const path of paths) {
    const response = await server.fetch(path)
    const text = Buffer.from(await response.arrayBuffer())
      .toString('latin1')
      .replaceAll(data, 'DATA')
    const comparable = path.endsWith('/series') ? inOrder(text) : text.replace(/,"requestId":"[^"]+"\}$/, '')
    results[path] = `${response.status} ${comparable}`
  }
  return results
}

/** Series come in the order in which their files were first read. */
function inOrder(text: string): string {
  const series = (JSON.parse(text) as { data: { series: { name: string }[] } }).data.series
  return JSON.stringify(series.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
}
