import type { AreaName } from '@vermilion/contract/endpoints'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'

export type EndpointAreas = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

export interface ApiDescription {
  readonly areas: Readonly<Record<AreaName, EndpointAreas[string]>>
  readonly version: string
  readonly basePath: string
}
