import { acceleratorEndpoints } from './monitoring/accelerators.ts'
import { hostEndpoints } from './monitoring/hosts.ts'

/** What there is to work with, and who uses it. */
export const monitoringEndpoints = { ...hostEndpoints, ...acceleratorEndpoints } as const
