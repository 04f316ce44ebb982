import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import type { Alert } from '@vermilion/contract/monitoring/alerts'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { useRuleNames } from './alert-words.ts'
import { alertText } from './text.ts'

const hour = 3_600

/** What can be done with an open alert. */
export function AlertActions({ alert }: { alert: Alert }) {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const { id, rule, object } = alert
  const name = `${nameOf(rule)}, ${object.name}`
  const attempt = (failure: string, work: () => Promise<unknown>) =>
    void work()
      .then(() => refresh('/alerts'))
      .catch((problem: unknown) => notify.error(`${failure}: ${problemWords(problem)}`))
  const acknowledge = () =>
    attempt(t('acknowledgeFailed'), () => call(alertEndpoints.acknowledgeAlert, { params: { alertId: id } }))
  const silence = (seconds: number) =>
    attempt(t('silenceFailed'), () =>
      call(alertEndpoints.addAlertSilence, { body: { rule, object: { kind: object.kind, id: object.id }, seconds } }),
    )
  return (
    <>
      {alert.acknowledgedAt === null && (
        <Button size="small" onClick={acknowledge} aria-label={t('acknowledgeNamed', { name })}>
          {t('acknowledge')}
        </Button>
      )}
      <RowMenu
        label={t('silenceNamed', { name })}
        actions={[
          { key: 'hour', words: t('silenceHour'), run: () => silence(hour) },
          { key: 'day', words: t('silenceDay'), run: () => silence(24 * hour) },
        ]}
      />
    </>
  )
}
