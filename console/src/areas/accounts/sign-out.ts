import { accountEndpoints } from '@vermilion/contract/accounts'
import { useRouter } from '@tanstack/react-router'
import { call, session } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { redirectDelay } from '#lib/session.ts'
import { wait } from '#lib/wait.ts'
import { notify } from '#ui/notify.tsx'
import { text } from './text.ts'

/** Signs out. When the server could not do it, the user stays signed in and only the console is told. */
export function useSignOut(): () => Promise<void> {
  const t = useText(text)
  const router = useRouter()
  return async () => {
    try {
      await call(accountEndpoints.logout, {})
    } catch (problem) {
      // eslint-disable-next-line no-console -- the specification asks for it
      console.error('logout failed', problem)
      return
    }
    session.remove()
    notify.success(t('logout_success'))
    await wait(redirectDelay)
    await router.navigate({ to: '/login' })
  }
}
