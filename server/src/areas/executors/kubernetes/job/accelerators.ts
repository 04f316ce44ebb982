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

export function acceleratorsOf(resources: Readonly<Record<string, string>>): Accelerator[] {
  return Object.entries(resources).flatMap(([resource, amount]) => {
    const type = acceleratorOf(resource)
    if (type === undefined) return []
    return Array.from({ length: readQuantity(amount) }, (_, index) => ({ type, index, memoryBytes: null }))
  })
}
