import type { LearningRound, RoundStatus } from '@vermilion/contract/auto-label/learning'
import type { Dataset } from '@vermilion/contract/datasets'
import { measuresOf } from '@vermilion/contract/predictions'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useMemo } from 'react'
import { formatMeasure, unknownValue } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { LineChart } from '#ui/chart/lines/line-chart.tsx'
import { figureColour } from '#ui/chart/series-colours.ts'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { measureText } from '#ui/measure/measure-text.ts'
import { text } from './text.ts'

const tones: Record<RoundStatus, Tone> = {
  training: 'active',
  suggesting: 'active',
  success: 'good',
  failed: 'bad',
  stopped: 'warning',
}

interface RoundsProps {
  rounds: readonly LearningRound[]
  labelType: Dataset['labelType']
}

const qualityOf = ({ metrics }: LearningRound, labelType: Dataset['labelType']) =>
  metrics?.[measuresOf[labelType][0]] ?? null

export function RoundTable({ rounds, labelType, onRun }: RoundsProps & { onRun: (runId: string) => void }) {
  const t = useText(text)
  const named = useText(measureText)
  const navigate = useNavigate()
  const language = useSystem((system) => system.lang)
  return (
    <FigureTable
      columns={[t('round'), t('status'), t('labeled'), t('quality', { measure: named(measuresOf[labelType][0]) }), '']}
      rows={rounds.map((round) => ({
        key: round.id,
        cells: [
          round.number,
          <Status key="status" tone={tones[round.status]}>
            <span title={round.error === null ? undefined : localize(round.error, language)}>{t(round.status)}</span>
          </Status>,
          round.labeled,
          round.metrics === null ? unknownValue : formatMeasure(qualityOf(round, labelType)),
          round.runId === null ? (
            <Button
              key="task"
              type="link"
              size="small"
              onClick={() => void navigate({ to: '/compute/taskdetail/$id', params: { id: round.taskId } })}
            >
              {t('showTraining')}
            </Button>
          ) : (
            <Button key="run" type="link" size="small" onClick={() => onRun(round.runId ?? '')}>
              {t('showRun')}
            </Button>
          ),
        ],
      }))}
    />
  )
}

export function RoundCurve({ rounds, labelType, name }: RoundsProps & { name: string }) {
  const t = useText(text)
  const named = useText(measureText)
  const measure = named(measuresOf[labelType][0])
  const curves = useMemo(() => {
    const measured = rounds
      .filter((round) => qualityOf(round, labelType) !== null)
      .toSorted((one, other) => one.labeled - other.labeled)
    const x = measured.map(({ labeled }) => labeled)
    const y = measured.map((round) => qualityOf(round, labelType) ?? 0)
    return [{ key: measure, name: measure, colour: figureColour, x, y }]
  }, [rounds, labelType, measure])
  if ((curves[0]?.x.length ?? 0) < 2) return null
  return (
    <div className="margin-top-12">
      <Panel title={t('curve')}>
        <LineChart label={t('curve')} name={name} titles={{ x: t('labeled'), y: measure }} curves={curves} top={1} />
      </Panel>
    </div>
  )
}
