import { alertEndpoints, type Alert } from '@vermilion/contract/monitoring/alerts'
import { alertRuleKinds, type AlertRuleKind } from '@vermilion/contract/monitoring/alert-rules'
import { useQuery } from '@tanstack/react-query'
import Segmented from 'antd/es/segmented'
import Select from 'antd/es/select'
import { useState } from 'react'
import { formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Status } from '#ui/feedback/status.tsx'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { AlertActions } from './alert-actions.tsx'
import { AlertObjectLink } from './alert-object-link.tsx'
import { tones, useRuleNames, useValueFormat } from './rule-format.ts'
import styles from './alerts.module.css'
import { NoRows, Section } from '../section.tsx'
import { alertText } from './text.ts'

type Selection = 'open' | 'ended' | 'all'

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
  const columns = useColumns()
  const watching = useWatchingText()
  const choose = (next: Selection) => {
    setCursor(undefined)
    setSelected(next)
  }
  const choice = (
    <span className="inline-row wrap gap-8">
      <Select<AlertRuleKind | ''>
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
  const isAllOpen = selected === 'open' && rule === ''
  return (
    <Section title={t('title')} extra={choice}>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        isOver={({ endedAt }) => endedAt !== null}
        problem={error}
        failure={t('failed')}
        onRetry={() => void refetch()}
        empty={
          <NoRows
            title={<Status tone={isAllOpen ? 'good' : 'neutral'}>{t(isAllOpen ? 'none' : 'noneOf')}</Status>}
            text={isAllOpen ? watching : t('noneOfWords')}
          />
        }
      />
      {data !== undefined && data.items.length > 0 && <Pager page={data} onCursor={setCursor} />}
    </Section>
  )
}

function useWatchingText(): string | undefined {
  const t = useText(alertText)
  const { data } = useQuery(read(alertEndpoints.listAlertRules, {}))
  return data && t('watching', { on: data.filter(({ enabled }) => enabled).length, count: data.length })
}

function useColumns(): Column<Alert>[] {
  const t = useText(alertText)
  const nameOf = useRuleNames()
  const valueOf = useValueFormat()
  return [
    {
      key: 'alert',
      title: t('alert'),
      cell: ({ rule, severity }) => (
        <Status tone={tones[severity]}>
          {nameOf(rule)} · {t(severity)}
        </Status>
      ),
    },
    { key: 'object', title: t('object'), cell: ({ object }) => <AlertObjectLink object={object} /> },
    { key: 'since', title: t('since'), width: 130, cell: ({ startedAt }) => <Ago time={startedAt} /> },
    {
      key: 'value',
      title: t('value'),
      numeric: true,
      width: 110,
      cell: ({ rule, value }) => valueOf(rule, value),
    },
    {
      key: 'threshold',
      title: t('threshold'),
      numeric: true,
      wide: true,
      width: 110,
      cell: ({ rule, threshold }) => valueOf(rule, threshold),
    },
    { key: 'state', title: t('state'), cell: (alert) => <AlertStates alert={alert} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: 150,
      cell: (alert) =>
        alert.endedAt === null && (
          <span className="inline-row gap-4">
            <AlertActions alert={alert} />
          </span>
        ),
    },
  ]
}

function AlertStates({ alert }: { alert: Alert }) {
  const t = useText(alertText)
  const zone = useSystem((system) => system.zone)
  const { endedAt, acknowledgedBy, silencedUntil } = alert
  return (
    <>
      {endedAt === null ? t('open') : t('endedAgo')} {endedAt !== null && <Ago time={endedAt} />}
      {acknowledgedBy !== null && (
        <span className={`${styles['hint']} note block white-space-normal`}>
          {t('acknowledgedBy', { name: acknowledgedBy })}
        </span>
      )}
      {endedAt === null && silencedUntil !== null && (
        <span className={`${styles['hint']} note block white-space-normal`}>
          {t('silencedUntil', { time: formatTime(silencedUntil, zone) })}
        </span>
      )}
    </>
  )
}
