import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { TaskRecord } from '@vermilion/contract/tasks/ends'
import type { Executor, InstanceSpec } from '#areas/executors'
import { programPath } from './command.ts'
import { instanceCount } from '../pools/claims.ts'
import type { TaskRow } from '../rows/task-row.ts'

export function usualEnvironment(row: TaskRow, home: string): Record<string, string> {
  return {
    PATH: programPath,
    HOME: home,
    LANG: 'C.UTF-8',
    VERMILION_TASK: row.id,
    ...(row.seed === null ? {} : { SEED: String(row.seed) }),
  }
}

/**
 * Instances in rank order, with the environment variables of distributed training when there are several. The port file keeps the
 * port: a continued start must use the same one for the remaining instances. Where instances are on several machines the executor says
 * the address of the first one.
 */
export async function membersOf(
  roles: TaskRecord['instances'],
  portFile: string,
  { addressesInstances }: Pick<Executor['capabilities'], 'addressesInstances'>,
): Promise<InstanceSpec[]> {
  const size = instanceCount(roles)
  const shared: Record<string, string> =
    size === 1
      ? {}
      : {
          ...(addressesInstances ? {} : { MASTER_ADDR: '127.0.0.1' }),
          MASTER_PORT: String(await storedPort(portFile)),
          WORLD_SIZE: String(size),
          LOCAL_RANK: '0',
        }
  const members = roles.flatMap(({ role, count }) => Array.from({ length: count }, (_, index) => ({ role, index })))
  return members.map(({ role, index }, rank) => ({
    role,
    index,
    environment:
      size === 1
        ? {}
        : { ...shared, RANK: String(rank), NODE_RANK: String(rank), ROLE: role, ROLE_INDEX: String(index) },
  }))
}

async function storedPort(file: string): Promise<number> {
  const stored = Number(await readFile(file, 'utf8').catch(() => ''))
  if (Number.isInteger(stored) && stored > 0) return stored
  const port = await freePort()
  await writeFile(file, String(port))
  return port
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 29_500
}
