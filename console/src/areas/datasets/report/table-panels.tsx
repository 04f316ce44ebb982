import type { DatasetReport } from '@vermilion/contract/datasets/report'
import { formatDuration, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { Panel } from '#ui/page/page.tsx'
import { ImagesLink } from './images-link.tsx'
import { heightOfEmpty, type Part, type PartProps } from './part.ts'
import { sourceName } from './source-name.ts'
import { text } from './text.ts'

/** The height of a card with a table, in CSS pixels. */
const heightOf = (rows: number) => (rows === 0 ? heightOfEmpty : 110 + rows * 30)

export function findingParts(props: PartProps): Part[] {
  const { findings, duplicates } = props.report
  return [
    { key: 'findings', height: heightOf(ofLabels(findings).length), content: <Findings {...props} /> },
    { key: 'duplicates', height: heightOf(duplicates.most.length), content: <Duplicates {...props} /> },
  ]
}

export function sourceParts(props: PartProps): Part[] {
  const { sources, annotators } = props.report
  return [
    { key: 'sources', height: heightOf(sources.length), content: <Sources {...props} /> },
    { key: 'annotators', height: heightOf(annotators.length), content: <Annotators {...props} /> },
  ]
}

/** Duplicates have a card of their own. */
const ofLabels = (findings: DatasetReport['findings']) => findings.filter(({ finding }) => finding !== 'duplicate')

function Sources({ report: { sources } }: PartProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <Panel title={t('sources')}>
      {sources.length === 0 ? (
        <p className="text-secondary">{t('noSources')}</p>
      ) : (
        <FigureTable
          columns={[t('source'), t('labels')]}
          rows={sources.map((source) => ({
            key: `${source.source} ${source.origin} ${source.person}`,
            cells: [sourceName(source, t), formatNumber(source.labels, language)],
          }))}
        />
      )}
    </Panel>
  )
}

/** Labels without an annotator, if they share one source. */
function otherSourceOf(
  sources: DatasetReport['sources'],
): 'onlyImported' | 'onlyRendered' | 'onlySuggested' | 'noPerson' {
  const kinds = new Set(sources.map(({ source }) => source))
  if (kinds.size !== 1) return 'noPerson'
  if (kinds.has('import')) return 'onlyImported'
  if (kinds.has('renderer')) return 'onlyRendered'
  return kinds.has('model') ? 'onlySuggested' : 'noPerson'
}

function Annotators({ dataset, report: { annotators, sources } }: PartProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <Panel title={t('annotators')}>
      {annotators.length === 0 ? (
        <p className="text-secondary">{t(sources.length === 0 ? 'noAnnotators' : otherSourceOf(sources))}</p>
      ) : (
        <FigureTable
          columns={[t('annotator'), t('imagesUnit'), t('labels'), t('reviewed'), t('rejected'), t('time')]}
          rows={annotators.map(({ annotator, images, labels, reviewed, rejected, seconds }) => {
            const link = (count: number, search: object) => (
              <ImagesLink dataset={dataset} search={{ annotator, ...search }} count={count}>
                {formatNumber(count, language)}
              </ImagesLink>
            )
            return {
              key: annotator,
              cells: [
                visibleName(annotator),
                link(images, {}),
                formatNumber(labels, language),
                link(reviewed, { status: 'reviewed' }),
                link(rejected, { status: 'rejected' }),
                formatDuration(seconds * 1_000),
              ],
            }
          })}
        />
      )}
    </Panel>
  )
}

function Findings({ dataset, report: { findings } }: PartProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <Panel title={t('findings')}>
      <FigureTable
        columns={[t('finding'), t('labels'), t('imagesUnit')]}
        rows={ofLabels(findings).map(({ finding, shapes, images }) => ({
          key: finding,
          cells: [
            <ImagesLink key="name" dataset={dataset} search={{ finding }} count={images}>
              {t(finding)}
            </ImagesLink>,
            formatNumber(shapes, language),
            formatNumber(images, language),
          ],
        }))}
      />
    </Panel>
  )
}

function Duplicates({ dataset, report: { duplicates } }: PartProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { contents, most } = duplicates
  return (
    <Panel title={t('duplicates')}>
      <p className="text-secondary">
        {contents === 0 ? (
          t('noDuplicates')
        ) : (
          <ImagesLink dataset={dataset} search={{ finding: 'duplicate' }} count={contents}>
            {t('duplicatesWords', { count: contents })}
          </ImagesLink>
        )}
      </p>
      {contents > 0 && (
        <FigureTable
          columns={[t('image'), t('copies')]}
          rows={most.map(({ checksum, path, images }) => ({
            key: checksum,
            cells: [
              <ImagesLink key="path" dataset={dataset} search={{ checksum }} count={images}>
                {visibleName(path)}
              </ImagesLink>,
              formatNumber(images, language),
            ],
          }))}
        />
      )}
    </Panel>
  )
}
