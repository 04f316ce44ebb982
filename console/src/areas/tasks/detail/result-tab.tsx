import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { isModelFile } from '@vermilion/contract/models/stored-formats'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { addressOf } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/feedback/status.tsx'
import { Bone, PartialStrip, ProblemState, State } from '#ui/feedback/states.tsx'
import styles from '../tasks.module.css'
import { text } from '../text.ts'

/** What a training has left so far: pictures and files. Its curves are in a tab of their own. */
export function ResultTab({ task }: { task: Task }) {
  const t = useText(text)
  const files = useQuery(read(taskEndpoints.listResultFiles, { params: { taskId: task.id } }))
  if (files.data === undefined) {
    if (files.error === null) return <Bone height={300} />
    return <ProblemState problem={files.error} onRetry={() => void files.refetch()} />
  }
  if (files.data.length === 0) return <State title={t('noResults')} words={t('noFiles')} />
  const contentOf = (path: string, download: 'true' | 'false') =>
    addressOf(taskEndpoints.resultFileContent, { params: { taskId: task.id }, query: { path, download } })
  const figures = files.data.filter(({ path }) => /\.(?:png|jpe?g|svg|webp)$/i.test(path))
  return (
    <>
      {files.error !== null && <PartialStrip problem={files.error} onRetry={() => void files.refetch()} />}
      <p className={styles['toCurves']}>
        <Link to="/compute/taskdetail/$id" params={{ id: task.id }} search={{ tab: 'metrics' }} replace>
          {t('toCurves')}
        </Link>
      </p>
      {figures.length > 0 && (
        <Panel title={t('figures')}>
          <div className={styles['figures']}>
            {figures.map(({ path }) => (
              <a key={path} href={contentOf(path, 'false')} target="_blank" rel="noreferrer">
                <img src={contentOf(path, 'false')} alt={path} loading="lazy" />
                <span>{path}</span>
              </a>
            ))}
          </div>
        </Panel>
      )}
      <Panel title={t('files')}>
        <ul className={styles['files']}>
          {files.data.map(({ path, size }) => (
            <li key={path}>
              <code>{path}</code>
              <Mark path={path} />
              {isModelFile(path) && (
                <Link to="/model/list" search={{ add: true, task: task.id, file: path }}>
                  {t('addAsModel')}
                </Link>
              )}
              <span>{formatSize(size)}</span>
              <a href={contentOf(path, 'true')} download aria-label={`${t('download')} ${path}`} title={t('download')}>
                <DownloadOutlined aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

/** Trainers leave the weights of their best epoch, and of the last one that they ended. */
function Mark({ path }: { path: string }) {
  const t = useText(text)
  const name = /(?:^|\/)(best|last)\.\w+$/.exec(path)?.[1]
  return (name === 'best' || name === 'last') && <Tag>{t(name)}</Tag>
}
