import { acceleratorEndpoints } from './accelerators.ts'
import { alertEndpoints } from './alerts.ts'
import { cleanUpEndpoints } from './clean-ups.ts'
import { healthEndpoints } from './health.ts'
import { hostEndpoints } from './hosts.ts'
import { leadEndpoints } from './leads.ts'
import { storageEndpoints } from './storage.ts'
import { usageEndpoints } from './usage.ts'

export const monitoringEndpoints = {
  ...hostEndpoints,
  ...acceleratorEndpoints,
  ...storageEndpoints,
  ...cleanUpEndpoints,
  ...usageEndpoints,
  ...healthEndpoints,
  ...alertEndpoints,
  ...leadEndpoints,
} as const
