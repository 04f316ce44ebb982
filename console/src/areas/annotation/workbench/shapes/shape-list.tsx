import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import VerticalAlignBottomOutlined from '@ant-design/icons/es/icons/VerticalAlignBottomOutlined'
import VerticalAlignTopOutlined from '@ant-design/icons/es/icons/VerticalAlignTopOutlined'
import type { CommandId } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { moduleOf } from '@vermilion/canvas/shapes/registry'
import type { Shape } from '@vermilion/contract/labels/index'
import {
  type ComponentType,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  type RefObject,
  useState,
} from 'react'
import { useText } from '#lib/i18n.ts'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import { text } from '../../text.ts'
import { ShapeRow } from './shape-row.tsx'
import styles from '../side-panel.module.css'
import { useEditorValue } from '../use-editor-value.ts'

/** CSS pixels. */
const rowHeight = 32

const orders: readonly (readonly [CommandId, ComponentType])[] = [
  ['bring-to-front', VerticalAlignTopOutlined],
  ['raise', UpOutlined],
  ['lower', DownOutlined],
  ['send-to-back', VerticalAlignBottomOutlined],
]

export function ShapeList({ editor }: { editor: Editor }) {
  const t = useText(text)
  const all = useEditorValue(editor, (now) => now.document.shapes())
  const shapes = useMemo(() => all.filter((shape) => !moduleOf(shape).placeless), [all])
  return (
    <>
      <h2 className={`${styles['title']} row note gap-8 min-height-26 weight-600`}>
        {t('shapes')}
        <span className="grow text-tertiary weight-400 tabular">{shapes.length}</span>
        <span className="flex">
          {orders.map(([id, Icon]) => (
            <OrderButton key={id} editor={editor} id={id} icon={Icon} />
          ))}
        </span>
      </h2>
      {shapes.length === 0 ? (
        <div className={`${styles['empty']} text-secondary`}>
          <p>{t('noShapes')}</p>
          <p>{t('noShapesWords')}</p>
        </div>
      ) : (
        <ShapeRows editor={editor} shapes={shapes} />
      )}
    </>
  )
}

function ShapeRows({ editor, shapes }: { editor: Editor; shapes: readonly Shape[] }) {
  const only = useEditorValue(editor, (now) => now.selection.only())
  const frame = useRef<HTMLDivElement>(null)
  const { first, end, scrollToRow, scrollToTop } = useVisibleRows(frame, shapes.length, rowHeight)
  const toTop = useEffectEvent(scrollToTop)
  // eslint-disable-next-line react/exhaustive-effect-dependencies -- another image's list begins at its top
  useLayoutEffect(() => toTop(), [editor])
  const showSelected = useEffectEvent((all: readonly Shape[], id: string) => {
    const index = all.findIndex((shape) => shape.id === id)
    if (index >= 0) scrollToRow(all.length - 1 - index)
  })
  useEffect(() => {
    if (only !== null) showSelected(shapesOf(editor), only)
  }, [editor, only])
  const indices = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
  return (
    <div
      ref={frame}
      className={`${styles['shapes']} scroll-y grow`}
      onPointerLeave={() => editor.selection.hover(null)}
    >
      <ul className="relative" style={{ height: shapes.length * rowHeight }}>
        {indices.map((index) => {
          const shape = shapes[shapes.length - 1 - index]
          if (!shape) return null
          return (
            <ShapeRow
              key={shape.id}
              editor={editor}
              shape={shape}
              index={shapes.length - index}
              top={index * rowHeight}
            />
          )
        })}
      </ul>
    </div>
  )
}

function OrderButton({ editor, id, icon: Icon }: { editor: Editor; id: CommandId; icon: ComponentType }) {
  const t = useText(studioCommandText)
  const enabled = useEditorValue(editor, ({ selection }) => selection.ids().size > 0)
  return (
    <button
      type="button"
      className={`${styles['order']} quiet-button centered height-26 radius-6 text-secondary hover-ground-tertiary hover-text-ink`}
      aria-label={t(id)}
      title={t(id)}
      aria-disabled={!enabled}
      onClick={() => editor.run(id)}
    >
      <Icon aria-hidden />
    </button>
  )
}

const shapesOf = ({ document }: Editor) => document.shapes().filter((shape) => !moduleOf(shape).placeless)

/** Rows beyond both edges of the frame that are there already when they are scrolled to. */
const overscan = 10

interface VisibleRows {
  readonly first: number
  readonly end: number
  scrollToRow(index: number): void
  scrollToTop(): void
}

/** Rows of equal `height` in a frame mounted before. A library for rows of any height would add 9 kB to the first page. */
function useVisibleRows(frame: RefObject<HTMLElement | null>, count: number, height: number): VisibleRows {
  const [{ top, bottom }, setSight] = useState({ top: 0, bottom: 0 })
  // Asking the page where it stands would have it laid out.
  const scrolled = useRef({ offset: 0, size: 0 })
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const update = () => {
      const { offset, size } = scrolled.current
      const range = { top: Math.floor(offset / height), bottom: Math.ceil((offset + size) / height) }
      setSight((now) => (now.top === range.top && now.bottom === range.bottom ? now : range))
    }
    const onScroll = () => {
      scrolled.current.offset = element.scrollTop
      update()
    }
    const observer = new ResizeObserver(([entry]) => {
      scrolled.current.size = entry?.contentRect.height ?? 0
      update()
    })
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [frame, height])
  return {
    first: Math.max(0, Math.min(top, count) - overscan),
    end: Math.min(count, bottom + overscan),
    scrollToRow(index) {
      const { offset } = scrolled.current
      // A list that has just come is not measured yet.
      const size = scrolled.current.size || (frame.current?.clientHeight ?? 0)
      const start = index * height
      if (start < offset) frame.current?.scrollTo({ top: start })
      else if (start + height > offset + size) frame.current?.scrollTo({ top: start + height - size })
    },
    scrollToTop() {
      if (scrolled.current.offset > 0) frame.current?.scrollTo({ top: 0 })
    },
  }
}
