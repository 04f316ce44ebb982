import { acceleratorEndpoints } from './monitoring/accelerators.ts'
import { cleanUpEndpoints } from './monitoring/clean-ups.ts'
import { hostEndpoints } from './monitoring/hosts.ts'
import { storageEndpoints } from './monitoring/storage.ts'
import { usageEndpoints } from './monitoring/usage.ts'

/** What there is to work with, who uses it, and what fills the disk. */
export const monitoringEndpoints = {
  ...hostEndpoints,
  ...acceleratorEndpoints,
  ...storageEndpoints,
  ...cleanUpEndpoints,
  ...usageEndpoints,
} as const
