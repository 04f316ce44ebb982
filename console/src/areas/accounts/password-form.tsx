import { passwordLength, accountEndpoints } from '@vermilion/contract/accounts'
import Button from 'antd/es/button'
import { type Translate, useText } from '#lib/i18n.ts'
import { Panel } from '#ui/page/page.tsx'
import { accountText } from './account-text.ts'
import styles from './account.module.css'
import { CredentialField } from './credential-field.tsx'
import { isWaiting, RefusalText, useRefusal } from './refusal.tsx'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'

const strongLength = 14

export function PasswordForm({ username }: { username: string }) {
  const t = useText(accountText)
  const { draft, problems, wrong, refusal, busy, change, submit } = usePasswordChange()
  const field = (name: keyof PasswordDraft, label: string) => ({
    name: `${name}-password`,
    label,
    maxLength: passwordLength.most,
    value: draft[name],
    problem: problems[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <Panel title={t('password')}>
      <p className={`${styles['words']} text-secondary`}>{t('passwordWords')}</p>
      <form
        noValidate
        style={{ maxWidth: 400 }}
        aria-label={t('changePassword')}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <input
          className="visually-hidden nowrap"
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
        {wrong === null && <RefusalText {...refusal} />}
        <Button type="primary" htmlType="submit" loading={busy} disabled={isWaiting(refusal)}>
          {t('changePassword')}
        </Button>
      </form>
    </Panel>
  )
}

type Words = Translate<typeof accountText.en>

function strengthOf(next: string, t: Words): string {
  if (next === '') return t('rule', passwordLength)
  if (next.length < passwordLength.least) return t('ruleShort', { count: passwordLength.least - next.length })
  return t(next.length < strongLength ? 'ruleMet' : 'ruleStrong')
}

const nothing = { current: '', next: '', again: '' }

type PasswordDraft = typeof nothing

function usePasswordChange() {
  const t = useText(accountText)
  const [draft, setDraft] = useState(nothing)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const refusal = useRefusal()
  const { problem } = refusal
  const mismatch = problemsOf(draft, t)
  const submit = async () => {
    setTried(true)
    const first = (['current', 'next', 'again'] as const).find((name) => mismatch[name] !== '')
    if (first !== undefined) return document.getElementById(`${first}-password`)?.focus()
    if (busy || isWaiting(refusal)) return
    setBusy(true)
    try {
      const body = { currentPassword: draft.current, newPassword: draft.next }
      const { endedSessions } = await call(accountEndpoints.changePassword, { body })
      setDraft(nothing)
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
  return {
    draft,
    problems: tried ? mismatch : nothing,
    wrong: problem instanceof ApiError && problem.error === 'password.wrong' ? problem.message : null,
    refusal,
    busy,
    change(changes: Partial<PasswordDraft>): void {
      setDraft({ ...draft, ...changes })
      if (refusal.seconds === null) refusal.clear()
    },
    submit,
  }
}

function problemsOf({ current, next, again }: PasswordDraft, t: Translate<typeof accountText.en>): PasswordDraft {
  const tooShort = next.length < passwordLength.least
  return {
    current: current === '' ? t('currentMissing') : '',
    next: tooShort ? t('tooShort', { least: passwordLength.least }) : next === current ? t('same') : '',
    again: again === next ? '' : t('differs'),
  }
}
