import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import Button from 'antd/es/button'
import Switch from 'antd/es/switch'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addressOf, ApiError, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { useNews } from '#lib/news.ts'
import { ProblemState } from '#ui/states.tsx'
import { createLogReader, type ShownLog } from './log-reader.ts'
import styles from './tasks.module.css'
import { text } from './text.ts'

function useLog(taskId: string) {
  const [log, setLog] = useState<ShownLog>({ text: '', cut: false, problem: null })
  const [reader] = useState(() =>
    createLogReader({
      read: (offset) =>
        call(taskEndpoints.readLog, { params: { taskId }, query: offset === undefined ? {} : { offset } }),
      onChange: setLog,
    }),
  )
  useEffect(() => void reader.readOn(), [reader])
  useNews('task-output', (event) => (event === null || event.taskId === taskId) && void reader.readOn())
  useNews('task-changed', (event) => event?.taskId === taskId && void reader.readOn())
  return { log, retry: () => void reader.readOn() }
}

/** What a task writes, as it writes it. */
export function LogTab({ task }: { task: Task }) {
  const t = useText(text)
  const { log, retry } = useLog(task.id)
  const [follow, setFollow] = useState(true)
  const view = useRef<HTMLPreElement>(null)
  useLayoutEffect(() => {
    if (follow && log.text !== '') view.current?.scrollTo({ top: view.current.scrollHeight })
  }, [follow, log.text])
  const empty = log.text === ''
  // A task that waits has no log yet, which is no failure.
  const missing = log.problem instanceof ApiError && log.problem.error === 'task.log-missing'
  return (
    <>
      <div className={styles['logBar']}>
        <label>
          <Switch size="small" checked={follow} onChange={setFollow} />
          {t('follow')}
        </label>
        {log.cut && <span className={styles['quiet']}>{t('earlier')}</span>}
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden />}
          disabled={empty}
          href={addressOf(taskEndpoints.downloadLog, { params: { taskId: task.id } })}
          download={`${task.name}.log`}
        >
          {t('downloadLog')}
        </Button>
      </div>
      {log.problem !== null && !missing && empty ? (
        <ProblemState problem={log.problem} onRetry={retry} />
      ) : (
        <pre
          ref={view}
          className={styles['log']}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable
          tabIndex={0}
          aria-label={t('log')}
          onWheel={({ deltaY }) => deltaY < 0 && setFollow(false)}
        >
          {empty ? t('logEmpty') : log.text}
        </pre>
      )}
    </>
  )
}
