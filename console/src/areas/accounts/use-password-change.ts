import { accountEndpoints, passwordLength } from '@vermilion/contract/accounts'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { accountText } from './account-text.ts'
import { isWaiting, useRefusal } from './refusal.tsx'

const nothing = { current: '', next: '', again: '' }
export type PasswordDraft = typeof nothing

export function usePasswordChange() {
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
