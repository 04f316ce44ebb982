import type { Accelerator } from '../../port/executor.ts'
import { readQuantity } from './quantity.ts'

/** Short names of the resources that device plugins offer. */
const resourceByType: Readonly<Record<string, string>> = {
  nvidia: 'nvidia.com/gpu',
  amd: 'amd.com/gpu',
  intel: 'gpu.intel.com/i915',
  ascend: 'huawei.com/Ascend910',
}

/** Undefined for an unknown short name; `vendor.example/name` is a resource's own name. */
export const resourceOf = (type: string): string | undefined => (type.includes('/') ? type : resourceByType[type])

/** Extended resources have the name of their vendor; Kubernetes' own have none, or `kubernetes.io`. */
export function acceleratorOf(resource: string): string | undefined {
  if (!/^[a-z0-9.-]+\.[a-z]+\/.+$/.test(resource) || /(?:^|\.)kubernetes\.io\//.test(resource)) return undefined
  return Object.entries(resourceByType).find(([, name]) => name === resource)?.[0] ?? resource
}

export function acceleratorsOf(resources: readonly (readonly [string, string])[]): Accelerator[] {
  const counts = new Map<string, number>()
  for (const [resource, amount] of resources) {
    const type = acceleratorOf(resource)
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + readQuantity(amount))
  }
  return [...counts].flatMap(([type, length]) =>
    Array.from({ length }, (_, index) => ({ type, index, memoryBytes: null })),
  )
}
