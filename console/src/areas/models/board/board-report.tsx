import { lazyPart } from '#lib/loading/lazy-part.tsx'
import {
  type BoardInference,
  boardInferenceEndpoints,
  type BoardMeasurement,
} from '@vermilion/contract/board-inferences'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useMemo, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { QueryState, State } from '#ui/feedback/states.tsx'
import { LineChart } from '#ui/chart/lines/line-chart.tsx'
import { seriesColour } from '#ui/chart/series-colours.ts'
import { formatSize, unknownValue } from '#lib/format.ts'
import { Figures, Panel } from '#ui/page/page.tsx'
import { BoardTable } from './board-table.tsx'
import { Comparison } from './comparison.tsx'
import { boardText } from './text.ts'
import styles from './board.module.css'

const CreateBoardInference = lazyPart(async () => (await import('./board-form.tsx')).CreateBoardInference)

const maxBoards = 50

export function BoardReport({ task }: { task: Task }) {
  const t = useText(boardText)
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const boards = useQuery(
    readList(boardInferenceEndpoints.listBoardInferences, { query: { like: task.id, limit: maxBoards } }),
  )
  const [chosenId, setChosenId] = useState(task.id)
  if (boards.data === undefined) return <QueryState query={boards} height={320} />
  const { items } = boards.data
  const selected = items.find(({ taskId }) => taskId === chosenId) ?? items[0]
  const start = (
    <Button type={selected === undefined ? 'primary' : 'default'} onClick={() => setCreating(true)}>
      {t('run')}
    </Button>
  )
  return (
    <div className="stack grow gap-20 min-height-0 scroll" style={{ paddingBottom: 32 }}>
      {selected === undefined ? (
        <State title={t('none')} text={t('noneWords')}>
          {start}
        </State>
      ) : (
        <BoardBody inferences={items} chosen={selected} onChoose={setChosenId} action={start} name={task.name} />
      )}
      {creating && (
        <CreateBoardInference
          modelId={selected?.modelId ?? undefined}
          source={sourceOfTask(task)}
          onClose={() => setCreating(false)}
          onCreated={({ id }) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })}
        />
      )}
    </div>
  )
}

const sourceOfTask = ({ dataSource: { kind, id } }: Task) =>
  kind === 'dataset' ? ({ kind, datasetId: id } as const) : ({ kind: 'space', spaceId: id } as const)

interface BoardBodyProps {
  inferences: readonly BoardInference[]
  chosen: BoardInference
  onChoose: (taskId: string) => void
  action: React.ReactNode
  name: string
}

function BoardBody({ inferences, chosen, onChoose, action, name }: BoardBodyProps) {
  const t = useText(boardText)
  const isOpen = chosen.endedAt === null
  return (
    <>
      {chosen.measurement === null ? (
        <State title={t('waiting')} text={isOpen ? t('waitingWords') : t('failedWords')}>
          <span>{chosen.statusReason}</span>
        </State>
      ) : (
        <BoardFigures measurement={chosen.measurement} />
      )}
      <BoardTable inferences={inferences} chosen={chosen} onChoose={onChoose} action={action} name={name} />
      <BoardCharts inferences={inferences} chosen={chosen} />
      <Comparison key={chosen.taskId} inference={chosen} />
    </>
  )
}

function BoardFigures({ measurement }: { measurement: BoardMeasurement }) {
  const t = useText(boardText)
  const { latency, sustained, memory, temperature, throttling, power } = measurement
  const one = (value: number) => value.toFixed(1)
  return (
    <Figures
      figures={[
        {
          name: t('latency'),
          value: latency === null ? unknownValue : t('milliseconds', { amount: one(latency.total.p50) }),
          note: latency !== null && t('latencyNote', { p95: one(latency.total.p95), p99: one(latency.total.p99) }),
        },
        {
          name: t('framesPerSecond'),
          value: sustained === null ? unknownValue : one(sustained.framesPerSecond),
          note: sustained !== null && t('framesOver', { seconds: sustained.seconds.toFixed(0) }),
        },
        {
          name: t('memory'),
          value: formatSize(memory?.peakBytes),
          note: measurement.runtimeVersion,
        },
        {
          name: t('temperature'),
          value:
            temperature === null
              ? unknownValue
              : t('temperatureRange', { start: one(temperature.start), highest: one(temperature.highest) }),
          note: temperature?.sensor ?? t('noSensor'),
        },
        {
          name: t('throttling'),
          value: throttling === null ? unknownValue : throttling.isThrottled ? t('throttled') : t('notThrottled'),
          note: throttling === null ? t('noSensor') : throttling.detail,
        },
        {
          name: t('power'),
          value: power === null ? unknownValue : t('watts', { mean: one(power.mean), highest: one(power.highest) }),
          note: power?.sensor ?? t('noSensor'),
        },
      ]}
    />
  )
}

interface BoardChartsProps {
  inferences: readonly BoardInference[]
  chosen: BoardInference
}

function BoardCharts({ inferences, chosen }: BoardChartsProps) {
  const t = useText(boardText)
  const curves = useMemo(
    () =>
      inferences
        .filter(({ measurement }) => (measurement?.sustained?.perSecond ?? []).length > 1)
        .map(({ taskId, deviceName, taskName, measurement }, index) => {
          const y = measurement?.sustained?.perSecond ?? []
          return { key: taskId, name: `${deviceName} · ${taskName}`, colour: seriesColour(index), x: [...y.keys()], y }
        }),
    [inferences],
  )
  const latency = chosen.measurement?.latency ?? null
  if (curves.length === 0 && latency === null) return null
  const stages = [
    ['pre', t('pre')],
    ['model', t('inference')],
    ['post', t('post')],
    ['total', t('all')],
  ] as const
  const columns = ['p50', 'p95', 'p99', 'mean'] as const
  return (
    <div className="grid gap-20" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))' }}>
      {latency !== null && (
        <Panel title={t('split95')}>
          <table className={`${styles['table']} full-width border-spacing-0 font-13 tabular`}>
            <thead>
              <tr>
                <th className="text-tertiary" scope="col">
                  {t('stage')}
                </th>
                {columns.map((column) => (
                  <th className="text-tertiary" key={column} scope="col">
                    {column === 'mean' ? t('mean') : column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {stages.map(([stage, message]) => (
                <tr key={stage}>
                  <th scope="row">{message}</th>
                  {columns.map((column) => (
                    <td key={column}>{latency[stage][column].toFixed(2)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {curves.length > 0 && (
        <Panel title={t('perSecond')}>
          <LineChart
            label={t('perSecond')}
            name={chosen.taskName}
            titles={{ x: t('second'), y: t('frames') }}
            curves={curves}
          />
        </Panel>
      )}
    </div>
  )
}
