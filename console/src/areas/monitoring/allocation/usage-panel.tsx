import { usageEndpoints, type UsageAmounts } from '@vermilion/contract/monitoring/usage'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { ProblemState } from '#ui/feedback/states.tsx'
import { shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { NoRows, Section } from '../section.tsx'
import styles from './allocation.module.css'
import { allocationText } from './text.ts'

const span = 30 * 86_400_000

export function UsagePanel() {
  const t = useText(allocationText)
  const [from] = useState(() => new Date(Date.now() - span).toISOString())
  const usage = useQuery(read(usageEndpoints.getUsage, { query: { from } }))
  if (usage.data === undefined)
    return usage.error === null ? null : <ProblemState problem={usage.error} onRetry={() => void usage.refetch()} />
  const { byPerson, byPool, byDay } = usage.data
  const hasAccelerators = byPool.some(({ acceleratorSeconds }) => acceleratorSeconds > 0)
  if (byPerson.length === 0)
    return (
      <Section title={t('usage')}>
        <NoRows text={t('noUsage')} />
      </Section>
    )
  const table = () => [
    ['day', 'tasks', 'wait_median_seconds', 'wait_longest_seconds', 'run_seconds', 'accelerator_seconds'],
    ...byDay.map((one) => [
      one.day,
      one.tasks,
      one.waitMedian,
      one.waitLongest,
      one.runSeconds,
      one.acceleratorSeconds,
    ]),
  ]
  return (
    <Section title={t('usage')} extra={<CsvButton small name="usage" table={table} />}>
      <div className={`${styles['tables']} grid gap-16 align-start`}>
        <UsageTable
          title={t('person')}
          hasAccelerators={hasAccelerators}
          rows={byPerson.map((one) => ({ ...one, key: one.person, name: one.person }))}
        />
        <UsageTable
          title={t('pool')}
          hasAccelerators={hasAccelerators}
          rows={byPool.map((one) => ({ ...one, key: one.poolId, name: one.poolName }))}
        />
      </div>
    </Section>
  )
}

type UsageRow = UsageAmounts & { key: string; name: string }

interface UsageTableProps {
  title: string
  rows: readonly UsageRow[]
  hasAccelerators: boolean
}

function UsageTable({ title, rows, hasAccelerators }: UsageTableProps) {
  const t = useText(allocationText)
  const all = rows.length === 1 ? null : rows.reduce((sum, { runSeconds }) => sum + runSeconds, 0)
  const columns = useUsageColumns(title, all).filter(({ key }) => key !== 'cards' || hasAccelerators)
  return (
    <DataTable
      label={`${t('usage')}: ${title}`}
      columns={columns}
      rows={rows.toSorted((a, b) => b.runSeconds - a.runSeconds)}
      rowKey={({ key }) => key}
      empty={null}
    />
  )
}

function useUsageColumns(title: string, all: number | null): Column<UsageRow>[] {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const seconds = (value: number | null) => formatDuration(value === null ? null : value * 1_000)
  return [
    { key: 'name', title, cell: ({ name }) => name },
    {
      key: 'ran',
      title: t('ran'),
      cell: ({ runSeconds }) =>
        all === null ? (
          seconds(runSeconds)
        ) : (
          <TwoLines
            first={<LoadMeter bare isShare name={t('ran')} share={shareOf(runSeconds, all)} />}
            second={seconds(runSeconds)}
          />
        ),
    },
    {
      key: 'cards',
      title: t('acceleratorTime'),
      numeric: true,
      wide: true,
      cell: ({ acceleratorSeconds }) => seconds(acceleratorSeconds),
    },
    { key: 'tasks', title: t('tasks'), numeric: true, width: 90, cell: ({ tasks }) => formatNumber(tasks, language) },
    {
      key: 'wait',
      title: t('waited'),
      cell: ({ waitMedian, waitLongest }) => (
        <TwoLines
          first={t('median', { time: seconds(waitMedian) })}
          second={t('longest', { time: seconds(waitLongest) })}
        />
      ),
    },
  ]
}
