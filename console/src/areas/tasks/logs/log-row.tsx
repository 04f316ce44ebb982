import { type LogLine, maxLineBytes } from '@vermilion/contract/tasks/logs'
import { type CSSProperties, memo } from 'react'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { levelOf } from './level.ts'
import styles from './log.module.css'
import type { Colour, Style } from './sgr.ts'
import { markRuns, styledRuns, textOf } from './styled-runs.ts'
import { text } from './text.ts'

interface LogRowProps {
  number: number
  line: LogLine | undefined
  pattern: RegExp | null
  current: boolean
  selected: boolean
  onMore: (number: number) => void
}

export const LogRow = memo(function LogRow({ number, line, pattern, current, selected, onMore }: LogRowProps) {
  const runs = line === undefined ? [] : styledRuns(line.text)
  return (
    <div
      className={`${styles['row']} flex white-space-pre hover-ground-quaternary`}
      data-line={number}
      data-level={levelOf(textOf(runs)) ?? undefined}
      data-current={current || undefined}
      data-selected={selected || undefined}
    >
      <span
        className={`${styles['number']} sticky left-0 rigid border-right text-tertiary text-right tabular cursor-pointer no-select`}
      >
        {number + 1}
      </span>
      <code className={`${styles['text']} grow min-content-width padding-0-12 font-inherit`}>
        {markRuns(runs, pattern).map((run, index) => {
          const style = styleOf(run.style)
          const key = index
          if (run.marked)
            return (
              <mark className="radius-2" key={key}>
                {run.text}
              </mark>
            )
          return style === undefined ? (
            run.text
          ) : (
            <span key={key} style={style}>
              {run.text}
            </span>
          )
        })}
      </code>
      {line !== undefined && (line.cut || line.from > 0) && <Rest line={line} onMore={() => onMore(number)} />}
    </div>
  )
})

function Rest({ line, onMore }: { line: LogLine; onMore: () => void }) {
  const t = useText(text)
  const size = formatSize(line.size)
  if (!line.cut)
    return (
      <i
        className={`${styles['rest']} hint sticky rigid height-18 padding-0-6 border-0 radius-4 ground-raised upright line-height-18`}
      >
        {t('overwritten', { size: formatSize(line.from) })}
      </i>
    )
  if (line.text.length > maxLineBytes / 4)
    return (
      <i
        className={`${styles['rest']} hint sticky rigid height-18 padding-0-6 border-0 radius-4 ground-raised upright line-height-18`}
      >
        {t('mostShown', { size })}
      </i>
    )
  const label =
    line.size <= maxLineBytes ? t('showWhole', { size }) : t('showMore', { part: formatSize(maxLineBytes), size })
  return (
    <button
      type="button"
      className={`${styles['rest']} sticky rigid height-18 padding-0-6 border-0 radius-4 ground-raised text-link font-12 upright line-height-18 cursor-pointer`}
      onClick={onMore}
    >
      {label}
    </button>
  )
}

const colourOf = (colour: Colour) =>
  typeof colour === 'string' ? colour : colour === 0 ? 'var(--log-black, var(--ansi-0))' : `var(--ansi-${colour})`

/** The text color on a background: the log's own on palette colors, black or white on others. */
function inkOn(ground: Colour): string {
  if (typeof ground === 'number') return 'var(--ansi-ground)'
  const [red = 0, green = 0, blue = 0] = (ground.match(/\d+/g) ?? []).map(Number)
  return 0.3 * red + 0.59 * green + 0.11 * blue > 140 ? 'var(--ink-on-bright)' : 'var(--ant-color-white)'
}

function styleOf(style: Style): CSSProperties | undefined {
  const { bold, faint, italic, underline, strike, inverse } = style
  const [ink, ground] = inverse ? [style.ground, style.text] : [style.text, style.ground]
  const background = ground === undefined ? (inverse ? 'var(--ansi-ink)' : undefined) : colourOf(ground)
  // The palette is made for the log's background.
  const readable = ground === undefined ? (inverse ? 'var(--ansi-ground)' : undefined) : inkOn(ground)
  const colour = typeof ink === 'string' || (readable === undefined && ink !== undefined) ? colourOf(ink) : readable
  const lines = [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' ')
  const css: CSSProperties = {
    ...(colour === undefined ? {} : { color: colour }),
    ...(background === undefined ? {} : { background }),
    ...(bold ? { fontWeight: 600 } : {}),
    ...(faint ? { opacity: 0.75 } : {}),
    ...(italic ? { fontStyle: 'italic' } : {}),
    ...(lines === '' ? {} : { textDecoration: lines }),
  }
  return Object.keys(css).length === 0 ? undefined : css
}
