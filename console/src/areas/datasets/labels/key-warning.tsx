import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { namesOfKeys } from '#ui/keyboard/keys.tsx'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import styles from './labels.module.css'
import { meaningOf } from './studio-key.ts'
import { text } from './text.ts'

export function KeyWarning({ value }: { value: string }) {
  const t = useText(text)
  const names = useText(studioCommandText)
  const keymap = useSystem(({ studio }) => studio.keymap)
  const meaning = meaningOf(value, keymap)
  if (meaning === null) return null
  const key = namesOfKeys(value).join('+')
  return (
    <span className={`${styles['warning']} block font-13 narrow-hidden`} role="alert">
      {meaning === 'reserved' ? t('shortcutReserved', { key }) : t('shortcutRuns', { key, command: names(meaning.id) })}
    </span>
  )
}
