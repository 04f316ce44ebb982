import { passwordLength } from '@vermilion/contract/accounts'
import Button from 'antd/es/button'
import { type Translate, useText } from '#lib/i18n.ts'
import { Panel } from '#ui/page/page.tsx'
import { accountText } from './account-text.ts'
import styles from './account.module.css'
import { CredentialField } from './credential-field.tsx'
import { isWaiting, RefusalText } from './refusal.tsx'
import { type PasswordDraft, usePasswordChange } from './use-password-change.ts'

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
