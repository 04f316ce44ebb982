import { accountEndpoints } from '@vermilion/contract/accounts'
import { unauthenticatedCode } from '@vermilion/contract/kernel/envelope'
import { ApiError, call, session } from '#lib/api.ts'

/** Signs out in all tabs. If the request fails, the user stays signed in, and the failure is only logged. */
async function signOut(): Promise<void> {
  const token = session.token()
  try {
    let address: string | null = null
    await session.signOut(async () => ({ address } = await call(accountEndpoints.logout, {})))
    // Else the provider would sign the next person at this browser in without a question.
    if (address !== null) location.assign(address)
  } catch (problem) {
    // eslint-disable-next-line no-console -- the specification asks for it
    console.error('logout failed', problem)
    if (problem instanceof ApiError && problem.code === unauthenticatedCode) await session.expire(token)
  }
}

export function useSignOut(): () => Promise<void> {
  return signOut
}
