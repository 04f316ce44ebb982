import { parse } from 'yaml'
import { z } from 'zod'
import type { Text } from '@vermilion/contract/kernel/text'
import { StartRefused } from '../../port/start-refused.ts'

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
export type TemplateContainer = z.output<typeof container>

/** What would let a task out of its pod. Other volumes of the node belong into the pool's own settings. */
const refusedOfSpec = ['hostNetwork', 'hostPID', 'hostUsers'] as const
const refusedOfContainer = ['privileged', 'allowPrivilegeEscalation'] as const
/** RDMA needs to lock memory. */
const allowedCapabilities: readonly unknown[] = ['IPC_LOCK']

/** Parses a template as YAML or JSON. Throws in words what it may not say. */
export function readPodTemplate(content: string | undefined): PodTemplate {
  if (content === undefined || content.trim() === '') return {}
  let value: unknown
  try {
    value = parse(content, { maxAliasCount: 10 })
  } catch (error) {
    throw new StartRefused(notUsable(error instanceof Error ? error.message : String(error)))
  }
  const result = template.safeParse(value ?? {})
  if (!result.success) throw new StartRefused(notUsable(z.prettifyError(result.error)))
  const problem = problemOf(result.data)
  if (problem !== undefined) throw new StartRefused(notUsable(problem))
  return result.data
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
