import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import VerticalRightOutlined from '@ant-design/icons/es/icons/VerticalRightOutlined'
import type { Page } from '@vermilion/contract/kernel/page'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { pageSizes, useSystem } from '#lib/system.ts'
import { PlainSelect } from '../select/plain-select.tsx'
import styles from './pager.module.css'
import { text } from '../text.ts'

interface PagerProps {
  page: Page<unknown> | undefined
  /** Opens the page at a cursor; undefined is the first page. */
  onCursor: (cursor: string | undefined) => void
}

export function Pager({ page, onCursor }: PagerProps) {
  const t = useText(text)
  if (page === undefined || page.total === 0) return null
  const { from, total, items, nextCursor, previousCursor } = page
  const onFirst = from <= 1
  const summary = t('showing', { from, to: from + items.length - 1, total })
  return (
    <nav className={`${styles['pager']} wrapping-row faint rigid gap-4-16 justify-end tabular`} aria-label={summary}>
      <PageSize onChange={() => onCursor(undefined)} />
      <span aria-live="polite">{summary}</span>
      {(nextCursor !== null || previousCursor !== null || !onFirst) && (
        <span className="flex gap-6">
          <Button
            size="small"
            icon={<VerticalRightOutlined aria-hidden />}
            aria-label={t('firstPage')}
            title={t('firstPage')}
            disabled={onFirst}
            onClick={() => onCursor(undefined)}
          />
          <Button
            size="small"
            icon={<LeftOutlined aria-hidden />}
            aria-label={t('previousPage')}
            title={t('previousPage')}
            disabled={onFirst}
            onClick={() => onCursor(previousCursor ?? undefined)}
          />
          <Button
            size="small"
            icon={<RightOutlined aria-hidden />}
            aria-label={t('nextPage')}
            title={t('nextPage')}
            disabled={nextCursor === null}
            onClick={() => nextCursor !== null && onCursor(nextCursor)}
          />
        </span>
      )}
    </nav>
  )
}

function PageSize({ onChange }: { onChange: () => void }) {
  const t = useText(text)
  const { pageSize, change } = useSystem()
  return (
    <label className={`${styles['size']} row gap-8`}>
      {t('perPage')}
      <PlainSelect
        value={pageSize}
        onChange={({ target }) => {
          const size = pageSizes.find((size) => String(size) === target.value)
          if (size === undefined) return
          change({ pageSize: size })
          onChange()
        }}
      >
        {pageSizes.map((size) => (
          <option className="ground-raised" key={size} value={size}>
            {size}
          </option>
        ))}
      </PlainSelect>
    </label>
  )
}
