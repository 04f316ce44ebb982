import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { addressOf, call } from '#lib/api.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { toClipboard } from '#ui/clipboard/copy-to-clipboard.ts'
import type { LogState } from './log-lines.ts'
import styles from './log.module.css'
import { text } from './text.ts'
import type { LineSelection } from './use-line-selection.ts'

interface LogSummaryProps {
  task: Task
  instance: string | undefined
  state: LogState
  selection: LineSelection
}

export function LogSummary({ task, instance, state, selection }: LogSummaryProps) {
  const t = useText(text)
  const counted = state.size === 0 ? 100 : Math.floor((state.indexed / state.size) * 100)
  return (
    <span className="wrapping-row gap-8 push-right narrow-line-of-its-own">
      {selection.count > 0 && (
        <Button size="small" type="primary" onClick={selection.copy}>
          {t('copyLines', { count: selection.count })}
        </Button>
      )}
      <span className={`${styles['count']} faint tabular nowrap`}>
        {counted < 100 ? t('counting', { percent: counted }) : t('lines', { count: state.total })}
      </span>
      <LogActions task={task} instance={instance} path={state.path} />
    </span>
  )
}

interface LogActionsProps {
  task: Pick<Task, 'id' | 'name'>
  instance: string | undefined
  path: string | null
}

function LogActions({ task, instance, path }: LogActionsProps) {
  const t = useText(text)
  const copyPath = async () => {
    if (path !== null && path !== '' && (await toClipboard(path))) notify.success(t('pathCopied'))
    else notify.error(t('pathFailed'))
  }
  const download = async () => {
    try {
      // Browsers do not report a download's failure, so the log is requested before.
      await call(taskLogEndpoints.logLines, { params: { taskId: task.id }, query: { count: 0, instance } })
      const link = document.createElement('a')
      link.href = addressOf(taskEndpoints.downloadLog, { params: { taskId: task.id }, query: { instance } })
      link.download = `${task.name}.log`
      link.click()
    } catch {
      notify.error(t('downloadFailed'))
    }
  }
  return (
    <>
      <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copyPath()} title={path ?? ''}>
        {t('copyPath')}
      </Button>
      <Button size="small" icon={<DownloadOutlined aria-hidden />} onClick={() => void download()}>
        {t('download')}
      </Button>
    </>
  )
}
