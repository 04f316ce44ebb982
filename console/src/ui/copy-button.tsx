import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { notify } from './notify.tsx'
import { text } from './text.ts'

/** Puts a text on the clipboard. `label` says which, for whoever does not see what stands beside the button. */
export function CopyButton({ content, label }: { content: string; label: string }) {
  const t = useText(text)
  const copy = async () => {
    if (await toClipboard(content)) notify.success(t('copied'))
    else notify.error(t('copyFailed'))
  }
  return (
    <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()} aria-label={`${t('copy')} · ${label}`}>
      {t('copy')}
    </Button>
  )
}

/** Says whether it worked. Over plain HTTP from another machine, browsers only know the old way. */
async function toClipboard(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = content
    area.style.position = 'fixed'
    area.style.opacity = '0'
    document.body.append(area)
    const focused = document.activeElement
    area.select()
    const copied = document.execCommand('copy')
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return copied
  }
}
