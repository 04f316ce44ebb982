import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { notify } from '../feedback/notify.tsx'
import { text } from '../text.ts'
import { toClipboard } from './copy-to-clipboard.ts'

interface CopyButtonProps {
  content: string
  label: string
  small?: boolean
}

export function CopyButton({ content, label, small = false }: CopyButtonProps) {
  const t = useText(text)
  const copy = async () => {
    if (await toClipboard(content)) notify.success(t('copied'))
    else notify.error(t('copyFailed'))
  }
  return (
    <Button
      {...(small ? { size: 'small' as const } : {})}
      icon={<CopyOutlined aria-hidden />}
      onClick={() => void copy()}
      aria-label={`${t('copy')} · ${label}`}
    >
      {t('copy')}
    </Button>
  )
}
