import type { Call } from '../api-client.ts'
import type { Variables } from '../command.ts'

export interface DeviceCaller {
  readonly variables: Variables
  /** The server's address without a trailing `/`, with its token. */
  readonly server: () => { url: string; token: string }
  readonly client: () => Call
}

export interface DeviceVerb {
  readonly usage: readonly (readonly [form: string, purpose: string])[]
  run(parameters: string[], caller: DeviceCaller): Promise<number>
}
