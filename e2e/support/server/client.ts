import {
  basePath,
  type EndpointResponse,
  type Endpoint,
  type EndpointInput,
} from '../../../contract/src/kernel/endpoint.ts'
import { envelopeSchema, successCode } from '../../../contract/src/kernel/envelope.ts'
import { requestOf } from '../../../contract/src/kernel/request.ts'

export type Call = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) => Promise<EndpointResponse<E>>

interface Session {
  /** Address of the server, without trailing slash. */
  readonly address: string
  readonly token: string
}

/** Calls the API as the first account, for setup. Throws the server's errors. */
export function createClient({ address, token }: Session): Call {
  return async (endpoint, input) => {
    const { path, ...request } = requestOf(endpoint, input)
    const response = await fetch(`${address}${basePath}${path}`, {
      ...request,
      headers: { ...request.headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    })
    const envelope = envelopeSchema.parse(await response.json())
    if (envelope.code !== successCode) throw new Error(`${request.method} ${path}: ${envelope.message}`)
    return envelope.data as EndpointResponse<typeof endpoint>
  }
}
