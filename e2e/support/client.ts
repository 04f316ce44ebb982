import { basePath, type Answer, type Endpoint, type Given } from '../../contract/src/kernel/endpoint.ts'
import { envelopeSchema, successCode } from '../../contract/src/kernel/envelope.ts'
import { requestOf } from '../../contract/src/kernel/request.ts'
import { accountEndpoints } from '../../contract/src/accounts.ts'
import { password, type Server } from './server.ts'

export type Call = <E extends Endpoint>(endpoint: E, given: Given<E>) => Promise<Answer<E>>

/** Calls the API as the first account, for what a story needs but does not tell. Throws what the server says. */
export async function createClient({ address }: Pick<Server, 'address'>): Promise<Call> {
  let token = ''
  const call: Call = async (endpoint, given) => {
    const { path, ...request } = requestOf(endpoint, given)
    const response = await fetch(`${address}${basePath}${path}`, {
      ...request,
      headers: { ...request.headers, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    })
    const envelope = envelopeSchema.parse(await response.json())
    if (envelope.code !== successCode) throw new Error(`${request.method} ${path}: ${envelope.message}`)
    return envelope.data as Answer<typeof endpoint>
  }
  const signedIn = await call(accountEndpoints.login, { body: { username: 'admin', password } })
  token = signedIn.token
  return call
}
