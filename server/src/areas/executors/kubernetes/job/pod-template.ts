import { z } from 'zod'
import type { Text } from '@vermilion/contract/kernel/text'
import { StartRefused } from '../../port/start-refused.ts'
import { readYaml } from '../client/read-yaml.ts'

const objects = z.array(z.looseObject({ name: z.string() })).optional()
const container = z.looseObject({
  volumeMounts: z.array(z.looseObject({ mountPath: z.string() })).optional(),
  env: objects,
  securityContext: z.looseObject({}).optional(),
  resources: z.looseObject({}).optional(),
})
const template = z.looseObject({
  metadata: z
    .looseObject({
      labels: z.record(z.string(), z.string()).optional(),
      annotations: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  spec: z
    .looseObject({
      containers: z.array(container).max(1).optional(),
      initContainers: z.array(container).optional(),
      volumes: objects,
      securityContext: z.looseObject({}).optional(),
    })
    .optional(),
})
export type PodTemplate = z.output<typeof template>

/** What would let a task out of its pod. Other volumes of the node belong into the pool's own settings. */
const refusedOfSpec = ['hostNetwork', 'hostPID', 'hostUsers'] as const
const refusedOfContainer = ['privileged', 'allowPrivilegeEscalation'] as const
/** RDMA needs to lock memory. */
const allowedCapabilities: readonly unknown[] = ['IPC_LOCK']

/** Parses a template as YAML or JSON. Throws in words what it may not say. */
export function readPodTemplate(content = ''): PodTemplate {
  const result = readYaml(content, template.nullable(), notUsable) ?? {}
  const problem = problemOf(result)
  if (problem !== undefined) throw new StartRefused(notUsable(problem))
  return result
}

function problemOf({ spec = {} }: PodTemplate): string | undefined {
  const field = refusedOfSpec.find((name) => spec[name] !== undefined && spec[name] !== false)
  if (field !== undefined) return `spec.${field} is not allowed`
  const volume = (spec.volumes ?? []).find((one) => 'hostPath' in one)
  if (volume !== undefined) return `the volume ${volume.name} is a hostPath, which is not allowed`
  for (const { securityContext = {} } of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    const setting = refusedOfContainer.find((name) => securityContext[name] === true)
    if (setting !== undefined) return `securityContext.${setting} is not allowed`
    const { add = [] } = (securityContext['capabilities'] ?? {}) as { add?: unknown[] }
    const capability = add.find((one) => !allowedCapabilities.includes(one))
    if (capability !== undefined) return `the capability ${capability} is not allowed`
  }
  return undefined
}

const notUsable = (detail: string): Text => ({
  en: `the pod template of the pool cannot be used: ${detail}`,
  zh: `资源池的 Pod 模板无法使用：${detail}`,
})
