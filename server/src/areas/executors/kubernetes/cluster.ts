import type { ClusterNode } from '@vermilion/contract/tasks/pools'
import type { ClusterReading } from '../port/executor.ts'
import { stateOf, sumOf } from './capacity.ts'
import type { KubernetesClient } from './client/client.ts'
import { unlessStatus } from './client/failure.ts'
import type { Container, Job, KubernetesObject, Node, ObjectList, Pod } from './client/objects.ts'
import { acceleratorOf } from './job/accelerators.ts'
import { readQuantity } from './job/quantity.ts'
import { handleAnnotation, ownerLabel } from './names.ts'
import { clusterRoleFor } from './rights.ts'
import { waitingCondition } from './state/conditions.ts'
import { held } from './state/member-status.ts'

/** Objects of one response: more would hold the server up while they are parsed. */
const limit = 250
/** Only pods that have not ended hold or want a part of a node. */
const fieldSelector = 'status.phase!=Succeeded,status.phase!=Failed'

/** Without the right to list all pods, those of the pool's namespace are told alone. */
export async function readCluster(client: KubernetesClient, owner: string): Promise<ClusterReading> {
  const [nodes, every, jobs] = await Promise.all([
    unlessStatus(403, listAll<Node>(client, client.paths.nodes, {})),
    unlessStatus(403, listAll<Pod>(client, client.paths.everyPod, { fieldSelector })),
    listAll<Job>(client, client.paths.jobs, { labelSelector: `${ownerLabel}=${owner}` }),
  ])
  const pods = every ?? (await listAll<Pod>(client, client.paths.pods, { fieldSelector }))
  const lacking = [...(nodes === undefined ? ['list nodes'] : []), ...(every === undefined ? ['list pods'] : [])]
  const isOurs = ({ metadata }: KubernetesObject) => metadata.labels?.[ownerLabel] === owner
  const pendingAs = (object: KubernetesObject, reason = '') => {
    return { handle: isOurs(object) ? (object.metadata.annotations?.[handleAnnotation] ?? null) : null, reason }
  }

  function nodeOf(node: Node): ClusterNode {
    const { name } = node.metadata
    const there = pods.filter(({ spec }) => spec.nodeName === name)
    const ours = there.filter(isOurs)
    const resources = Object.entries(node.status.allocatable ?? {}).flatMap(([resource, amount]) => {
      const type = ['cpu', 'memory'].includes(resource) ? resource : acceleratorOf(resource)
      if (type === undefined) return []
      const sum = (some: Pod[]) => sumOf(some.map((pod) => requestOf(pod, resource)))
      const used = { ours: sum(ours), others: every === undefined ? null : sum(there) - sum(ours) }
      return [{ name: type, total: readQuantity(amount), ...used }]
    })
    const state = stateOf(node)
    return { name, state, takesWork: state === 'Ready', resources }
  }

  return {
    nodes: (nodes ?? []).map(nodeOf),
    pending: [
      ...pods
        .filter(({ spec, status }) => spec.nodeName === undefined && status?.phase === 'Pending')
        .map((pod) => pendingAs(pod, waitingCondition(pod)?.detail)),
      ...jobs.filter(({ spec }) => spec.suspend === true).map((job) => pendingAs(job, held.detail)),
    ],
    missing: lacking.length === 0 ? null : clusterRoleFor(lacking),
  }
}

async function listAll<Item>(client: KubernetesClient, path: string, query: object, from?: string): Promise<Item[]> {
  const page = { query: { ...query, limit, continue: from } }
  const { items, metadata } = await client.call<ObjectList<Item>>('GET', path, page)
  return metadata.continue ? [...items, ...(await listAll<Item>(client, path, query, metadata.continue))] : items
}

/** Init containers run one after another, before the others. */
function requestOf({ spec: { containers, initContainers = [] } }: Pod, resource: string): number {
  const amount = ({ resources }: Container) => readQuantity(resources?.requests?.[resource])
  return Math.max(sumOf(containers.map(amount)), ...initContainers.map(amount))
}
