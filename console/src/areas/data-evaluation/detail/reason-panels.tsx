import { fileEndpoints } from '@vermilion/contract/files'
import { fileName } from '@vermilion/contract/paths'
import type { DataEvaluation } from '@vermilion/contract/data-evaluations'
import type { DataEvaluationReport } from '@vermilion/contract/data-evaluations/report'
import { Link } from '@tanstack/react-router'
import { useScoreNames } from '#areas/files'
import { addressOf } from '#lib/api.ts'
import { formatScore } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { BarChart } from '#ui/chart/bar-chart.tsx'
import { ChartPanel } from '#ui/chart/chart-panel.tsx'
import { figureColour } from '#ui/chart/series-colours.ts'
import { Panel } from '#ui/page/page.tsx'
import { ScoreOfHundred } from '#ui/meter/score-of-hundred.tsx'
import { text } from './text.ts'

interface ReasonProps {
  evaluation: DataEvaluation
  report: DataEvaluationReport
}

export function CriteriaPanels({ evaluation: { name, standard }, report: { models } }: ReasonProps) {
  const t = useText(text)
  const names = useScoreNames()
  return models
    .filter(({ criteria }) => criteria.length > 0)
    .map(({ model, name: modelName, criteria }) => {
      const title = models.length === 1 ? t('criteria') : t('criteriaOf', { name: names.modelName(model, modelName) })
      return (
        <ChartPanel key={model} title={title} name={name}>
          <BarChart
            label={title}
            x={t('scoreAxis')}
            y={t('criterion')}
            max={100}
            bars={criteria.map(({ key, mean }) => ({
              key,
              name: names.criterionName(model, key, standard?.criteria),
              value: mean,
              text: formatScore(mean),
              colour: figureColour,
            }))}
            renderLink={(_bar, content) => content}
          />
        </ChartPanel>
      )
    })
}

export function LowestPanel({ evaluation: { id, spaceId }, report: { lowest } }: ReasonProps) {
  const t = useText(text)
  const toImages = {
    to: '/space/list/file/$id/evaluations/$evaluationId',
    params: { id: spaceId, evaluationId: id },
    search: { tab: 'images', sort: 'score' },
  } as const
  return (
    <Panel title={t('lowest')} extra={<Link {...toImages}>{t('allByScore')}</Link>}>
      <ul className="grid gap-12" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))' }}>
        {lowest.map(({ fileId, path, score }) => (
          <li className="min-width-0" key={fileId}>
            <Link {...toImages}>
              {path !== null && (
                <img
                  className="block full-width ratio-4-3 margin-bottom-4 radius-6 object-cover"
                  src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
                  alt=""
                  loading="lazy"
                />
              )}
              <span className="ellipsis block">{path === null ? t('gone') : fileName(path)}</span>
            </Link>
            <ScoreOfHundred score={score} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
