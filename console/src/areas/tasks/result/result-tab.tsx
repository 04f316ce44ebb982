import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { isModelFile, usualModelNames } from '@vermilion/contract/models/stored-formats'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { trainingReportEndpoints } from '@vermilion/contract/tasks/training-report'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { PartialStrip, QueryState, State } from '#ui/feedback/states.tsx'
import { ModelLink } from '#ui/page/thing-links.tsx'
import shared from '../tasks.module.css'
import { detailText } from '../detail/text.ts'
import { text } from '../text.ts'
import type { SamplesPanel } from '../samples-panel.ts'
import { ReportPanels } from './report-panels.tsx'
import styles from './result.module.css'
import { resultText } from './text.ts'

const firstFiles = 40
const fewPictures = 2
/** The starters' picture of validation images with predictions, for users who only have the files. */
const validationPicture = 'figures/validation.jpg'
const maxSamples = 12
const starterPrefix = 'vermilion/starter-'

interface ResultTabProps {
  task: Task
  Samples?: SamplesPanel | undefined
}

export function ResultTab({ task, Samples }: ResultTabProps) {
  const details = useText(detailText)
  const results = useText(resultText)
  const params = { taskId: task.id }
  const files = useQuery(read(taskEndpoints.listResultFiles, { params }))
  const report = useQuery(read(trainingReportEndpoints.trainingReport, { params }))
  if (files.data === undefined) return <QueryState query={files} height={300} />
  if (files.data.length === 0) return <State title={details('noResults')} text={details('noFiles')} />
  const content = (path: string) =>
    addressOf(taskEndpoints.resultFileContent, { params, query: { path, download: 'false' } })
  // A program's plots are left out: the same numbers are drawn natively, and the files stay for download.
  const hasSamples = Samples !== undefined && task.modelId !== null
  const pictures = files.data
    .filter(({ path }) => /\.(?:png|jpe?g|webp)$/i.test(path) && !(hasSamples && path === validationPicture))
    .slice(0, firstFiles)
  const others = files.data.filter((file) => !pictures.includes(file))
  const failed = [files, report].find(({ error }) => error !== null)
  const toCurves = (
    <Link to="/compute/taskdetail/$id" params={{ id: task.id }} search={{ tab: 'metrics' }} replace>
      {details('toCurves')}
    </Link>
  )
  const toImages = task.modelId !== null && (
    <Link to="/model/list/model/$id" params={{ id: task.modelId }} search={{ tab: 'evaluation' }}>
      {results('toImages')}
    </Link>
  )
  return (
    <>
      {failed !== undefined && <PartialStrip problem={failed.error} onRetry={() => void failed.refetch()} />}
      {report.data !== undefined && report.data !== null ? (
        <>
          <ReportPanels report={report.data} name={task.name} toCurves={toCurves} toImages={toImages} />
          {task.image.startsWith(starterPrefix) && (
            <p className={`${styles['note']} faint weight-400`}>{results('larger')}</p>
          )}
        </>
      ) : (
        <p className="margin-bottom-14">{toCurves}</p>
      )}
      {report.data === null && task.endedAt === null && (
        <p className={`${styles['note']} faint weight-400`}>{results('noReportYet')}</p>
      )}
      <div
        className={
          pictures.length <= fewPictures ? `${styles['outputs']} grid columns-1 gap-0-16 align-start` : undefined
        }
      >
        {hasSamples && <Samples task={task} max={maxSamples} />}
        {pictures.length > 0 && (
          <Panel title={results('pictures')}>
            <div
              className="grid gap-14"
              style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))' }}
            >
              {pictures.map(({ path }) => (
                <a className="note" key={path} href={content(path)} target="_blank" rel="noreferrer">
                  <img
                    className="block full-width margin-bottom-4 border radius-8"
                    src={content(path)}
                    alt={path}
                    loading="lazy"
                  />
                  <span>{path}</span>
                </a>
              ))}
            </div>
          </Panel>
        )}
        {others.length > 0 && <FilesPanel task={task} files={others} keptEpoch={report.data?.kept?.epoch} />}
      </div>
    </>
  )
}

interface FilesPanelProps {
  task: Task
  files: readonly { path: string; size: number }[]
  keptEpoch: number | undefined
}

function FilesPanel({ task, files, keptEpoch }: FilesPanelProps) {
  const t = useText(text)
  const details = useText(detailText)
  const results = useText(resultText)
  const [isWhole, setWhole] = useState(false)
  const visible = isWhole ? files : files.slice(0, firstFiles)
  const registered = registeredFile(task, files)
  const href = (path: string) =>
    addressOf(taskEndpoints.resultFileContent, { params: { taskId: task.id }, query: { path, download: 'true' } })
  return (
    <Panel title={details('files')}>
      <ul className={shared['files']}>
        {visible.map(({ path, size }) => (
          <li className="row gap-16 min-height-34 border-bottom" key={path}>
            <code className="grow min-width-0 break-anywhere">{path}</code>
            <Mark path={path} keptEpoch={keptEpoch} />
            {path === registered && task.modelId !== null && (
              <ModelLink id={task.modelId}>{details('openModel')}</ModelLink>
            )}
            {path !== registered && task.endedAt !== null && isModelFile(path) && (
              <Link to="/model/list" search={{ add: true, task: task.id, file: path }}>
                {details('addAsModel')}
              </Link>
            )}
            <span>{formatSize(size)}</span>
            <a href={href(path)} download aria-label={`${t('download')} ${path}`} title={t('download')}>
              <DownloadOutlined aria-hidden />
            </a>
          </li>
        ))}
      </ul>
      {visible.length < files.length && (
        <Button type="text" onClick={() => setWhole(true)}>
          {results('moreFiles', { count: files.length - visible.length })}
        </Button>
      )}
    </Panel>
  )
}

function registeredFile({ modelId, modelSize }: Task, files: FilesPanelProps['files']): string | undefined {
  if (modelId === null) return undefined
  const alike = files.filter(({ path, size }) => size === modelSize && isModelFile(path))
  const ranks = usualModelNames.map((name) => alike.find(({ path }) => new RegExp(`(?:^|/)${name}\\.`).test(path)))
  return (ranks.find((file) => file !== undefined) ?? alike[0])?.path
}

function Mark({ path, keptEpoch }: { path: string; keptEpoch: number | undefined }) {
  const details = useText(detailText)
  const name = /(?:^|\/)(best|last)\.\w+$/.exec(path)?.[1]
  if (name === 'best' && keptEpoch !== undefined) return <Tag>{details('keptEpoch', { epoch: keptEpoch })}</Tag>
  return (name === 'best' || name === 'last') && <Tag>{details(name)}</Tag>
}
