import type { Capacity } from '../port/executor.ts'
import { acceleratorsOf } from './job/accelerators.ts'
import type { KubernetesClient } from './client/client.ts'
import { unlessStatus } from './client/failure.ts'
import type { Node, ObjectList, ResourceQuota } from './client/objects.ts'
import { readQuantity } from './job/quantity.ts'

/** Of a cluster whose nodes this account may not list and whose namespace has no quota: tasks are not held back. */
const unknown = { cpu: 100_000, memoryBytes: 2 ** 50 }

/** What the nodes have that take pods; without the right to list them, what the namespace may have. */
export async function readCapacity(client: KubernetesClient): Promise<Capacity> {
  const nodes = await unlessStatus(403, client.call<ObjectList<Node>>('GET', client.paths.nodes))
  if (nodes !== undefined) {
    const resources = nodes.items
      .filter((node) => stateOf(node) === 'Ready')
      .map(({ status }) => status.allocatable ?? {})
    return {
      cpu: sumOf(resources.map(({ cpu }) => readQuantity(cpu))),
      memoryBytes: sumOf(resources.map(({ memory }) => readQuantity(memory))),
      accelerators: acceleratorsOf(resources.flatMap(Object.entries<string>)),
    }
  }
  const quotas = await unlessStatus(403, client.call<ObjectList<ResourceQuota>>('GET', client.paths.quotas))
  const hard = (quotas?.items ?? []).flatMap(({ status }) => Object.entries(status?.hard ?? {}))
  const requests = Object.fromEntries(hard.map(([name, value]) => [name.replace(/^requests\./, ''), value]))
  const amount = (name: string) => readQuantity(requests[name] ?? requests[`limits.${name}`])
  return {
    cpu: amount('cpu') || unknown.cpu,
    memoryBytes: amount('memory') || unknown.memoryBytes,
    accelerators: acceleratorsOf(Object.entries(requests)),
  }
}

/** The state of a node in the words of `kubectl get nodes`. */
export function stateOf({ spec, status: { conditions = [] } }: Node): string {
  const isReady = conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
  return `${isReady ? 'Ready' : 'NotReady'}${spec.unschedulable === true ? ',SchedulingDisabled' : ''}`
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
