import type { Call } from '../api-client.ts'
import type { Variables } from '../command.ts'

/** What a verb of `vermilion device` works with. */
export interface DeviceCaller {
  readonly variables: Variables
  /** Address of the server, without a `/` at its end, and the token that it is called with. */
  readonly server: () => { url: string; token: string }
  readonly client: () => Call
}

/** `list` in `vermilion device list`. */
export interface DeviceVerb {
  /** Each form and what it does, as the help shows them. */
  readonly usage: readonly (readonly [form: string, purpose: string])[]
  /** Does it and answers the exit status. */
  run(parameters: string[], caller: DeviceCaller): Promise<number>
}
