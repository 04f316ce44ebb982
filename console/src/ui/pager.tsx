import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import type { Page } from '@vermilion/contract/kernel/page'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import styles from './pager.module.css'
import { text } from './text.ts'

interface PagerProps {
  page: Page<unknown> | undefined
  /** Asks for the page at a cursor; undefined is the first page. */
  onCursor: (cursor: string | undefined) => void
}

/** 'Showing x-y of total', and the way to the pages beside. */
export function Pager({ page, onCursor }: PagerProps) {
  const t = useText(text)
  if (page === undefined || page.total === 0) return null
  const { from, total, items, nextCursor, previousCursor } = page
  return (
    <nav className={styles['pager']}>
      <span aria-live="polite">{t('showing', { from, to: from + items.length - 1, total })}</span>
      {(nextCursor !== null || previousCursor !== null || from > 1) && (
        <span className={styles['buttons']}>
          <Button
            size="small"
            icon={<LeftOutlined aria-hidden />}
            aria-label={t('previousPage')}
            disabled={from <= 1}
            onClick={() => onCursor(previousCursor ?? undefined)}
          />
          <Button
            size="small"
            icon={<RightOutlined aria-hidden />}
            aria-label={t('nextPage')}
            disabled={nextCursor === null}
            onClick={() => nextCursor !== null && onCursor(nextCursor)}
          />
        </span>
      )}
    </nav>
  )
}
