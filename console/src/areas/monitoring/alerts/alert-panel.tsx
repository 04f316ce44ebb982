import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { AlertActions } from './alert-actions.tsx'
import { AlertObjectLink } from './alert-object-link.tsx'
import { tones, useRuleNames, useValueFormat } from './rule-format.ts'
import styles from './alerts.module.css'
import { alertText } from './text.ts'

const maxAlerts = 20

export function AlertPanel({ onVisit }: { onVisit: () => void }) {
  const t = useText(alertText)
  const heading = useId()
  const nameOf = useRuleNames()
  const valueOf = useValueFormat()
  const { data, error, refetch } = useQuery(
    readList(alertEndpoints.listAlerts, { query: { state: 'attention', limit: maxAlerts } }),
  )
  if (data === undefined) return <QueryState query={{ error, refetch }} height={120} failure={t('failed')} />
  if (data.items.length === 0) return null
  return (
    <section className="border-top" style={{ paddingTop: 8 }} aria-labelledby={heading}>
      <h3 className="hint weight-500" id={heading}>
        {t('title')}
      </h3>
      <ul className="stack margin-bottom-8" aria-label={t('title')}>
        {data.items.map((alert) => (
          <li key={alert.id} className={`${styles['alert']} grid columns-1-auto gap-4-12 align-center padding-8-0`}>
            <Status tone={tones[alert.severity]}>
              {nameOf(alert.rule)} · {t(alert.severity)}
            </Status>
            <span className={`${styles['since']} text-secondary font-12`}>
              <Ago time={alert.startedAt} />
            </span>
            <span className="stack min-width-0 break-anywhere">
              <AlertObjectLink object={alert.object} onVisit={onVisit} />
              {alert.value !== null && alert.threshold !== null && (
                <small className="note tabular">
                  {t('against', {
                    value: valueOf(alert.rule, alert.value),
                    threshold: valueOf(alert.rule, alert.threshold),
                  })}
                </small>
              )}
            </span>
            <span className="inline-row gap-4">
              <AlertActions alert={alert} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
