import { type Ref, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './log.module.css'
import { text } from './text.ts'

interface GoToLineProps {
  ref: Ref<HTMLFormElement>
  total: number
  /** Lines count from 0. */
  onGo: (line: number) => void
  onDone: () => void
}

export function GoToLine({ ref, total, onGo, onDone }: GoToLineProps) {
  const t = useText(text)
  const [line, setLine] = useState<number | null>(null)
  return (
    <form
      ref={ref}
      className={styles['goTo']}
      onSubmit={(event) => {
        event.preventDefault()
        if (line !== null && total > 0) onGo(Math.min(total, Math.max(1, Math.round(line))) - 1)
        onDone()
      }}
    >
      <NumberInput aria-label={t('goToLine')} placeholder={t('goToLine')} min={1} value={line} onChange={setLine} />
    </form>
  )
}
