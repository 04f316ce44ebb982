import type { AlertRule, AlertRuleChange } from '@vermilion/contract/monitoring/alert-rules'
import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Status } from '#ui/feedback/status.tsx'
import { useRuleNames } from './rule-format.ts'
import { alertText } from './text.ts'

type Rule = AlertRule['rule']

interface State {
  /** A field has unsent text. */
  readonly isTyped: boolean
  readonly saving: number
  readonly failed: readonly Rule[]
}

export function useRuleChanges() {
  const t = useText(alertText)
  const [state, setState] = useState<State>({ isTyped: false, saving: 0, failed: [] })
  const without = (rule: Rule, { failed }: State) => failed.filter((other) => other !== rule)
  const change = async (rule: Rule, body: AlertRuleChange): Promise<boolean> => {
    setState((now) => ({ ...now, saving: now.saving + 1, failed: without(rule, now) }))
    try {
      await call(alertEndpoints.changeAlertRule, { params: { rule }, body })
      await refresh('/alerts')
      setState((now) => ({ ...now, saving: now.saving - 1 }))
      return true
    } catch (problem) {
      setState((now) => ({ ...now, saving: now.saving - 1, failed: [...without(rule, now), rule] }))
      notify.error(`${t('ruleFailed')}: ${problemWords(problem)}`)
      return false
    }
  }
  return { state, change, setTyped: (isTyped: boolean) => setState((now) => ({ ...now, isTyped })) }
}
export type RuleChanges = ReturnType<typeof useRuleChanges>

export function RuleSaveState({ state: { isTyped, saving, failed } }: { state: State }) {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  return (
    <output className="note">
      {saving > 0 ? (
        <Status tone="active">{t('saving')}</Status>
      ) : failed.length > 0 ? (
        <Status tone="bad">{t('notSaved', { name: failed.map(nameOf).join(', ') })}</Status>
      ) : isTyped ? (
        <Status tone="neutral">{t('unsaved')}</Status>
      ) : (
        <Status tone="good">{t('saved')}</Status>
      )}
    </output>
  )
}
