import type { AreaName } from '@vermilion/contract/endpoints'
import type { Endpoint } from '@vermilion/contract/kernel/endpoint'

/** Endpoints by area and by name. */
export type EndpointAreas = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** What an API is described by. */
export interface ApiDescription {
  readonly areas: Readonly<Record<AreaName, EndpointAreas[string]>>
  readonly version: string
  /** Where the product lies behind a proxy; empty where it has the host to itself. */
  readonly basePath: string
}
