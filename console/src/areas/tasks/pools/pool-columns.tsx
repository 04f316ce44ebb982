import { offerOf } from '@vermilion/contract/tasks/executors'
import { type Pool, poolEndpoints } from '@vermilion/contract/tasks/pools'
import { localPool } from '@vermilion/contract/tasks/creation'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { localize, useText, type Translate } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { call } from '#lib/api.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { freeOf } from '@vermilion/contract/tasks/free-of'
import styles from './pools.module.css'
import { text } from './text.ts'

// oxlint-disable-next-line max-lines-per-function -- one list of columns or handlers over the same values
export function usePoolColumns(onEdit: (pool: Pool) => void): Column<Pool>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const number = (amount: number) => formatNumber(amount, language, 1)
  const isReady = ({ status }: Pool) => status === 'ready'
  const usageOf = (pool: Pool, resource: 'cpu' | 'memoryBytes', name: string) => {
    if (!isReady(pool)) return unknownValue
    const text = resource === 'cpu' ? number : formatSize
    const [used, all, free] = [pool.used[resource], pool[resource], freeOf(pool)[resource]]
    // The light part of the bar: neither reserved nor free, so used by processes other than tasks.
    const others = Math.max(0, all - used - free)
    const elsewhere = shareOf(others, all) ?? 0
    const isVisible = elsewhere >= 0.05
    return (
      <TwoLines
        first={
          <LoadMeter
            bare
            wraps
            name={name}
            share={shareOf(used, all)}
            value={t('freeOf', { free: text(free), all: text(all) })}
            elsewhere={isVisible ? elsewhere : 0}
          />
        }
        second={
          <span className={`${styles['parts']} flex wrap gap-0-12 white-space-normal`}>
            <span data-part-of-bar="aside">{t('aside', { amount: text(used) })}</span>
            {isVisible && <span data-part-of-bar="elsewhere">{t('elsewhere', { amount: text(others) })}</span>}
          </span>
        }
      />
    )
  }
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ name, problem }) => (
        <TwoLines
          first={name}
          second={
            problem !== null && (
              <span className={`${styles['why']} block break-anywhere white-space-normal`}>
                {localize(problem.text, language)}
              </span>
            )
          }
        />
      ),
    },
    {
      key: 'status',
      title: t('status'),
      cell: (pool) => <Status tone={isReady(pool) ? 'good' : 'bad'}>{t(pool.status)}</Status>,
    },
    {
      key: 'executor',
      title: t('executor'),
      cell: ({ executor, address }) => <TwoLines first={localize(offerOf(executor).name, language)} second={address} />,
    },
    {
      key: 'running',
      title: t('running'),
      numeric: true,
      cell: ({ running, concurrency }) => `${number(running)} / ${number(concurrency)}`,
    },
    { key: 'queued', title: t('queued'), numeric: true, cell: ({ queued }) => number(queued) },
    { key: 'cpu', title: t('cpu'), cell: (pool) => usageOf(pool, 'cpu', t('cpu')) },
    { key: 'memory', title: t('memory'), cell: (pool) => usageOf(pool, 'memoryBytes', t('memory')) },
    {
      key: 'accelerators',
      title: t('accelerators'),
      wide: true,
      cell: (pool) => {
        if (!isReady(pool)) return unknownValue
        if (pool.accelerators.length === 0) return t('none')
        const inUse = (type: string) => pool.used.accelerators.find((each) => each.type === type)?.count ?? 0
        return pool.accelerators
          .map(({ type, count }) => `${type} ${number(inUse(type))} / ${number(count)}`)
          .join(', ')
      },
    },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (pool) => (
        <RowMenu
          label={t('editOf', { name: pool.name })}
          actions={[
            { key: 'edit', text: t('edit'), run: () => onEdit(pool) },
            {
              key: 'delete',
              text: t('delete'),
              danger: true,
              disabled: pool.id === localPool,
              run: () => askToDeletePool(pool, t),
            },
          ]}
        />
      ),
    },
  ]
}

function askToDeletePool({ id, name, running, queued }: Pool, t: Translate<typeof text.en>): void {
  const inUse = running + queued > 0 ? [t('deleteInUse', { running, queued })] : []
  confirm({
    title: t('deleteTitle', { name }),
    body: [t('deleteBody'), ...inUse].join(' '),
    action: t('delete'),
    danger: true,
    run: () => call(poolEndpoints.deletePool, { params: { poolId: id } }),
    done: t('deleted_success'),
    stale: ['/pools'],
  })
}
