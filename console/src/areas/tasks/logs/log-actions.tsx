import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import Button from 'antd/es/button'
import { addressOf, call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { toClipboard } from '#ui/clipboard/copy-to-clipboard.ts'
import { text } from './text.ts'

interface LogActionsProps {
  task: Pick<Task, 'id' | 'name'>
  instance: string | undefined
  path: string | null
}

export function LogActions({ task, instance, path }: LogActionsProps) {
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
