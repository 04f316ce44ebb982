import type { RunCondition } from '../../port/run-status.ts'
import type { KubernetesClient } from '../client/client.ts'
import type { ClusterEvent, KubernetesObject, ObjectList } from '../client/objects.ts'
import { eventCondition } from './conditions.ts'

/** Milliseconds in which an object usually gets on without words, and that events are cached. */
const patienceMs = 2_000
const lifetimeMs = 3_000
const maxCached = 1_000

/** What events say of objects that do not get on. A Role without events leaves it unsaid. */
export function createEvents({ client }: { client: KubernetesClient }) {
  const cache = new Map<string, { at: number; condition: Promise<RunCondition | null> }>()

  async function read({ metadata: { uid } }: KubernetesObject): Promise<RunCondition | null> {
    const query = { fieldSelector: `involvedObject.uid=${uid}` }
    const { items } = await client.call<ObjectList<ClusterEvent>>('GET', client.paths.events, { query })
    const timeOf = ({ lastTimestamp, eventTime, metadata }: ClusterEvent) =>
      Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp)
    const latest = items
      .toSorted((one, other) => timeOf(other) - timeOf(one))
      .map(({ reason = '', message = '' }) => eventCondition(reason, message))
    return latest.find((condition) => condition !== null) ?? null
  }

  return async function conditionOf(object: KubernetesObject): Promise<RunCondition | null> {
    const { uid, creationTimestamp } = object.metadata
    if (Date.now() - Date.parse(creationTimestamp) < patienceMs) return null
    const last = cache.get(uid)
    if (last !== undefined && Date.now() - last.at < lifetimeMs) return last.condition
    if (cache.size >= maxCached) cache.clear()
    const condition = read(object).catch(() => null)
    cache.set(uid, { at: Date.now(), condition })
    return condition
  }
}
export type EventConditions = ReturnType<typeof createEvents>
