import { fileEndpoints } from '@vermilion/contract/files'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { ListedItem } from '@vermilion/contract/datasets/items'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import styles from './classify.module.css'
import { classifyText } from './text.ts'
import type { ClassifyPage } from './use-classify-page.ts'
import type { Picks } from './use-picks.ts'

interface ClassifyGridProps {
  page: ClassifyPage
  picks: Picks
  labels: readonly Label[]
  onKey: (event: KeyboardEvent) => void
  onOpen: (itemId: string) => void
}

/** A button is clicked when the space bar is released; here the key press has picked it already. */
const keepFromPressing = (event: KeyboardEvent) => event.key === ' ' && event.preventDefault()

export function ClassifyGrid({ page, picks, labels, onKey, onOpen }: ClassifyGridProps) {
  const t = useText(classifyText)
  const grid = useRef<HTMLFieldSetElement>(null)
  const { current } = picks
  useEffect(() => grid.current?.querySelectorAll<HTMLElement>('button')[current]?.focus(), [current])
  const choose = ({ shiftKey, detail }: MouseEvent, index: number, item: ListedItem) => {
    if (detail > 1) return onOpen(item.id)
    if (shiftKey) picks.extend(index)
    else picks.toggle(index)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its buttons
    <fieldset ref={grid} className={styles['grid']} aria-label={t('grid')} onKeyDown={onKey} onKeyUp={keepFromPressing}>
      {page.items.map((item, index) => {
        const classes = page.classesOf(item.id).flatMap((id) => labels.find((label) => label.id === id) ?? [])
        const message = classes.length === 0 ? t('noClass') : classes.map(({ name }) => name).join(', ')
        return (
          <button
            key={item.id}
            type="button"
            className={`${styles['cell']} relative ratio-4-3 padding-0 border-0 radius-8 ground-quaternary clip cursor-pointer`}
            tabIndex={index === current ? 0 : -1}
            aria-pressed={picks.picked.includes(item.id)}
            aria-label={`${item.path}, ${message}`}
            title={visibleName(item.path)}
            onClick={(event) => choose(event, index, item)}
          >
            <img
              className="full block object-contain"
              src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: item.fileId } })}
              alt=""
              decoding="async"
              draggable={false}
            />
            {classes.length > 0 && (
              <span
                className="ellipsis inline-row absolute bottom-6 left-6 gap-6 radius-6 ground-veil text-white font-12"
                style={{ maxWidth: 'calc(100% - 12px)', padding: '2px 8px' }}
              >
                <i
                  className="rigid width-10 height-10 radius-4"
                  style={{ background: classes[0]?.colour }}
                  aria-hidden
                />
                {classes.length === 1 ? classes[0]?.name : t('several', { count: classes.length })}
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}

export function columnsOf(grid: Element): number {
  const cells = [...grid.querySelectorAll<HTMLElement>('button')]
  return Math.max(1, cells.filter(({ offsetTop }) => offsetTop === cells[0]?.offsetTop).length)
}
