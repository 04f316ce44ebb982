import type { Endpoint } from '@vermilion/contract/kernel/endpoint'
import type { EndpointAreas } from './openapi/description.ts'

/** Refuses to start when contract and mounted endpoints differ. */
export function checkComplete(areas: EndpointAreas, mounted: readonly Endpoint[]): void {
  const declared = Object.values(areas).flatMap((endpoints) => Object.values(endpoints))
  const lacking = declared.filter((endpoint) => !mounted.includes(endpoint)).map(nameOf)
  const foreign = mounted.filter((endpoint) => !declared.includes(endpoint)).map(nameOf)
  if (lacking.length > 0) throw new Error(`endpoints of the contract without a handler: ${lacking.join(', ')}`)
  if (foreign.length > 0) throw new Error(`endpoints mounted but not in the contract: ${foreign.join(', ')}`)
}

function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`
}
