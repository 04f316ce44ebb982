import { type AutoLabelReport, type AutoLabelRun, autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { Dataset } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { tilesText, tilesWords } from '#areas/models'
import { formatNumber, formatTime, unknownValue } from '#lib/format.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { PartialStrip } from '#ui/feedback/states.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import styles from './auto-label.module.css'
import { useRunActions } from './run-actions.ts'
import { RunProgress, RunState } from './run-state.tsx'
import { text } from './text.ts'

const maxUseful = 8
const outcomes = ['suggested', 'waiting', 'accepted', 'changed', 'rejected', 'withdrawn'] as const

interface RunDrawerProps {
  runId: string
  dataset: Dataset
  onClose: () => void
}

export function RunDrawer({ runId, dataset, onClose }: RunDrawerProps) {
  const t = useText(text)
  useFocusBack()
  const params = { runId }
  const run = useQuery(read(autoLabelEndpoints.getAutoLabel, { params }))
  const report = useQuery(read(autoLabelEndpoints.reportAutoLabel, { params }))
  return (
    <Drawer open size={720} title={t('titleOf', { name: dataset.name })} onClose={onClose}>
      {run.error !== null && <PartialStrip problem={run.error} onRetry={() => void run.refetch()} />}
      {run.data !== undefined && (
        <>
          <RunHead run={run.data} dataset={dataset} />
          <RunFacts run={run.data} />
          <h3 className={`${styles['section']} font-14`}>{t('report')}</h3>
          {report.error !== null && <PartialStrip problem={report.error} onRetry={() => void report.refetch()} />}
          {report.data !== undefined && <RunReport report={report.data} name={run.data.labeller.name} />}
          <UsefulImages run={run.data} datasetId={dataset.id} />
        </>
      )}
    </Drawer>
  )
}

function RunHead({ run, dataset }: { run: AutoLabelRun; dataset: Dataset }) {
  const t = useText(text)
  const navigate = useNavigate()
  const params = { runId: run.id }
  const useful = useQuery(
    read(autoLabelEndpoints.listAutoLabelImages, { params, query: { sort: '-usefulness', limit: 1 } }),
  )
  const first = useful.data?.items[0]
  return (
    <div className="wrapping-row gap-8-16 margin-bottom-16">
      <RunState run={run} />
      <RunProgress run={run} />
      <span className="flex gap-8 push-right">
        {useRunActions()(run).map(({ key, text: message, danger = false, disabled = false, run: act }) => (
          <Button key={key} danger={danger} disabled={disabled} onClick={() => act()}>
            {message}
          </Button>
        ))}
        <Button
          type="primary"
          disabled={first === undefined}
          onClick={() =>
            first !== undefined &&
            void navigate({
              to: '/data-set/list/file/$id/annotate/$itemId',
              params: { id: dataset.id, itemId: first.itemId },
              search: { status: 'to-label', run: run.id },
            })
          }
        >
          {t('review')}
        </Button>
      </span>
    </div>
  )
}

function RunFacts({ run }: { run: AutoLabelRun }) {
  const t = useText(text)
  const ofTiles = useText(tilesText)
  const { lang: language, zone } = useSystem()
  const { labeller, prompt, scope, tiles, threshold, shapes, suggested, overlapping, startedBy, createdAt, error } = run
  const facts: [string, string][] = [
    [t('model'), labeller.name],
    [t('prompt'), prompt],
    [t('scope'), scope.kind === 'filter' ? t('filter', { images: `${run.images ?? '…'}` }) : t(scope.kind)],
    ...(tiles === null ? [] : ([[ofTiles('tiles'), tilesWords(tiles, ofTiles)]] as [string, string][])),
    [t('threshold'), threshold.toFixed(2)],
    [
      t('suggestions'),
      [
        `${formatNumber(shapes, language)} ${t('onImages', { count: suggested })}`,
        ...(overlapping === 0 ? [] : [t('left', { count: overlapping })]),
      ].join(' · '),
    ],
    [t('startedBy'), startedBy],
    [t('created'), formatTime(createdAt, zone)],
  ]
  return (
    <>
      {error !== null && <p role="alert">{localize(error, language)}</p>}
      <dl className="grid gap-4-16 margin-0-0-24" style={{ gridTemplateColumns: 'max-content 1fr' }}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt className="text-secondary">{name}</dt>
            <dd className="break-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function RunReport({ report, name }: { report: AutoLabelReport; name: string }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  if (report.suggested === 0) return <p className="text-secondary">{t('noReport')}</p>
  const columns = [t('label'), ...outcomes.map((outcome) => t(outcome)), t('acceptRate')]
  const rows = [...report.classes, ...(report.classes.length > 1 ? [{ ...report, labelId: '', name: t('total') }] : [])]
  const table = () => [
    columns,
    ...rows.map((row) => [row.name, ...outcomes.map((outcome) => row[outcome]), acceptRateOf(row)]),
  ]
  return (
    <>
      <div className={styles['report']}>
        <FigureTable
          columns={columns}
          rows={rows.map((row) => ({
            key: row.labelId,
            cells: [
              row.name === '' ? unknownValue : row.name,
              ...outcomes.map((outcome) => formatNumber(row[outcome], language)),
              percentOf(acceptRateOf(row)),
            ],
          }))}
        />
      </div>
      <div className="margin-top-12">
        <CsvButton name={`${t('report')} ${name}`} table={table} small />
      </div>
    </>
  )
}

/** The share of answered suggestions that were accepted unchanged; null without answers. */
function acceptRateOf({ accepted, changed, rejected }: Pick<AutoLabelReport, 'accepted' | 'changed' | 'rejected'>) {
  const answered = accepted + changed + rejected
  return answered === 0 ? null : accepted / answered
}

const percentOf = (share: number | null) => (share === null ? unknownValue : `${Math.round(share * 100)} %`)

function UsefulImages({ run, datasetId }: { run: AutoLabelRun; datasetId: string }) {
  const t = useText(text)
  const navigate = useNavigate()
  const params = { runId: run.id }
  const query = { sort: '-usefulness' as const, limit: maxUseful }
  const images = useQuery(read(autoLabelEndpoints.listAutoLabelImages, { params, query }))
  const items = images.data?.items ?? []
  return (
    <>
      <h3 className={`${styles['section']} font-14`}>{t('useful')}</h3>
      <p className="text-secondary">{t(items.length === 0 && images.data !== undefined ? 'noUseful' : 'usefulHint')}</p>
      {items.length > 0 && (
        <FigureTable
          columns={[t('path'), t('suggestions'), t('usefulness')]}
          rows={items.map(({ itemId, path, shapes, usefulness }) => ({
            key: itemId,
            cells: [
              <Button
                key="open"
                type="link"
                size="small"
                onClick={() =>
                  void navigate({
                    to: '/data-set/list/file/$id/annotate/$itemId',
                    params: { id: datasetId, itemId },
                    search: { status: 'to-label', run: run.id },
                  })
                }
              >
                {path}
              </Button>,
              shapes ?? unknownValue,
              usefulness === null ? unknownValue : usefulness.toFixed(2),
            ],
          }))}
        />
      )}
    </>
  )
}
