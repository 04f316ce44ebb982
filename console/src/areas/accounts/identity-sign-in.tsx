import { identityEndpoints } from '@vermilion/contract/accounts/identities'
import { useRouter, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, session } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { notifyProblem } from '#ui/feedback/use-action.ts'
import { destination, isReturning, leaveFor, takeReturn } from './identity-return.ts'
import { loginSearch } from './login-search.ts'
import { isWaiting, RefusalText, useRefusal } from './refusal.tsx'
import { text } from './text.ts'

const { startIdentitySignIn, finishIdentitySignIn, linkIdentity } = identityEndpoints

/** The way to the identity provider, and what is done when the browser comes back from it. */
export function IdentitySignIn({ provider, isOnly }: { provider: string; isOnly: boolean }) {
  const t = useText(text)
  const { redirect } = useSearch({ from: '/login' })
  const router = useRouter()
  const refusal = useRefusal()
  const [busy, setBusy] = useState(isReturning)
  const settle = (work: Promise<void>) => void work.catch(refusal.refuse).finally(() => setBusy(false))
  const begin = async () => {
    setBusy(true)
    refusal.clear()
    leaveFor((await call(startIdentitySignIn, {})).address, redirect)
  }
  const finish = async (query: string) => {
    // The code is worth nothing any more, whatever becomes of it.
    await router.navigate({ to: '/login', search: {}, replace: true })
    const { token, account } = await call(finishIdentitySignIn, { body: { query } })
    session.enter(token, account.id)
    notify.success(t('login_success'))
    const href = loginSearch.parse({ redirect: destination() }).redirect ?? '/'
    await router.navigate({ href, replace: true })
  }
  const link = async (query: string) => {
    await call(linkIdentity, { body: { query } }).then(() => notify.success(t('identityLinked')), notifyProblem)
    await router.navigate({ to: '/settings/account', replace: true })
  }
  const arrive = useEffectEvent(() => {
    const arrival = takeReturn()
    if (arrival !== null) settle((arrival.isLink ? link : finish)(arrival.query))
  })
  useEffect(() => arrive(), [])
  return (
    <>
      <Button
        type={isOnly ? 'primary' : 'default'}
        block
        loading={busy}
        disabled={isWaiting(refusal)}
        onClick={() => settle(begin())}
      >
        {t('signInWith', { provider })}
      </Button>
      <div className="margin-top-12">
        <RefusalText {...refusal} />
      </div>
    </>
  )
}
