import { accountEndpoints } from '@vermilion/contract/accounts'
import { unauthenticatedCode } from '@vermilion/contract/kernel/envelope'
import { ApiError, call, session } from '#lib/api.ts'

/** Signs out in all tabs. If the request fails, the user stays signed in, and the failure is only logged. */
async function signOut(): Promise<void> {
  const token = session.token()
  try {
    await session.signOut(() => call(accountEndpoints.logout, {}))
  } catch (problem) {
    // eslint-disable-next-line no-console -- the specification asks for it
    console.error('logout failed', problem)
    if (problem instanceof ApiError && problem.code === unauthenticatedCode) await session.expire(token)
  }
}

export function useSignOut(): () => Promise<void> {
  return signOut
}
