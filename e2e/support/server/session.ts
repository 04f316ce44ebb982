import { accountEndpoints } from '../../../contract/src/accounts.ts'
import { createClient } from './client.ts'

/** Password of every story server's first account. */
export const password = 'a password for stories'

/** Signs the first account in; returns the token. */
export async function openSession(address: string): Promise<string> {
  const call = createClient({ address, token: '' })
  const { token } = await call(accountEndpoints.login, { body: { username: 'admin', password } })
  return token
}
