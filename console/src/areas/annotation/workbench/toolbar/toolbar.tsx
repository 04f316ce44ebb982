import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import ExpandOutlined from '@ant-design/icons/es/icons/ExpandOutlined'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import OneToOneOutlined from '@ant-design/icons/es/icons/OneToOneOutlined'
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import { type Command, commands, type CommandId } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { keysOf } from '@vermilion/canvas/editor/commands/keymap'
import { toolsFor, type ToolId } from '@vermilion/canvas/tools/registry'
import Tooltip from 'antd/es/tooltip'
import { type ComponentType, memo, type RefObject, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import { text } from '../../text.ts'
import { pageCommands } from '#ui/keyboard/studio-commands.ts'
import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import BorderOutlined from '@ant-design/icons/es/icons/BorderOutlined'
import SelectOutlined from '@ant-design/icons/es/icons/SelectOutlined'
import styles from './toolbar.module.css'
import { useEditorValue } from '../use-editor-value.ts'

type Buttons = readonly (readonly [CommandId, ComponentType])[]

/** Canvas commands with a button; the others are in the shortcut sheet. */
const groups: readonly Buttons[] = [
  [
    ['undo', UndoOutlined],
    ['redo', RedoOutlined],
    ['delete', DeleteOutlined],
    ['hide', EyeInvisibleOutlined],
  ],
  [
    ['zoom-in', ZoomInOutlined],
    ['zoom-out', ZoomOutOutlined],
    ['zoom-fit', ExpandOutlined],
    ['zoom-actual', OneToOneOutlined],
  ],
]

const fewTools = 4

export function Toolbar({ editor, onHelp }: { editor: Editor; onHelp: () => void }) {
  const t = useText(text)
  const names = useText(studioCommandText)
  const keymap = useSystem(({ studio }) => studio.keymap)
  const help = pageCommands.find(({ id }) => id === 'help')
  const tools: Buttons = toolsFor(editor.kinds).map((id) => [`tool-${id}`, toolIcons[id]])
  return (
    <div
      className={`${styles['toolbar']} row column gap-8 scroll-y border-right ground-panel narrow-border-top`}
      data-many={tools.length > fewTools || undefined}
      role="toolbar"
      aria-label={t('tools')}
      aria-orientation="vertical"
    >
      {[tools, ...groups].map((group) => (
        <div key={group[0]?.[0]} className={`${styles['group']} stack gap-2 border-bottom`}>
          {group.map(([id, Icon]) => (
            <CommandButton key={id} editor={editor} id={id} icon={Icon} />
          ))}
        </div>
      ))}
      <Tooltip title={<Hint text={names('help')} combination={help && keysOf(help, keymap)[0]} />} placement="right">
        <button
          type="button"
          className={`${styles['tool']} quiet-button centered height-36 radius-8 text-secondary font-16 hover-ground-tertiary hover-text-ink narrow-rigid`}
          aria-label={names('help')}
          onClick={onHelp}
        >
          <QuestionCircleOutlined aria-hidden />
        </button>
      </Tooltip>
    </div>
  )
}

function CommandButton({ editor, id, icon }: { editor: Editor; id: CommandId; icon: ComponentType }) {
  const name = useCommandName(editor, id)
  const command: Command | undefined = commands.find((each) => each.id === id)
  const enabled = useEditorValue(editor, (now) => command?.enabled(now) ?? false)
  const pressed = useEditorValue(editor, (now) => command?.pressed?.(now))
  const combination = useEditorValue(editor, (now) => command && keysOf(command, now.keymap())[0])
  const run = useRef((): void => undefined)
  useLayoutEffect(() => void (run.current = () => editor.run(id)))
  return <ToolButton {...{ text: name, enabled, pressed, combination, icon, run }} />
}

interface ToolButtonProps {
  text: string
  enabled: boolean
  pressed: boolean | undefined
  combination: string | undefined
  icon: ComponentType
  /** The current action: a new image has a new editor, while the button is not rendered again. */
  run: RefObject<() => void>
}

const ToolButton = memo(({ text: message, enabled, pressed, combination, icon: Icon, run }: ToolButtonProps) => (
  <Tooltip title={<Hint text={message} combination={combination} />} placement="right">
    <button
      type="button"
      className={`${styles['tool']} quiet-button centered height-36 radius-8 text-secondary font-16 hover-ground-tertiary hover-text-ink narrow-rigid`}
      aria-label={message}
      aria-disabled={!enabled}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={() => run.current()}
    >
      <Icon aria-hidden />
    </button>
  </Tooltip>
))

function useCommandName(editor: Editor, id: CommandId): string {
  const t = useText(studioCommandText)
  const last = useEditorValue(editor, ({ history }) => history.last()?.label)
  const next = useEditorValue(editor, ({ history }) => history.next()?.label)
  if (id === 'undo' && last !== undefined) return t('undoStep', { step: t(`step-${last}`) })
  if (id === 'redo' && next !== undefined) return t('redoStep', { step: t(`step-${next}`) })
  return t(id)
}

function Hint({ text, combination }: { text: string; combination: string | undefined }) {
  return (
    <span className="inline-row gap-10">
      {text}
      {combination !== undefined && <Keys combination={combination} />}
    </span>
  )
}

function drawn(strokes: ReactNode): ComponentType {
  return function ToolIcon() {
    return (
      <svg
        width="1em"
        height="1em"
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        focusable="false"
      >
        {strokes}
      </svg>
    )
  }
}

const toolIcons: Record<ToolId, ComponentType> = {
  select: SelectOutlined,
  'draw-box': BorderOutlined,
  polygon: drawn(<path d="M4 14.5 2.5 6 9.5 2.5l6 4.5-2 7.5zM2.5 6h0M9.5 2.5h0M15.5 7h0M13.5 14.5h0M4 14.5h0" />),
  freehand: drawn(<path d="M2.5 12c1-6 5-10 8-9s1 4-1.5 5.5-3 4 0 4 4-2.5 6.5-1.5-1 5-5.5 5-6-1.5-7.5-4z" />),
  magnetic: drawn(<path d="M4 3v6.5a5 5 0 0 0 10 0V3h-3v6.5a2 2 0 0 1-4 0V3zM4 6h3M11 6h3" />),
  brush: drawn(
    <path d="m7.5 10 6.7-7.2a1.4 1.4 0 0 1 2 2L9 11.5M7.5 10a3 3 0 0 0-4 2.8c0 1.2-.6 2-1.5 2.4 2.5 1 6.8.5 6.9-2.2 0-1.5-.6-2.4-1.4-3z" />,
  ),
  eraser: drawn(
    <path d="m6.5 15-4-4a1.2 1.2 0 0 1 0-1.7l6.8-6.8a1.2 1.2 0 0 1 1.7 0l4 4a1.2 1.2 0 0 1 0 1.7L8.5 15zM6 6l6 6M6.5 15h9" />,
  ),
  fill: BgColorsOutlined,
  segment: drawn(
    <path d="M6 3.5c3-2 7.5-1 9 2.5M16 8c.2 3-1 5.5-4 6.5M9 15.5c-4 .5-7-2.5-6.5-6.5M3.2 6.5c.4-1 1-1.7 1.6-2.2M9 6.5v5M6.5 9h5" />,
  ),
  wand: drawn(<path d="m2.5 15.5 8-8M12.5 2v2.5M12.5 8v2.5M8.5 5.5h2M14.5 5.5H17M15 3l-1 1M15 8.5l-1-1M10 3l1 1" />),
}
