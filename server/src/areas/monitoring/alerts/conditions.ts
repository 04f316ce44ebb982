import { type AlertRuleKind, alertRuleOffers } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertObject } from '@vermilion/contract/monitoring/alerts'
import { unusedBelow } from '@vermilion/contract/monitoring/accelerators'
import type { HealthState } from '@vermilion/contract/monitoring/health'
import { healthCheckIds, healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import type { DeviceArea } from '#areas/devices'
import type { Tasks } from '#areas/tasks'
import type { StoreService } from '#platform/blobs/blob-store'
import type { AcceleratorSample } from '../sampling/sampler.ts'

/** Rules that are evaluated repeatedly; a failed task alerts once. */
export type WatchedRule = Exclude<AlertRuleKind, 'task-failed'>

/** `over` opens an alert, `within` ends it, `unknown` changes nothing. */
export type ConditionState = 'over' | 'within' | 'unknown'

export interface Observation {
  readonly object: AlertObject
  readonly state: ConditionState
  readonly value: number | null
}

export interface MonitoredFacts {
  /** Milliseconds since 1970, as is `queuingSince`. */
  readonly now: number
  readonly server: {
    readonly id: string
    readonly name: string
    readonly disk: number | null
    readonly temperature: number | null
    readonly accelerators: readonly AcceleratorSample[]
  } | null
  readonly devices: Awaited<ReturnType<DeviceArea['store']['health']>>
  readonly accessTokens: readonly { id: string; name: string; username: string; expiresAt: string }[]
  /** Earliest start of queueing for an accelerator of the server; null if none. */
  readonly queuingSince: number | null
  readonly pools: Awaited<ReturnType<Tasks['pools']['reachability']>>
  /** Pools that tasks wait in, and since when the first of them. */
  readonly queues: readonly { id: string; name: string; since: number }[]
  readonly store: StoreService | undefined
  readonly healthStates: ReadonlyMap<string, HealthState>
}

const minute = 60_000
const day = 86_400_000

/** Hysteresis: over from the threshold, within below threshold minus margin. */
function judge(value: number | null, threshold: number, margin: number): ConditionState {
  if (value === null) return 'unknown'
  if (value >= threshold) return 'over'
  return value < threshold - margin ? 'within' : 'unknown'
}

type Condition = (facts: MonitoredFacts, threshold: number) => Observation[] | null

function ofHosts(rule: 'disk-full' | 'temperature', measure: 'disk' | 'temperature'): Condition {
  const { margin } = alertRuleOffers[rule].threshold
  return ({ server, devices }, threshold) => {
    if (server === null) return null
    const { id, name } = server
    const value =
      measure === 'disk'
        ? server.disk
        : highest([server.temperature, ...server.accelerators.map(({ temperature }) => temperature)])
    return [
      { object: { kind: 'host', id, name }, value, state: judge(value, threshold, margin) },
      ...devices.map((device): Observation => {
        const reading = device.status === 'online' ? device[measure] : null
        const object = { kind: 'device', id: device.id, name: device.name } as const
        return { object, value: reading, state: judge(reading, threshold, margin) }
      }),
    ]
  }
}

const highest = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (value === null || (most !== null && most >= value) ? most : value), null)

export const conditions: Readonly<Record<WatchedRule, Condition>> = {
  'disk-full': ofHosts('disk-full', 'disk'),
  temperature: ofHosts('temperature', 'temperature'),
  'gpu-idle': ({ server, queuingSince, now }, threshold) => {
    if (server === null) return null
    return server.accelerators.map(({ index, name, utilization, lastUsedAt, stateSince }): Observation => {
      const object = {
        kind: 'accelerator',
        id: `${server.id}/${index}`,
        name: `${server.name} · ${name} ${index}`,
      } as const
      if (utilization === null) return { object, value: null, state: 'unknown' }
      if (utilization >= unusedBelow || queuingSince === null) return { object, value: null, state: 'within' }
      const minutes = (now - Math.max(lastUsedAt ?? stateSince, queuingSince)) / minute
      return { object, value: minutes, state: minutes >= threshold ? 'over' : 'unknown' }
    })
  },
  'device-offline': ({ devices, now }, threshold) =>
    devices.map(({ id, name, status, lastSeenAt, createdAt }): Observation => {
      const object = { kind: 'device', id, name } as const
      if (status === 'online') return { object, value: null, state: 'within' }
      const minutes = (now - Date.parse(lastSeenAt ?? createdAt)) / minute
      // A connecting device may be online soon.
      return { object, value: minutes, state: status === 'offline' && minutes >= threshold ? 'over' : 'unknown' }
    }),
  'pool-unreachable': ({ pools, now }, threshold) =>
    pools.map(({ id, name, awaySince }): Observation => {
      const object = { kind: 'pool', id, name } as const
      if (awaySince === null) return { object, value: null, state: 'within' }
      const minutes = awaySince === undefined ? null : (now - awaySince) / minute
      return { object, value: minutes, state: minutes !== null && minutes >= threshold ? 'over' : 'unknown' }
    }),
  'storage-unreachable': ({ store, now }, threshold) => {
    if (store === undefined) return []
    const object = { kind: 'health-check', id: 'file-storage', name: store.address } as const
    if (store.away === null) return [{ object, value: null, state: 'within' }]
    const minutes = (now - store.away.since) / minute
    return [{ object, value: minutes, state: minutes >= threshold ? 'over' : 'unknown' }]
  },
  'task-pending': ({ queues, now }, threshold) =>
    queues.map(({ id, name, since }): Observation => {
      const value = (now - since) / minute
      return { object: { kind: 'pool', id, name }, value, state: judge(value, threshold, 0) }
    }),
  'token-expiring': ({ accessTokens, now }, threshold) =>
    accessTokens.map(({ id, name, username, expiresAt }): Observation => {
      const object = { kind: 'access-token', id, name: `${username} · ${name}` } as const
      const days = (Date.parse(expiresAt) - now) / day
      // Tokens that expired long ago raise no alert; an open alert stays until the token is revoked.
      const expired = days <= 0 ? 'unknown' : 'over'
      return { object, value: Math.max(0, days), state: days <= threshold ? expired : 'within' }
    }),
  'health-problem': ({ healthStates }) =>
    healthCheckIds.map((id): Observation => {
      const state = healthStates.get(id)
      // A check without result ends nothing.
      const isClear = state === 'ok' || state === 'not-set-up'
      const object = { kind: 'health-check', id, name: healthCheckOffer(id).title.en } as const
      return { object, value: null, state: state === 'problem' ? 'over' : isClear ? 'within' : 'unknown' }
    }),
}
