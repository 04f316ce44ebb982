import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { notify } from '../feedback/notify.tsx'
import { text } from '../text.ts'
import { toClipboard } from './copy-to-clipboard.ts'

export function CopyIcon({ content, label }: { content: string; label: string }) {
  const t = useText(text)
  const copy = async () => {
    if (await toClipboard(content)) notify.success(t('copied'))
    else notify.error(t('copyFailed'))
  }
  return (
    <Button
      type="text"
      size="small"
      icon={<CopyOutlined aria-hidden />}
      onClick={() => void copy()}
      aria-label={`${t('copy')} · ${label}`}
      title={t('copy')}
    />
  )
}
