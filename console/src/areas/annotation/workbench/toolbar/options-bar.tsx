import AimOutlined from '@ant-design/icons/es/icons/AimOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import CompressOutlined from '@ant-design/icons/es/icons/CompressOutlined'
import MacCommandOutlined from '@ant-design/icons/es/icons/MacCommandOutlined'
import { classifiesOnly, commands } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { noAdjustments } from '@vermilion/canvas/editor/appearance'
import Tooltip from 'antd/es/tooltip'
import { type ReactNode, useRef, useState, type RefObject, useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Popout } from '#ui/overlay/popout.tsx'
import styles from './options-bar.module.css'
import { optionsBarText } from './options-bar-text.ts'
import type { ImagePlace } from '../segmenting/use-segments.ts'
import { useEditorValue } from '../use-editor-value.ts'
import { ToolOptions } from './tool-options.tsx'
import { OutlineButtons } from './outline-buttons.tsx'
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Adjustments } from './adjustments.tsx'
import { KeyboardSettings } from '../../keyboard/keyboard-settings.tsx'

const outlineCommands = commands.filter(({ group }) => group === 'outline')

interface OptionsBarProps {
  editor: Editor
  labels: readonly Label[]
  isClosing: boolean
  place: ImagePlace | null
}

export function OptionsBar({ editor, labels, isClosing, place }: OptionsBarProps) {
  const t = useText(optionsBarText)
  const label = useEditorValue(editor, (now) => now.labels.current())
  const crosshair = useEditorValue(editor, ({ settings }) => settings.get().crosshair)
  const adjusted = useEditorValue(editor, ({ appearance }) => isAdjusted(appearance.adjustments()))
  const minimap = useSystem(({ studio }) => studio.minimap)
  const changeStudio = useSystem((system) => system.changeStudio)
  const [keys, setKeys] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  const hasOutlines = useEditorValue(editor, (now) => outlineCommands.some((command) => command.enabled(now)))
  return (
    <div
      className="row gap-4 min-width-0 padding-4-10"
      style={{ minHeight: 42 }}
      role="toolbar"
      aria-label={t('options')}
    >
      <div ref={line} className={`${styles['options']} row grow gap-4 min-width-0 clip`} inert={isClosing}>
        {label && !classifiesOnly(editor) && (
          <span
            className="inline-row gap-8 font-13"
            style={{ maxWidth: 'min(180px, 100%)', padding: '0 8px 0 4px' }}
            title={t('nextLabel', { name: label.name })}
          >
            <i className="rigid width-12 radius-4 height-12" style={{ background: label.colour }} aria-hidden />
            <span className="ellipsis">{label.name}</span>
          </span>
        )}
        <ToolOptions editor={editor} place={place} />
        {hasOutlines && <OutlineButtons editor={editor} />}
      </div>
      <OptionsOverflow line={line}>
        <ToolOptions editor={editor} place={place} />
        {hasOutlines && <OutlineButtons editor={editor} />}
      </OptionsOverflow>
      <ZoomFigure editor={editor} />
      <Toggle
        text={t('crosshair')}
        pressed={crosshair}
        icon={<AimOutlined aria-hidden />}
        onClick={() => editor.run('toggle-crosshair')}
      />
      <Toggle
        text={t('minimap')}
        pressed={minimap}
        icon={<CompressOutlined aria-hidden />}
        onClick={() => changeStudio({ minimap: !minimap })}
      />
      <Popout
        text={null}
        label={t('adjustments')}
        icon={<ControlOutlined aria-hidden />}
        active={adjusted}
        align="right"
        sheet
        plain
      >
        <Adjustments editor={editor} />
      </Popout>
      <Toggle text={t('keys')} icon={<MacCommandOutlined aria-hidden />} onClick={() => setKeys(true)} />
      {keys && <KeyboardSettings labelKeys={keysOfLabels(editor, labels)} onClose={() => setKeys(false)} />}
    </div>
  )
}

function isAdjusted(adjustments: typeof noAdjustments): boolean {
  return (Object.keys(noAdjustments) as (keyof typeof noAdjustments)[]).some(
    (name) => adjustments[name] !== noAdjustments[name],
  )
}

function keysOfLabels(editor: Editor, labels: readonly Label[]): ReadonlyMap<string, string> {
  const names = new Map(labels.map(({ id, name }) => [`label-${id}`, name]))
  return new Map(
    editor.commands().flatMap(({ id, keys }) => {
      const name = names.get(id)
      return name === undefined ? [] : keys.map((key) => [key, name] as const)
    }),
  )
}

interface ToggleProps {
  text: string
  pressed?: boolean
  icon: ReactNode
  onClick: () => void
}

function Toggle({ text: message, pressed, icon, onClick }: ToggleProps) {
  return (
    <Tooltip title={message}>
      <button
        type="button"
        className={`${styles['button']} quiet-button inline-row note gap-6 min-height-32 padding-0-8 radius-8 nowrap hover-ground-tertiary hover-text-ink`}
        aria-label={message}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        onClick={onClick}
      >
        {icon}
      </button>
    </Tooltip>
  )
}

/** At 100 %, a pixel of the image is a pixel of the page. */
function ZoomFigure({ editor }: { editor: Editor }) {
  const percent = useEditorValue(editor, ({ view }) => Math.round(view.frame().scale * 100))
  return <output className="note rigid min-width-46 tabular text-right">{percent} %</output>
}

interface OptionsOverflowProps {
  line: RefObject<HTMLElement | null>
  children: ReactNode
}

function OptionsOverflow({ line, children }: OptionsOverflowProps) {
  const t = useText(optionsBarText)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = line.current
    if (element === null) return
    const measure = () => setCut(hideWhatIsCut(element))
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    const changes = new MutationObserver(measure)
    changes.observe(element, { childList: true, subtree: true, characterData: true })
    measure()
    return () => {
      resizes.disconnect()
      changes.disconnect()
    }
  }, [line])
  if (!isCut) return null
  return (
    <Popout text={null} label={t('moreOptions')} icon={<EllipsisOutlined aria-hidden />} align="right" sheet plain>
      <div className={`${styles['overflow']} grid gap-8`}>{children}</div>
    </Popout>
  )
}

function hideWhatIsCut(line: HTMLElement): boolean {
  const end = line.getBoundingClientRect().right + 1
  const cut = [...line.children].map((part) =>
    part.toggleAttribute('data-cut', part.getBoundingClientRect().right > end),
  )
  return cut.includes(true)
}
