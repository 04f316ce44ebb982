import type { Editor } from '@vermilion/canvas/editor/editor'
import Tooltip from 'antd/es/tooltip'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { stripText } from './strip-text.ts'
import styles from './strip.module.css'
import { usePart } from './use-part.ts'

interface StripProps {
  editor: Editor
  /** What the tool in hand can be told. */
  options: ReactNode
  /** How the image is looked at. */
  children: ReactNode
}

/** A line above the image: the tool in hand with its options, and ways of looking at the image. */
export function Strip({ editor, options, children }: StripProps) {
  const t = useText(stripText)
  const label = usePart(editor, ({ labels }) => labels.current())
  return (
    <div className={styles['strip']} role="toolbar" aria-label={t('options')}>
      {label && (
        <span className={styles['label']} title={t('nextLabel', { name: label.name })}>
          <i style={{ background: label.colour }} aria-hidden />
          <span>{label.name}</span>
        </span>
      )}
      {options}
      <span className={styles['gap']} />
      <Later words={t('autoLabel')} reason={t('autoLabelLater')} />
      <Later words={t('imageSearch')} reason={t('imageSearchLater')} />
      {children}
    </div>
  )
}

/** A button for what is not there yet, that says so. */
function Later({ words, reason }: { words: string; reason: string }) {
  return (
    <Tooltip title={reason}>
      <button type="button" className={styles['button']} aria-disabled aria-description={reason}>
        {words}
      </button>
    </Tooltip>
  )
}
