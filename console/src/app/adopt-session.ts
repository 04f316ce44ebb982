import { accountEndpoints } from '@vermilion/contract/accounts'
import { call, session } from '#lib/api.ts'

/** Adopts a token from the address and fetches the cookie that picture requests need, before any page renders. */
export async function adoptSession(): Promise<void> {
  const address = session.adoptToken(location.href)
  if (address === null) return
  history.replaceState(history.state, '', address)
  const account = await call(accountEndpoints.me, {}).catch(() => undefined)
  if (account !== undefined) session.know(account.id)
}
