import type { AlertRuleKind } from '@vermilion/contract/monitoring/alert-rules'
import { alertEndpoints, type AlertObject } from '@vermilion/contract/monitoring/alerts'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { alertText } from './text.ts'

const hour = 3_600

interface SilenceMenuProps {
  rule: AlertRuleKind
  /** Null for all objects of the rule. */
  object: Pick<AlertObject, 'kind' | 'id'> | null
  name: string
}

export function SilenceMenu({ rule, object, name }: SilenceMenuProps) {
  const t = useText(alertText)
  const silence = (seconds: number) =>
    void call(alertEndpoints.addAlertSilence, { body: { rule, object, seconds } })
      .then(() => refresh('/alerts'))
      .catch((problem: unknown) => notify.error(`${t('silenceFailed')}: ${problemWords(problem)}`))
  return (
    <RowMenu
      label={t('silenceNamed', { name })}
      actions={[
        { key: 'hour', text: t('silenceHour'), run: () => silence(hour) },
        { key: 'day', text: t('silenceDay'), run: () => silence(24 * hour) },
      ]}
    />
  )
}
