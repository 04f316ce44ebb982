import type { RolloutCreate } from '@vermilion/contract/rollouts/creation'

export const healthKinds = ['none', 'command', 'http-device', 'http-server'] as const
export type HealthKind = (typeof healthKinds)[number]

export interface TypedRollout {
  name: string
  artifactId: string
  deviceIds: string[]
  group: string
  tags: string[]
  canary: number
  canaryWait: number
  phases: string
  phaseWait: number
  concurrency: number
  failureThreshold: number
  health: HealthKind
  command: string
  url: string
  deadline: number
  rollBackOnFailure: boolean
  reboot: boolean
  throttle: number | null
  restartCommand: string
  softwareSet: string
  rebootDeadline: number
  offlineDeadline: number | null
}

export const newRollout: Omit<TypedRollout, 'artifactId'> = {
  name: '',
  deviceIds: [],
  group: '',
  tags: [],
  canary: 1,
  canaryWait: 0,
  phases: '',
  phaseWait: 0,
  concurrency: 10,
  failureThreshold: 1,
  health: 'none',
  command: '',
  url: '',
  deadline: 300,
  rollBackOnFailure: true,
  reboot: false,
  throttle: null,
  restartCommand: '',
  softwareSet: '',
  rebootDeadline: 600,
  offlineDeadline: null,
}

/** Percentages separated by commas; undefined when invalid. */
export function parsePhases(typed: string): number[] | undefined {
  const parts = typed
    .split(/[,，;；\s]+/)
    .filter((part) => part !== '')
    .map((part) => Number(part.replace(/%$/, '')))
  return parts.every((part) => part >= 1 && part <= 100) ? parts : undefined
}

/** A rollout to a single device has no phases. */
export const isForOneDevice = ({
  deviceIds,
  group,
  tags,
}: Pick<TypedRollout, 'deviceIds' | 'group' | 'tags'>): boolean =>
  deviceIds.length === 1 && group === '' && tags.length === 0

const oneDevice = { canary: 0, canaryWait: 0, phases: '', phaseWait: 0, concurrency: 1, failureThreshold: 1 }

export function rolloutBody(filled: TypedRollout): Omit<RolloutCreate, 'artifactId'> {
  const typed = isForOneDevice(filled) ? { ...filled, ...oneDevice } : filled
  const { deviceIds, group, tags, canaryWait, phases, phaseWait, throttle, name, restartCommand } = typed
  const { canary, concurrency, failureThreshold, rollBackOnFailure, reboot } = typed
  const { softwareSet, rebootDeadline, offlineDeadline } = typed
  return {
    name,
    devices: { deviceIds, ...(group !== '' && { group }), tags },
    canary,
    canaryWaitSeconds: Math.round(canaryWait * 60),
    phases: (parsePhases(phases) ?? []).map((size) => ({
      size,
      unit: 'percent' as const,
      waitSeconds: Math.round(phaseWait * 60),
    })),
    concurrency,
    failureThreshold,
    healthCheck: healthCheckOf(typed),
    rollBackOnFailure,
    reboot,
    throttle: throttle === null ? null : throttle * 1_024,
    restartCommand,
    softwareSet,
    rebootDeadlineSeconds: rebootDeadline,
    offlineDeadlineSeconds: offlineDeadline === null ? null : Math.round(offlineDeadline * 3_600),
  }
}

function healthCheckOf({ health, command, url, deadline }: TypedRollout): RolloutCreate['healthCheck'] {
  if (health === 'none') return null
  if (health === 'command') return { kind: 'command', command, deadlineSeconds: deadline }
  return { kind: 'http', url, from: health === 'http-device' ? 'device' : 'server', deadlineSeconds: deadline }
}
