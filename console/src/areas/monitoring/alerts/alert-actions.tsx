import { alertEndpoints, type Alert } from '@vermilion/contract/monitoring/alerts'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { useRuleNames } from './rule-format.ts'
import { SilenceMenu } from './silence-menu.tsx'
import { alertText } from './text.ts'

export function AlertActions({ alert }: { alert: Alert }) {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const { id, rule, object } = alert
  const name = `${nameOf(rule)}, ${object.name}`
  const acknowledge = () =>
    void call(alertEndpoints.acknowledgeAlert, { params: { alertId: id } })
      .then(() => refresh('/alerts'))
      .catch((problem: unknown) => notify.error(`${t('acknowledgeFailed')}: ${problemWords(problem)}`))
  return (
    <>
      {alert.acknowledgedAt === null && (
        <Button size="small" onClick={acknowledge} aria-label={t('acknowledgeNamed', { name })}>
          {t('acknowledge')}
        </Button>
      )}
      <SilenceMenu rule={rule} object={{ kind: object.kind, id: object.id }} name={name} />
    </>
  )
}
