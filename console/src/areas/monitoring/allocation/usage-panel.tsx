import { usageEndpoints } from '@vermilion/contract/monitoring/usage'
import type { UsageAmounts } from '@vermilion/contract/monitoring/usage'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { allocationText } from './text.ts'

const span = 30 * 86_400_000

/** How long the tasks of each person and in each pool waited, ran, and held accelerators. */
export function UsagePanel() {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const [from] = useState(() => new Date(Date.now() - span).toISOString())
  const usage = useQuery(read(usageEndpoints.getUsage, { query: { from } }))
  if (usage.data === undefined)
    return usage.error === null ? null : <ProblemState problem={usage.error} onRetry={() => void usage.refetch()} />
  const { byPerson, byPool, byDay } = usage.data
  if (byPerson.length === 0)
    return (
      <Panel title={t('usage')}>
        <p>{t('noUsage')}</p>
      </Panel>
    )
  const figures = [t('tasks'), t('waitMedian'), t('waitLongest'), t('ran'), t('acceleratorTime')]
  const cells = ({ tasks, waitMedian, waitLongest, runSeconds, acceleratorSeconds }: UsageAmounts) => [
    formatNumber(tasks, language),
    ...[waitMedian, waitLongest, runSeconds, acceleratorSeconds].map((seconds) =>
      formatDuration(seconds === null ? null : seconds * 1_000),
    ),
  ]
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
    <Panel title={t('usage')} extra={<CsvButton small name="usage" table={table} />}>
      <FigureTable
        columns={[t('person'), ...figures]}
        rows={byPerson.map((one) => ({ key: one.person, cells: [one.person, ...cells(one)] }))}
      />
      <FigureTable
        columns={[t('pool'), ...figures]}
        rows={byPool.map((one) => ({ key: one.poolId, cells: [one.poolName, ...cells(one)] }))}
      />
    </Panel>
  )
}
