import { acceleratorEndpoints } from './accelerators.ts'
import { cleanUpEndpoints } from './clean-ups.ts'
import { hostEndpoints } from './hosts.ts'
import { storageEndpoints } from './storage.ts'
import { usageEndpoints } from './usage.ts'

/** What there is to work with, who uses it, and what fills the disk. */
export const monitoringEndpoints = {
  ...hostEndpoints,
  ...acceleratorEndpoints,
  ...storageEndpoints,
  ...cleanUpEndpoints,
  ...usageEndpoints,
} as const
