import { getgid, getuid } from 'node:process'
import type { KubernetesSettings } from '@vermilion/contract/tasks/kubernetes-settings'
import type { InstanceSpec, RunSpec } from '../../port/run-spec.ts'
import { resourceOf } from './accelerators.ts'
import { commandOf, environmentsOf } from './meeting.ts'
import * as names from '../names.ts'
import type { PodTemplate } from './pod-template.ts'
import { cpuQuantity } from './quantity.ts'
import { addressesOf, sharedMemoryOf } from './volumes.ts'
import type { PodParts } from './volumes.ts'

export interface JobOrder {
  spec: RunSpec
  role: string
  handle: string
  owner: string
  data: PodParts
  settings: KubernetesSettings
  template: PodTemplate
  /** The API server limits failures by index: from 1.29 on. */
  limitsIndexes: boolean
}

/** Seconds between SIGTERM and SIGKILL where nobody says otherwise: eviction, a time limit. */
export const graceSeconds = 10
/** Seconds that a pod may take until its command runs. Then the deadline is brought forward to the time limit. */
export const startSeconds = 24 * 3_600

const listOf = (text: string | undefined): string[] =>
  (text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))

/** One Job is one role; its pods are the instances of the role by index. Nothing is ever begun twice. */
export function jobOf(order: JobOrder) {
  const { spec, role, handle, owner, settings, template, limitsIndexes } = order
  const runKey = names.runKeyOf(owner, handle)
  const isMeeting = spec.instances.length > 1
  const instances = spec.instances.filter((instance) => instance.role === role)
  const labels = {
    'app.kubernetes.io/managed-by': 'vermilion',
    [names.ownerLabel]: owner,
    [names.runLabel]: runKey,
    [names.roleLabel]: role,
    [names.nameLabel]: names.isLabelValue(spec.name) ? spec.name : undefined,
  }
  const limit = spec.timeLimitSeconds === undefined ? undefined : Math.ceil(spec.timeLimitSeconds)
  const annotations = { [names.handleAnnotation]: handle, [names.timeLimitAnnotation]: limit?.toString() }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: names.jobNameOf(runKey, role),
      labels: { ...labels, [names.queueLabel]: settings.queue },
      annotations,
    },
    spec: {
      completions: instances.length,
      parallelism: instances.length,
      completionMode: isMeeting ? 'Indexed' : 'NonIndexed',
      // An instance that fails must not take the others with it before their ends are known.
      ...(isMeeting && limitsIndexes ? { backoffLimitPerIndex: 0 } : { backoffLimit: 0 }),
      suspend: settings.queue !== undefined,
      template: {
        metadata: {
          labels: { ...template.metadata?.labels, ...labels },
          annotations: { ...template.metadata?.annotations, ...annotations },
        },
        spec: podSpecOf(order, instances, limit),
      },
    },
  }
}

function podSpecOf(
  { spec, data, settings, template: { spec: base = {} } }: JobOrder,
  instances: readonly InstanceSpec[],
  limit: number | undefined,
) {
  const uid = getuid?.() ?? 0
  const { shared, own } = environmentsOf(spec, instances)
  const [under = {}] = base.containers ?? []
  const parts = [
    data,
    sharedMemoryOf(spec),
    ...(spec.instances.length > 1 ? [addressesOf(names.addressesAnnotation)] : []),
  ]
  const pullSecrets = listOf(settings.pullSecrets)
  const selectors = listOf(settings.nodeSelector).map((part) => part.split('=', 2) as [string, string])
  return {
    ...base,
    restartPolicy: 'Never',
    // Otherwise the command has the process id 1: it would get no signal that it does not handle, and inherit orphans.
    shareProcessNamespace: true,
    enableServiceLinks: false,
    automountServiceAccountToken: settings.serviceAccount !== undefined,
    terminationGracePeriodSeconds: graceSeconds,
    ...(settings.serviceAccount === undefined ? {} : { serviceAccountName: settings.serviceAccount }),
    ...(settings.priorityClass === undefined ? {} : { priorityClassName: settings.priorityClass }),
    ...(settings.runtimeClass === undefined ? {} : { runtimeClassName: settings.runtimeClass }),
    ...(selectors.length === 0 ? {} : { nodeSelector: Object.fromEntries(selectors) }),
    ...(pullSecrets.length === 0 ? {} : { imagePullSecrets: pullSecrets.map((name) => ({ name })) }),
    ...(limit === undefined ? {} : { activeDeadlineSeconds: limit + startSeconds }),
    securityContext: {
      ...base.securityContext,
      runAsUser: uid,
      runAsGroup: getgid?.() ?? 0,
      runAsNonRoot: uid !== 0,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    initContainers: [...(base.initContainers ?? []), ...parts.flatMap(({ initContainers = [] }) => initContainers)],
    containers: [
      {
        ...under,
        name: 'main',
        image: spec.image,
        imagePullPolicy: 'IfNotPresent',
        command: commandOf(spec, own).map(literal),
        args: [],
        workingDir: spec.workingFolder,
        env: [
          ...(under.env ?? []).filter(({ name }) => !(name in shared)),
          ...Object.entries(shared).map(([name, value]) => ({ name, value: literal(value) })),
        ],
        resources: { ...under.resources, ...resourcesOf(spec) },
        securityContext: {
          ...under.securityContext,
          allowPrivilegeEscalation: false,
          capabilities: { ...(under.securityContext?.['capabilities'] as object | undefined), drop: ['ALL'] },
        },
        volumeMounts: [...(under.volumeMounts ?? []), ...parts.flatMap(({ volumeMounts }) => volumeMounts)],
      },
      ...parts.flatMap(({ containers = [] }) => containers),
    ],
    volumes: [...(base.volumes ?? []), ...parts.flatMap(({ volumes }) => volumes)],
  }
}

/** Kubernetes would put variables in for `$(NAME)`. */
const literal = (text: string): string => text.replaceAll('$', '$$$$')

function resourcesOf({ limits: { cpu, memoryBytes }, accelerators: { type, count = 0 } }: RunSpec) {
  const amounts = {
    ...(cpu === undefined ? {} : { cpu: cpuQuantity(cpu) }),
    ...(memoryBytes === undefined ? {} : { memory: String(Math.floor(memoryBytes)) }),
    ...(count > 0 ? { [resourceOf(type) ?? type]: String(count) } : {}),
  }
  return { requests: amounts, limits: amounts }
}
