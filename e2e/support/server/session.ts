import { accountEndpoints } from '../../../contract/src/accounts.ts'
import { createClient } from './client.ts'

/** Of the first account of every server that a story starts. */
export const password = 'a password for stories'

/** Signs the first account in; answers the token. */
export async function openSession(address: string): Promise<string> {
  const call = createClient({ address, token: '' })
  const { token } = await call(accountEndpoints.login, { body: { username: 'admin', password } })
  return token
}
