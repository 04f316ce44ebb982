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
import { toolsFor } from '@vermilion/canvas/tools/registry'
import Tooltip from 'antd/es/tooltip'
import { type ComponentType, memo, type RefObject, useLayoutEffect, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import { text } from '../../text.ts'
import { pageCommands } from '#ui/keyboard/studio-commands.ts'
import { toolIcons } from './tool-icons.tsx'
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
      <Tooltip title={<Hint words={names('help')} combination={help && keysOf(help, keymap)[0]} />} placement="right">
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
  return <ToolButton {...{ words: name, enabled, pressed, combination, icon, run }} />
}

interface ToolButtonProps {
  words: string
  enabled: boolean
  pressed: boolean | undefined
  combination: string | undefined
  icon: ComponentType
  /** The current action: a new image has a new editor, while the button is not rendered again. */
  run: RefObject<() => void>
}

const ToolButton = memo(({ words, enabled, pressed, combination, icon: Icon, run }: ToolButtonProps) => (
  <Tooltip title={<Hint words={words} combination={combination} />} placement="right">
    <button
      type="button"
      className={`${styles['tool']} quiet-button centered height-36 radius-8 text-secondary font-16 hover-ground-tertiary hover-text-ink narrow-rigid`}
      aria-label={words}
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

function Hint({ words, combination }: { words: string; combination: string | undefined }) {
  return (
    <span className="inline-row gap-10">
      {words}
      {combination !== undefined && <Keys combination={combination} />}
    </span>
  )
}
