import {
  acceleratorEndpoints,
  type AcceleratorState,
  type HeldAccelerator,
} from '@vermilion/contract/monitoring/accelerators'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { formatTemperature, shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import { Time } from '#ui/moment.tsx'
import { Figures } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { NoRows, Section } from '../section.tsx'
import styles from './allocation.module.css'
import { hostEndpoints } from '@vermilion/contract/monitoring/hosts'
import { poolEndpoints, type Pool } from '@vermilion/contract/tasks/pools'
import { amountsOfAll } from './pool-amounts.ts'
import { PoolPanel } from './pool-panel.tsx'
import { allocationText } from './text.ts'
import { UsagePanel } from './usage-panel.tsx'

const tones: Readonly<Record<AcceleratorState, Tone>> = {
  busy: 'good',
  unused: 'warning',
  free: 'neutral',
  foreign: 'warning',
  unknown: 'good',
}

export function AllocationTab() {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const accelerators = useQuery(read(acceleratorEndpoints.listAccelerators, {}))
  const columns = useColumns()
  const { data = [] } = accelerators
  const count = (isCounted: (one: HeldAccelerator) => boolean) => formatNumber(data.filter(isCounted).length, language)
  const isNone = accelerators.data?.length === 0
  return (
    <div className={styles['page']}>
      {data.length > 0 && (
        <Figures
          figures={[
            { name: t('total'), value: formatNumber(data.length, language) },
            { name: t('heldCount'), value: count(({ holder }) => holder !== null) },
            { name: t('freeCount'), value: count(({ state }) => state === 'free') },
            { name: t('unusedCount'), value: count(({ state }) => state === 'unused') },
          ]}
        />
      )}
      {isNone && <PoolFigures />}
      {!isNone && (
        <DataTable
          label={t('accelerators')}
          columns={columns}
          rows={accelerators.data}
          rowKey={({ hostId, index }) => `${hostId} ${index}`}
          problem={accelerators.error}
          failure={t('failed')}
          onRetry={() => void accelerators.refetch()}
          empty={null}
        />
      )}
      <PoolPanel />
      {isNone && (
        <Section title={t('accelerators')} extra={<Link to="/board/list">{t('toDevices')}</Link>}>
          <NoRows title={<h3 className="font-14 weight-500">{t('empty')}</h3>} text={t('emptyWords')} />
        </Section>
      )}
      <UsagePanel />
    </div>
  )
}

function useColumns(): Column<HeldAccelerator>[] {
  const t = useText(allocationText)
  return [
    {
      key: 'accelerator',
      title: t('accelerator'),
      cell: ({ name, index, hostName }) => (
        <TwoLines first={t('numbered', { name, number: String(index) })} second={hostName} />
      ),
    },
    {
      key: 'state',
      title: t('state'),
      width: 170,
      cell: ({ state }) => <Status tone={tones[state]}>{t(state)}</Status>,
    },
    {
      key: 'holder',
      title: t('holder'),
      cell: ({ holder }) =>
        holder === null ? (
          t('nobody')
        ) : (
          <TwoLines
            first={<TaskLink id={holder.taskId}>{holder.taskName}</TaskLink>}
            second={t('byPerson', { person: holder.creator, pool: holder.poolName })}
          />
        ),
    },
    {
      key: 'since',
      title: t('since'),
      wide: true,
      width: 130,
      cell: ({ holder }) => (holder === null ? unknownValue : <Time time={holder.since} />),
    },
    {
      key: 'utilization',
      title: t('utilization'),
      cell: ({ utilization }) => <LoadMeter bare name={t('utilization')} share={utilization} />,
    },
    {
      key: 'memory',
      title: t('memory'),
      cell: ({ memoryUsed, memoryTotal }) => (
        <TwoLines
          first={<LoadMeter bare name={t('memory')} share={shareOf(memoryUsed, memoryTotal)} />}
          second={memoryTotal !== null && t('usedOf', { used: formatSize(memoryUsed), total: formatSize(memoryTotal) })}
        />
      ),
    },
    {
      key: 'temperature',
      title: t('temperature'),
      numeric: true,
      wide: true,
      width: 110,
      cell: ({ temperature }) => formatTemperature(temperature),
    },
    {
      key: 'power',
      title: t('power'),
      numeric: true,
      wide: true,
      width: 120,
      cell: ({ power, powerLimit }) => powerWords(power, powerLimit),
    },
  ]
}

function powerWords(power: number | null, limit: number | null): string {
  if (power === null) return unknownValue
  return limit === null ? `${Math.round(power)} W` : `${Math.round(power)} / ${Math.round(limit)} W`
}

function PoolFigures() {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const { data: pools } = useQuery(read(poolEndpoints.listPools, {}))
  const { data: hosts } = useQuery(read(hostEndpoints.listHosts, {}))
  const number = (amount: number) => formatNumber(amount, language, 1)
  const sum = (amount: (pool: Pool) => number) =>
    pools === undefined ? unknownValue : number(pools.reduce((total, pool) => total + amount(pool), 0))
  const freeFigure = (name: string, resource: 'cpu' | 'memoryBytes', say: (amount: number) => string) => {
    if (pools === undefined || hosts === undefined) return { name, value: unknownValue }
    const { total, reserved, used, free } = amountsOfAll(pools, hosts, resource)
    const message = { total: say(total), reserved: say(reserved), used: used === null ? unknownValue : say(used) }
    return { name, value: say(free), note: t('reservedAndUsed', message) }
  }
  return (
    <Figures
      figures={[
        { name: t('running'), value: sum(({ running }) => running) },
        { name: t('queued'), value: sum(({ queued }) => queued) },
        freeFigure(t('cpuFree'), 'cpu', number),
        freeFigure(t('memoryFree'), 'memoryBytes', formatSize),
      ]}
    />
  )
}
