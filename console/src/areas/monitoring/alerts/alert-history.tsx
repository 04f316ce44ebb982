import { alertEndpoints } from '@vermilion/contract/monitoring/alerts'
import { alertRuleKinds } from '@vermilion/contract/monitoring/alert-rules'
import type { AlertRuleKind } from '@vermilion/contract/monitoring/alert-rules'
import type { Alert } from '@vermilion/contract/monitoring/alerts'
import { useQuery } from '@tanstack/react-query'
import Segmented from 'antd/es/segmented'
import Select from 'antd/es/select'
import { useState } from 'react'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { AlertActions } from './alert-actions.tsx'
import { AlertObjectLink } from './alert-object-link.tsx'
import { tones, useRuleNames, useValueWords } from './alert-words.ts'
import styles from './alerts.module.css'
import { alertText } from './text.ts'

type Selection = 'open' | 'ended' | 'all'

/** Alerts, the newest first. */
export function AlertHistory() {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const limit = useSystem((system) => system.pageSize)
  const [selected, setSelected] = useState<Selection>('open')
  const [rule, setRule] = useState<AlertRuleKind | ''>('')
  const [cursor, setCursor] = useState<string>()
  const { data, error, refetch } = useQuery(
    readList(alertEndpoints.listAlerts, {
      query: {
        limit,
        ...(rule === '' ? {} : { rule }),
        ...(selected === 'all' ? {} : { state: selected }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    }),
  )
  const choose = (next: Selection) => {
    setCursor(undefined)
    setSelected(next)
  }
  const choice = (
    <span className={styles['actions']}>
      <Select<AlertRuleKind | ''>
        size="small"
        value={rule}
        onChange={(next) => {
          setCursor(undefined)
          setRule(next)
        }}
        aria-label={t('rule')}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('everyRule') },
          ...alertRuleKinds.map((kind) => ({ value: kind, label: nameOf(kind) })),
        ]}
      />
      <Segmented<Selection>
        size="small"
        value={selected}
        onChange={choose}
        aria-label={t('state')}
        options={[
          { value: 'open', label: t('open') },
          { value: 'ended', label: t('history') },
          { value: 'all', label: t('every') },
        ]}
      />
    </span>
  )
  return (
    <Panel title={t('title')} extra={choice}>
      {data === undefined && error !== null && (
        <ProblemState problem={error} failure={t('failed')} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Bone height={120} />}
      {data?.items.length === 0 && (
        <div className={styles['none']}>
          <strong>{t('noneOf')}</strong>
          <p>{t('noneOfWords')}</p>
        </div>
      )}
      {data !== undefined && data.items.length > 0 && <AlertTable alerts={data.items} />}
      <Pager page={data} onCursor={setCursor} />
    </Panel>
  )
}

function AlertTable({ alerts }: { alerts: readonly Alert[] }) {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const valueOf = useValueWords()
  return (
    <FigureTable
      columns={[t('alert'), t('object'), t('since'), t('value'), t('threshold'), t('state'), t('actions')]}
      rows={alerts.map((alert) => ({
        key: alert.id,
        cells: [
          <Status key="alert" tone={tones[alert.severity]}>
            {nameOf(alert.rule)} · {t(alert.severity)}
          </Status>,
          <AlertObjectLink key="object" object={alert.object} />,
          <Ago key="since" time={alert.startedAt} />,
          valueOf(alert.rule, alert.value),
          valueOf(alert.rule, alert.threshold),
          <AlertStates key="state" alert={alert} />,
          alert.endedAt === null && (
            <span key="actions" className={styles['actions']}>
              <AlertActions alert={alert} />
            </span>
          ),
        ],
      }))}
    />
  )
}

function AlertStates({ alert }: { alert: Alert }) {
  const t = useText(alertText)
  const zone = useSystem((system) => system.zone)
  const { endedAt, acknowledgedBy, silencedUntil } = alert
  return (
    <>
      {endedAt === null ? t('open') : t('endedAgo')} {endedAt !== null && <Ago time={endedAt} />}
      {acknowledgedBy !== null && (
        <span className={styles['hint']}>{t('acknowledgedBy', { name: acknowledgedBy })}</span>
      )}
      {endedAt === null && silencedUntil !== null && (
        <span className={styles['hint']}>{t('silencedUntil', { time: formatTime(silencedUntil, zone) })}</span>
      )}
    </>
  )
}
