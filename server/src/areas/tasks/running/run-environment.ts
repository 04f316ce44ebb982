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
    PET_NPROC_PER_NODE: String(Math.max(1, row.acceleratorCount)),
    ...(row.seed === null ? {} : { SEED: String(row.seed) }),
  }
}

/**
 * Instances in rank order, with the variables of distributed training when there are several: those of PyTorch, torchrun (`PET_`)
 * and JAX. An instance is a machine; its command starts a process for each accelerator. The port file keeps the port: a continued
 * start must use the same one for the remaining instances. Where instances are on several machines the executor adds the addresses.
 */
export async function membersOf(
  roles: TaskRecord['instances'],
  portFile: string,
  { addressesInstances }: Pick<Executor['capabilities'], 'addressesInstances'>,
): Promise<InstanceSpec[]> {
  const size = instanceCount(roles)
  const members = roles.flatMap(({ role, count }) => Array.from({ length: count }, (_, index) => ({ role, index })))
  if (size === 1) return members.map((member) => ({ ...member, environment: {} }))
  const port = await storedPort(portFile)
  const here = {
    VERMILION_ADDRESSES: members.map(() => '127.0.0.1').join(' '),
    MASTER_ADDR: '127.0.0.1',
    PET_MASTER_ADDR: '127.0.0.1',
    JAX_COORDINATOR_ADDRESS: `127.0.0.1:${port}`,
  }
  const ports = { MASTER_PORT: String(port), PET_MASTER_PORT: String(port) }
  const sizes = { WORLD_SIZE: String(size), PET_NNODES: String(size), JAX_NUM_PROCESSES: String(size) }
  const shared = { ...(addressesInstances ? {} : here), ...ports, ...sizes, LOCAL_RANK: '0' }
  return members.map(({ role, index }, position) => {
    const rank = String(position)
    const ranks = { RANK: rank, NODE_RANK: rank, PET_NODE_RANK: rank, JAX_PROCESS_ID: rank }
    return { role, index, environment: { ...shared, ...ranks, ROLE: role, ROLE_INDEX: String(index) } }
  })
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
