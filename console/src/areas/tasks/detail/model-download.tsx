import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { modelEndpoints } from '@vermilion/contract/models'
import type { Task } from '@vermilion/contract/tasks'
import { addressOf } from '#lib/api.ts'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'

export function ModelDownload({ task: { modelId, modelSize, name } }: { task: Task }) {
  const t = useText(text)
  if (modelId === null) return unknownValue
  const href = addressOf(modelEndpoints.modelContent, { params: { modelId } })
  const size = formatSize(modelSize)
  return (
    <a href={href} download aria-label={`${t('downloadModelOf', { name })} ${size}`}>
      <DownloadOutlined aria-hidden /> {size}
    </a>
  )
}
