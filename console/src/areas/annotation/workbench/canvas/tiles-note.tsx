import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import styles from './tiles-note.module.css'
import { tilesText } from './tiles-text.ts'
import type { Tiles } from './use-tiles.ts'

export function TilesNote({ missing }: { missing: NonNullable<Tiles['missing']> }) {
  const t = useText(tilesText)
  if (missing === 'cutting')
    return (
      <output className={`${styles['note']} absolute padding-4-12 radius-6 ground-raised shadow-secondary font-13`}>
        {t('cutting')}
      </output>
    )
  return (
    <div
      role="alert"
      className={`${styles['note']} absolute padding-4-12 radius-6 ground-raised shadow-secondary font-13`}
    >
      {t('failed', { reason: problemWords(missing.problem) })}
      <Button size="small" type="link" onClick={missing.retry}>
        {t('retry')}
      </Button>
    </div>
  )
}
