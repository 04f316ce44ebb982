import { formatDuration, formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { Panel } from '#ui/page/page.tsx'
import { ImagesLink } from './images-link.tsx'
import { heightOfEmpty, type Part, type PartProps } from './part.ts'
import styles from './report.module.css'
import { sourceWords } from './source-words.ts'
import { text } from './text.ts'

/** CSS pixels of a card with a table of that many rows. */
const heightOf = (rows: number) => (rows === 0 ? heightOfEmpty : 110 + rows * 30)

/** Where labels came from, who labeled how much, what looks wrong, and what is there more than once. */
export function tableParts(props: PartProps): Part[] {
  const { sources, annotators, findings, duplicates } = props.report
  return [
    { key: 'sources', height: heightOf(sources.length), content: <Sources {...props} /> },
    { key: 'annotators', height: heightOf(annotators.length), content: <Annotators {...props} /> },
    { key: 'findings', height: heightOf(findings.length), content: <Findings {...props} /> },
    { key: 'duplicates', height: heightOf(duplicates.most.length), content: <Duplicates {...props} /> },
  ]
}

function Sources({ report: { sources } }: PartProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <Panel title={t('sources')}>
      {sources.length === 0 ? (
        <p className={styles['quiet']}>{t('noSources')}</p>
      ) : (
        <FigureTable
          columns={[t('source'), t('labels')]}
          rows={sources.map((source) => ({
            key: `${source.source} ${source.origin} ${source.person}`,
            cells: [sourceWords(source, t), formatNumber(source.labels, language)],
          }))}
        />
      )}
    </Panel>
  )
}

function Annotators({ dataset, report: { annotators } }: PartProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <Panel title={t('annotators')}>
      {annotators.length === 0 ? (
        <p className={styles['quiet']}>{t('noAnnotators')}</p>
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
        rows={findings.map(({ finding, shapes, images }) => ({
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
      <p className={styles['quiet']}>
        {contents === 0 ? t('noDuplicates') : t('duplicatesWords', { count: contents })}
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
