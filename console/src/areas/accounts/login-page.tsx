import { accountEndpoints, type Credentials, passwordLength } from '@vermilion/contract/accounts'
import { useRouter, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call, session } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Bird } from '#ui/feedback/bird.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { LanguageSwitch, ThemeSwitch } from '#ui/preferences.tsx'
import { useTitle } from '#ui/page/title.ts'
import { IdentitySignIn } from './identity-sign-in.tsx'
import { offer } from './identity-return.ts'
import { CredentialField } from './credential-field.tsx'
import { useSystem } from '#lib/system.ts'
import styles from './login-page.module.css'
import { isWaiting, RefusalText, useRefusal } from './refusal.tsx'
import { text } from './text.ts'

const steps = ['stepCollect', 'stepLabel', 'stepTrain', 'stepRun'] as const

export function LoginPage() {
  const t = useText(text)
  useTitle(t('title'), t('product'))
  const [isFormShown, setFormShown] = useState(offer?.passwords !== false)
  return (
    <main className={`${styles['page']} relative grid`}>
      <section className={`${styles['side']} stack justify-center align-flex-start border-right`} aria-hidden>
        <Bird size={132} />
        <p className={`${styles['slogan']} font-24 weight-600 line-height-1_35`}>{t('slogan')}</p>
        <ol className={`${styles['steps']} flex wrap text-secondary`}>
          {steps.map((step) => (
            <li className="relative" key={step}>
              {t(step)}
            </li>
          ))}
        </ol>
      </section>
      <div className="absolute flex gap-2" style={{ top: 14, right: 14 }}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      <section className={`${styles['form']} stack full-width`}>
        <div className="row title gap-10" style={{ marginBottom: 36 }}>
          <Bird size={28} />
          <span>{t('product')}</span>
        </div>
        <h1 className="margin-bottom-24 font-24 weight-600">{t('title')}</h1>
        {isFormShown && <SignInForm />}
        {typeof offer?.provider === 'string' && (
          <div className={isFormShown ? styles['offer'] : ''}>
            <IdentitySignIn provider={offer.provider} isOnly={!isFormShown} />
          </div>
        )}
        <div className={styles['offer']}>
          <EnglishOffer />
        </div>
        {isFormShown ? (
          <>
            <p className={`${styles['hint']} faint margin-top-24`}>{t('firstAccount')}</p>
            <p className={`${styles['hint']} faint margin-top-24`}>
              {t('forgotten')} <code className="nowrap">{t('resetCommand')}</code>
            </p>
          </>
        ) : (
          <div className="margin-top-24">
            <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => setFormShown(true)}>
              {t('emergency')}
            </Button>
          </div>
        )}
      </section>
    </main>
  )
}

function SignInForm() {
  const t = useText(text)
  const router = useRouter()
  const { redirect } = useSearch({ from: '/login' })
  const [credentials, setTyped] = useState<Credentials>({ username: '', password: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()
  const missing = { username: credentials.username.trim() === '', password: credentials.password === '' }
  const change = (changes: Partial<Credentials>) => {
    setTyped({ ...credentials, ...changes })
    // The delay belongs to the username: another password does not shorten it.
    if (changes.username !== undefined || refusal.seconds === null) refusal.clear()
  }
  const submit = async () => {
    setTried(true)
    if (missing.username || missing.password || busy || isWaiting(refusal)) return
    setBusy(true)
    try {
      const { token, account } = await call(accountEndpoints.login, { body: credentials })
      session.enter(token, account.id)
      notify.success(t('login_success'))
      await router.navigate({ href: redirect ?? '/', replace: true })
    } catch (caught) {
      refusal.refuse(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <CredentialField
        name="username"
        label={t('username')}
        autoComplete="username"
        begin
        maxLength={50}
        value={credentials.username}
        problem={tried && missing.username ? t('usernameMissing') : ''}
        onChange={(username) => change({ username })}
      />
      <CredentialField
        name="password"
        label={t('password')}
        autoComplete="current-password"
        maxLength={passwordLength.most}
        value={credentials.password}
        problem={tried && missing.password ? t('passwordMissing') : ''}
        onChange={(password) => change({ password })}
      />
      <RefusalText {...refusal} />
      <Button type="primary" htmlType="submit" block loading={busy} disabled={isWaiting(refusal)}>
        {t('signIn')}
      </Button>
    </form>
  )
}

function EnglishOffer() {
  const t = useText(text)
  const { lang, change } = useSystem()
  if (lang === 'en-US' || !readsEnglish(navigator.languages)) return null
  return (
    <Button block lang="en-US" onClick={() => change({ lang: 'en-US' })}>
      {t('continueInEnglish')}
    </Button>
  )
}

function readsEnglish(languages: readonly string[]): boolean {
  return (
    languages
      .find((tag) => /^(?:en|zh)\b/i.test(tag))
      ?.toLowerCase()
      .startsWith('en') === true
  )
}
