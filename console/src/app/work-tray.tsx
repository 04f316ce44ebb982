import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Popover from 'antd/es/popover'
import { useText } from '#lib/i18n.ts'
import { formatSize } from '#lib/format.ts'
import { readList } from '#lib/query.ts'
import { useUploads } from '#lib/upload.ts'
import { sumUploads } from '#lib/uploads.ts'
import { ProgressBar } from '#ui/progress.tsx'
import { ToolButton } from '#ui/tool-button.tsx'
import { text } from './text.ts'
import styles from './work-tray.module.css'

function useRunningTasks() {
  const running = useQuery(readList(taskEndpoints.listTasks, { query: { status: 'running', limit: 20 } }))
  const queuing = useQuery(readList(taskEndpoints.listTasks, { query: { status: 'queuing', limit: 20 } }))
  return [...(running.data?.items ?? []), ...(queuing.data?.items ?? [])]
}

/** What runs now, wherever the user is. */
export function WorkTray() {
  const t = useText(text)
  const tasks = useRunningTasks()
  const uploads = sumUploads(useUploads((state) => state.uploads))
  const count = tasks.length + (uploads.active > 0 ? 1 : 0)
  const content = (
    <div className={styles['panel']}>
      {count === 0 && uploads.total === 0 && (
        <div className={styles['none']}>
          <strong>{t('workNone')}</strong>
          <p>{t('workNoneWords')}</p>
        </div>
      )}
      {uploads.total > 0 && (
        <section>
          <h3>{t('workUploads')}</h3>
          <div className={styles['row']}>
            <span>
              {uploads.done} / {uploads.total}
            </span>
            <span className={styles['note']}>
              {formatSize(uploads.sent)} / {formatSize(uploads.size)}
            </span>
          </div>
          <ProgressBar done={uploads.sent} total={uploads.size} label={t('workUploads')} />
        </section>
      )}
      {tasks.length > 0 && (
        <section>
          <h3>{t('workTasks')}</h3>
          {tasks.map((task) => (
            <Link key={task.id} to="/compute/taskdetail/$id" params={{ id: task.id }} className={styles['task']}>
              <span className={styles['row']}>
                <span>{task.name}</span>
                {task.progress !== null && (
                  <span className={styles['note']}>
                    {task.progress.done} / {task.progress.total}
                  </span>
                )}
              </span>
              <ProgressBar done={task.progress?.done ?? 0} total={task.progress?.total ?? 1} label={task.name} />
            </Link>
          ))}
        </section>
      )}
    </div>
  )
  return (
    <Popover content={content} trigger="click" placement="bottomRight" arrow={false} title={t('work')}>
      <ToolButton label={count > 0 ? `${t('work')}: ${count}` : t('work')} title={t('work')}>
        {count > 0 ? <LoadingOutlined aria-hidden className={styles['busy']} /> : <UnorderedListOutlined aria-hidden />}
        {count > 0 && <span className={styles['count']}>{count}</span>}
      </ToolButton>
    </Popover>
  )
}
