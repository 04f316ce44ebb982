import type { Capacity } from '../port/executor.ts'
import { acceleratorsOf } from './job/accelerators.ts'
import type { KubernetesClient } from './client/client.ts'
import { isStatus } from './client/failure.ts'
import type { Node, ObjectList, ResourceQuota } from './client/objects.ts'
import type { Paths } from './client/paths.ts'
import { readQuantity } from './job/quantity.ts'

/** Of a cluster whose nodes this account may not list and whose namespace has no quota: tasks are not held back. */
const unknown = { cpu: 100_000, memoryBytes: 2 ** 50 }

/** What the nodes have that take pods; without the right to list them, what the namespace may have. */
export async function readCapacity(client: KubernetesClient, paths: Paths): Promise<Capacity> {
  const nodes = await ifAllowed(client.call<ObjectList<Node>>('GET', paths.nodes))
  if (nodes !== undefined) {
    const resources = nodes.items.filter(takesPods).map(({ status }) => status.allocatable ?? {})
    return {
      cpu: sumOf(resources.map(({ cpu }) => readQuantity(cpu))),
      memoryBytes: sumOf(resources.map(({ memory }) => readQuantity(memory))),
      accelerators: numbered(resources.flatMap(acceleratorsOf)),
    }
  }
  const quotas = await ifAllowed(client.call<ObjectList<ResourceQuota>>('GET', paths.quotas))
  const hard = Object.assign({}, ...(quotas?.items ?? []).map(({ status }) => status?.hard ?? {})) as Record<
    string,
    string
  >
  const amount = (name: string) => readQuantity(hard[`requests.${name}`] ?? hard[name] ?? hard[`limits.${name}`])
  const requests = Object.entries(hard).map(([name, value]) => [name.replace(/^requests\./, ''), value] as const)
  return {
    cpu: amount('cpu') || unknown.cpu,
    memoryBytes: amount('memory') || unknown.memoryBytes,
    accelerators: acceleratorsOf(Object.fromEntries(requests)),
  }
}

function takesPods({ spec, status: { conditions = [] } }: Node): boolean {
  return spec.unschedulable !== true && conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
}

export async function ifAllowed<Result>(response: Promise<Result>): Promise<Result | undefined> {
  try {
    return await response
  } catch (error) {
    if (isStatus(error, 403)) return undefined
    throw error
  }
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Each node counts its own from 0. */
function numbered(accelerators: Capacity['accelerators']): Capacity['accelerators'] {
  const counts = new Map<string, number>()
  return accelerators.map((one) => {
    const index = counts.get(one.type) ?? 0
    counts.set(one.type, index + 1)
    return { ...one, index }
  })
}
