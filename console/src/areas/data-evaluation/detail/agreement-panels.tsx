import type { DataEvaluation } from '@vermilion/contract/data-evaluations'
import type { DataEvaluationReport } from '@vermilion/contract/data-evaluations/report'
import { say } from '@vermilion/contract/kernel/text'
import { useScoreNames } from '#areas/files'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Panel } from '#ui/page/page.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { FilePath } from './file-path.tsx'
import { text } from './text.ts'

interface AgreementProps {
  evaluation: DataEvaluation
  report: DataEvaluationReport
}

export function AgreementPanels(props: AgreementProps) {
  return (
    <>
      <ModelsPanel {...props} />
      {/* One model alone differs from none. */}
      {props.report.models.length > 1 && <DisputedPanel {...props} />}
      <DuplicatesPanel {...props} />
    </>
  )
}

function ModelsPanel({ report: { models } }: AgreementProps) {
  const t = useText(text)
  const names = useScoreNames()
  const language = useSystem((system) => system.lang)
  const problems = models.flatMap(({ model, name, problems: some }) =>
    some.map(({ error, images }) => ({ key: `${model} ${error.en}`, name, cause: say(error, language), images })),
  )
  const signed = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return (
    <Panel title={t('models')}>
      <FigureTable
        columns={[t('model'), t('mean'), t('bias'), t('failedCalls')]}
        rows={models.map(({ model, name, scores, bias, failed }) => ({
          key: model,
          cells: [
            names.modelName(model, name),
            scores === null ? unknownValue : formatNumber(scores.mean, language, 1),
            bias === null ? unknownValue : signed.format(bias),
            formatNumber(failed, language),
          ],
        }))}
      />
      {problems.length > 0 && (
        <FigureTable
          columns={[t('model'), t('problems'), t('count')]}
          rows={problems.map(({ key, name, cause, images }) => ({
            key,
            cells: [name, cause, formatNumber(images, language)],
          }))}
        />
      )}
    </Panel>
  )
}

function DisputedPanel({ evaluation, report: { disputed } }: AgreementProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <Panel title={t('disputed')}>
      {disputed.length === 0 ? (
        <p className="text-secondary">{t('noDisputed')}</p>
      ) : (
        <FigureTable
          columns={[t('file'), t('score'), t('disagreement')]}
          rows={disputed.map(({ fileId, path, score, disagreement }) => ({
            key: fileId,
            cells: [
              <FilePath key="file" spaceId={evaluation.spaceId} path={path} />,
              formatNumber(score, language, 1),
              formatNumber(disagreement, language, 1),
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function DuplicatesPanel({ evaluation, report: { nearDuplicates } }: AgreementProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  if (nearDuplicates === null) return null
  const { groups, images, largest } = nearDuplicates
  return (
    <Panel title={t('nearDuplicates')}>
      <p className="text-secondary">
        {groups === 0
          ? t('noNearDuplicates')
          : t('nearDuplicatesWords', {
              groups: formatNumber(groups, language),
              images: formatNumber(images, language),
            })}
      </p>
      {largest.length > 0 && (
        <FigureTable
          columns={[t('file'), t('count')]}
          rows={largest.map(({ files, images: count }) => ({
            key: files[0]?.fileId ?? '',
            cells: [
              <FilePath key="file" spaceId={evaluation.spaceId} path={files[0]?.path ?? null} />,
              formatNumber(count, language),
            ],
          }))}
        />
      )}
    </Panel>
  )
}
