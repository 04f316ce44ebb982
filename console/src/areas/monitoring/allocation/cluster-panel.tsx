import { type Cluster, type ClusterNode, type Pool, poolEndpoints } from '@vermilion/contract/tasks/pools'
import { useQuery } from '@tanstack/react-query'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { shareOf } from '#ui/meter/figures.ts'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import { Time } from '#ui/moment.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { NoRows, Section } from '../section.tsx'
import styles from './allocation.module.css'
import { allocationText } from './text.ts'

/** Milliseconds: a cluster sends no events about the work of others. */
const refetchInterval = 10_000

export function ClusterPanel({ pool: { id: poolId, name } }: { pool: Pool }) {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const query = useQuery({ ...read(poolEndpoints.getCluster, { params: { poolId } }), refetchInterval })
  const { nodes, pending, missing = null, away = null } = query.data ?? {}
  const nodeColumns = useNodeColumns(nodes ?? [])
  const silence = away !== null && (
    <output className="break-anywhere">
      <Status tone="bad">{t('unreachable')}</Status> · {t('since')} <Time time={away.since} />
      {` · ${localize(away.problem.text, language)}`}
    </output>
  )
  return (
    <Section title={t('cluster', { name })} note={silence || undefined}>
      <div className={`${styles['pools']} flex column gap-16`}>
        <DataTable
          label={t('cluster', { name })}
          columns={nodeColumns}
          rows={nodes}
          rowKey={(node) => node.name}
          problem={query.error}
          onRetry={() => void query.refetch()}
          empty={missing === null && away === null && <NoRows text={t('noNodes')} />}
        />
        {missing !== null && <Lines text={t('missing')} lines={missing.split('\n')} />}
        {pending !== undefined && <h3 className="font-14 weight-500">{t('waitsThere')}</h3>}
        {pending !== undefined && (
          <DataTable
            label={`${t('waitsThere')}: ${name}`}
            columns={[
              { key: 'task', title: t('tasks'), width: '30%', cell: sayPending },
              { key: 'reason', title: t('reason'), maxWidth: 900, card: 'line', cell: sayReason },
            ]}
            rows={pending}
            rowKey={({ isOurs, task, reason }) => `${isOurs} ${task?.id} ${reason}`}
            empty={away === null && <NoRows text={t('nonePending')} />}
          />
        )}
      </div>
    </Section>
  )
}

type Pending = Cluster['pending'][number]

const sayPending = (row: Pending) => <PendingName {...row} />
const sayReason = ({ reason }: Pending) => (
  <span className="block break-anywhere white-space-normal">{reason || unknownValue}</span>
)

function PendingName({ isOurs, task, count }: Pending) {
  const t = useText(allocationText)
  return task === null ? t(isOurs ? 'ofOurs' : 'ofOthers', { count }) : <TaskLink id={task.id}>{task.name}</TaskLink>
}

function useNodeColumns(nodes: readonly ClusterNode[]): Column<ClusterNode>[] {
  const t = useText(allocationText)
  const language = useSystem((system) => system.lang)
  const resources = new Set(['cpu', 'memory', ...nodes.flatMap((node) => node.resources.map(({ name }) => name))])
  const titleOf = (name: string) => (name === 'cpu' ? t('cpu') : name === 'memory' ? t('hostMemory') : name)
  function cellOf(node: ClusterNode, resource: string) {
    const one = node.resources.find(({ name }) => name === resource)
    if (one === undefined) return unknownValue
    const { total, ours, others } = one
    const format = (amount: number) => (resource === 'memory' ? formatSize(amount) : formatNumber(amount, language, 1))
    const amounts = { ours: format(ours), others: others === null ? unknownValue : format(others) }
    const meter = { name: `${node.name}: ${titleOf(resource)}`, value: format(total), share: shareOf(ours, total) ?? 0 }
    return (
      <TwoLines
        first={<LoadMeter bare isShare elsewhere={shareOf(others, total) ?? 0} {...meter} />}
        second={t('oursAndOthers', amounts)}
      />
    )
  }
  return [
    {
      key: 'node',
      title: t('node'),
      cell: ({ name, state, takesWork }) => (
        <TwoLines first={name} second={<Status tone={takesWork ? 'good' : 'warning'}>{state}</Status>} />
      ),
    },
    ...[...resources].map((name): Column<ClusterNode> => {
      return { key: name, title: titleOf(name), card: 'line', cell: (node) => cellOf(node, name) }
    }),
  ]
}
