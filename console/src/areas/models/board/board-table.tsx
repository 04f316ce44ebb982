import type { BoardInference } from '@vermilion/contract/board-inferences'
import { type FigureName, figureNames } from '@vermilion/contract/evaluations'
import type { ReactNode } from 'react'
import { TaskStatus } from '#areas/tasks'
import { formatMeasure, formatSize, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { Panel } from '#ui/page/page.tsx'
import { TaskLink } from '#ui/page/thing-links.tsx'
import { text } from '../report/text.ts'
import styles from './board.module.css'
import { boardText } from './text.ts'

interface BoardTableProps {
  inferences: readonly BoardInference[]
  chosen: BoardInference
  onChoose: (taskId: string) => void
  action: ReactNode
  name: string
}

const one = (value: number) => value.toFixed(1)

export const mainFigures = ['mAP50', 'top1', 'mIoU'] as const satisfies readonly FigureName[]
const mainFigureOf = ({ figures }: BoardInference) =>
  mainFigures.find((name) => figures?.[name] !== undefined && figures[name] !== null)

export function BoardTable({ inferences, chosen, onChoose, action, name }: BoardTableProps) {
  const t = useText(boardText)
  const named = useText(text)
  const figure = mainFigureOf(chosen) ?? 'mAP50'
  const heads = [
    t('device'),
    t('status'),
    t('total'),
    t('split'),
    t('framesPerSecond'),
    t('memory'),
    t('temperature'),
    t('throttling'),
    t('power'),
    named(figure),
  ]
  return (
    <Panel
      title={t('boards')}
      extra={
        <span className="row gap-16">
          {action}
          <CsvButton small name={`${name} ${t('boards')}`} table={() => tableOf(inferences, t)} />
        </span>
      }
    >
      <div className="scroll-x">
        <table className={`${styles['table']} full-width border-spacing-0 font-13 tabular`} aria-label={t('boardsOf')}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th className="text-tertiary" key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {inferences.map((inference) => (
              <tr key={inference.taskId} aria-current={inference.taskId === chosen.taskId}>
                <th scope="row">
                  <button
                    className="plain-button hover-underline"
                    type="button"
                    title={t('chosenBoard')}
                    onClick={() => onChoose(inference.taskId)}
                  >
                    {inference.deviceName}
                  </button>
                </th>
                <td>
                  <TaskLink id={inference.taskId}>
                    <TaskStatus status={inference.status} />
                  </TaskLink>
                </td>
                <MeasuredCells inference={inference} />
                <td>{formatMeasure(inference.figures?.[figure])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function MeasuredCells({ inference: { measurement } }: { inference: BoardInference }) {
  const t = useText(boardText)
  const { latency, sustained, memory, temperature, throttling, power } = measurement ?? nothing
  const cells = [
    latency && [latency.total.p50, latency.total.p95, latency.total.p99].map(one).join(' / '),
    latency && [latency.pre.p50, latency.model.p50, latency.post.p50].map(one).join(' · '),
    sustained && one(sustained.framesPerSecond),
    memory && formatSize(memory.peakBytes),
    temperature && t('temperatureRange', { start: one(temperature.start), highest: one(temperature.highest) }),
    throttling && t(throttling.isThrottled ? 'throttled' : 'notThrottled'),
    power && t('watts', { mean: one(power.mean), highest: one(power.highest) }),
  ]
  return cells.map((cell, index) => <td key={index}>{cell ?? unknownValue}</td>)
}

const nothing = {
  latency: null,
  sustained: null,
  memory: null,
  temperature: null,
  throttling: null,
  power: null,
} as const

function tableOf(inferences: readonly BoardInference[], t: Translate<typeof boardText.en>) {
  const stages = [
    ['pre', t('pre')],
    ['model', t('inference')],
    ['post', t('post')],
    ['total', t('all')],
  ] as const
  const parts = ['p50', 'p95', 'p99'] as const
  return [
    [
      t('device'),
      t('runtimeVersion'),
      t('task'),
      ...stages.flatMap(([, message]) => parts.map((part) => `${message} ${part} (ms)`)),
      t('framesPerSecond'),
      `${t('memory')} (B)`,
      `${t('temperature')} min (°C)`,
      `${t('temperature')} max (°C)`,
      t('throttling'),
      `${t('power')} (W)`,
      ...figureNames,
    ],
    ...inferences.map(({ deviceName, taskName, measurement, figures }) => {
      const { latency, sustained, memory, temperature, throttling, power } = measurement ?? nothing
      return [
        deviceName,
        measurement?.runtimeVersion ?? null,
        taskName,
        ...stages.flatMap(([stage]) => parts.map((part) => latency?.[stage][part] ?? null)),
        sustained?.framesPerSecond ?? null,
        memory?.peakBytes ?? null,
        temperature?.start ?? null,
        temperature?.highest ?? null,
        throttling === null ? null : Number(throttling.isThrottled),
        power?.mean ?? null,
        ...figureNames.map((name) => figures?.[name] ?? null),
      ]
    }),
  ]
}
