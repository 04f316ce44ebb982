import { type Space, spaceEndpoints } from '@vermilion/contract/spaces'
import { spaceReportEndpoints, type SpaceReport } from '@vermilion/contract/files/space-report'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import Segmented from 'antd/es/segmented'
import { formatTime, unknownValue } from '#lib/format.ts'
import { useText, type Translate } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { FolderTrail } from '#ui/files/folder-trail.tsx'
import { Figures, FilterRow, Page, PageHeading } from '#ui/page/page.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { CsvButton } from '#ui/export/csv-button.tsx'
import { Bone, PartialStrip, ProblemState, State } from '#ui/feedback/states.tsx'
import { SpaceLink } from '#ui/page/thing-links.tsx'
import { SpaceTabs } from '../space-tabs.tsx'
import type { Measure } from './rows-panel.tsx'
import { ReportBody } from './report-body.tsx'
import styles from './report.module.css'
import type { Language } from '@vermilion/contract/kernel/text'
import {
  aspectRows,
  extensionRows,
  folderRows,
  heightRows,
  kindRows,
  periodRows,
  type ReportRow,
  scoreRows,
  sizeRows,
  widthRows,
} from './rows.ts'
import { text } from './text.ts'

const from = '/shell/space/list/file/$id/report'
/** Milliseconds between polls of a report in progress. */
const pollInterval = 700

export function SpaceReportPage() {
  const t = useText(text)
  const { id: spaceId } = useParams({ from })
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  return (
    <ThingGate
      source={space}
      nameOf={({ name }) => name}
      below={{ to: `/space/list/file/${spaceId}`, text: t('report') }}
      back={<Link to="/space/list">{t('toSpaces')}</Link>}
      skeleton={
        <Page>
          <ReportBones />
        </Page>
      }
    >
      {(loaded) => <Report space={loaded} />}
    </ThingGate>
  )
}

function Report({ space: { id: spaceId, name } }: { space: Space }) {
  const t = useText(text)
  const { lang: language, zone } = useSystem()
  const { folder = '', by = 'files' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/list/file/$id/report' })
  const reportQuery = useQuery({
    ...read(spaceReportEndpoints.spaceReport, { params: { spaceId }, query: { folder } }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.progress === null ? false : pollInterval),
  })
  const { report = null, progress = null } = reportQuery.data ?? {}
  const problem = reportQuery.error
  const measure: Measure = by === 'size' ? 'bytes' : 'files'
  return (
    <Page>
      <PageHeading
        title={t('reportOf', { name })}
        note={
          report !== null && (
            <span className="text-secondary">{t('computed', { time: formatTime(report.computedAt, zone) })}</span>
          )
        }
      >
        <Link
          to="/space/list/file/$id"
          params={{ id: spaceId }}
          search={{ folder: folder === '' ? undefined : folder }}
        >
          {t('showFiles')}
        </Link>
        {report !== null && (
          <CsvButton name={`${name} ${t('report')}`} table={() => tableOf(report, folder, { t, language })} />
        )}
      </PageHeading>
      <SpaceTabs spaceId={spaceId} active="report" />
      <FilterRow>
        <FolderTrail
          folder={folder}
          renderLink={(path, message) => (
            <Link
              to="/space/list/file/$id/report"
              params={{ id: spaceId }}
              search={(now) => ({ ...now, folder: path === '' ? undefined : path })}
            >
              {message}
            </Link>
          )}
        />
        <Segmented<'files' | 'size'>
          className="push-right"
          value={by}
          onChange={(next) => void navigate({ search: (now) => ({ ...now, by: next }), replace: true })}
          options={[
            { value: 'files', label: t('files') },
            { value: 'size', label: t('size') },
          ]}
          aria-label={t('by')}
        />
      </FilterRow>
      {problem !== null && report !== null && (
        <PartialStrip problem={problem} onRetry={() => void reportQuery.refetch()} />
      )}
      {progress !== null && <Counting {...progress} />}
      {report !== null && report.files > 0 && (
        <ReportBody report={report} measure={measure} scope={{ spaceId, spaceName: name, folder }} />
      )}
      {report?.files === 0 && (
        <State title={t(folder === '' ? 'empty' : 'emptyFolder')} text={t('emptyWords')}>
          <SpaceLink id={spaceId}>{t('upload')}</SpaceLink>
        </State>
      )}
      {report === null && problem === null && <ReportBones />}
      {report === null && problem !== null && (
        <ProblemState problem={problem} failure={t('failed')} onRetry={() => void reportQuery.refetch()} />
      )}
    </Page>
  )
}

function Counting({ done, total }: { done: number; total: number }) {
  const t = useText(text)
  const message = total === 0 ? t('countingFirst') : t('counting', { done, total })
  return (
    <output className="block margin-bottom-16 text-secondary tabular">
      <ProgressBar done={done} total={total} label={t('countingFirst')} />
      {message}
    </output>
  )
}

function ReportBones() {
  const t = useText(text)
  const names = ['totalFiles', 'totalSize', 'pictures', 'duplicateFiles', 'wasted', 'brokenFiles'] as const
  return (
    <>
      <Figures figures={names.map((name) => ({ name: t(name), value: unknownValue }))} />
      <div className={`${styles['panels']} grid columns-of-440 gap-16 margin-top-20`}>
        {Array.from({ length: 4 }, (_, index) => (
          <Bone key={index} height={260} />
        ))}
      </div>
    </>
  )
}

type Cells = (string | number | null)[]

function tableOf(
  report: SpaceReport,
  folder: string,
  { t, language }: { t: Translate<typeof text.en>; language: Language },
): Cells[] {
  const { duplicates, broken, scores } = report
  const bytes = t('sizeIn', { unit: 'B' })
  const part = (title: string, rows: readonly ReportRow[]): Cells[] =>
    rows.length === 0 ? [] : [[], [title, t('files'), bytes], ...rows.map((row) => [row.name, row.files, row.bytes])]
  return [
    [t('report'), t('files'), bytes],
    [t('totalFiles'), report.files, report.bytes],
    [t('pictures'), report.images, null],
    [t('duplicateFiles'), duplicates.files, null],
    [t('wasted'), null, duplicates.wastedBytes],
    [t('brokenFiles'), broken.files, broken.bytes],
    ...part(t('kinds'), kindRows(report, t)),
    ...part(t('extensions'), extensionRows(report, t)),
    ...part(t('sizes'), sizeRows(report)),
    ...part(t('periods'), periodRows(report)),
    ...part(t('widths'), widthRows(report, language)),
    ...part(t('heights'), heightRows(report, language)),
    ...part(t('aspects'), aspectRows(report, language)),
    ...part(t('folders'), folderRows(report, t, folder)),
    ...(duplicates.contents === 0
      ? []
      : [
          [],
          [t('duplicates'), t('copies'), t('wasted')],
          ...duplicates.most.map(({ name, files, wastedBytes }) => [name, files, wastedBytes]),
        ]),
    ...(scores === null
      ? []
      : [
          ...part(t('scores'), scoreRows(scores.ranges, language)),
          [t('mean'), scores.mean, null],
          [t('deviation'), scores.standardDeviation, null],
        ]),
  ]
}
