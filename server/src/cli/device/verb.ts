import type { Call } from '../api-client.ts'
import type { Variables } from '../command.ts'

/** The context of a verb of `vermilion device`. */
export interface DeviceCaller {
  readonly variables: Variables
  /** The server's address without a trailing `/`, with its token. */
  readonly server: () => { url: string; token: string }
  readonly client: () => Call
}

/** A verb, such as `list` in `vermilion device list`. */
export interface DeviceVerb {
  /** Each form with its description, for the help. */
  readonly usage: readonly (readonly [form: string, purpose: string])[]
  /** Returns the exit status. */
  run(parameters: string[], caller: DeviceCaller): Promise<number>
}
