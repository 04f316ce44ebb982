import { accountEndpoints, passwordLength } from '@vermilion/contract/accounts'
import Button from 'antd/es/button'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { Panel } from '#ui/page/page.tsx'
import { accountText } from './account-text.ts'
import styles from './account.module.css'
import { CredentialField } from './credential-field.tsx'
import { isWaiting, RefusalWords, useRefusal } from './refusal.tsx'

const nothing = { current: '', next: '', again: '' }
type Typed = typeof nothing

/** Characters from which a password is hard to guess, even by who knows how people choose them. */
const strongLength = 14

/** Changes the password. Until it is changed nothing that was typed is lost. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function PasswordForm({ username }: { username: string }) {
  const t = useText(accountText)
  const [draft, setTyped] = useState(nothing)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()
  const { problem } = refusal
  const wrong = problem instanceof ApiError && problem.error === 'password.wrong' ? problem.message : null
  const mismatch = problemsOf(draft, t)
  const problems = tried ? mismatch : nothing
  const change = (part: Partial<Typed>) => {
    setTyped({ ...draft, ...part })
    if (refusal.seconds === null) refusal.clear()
  }
  const submit = async () => {
    setTried(true)
    const first = (['current', 'next', 'again'] as const).find((name) => mismatch[name] !== '')
    if (first !== undefined) return document.getElementById(`${first}-password`)?.focus()
    if (busy || isWaiting(refusal)) return
    setBusy(true)
    try {
      const body = { currentPassword: draft.current, newPassword: draft.next }
      const { endedSessions } = await call(accountEndpoints.changePassword, { body })
      setTyped(nothing)
      setTried(false)
      refusal.clear()
      notify.success(t('changed', { count: endedSessions }))
      void refresh(accountEndpoints.listSessions.path)
    } catch (caught) {
      refusal.refuse(caught)
      document.getElementById('current-password')?.focus()
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof Typed, label: string) => ({
    name: `${name}-password`,
    label,
    maxLength: passwordLength.most,
    value: draft[name],
    problem: problems[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <Panel title={t('password')}>
      <p className={styles['words']}>{t('passwordWords')}</p>
      <form
        noValidate
        className={styles['form']}
        aria-label={t('changePassword')}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <input
          className={styles['managers']}
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <CredentialField
          {...field('current', t('currentPassword'))}
          autoComplete="current-password"
          problem={wrong ?? problems.current}
        />
        <CredentialField
          {...field('next', t('newPassword'))}
          autoComplete="new-password"
          hint={strengthOf(draft.next, t)}
        />
        <CredentialField {...field('again', t('repeatPassword'))} autoComplete="new-password" />
        {wrong === null && <RefusalWords {...refusal} />}
        <Button type="primary" htmlType="submit" loading={busy} disabled={isWaiting(refusal)}>
          {t('changePassword')}
        </Button>
      </form>
    </Panel>
  )
}

type Words = Translate<typeof accountText.en>

function problemsOf({ current, next, again }: Typed, t: Words): Typed {
  const tooShort = next.length < passwordLength.least
  return {
    current: current === '' ? t('currentMissing') : '',
    next: tooShort ? t('tooShort', { least: passwordLength.least }) : next === current ? t('same') : '',
    again: again === next ? '' : t('differs'),
  }
}

/** How far a new password is from what is asked of it, in words. */
function strengthOf(next: string, t: Words): string {
  if (next === '') return t('rule', passwordLength)
  if (next.length < passwordLength.least) return t('ruleShort', { count: passwordLength.least - next.length })
  return t(next.length < strongLength ? 'ruleMet' : 'ruleStrong')
}
