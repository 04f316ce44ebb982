import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type BoardInference, boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import type { Device } from '@vermilion/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { TaskStatus } from '#areas/tasks'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { usePageSize } from '#lib/system.ts'
import { State } from '#ui/feedback/states.tsx'
import { Ago } from '#ui/moment.tsx'
import { FilterRow } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { ModelLink, TaskLink } from '#ui/page/thing-links.tsx'
import { mainFigures } from './board-table.tsx'
import { boardText } from './text.ts'

const CreateBoardInference = lazyPart(async () => (await import('./board-form.tsx')).CreateBoardInference)

export function RanTab({ device }: { device: Device }) {
  const t = useText(boardText)
  const navigate = useNavigate()
  const limit = usePageSize()
  const [cursor, setCursor] = useState<string | undefined>()
  const [creating, setCreating] = useState(false)
  const inferences = useQuery(
    readList(boardInferenceEndpoints.listBoardInferences, { query: { device: device.id, cursor, limit } }),
  )
  const run = (
    <Button type="primary" onClick={() => setCreating(true)}>
      {t('run')}
    </Button>
  )
  return (
    <>
      {(inferences.data?.total ?? 0) > 0 && <FilterRow>{run}</FilterRow>}
      <DataTable
        label={t('ranHere')}
        columns={useColumns()}
        rows={inferences.data?.items}
        rowKey={({ taskId }) => taskId}
        problem={inferences.error}
        failure={t('title')}
        onRetry={() => void inferences.refetch()}
        empty={
          <State title={t('ranNothing')} text={t('ranNothingWords')}>
            {run}
          </State>
        }
      />
      <Pager page={inferences.data} onCursor={setCursor} />
      {creating && (
        <CreateBoardInference
          deviceId={device.id}
          onClose={() => setCreating(false)}
          onCreated={({ id }) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })}
        />
      )}
    </>
  )
}

function useColumns(): Column<BoardInference>[] {
  const t = useText(boardText)
  return [
    {
      key: 'task',
      title: t('task'),
      cell: ({ taskId, taskName, statusReason }) => (
        <TwoLines first={<TaskLink id={taskId}>{taskName}</TaskLink>} second={statusReason} />
      ),
    },
    { key: 'status', title: t('status'), width: 120, cell: ({ status }) => <TaskStatus status={status} /> },
    {
      key: 'model',
      title: t('model'),
      cell: ({ modelId, modelName, measurement, runtime }) => (
        <TwoLines
          first={modelId === null ? modelName : <ModelLink id={modelId}>{modelName}</ModelLink>}
          second={`${runtime} ${measurement?.runtimeVersion ?? ''}`}
        />
      ),
    },
    {
      key: 'latency',
      title: t('total'),
      width: 190,
      numeric: true,
      wide: true,
      cell: ({ measurement }) => {
        const total = measurement?.latency?.total
        return total === undefined
          ? unknownValue
          : [total.p50, total.p95, total.p99].map((value) => value.toFixed(1)).join(' / ')
      },
    },
    {
      key: 'frames',
      title: t('framesPerSecond'),
      width: 150,
      numeric: true,
      wide: true,
      cell: ({ measurement }) => measurement?.sustained?.framesPerSecond.toFixed(1) ?? unknownValue,
    },
    {
      key: 'figure',
      title: t('accuracy'),
      width: 170,
      numeric: true,
      wide: true,
      cell: ({ figures }) => {
        const name = mainFigures.find((one) => typeof figures?.[one] === 'number')
        return name === undefined ? unknownValue : `${name} ${formatMeasure(figures?.[name])}`
      },
    },
    { key: 'created', title: t('when'), width: 130, cell: ({ createdAt }) => <Ago time={createdAt} /> },
  ]
}
