import { AlertHistory } from './alert-history.tsx'
import styles from './alerts.module.css'
import { useState } from 'react'
import { useSystem } from '#lib/system.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { useMissingChannels } from './use-missing-channels.ts'
import { RulePanel } from './rule-panel.tsx'
import { alertEndpoints, type AlertDelivery } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText, localize } from '#lib/i18n.ts'
import { read, refresh, readList } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Time } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { Section, NoRows } from '../section.tsx'
import { useRuleNames } from './rule-format.ts'
import { alertText } from './text.ts'

export function AlertsTab() {
  return (
    <div className={styles['tab']}>
      <AlertHistory />
      <SilencePanel />
      <RulePanel />
      <DeliveryPanel />
    </div>
  )
}

function SilencePanel() {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const { data = [] } = useQuery(read(alertEndpoints.listAlertSilences, {}))
  if (data.length === 0) return null
  const end = (silenceId: string) =>
    void call(alertEndpoints.endAlertSilence, { params: { silenceId } })
      .then(() => refresh('/alerts'))
      .catch((problem: unknown) => notify.error(problemWords(problem)))
  return (
    <Section title={t('silences')}>
      <Panel>
        <FigureTable
          columns={[t('rule'), t('object'), t('until'), t('by'), t('actions')]}
          rows={data.map(({ id, rule, object, until, createdBy }) => {
            const ruleName = rule === null ? t('everyRule') : nameOf(rule)
            const objectName = object === null ? t('anything') : object.name
            const label = t('endSilenceNamed', { name: `${ruleName}, ${objectName}` })
            return {
              key: id,
              cells: [
                ruleName,
                objectName,
                <Time key="until" time={until} />,
                createdBy,
                <Button key="end" size="small" aria-label={label} onClick={() => end(id)}>
                  {t('endSilence')}
                </Button>,
              ],
            }
          })}
        />
      </Panel>
    </Section>
  )
}

const states = {
  queued: { tone: 'active', key: 'queued' },
  sent: { tone: 'good', key: 'sent' },
  failed: { tone: 'bad', key: 'notSent' },
} as const satisfies Record<AlertDelivery['state'], { tone: Tone; key: keyof (typeof alertText)['en'] }>

/** Deliveries to webhooks and by e-mail. Nothing while there were none and no channel is set up, which the rules mention. */
function DeliveryPanel() {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const { lang, pageSize: limit } = useSystem()
  const missing = useMissingChannels()
  const [cursor, setCursor] = useState<string>()
  const { data, error, refetch } = useQuery(
    readList(alertEndpoints.listAlertDeliveries, { query: { limit, ...(cursor === undefined ? {} : { cursor }) } }),
  )
  if (data?.items.length === 0 && missing?.length === 2) return null
  return (
    <Section title={t('deliveries')}>
      {data === undefined && <QueryState query={{ error, refetch }} height={80} />}
      {data?.items.length === 0 && <NoRows text={t('noDeliveries')} />}
      {data !== undefined && data.items.length > 0 && (
        <Panel>
          <FigureTable
            columns={[t('alert'), t('event'), t('service'), t('state'), t('attempts'), t('time'), t('nextAttempt')]}
            rows={data.items.map((one) => ({
              key: one.id,
              cells: [
                `${nameOf(one.rule)}, ${one.objectName}`,
                t(one.event),
                `${t(one.channel === 'smtp' ? 'email' : 'webhook')} · ${one.serviceName}`,
                <span key="state">
                  <Status tone={states[one.state].tone}>{t(states[one.state].key)}</Status>
                  {one.error !== null && (
                    <span className="block text-error white-space-normal break-anywhere" style={{ maxWidth: 420 }}>
                      {localize(one.error, lang)}
                    </span>
                  )}
                </span>,
                one.attempts,
                <Time key="time" time={one.endedAt ?? one.createdAt} />,
                <Time key="next" time={one.nextAttemptAt} />,
              ],
            }))}
          />
        </Panel>
      )}
      <Pager page={data} onCursor={setCursor} />
    </Section>
  )
}
