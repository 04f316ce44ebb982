import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import type { Model } from '@vermilion/contract/models'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { downloadOnPress } from '../download-model.ts'
import { contentOf } from '../model-content.ts'
import { text } from '../text.ts'

export function DownloadButton({ model }: { model: Model }) {
  const t = useText(text)
  return (
    <Button
      size="small"
      type="text"
      icon={<DownloadOutlined aria-hidden />}
      href={contentOf(model)}
      download
      onClick={downloadOnPress(model, t('downloadFailed'))}
      aria-label={`${t('download')} ${model.name}`}
    />
  )
}
