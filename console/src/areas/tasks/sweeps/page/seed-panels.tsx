import { type Sweep, sweepEndpoints } from '@vermilion/contract/tasks/sweeps/sweeps'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { Panel } from '#ui/page/page.tsx'
import { PlainSelect } from '#ui/select/plain-select.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { formatHeadline } from '../../headline.tsx'
import { useMetricNames } from '../../metrics/metric-names.ts'
import { formatDifference, formatSpread } from '../format-spread.ts'
import { text } from '../text.ts'

export function SeedFigures({ sweep }: { sweep: Sweep }) {
  const t = useText(text)
  const { nameAlone } = useMetricNames()
  const language = useSystem((system) => system.lang)
  const succeeded = sweep.trials.filter(({ status }) => status === 'success')
  return (
    <Panel title={t('figures')}>
      {sweep.figures.length === 0 ? (
        <p>{t('noFigures')}</p>
      ) : (
        <FigureTable
          columns={[t('figure'), t('mean'), t('deviation'), t('lowest'), t('highest'), t('trainings')]}
          isCardsOnPhone
          rows={sweep.figures.map(({ name, spread: { mean, deviation, count } }) => {
            const values = succeeded.flatMap(({ figures }) => figures[name] ?? [])
            const cells = [mean, deviation, Math.min(...values), Math.max(...values)]
            return {
              key: name,
              cells: [
                <span key="name" title={name}>
                  {nameAlone(name)}
                </span>,
                ...cells.map((value) => (value === null ? unknownValue : formatHeadline(value))),
                formatNumber(count, language),
              ],
            }
          })}
        />
      )}
    </Panel>
  )
}

interface SeedComparisonProps {
  sweep: Sweep
  second: string | undefined
  onSecond: (second: string | undefined) => void
}

export function SeedComparison({ sweep, second, onSecond }: SeedComparisonProps) {
  const t = useText(text)
  const groups = useQuery(readList(sweepEndpoints.listSweeps, { query: { method: 'seeds', limit: maximumPageSize } }))
  const others = groups.data?.items.filter(({ id }) => id !== sweep.id) ?? []
  return (
    <Panel
      title={t('compare')}
      extra={
        <PlainSelect
          aria-label={t('compareWith')}
          value={second ?? ''}
          onChange={({ target }) => onSecond(target.value === '' ? undefined : target.value)}
        >
          <option value="">{others.length === 0 ? t('compareNone') : `${t('compareWith')} …`}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </PlainSelect>
      }
    >
      <p className="note">{t('compareHint')}</p>
      {second !== undefined && <Differences first={sweep.id} second={second} />}
    </Panel>
  )
}

function Differences({ first, second }: { first: string; second: string }) {
  const t = useText(text)
  const { nameAlone } = useMetricNames()
  const { data, error, refetch } = useQuery(read(sweepEndpoints.compareSweeps, { query: { first, second } }))
  if (data === undefined) {
    return error === null ? <Bone height={120} /> : <ProblemState problem={error} onRetry={() => void refetch()} />
  }
  return (
    <FigureTable
      columns={[t('figure'), data.first.name, data.second.name, t('difference'), t('interval'), t('verdict')]}
      isCardsOnPhone
      rows={data.figures.map(({ name, first: one, second: other, difference }) => ({
        key: name,
        cells: [
          <span key="name" title={name}>
            {nameAlone(name)}
          </span>,
          one === null ? unknownValue : formatSpread(one),
          other === null ? unknownValue : formatSpread(other),
          difference === null ? unknownValue : formatDifference(difference.difference),
          difference === null
            ? unknownValue
            : `${formatDifference(difference.low)} … ${formatDifference(difference.high)}`,
          difference === null ? (
            t('tooFew')
          ) : (
            <Status key="verdict" tone={difference.isWithinSpread ? 'neutral' : 'good'}>
              {t(difference.isWithinSpread ? 'within' : 'beyond')}
            </Status>
          ),
        ],
      }))}
    />
  )
}
