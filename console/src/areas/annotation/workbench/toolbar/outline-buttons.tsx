import { commands } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import BorderInnerOutlined from '@ant-design/icons/es/icons/BorderInnerOutlined'
import GatewayOutlined from '@ant-design/icons/es/icons/GatewayOutlined'
import MinusSquareOutlined from '@ant-design/icons/es/icons/MinusSquareOutlined'
import PlusSquareOutlined from '@ant-design/icons/es/icons/PlusSquareOutlined'
import ScissorOutlined from '@ant-design/icons/es/icons/ScissorOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import Tooltip from 'antd/es/tooltip'
import type { ComponentType } from 'react'
import { useText } from '#lib/i18n.ts'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import styles from './options-bar.module.css'
import { useEditorValue } from '../use-editor-value.ts'

const outlineCommands = commands.filter(({ group }) => group === 'outline')
type OutlineCommand = (typeof outlineCommands)[number]

const icons: Partial<Record<OutlineCommand['id'], ComponentType>> = {
  unite: PlusSquareOutlined,
  subtract: MinusSquareOutlined,
  simplify: GatewayOutlined,
  convert: SwapOutlined,
  'fill-holes': BgColorsOutlined,
  'delete-vertex': ScissorOutlined,
  'cut-hole': BorderInnerOutlined,
}

export function OutlineButtons({ editor }: { editor: Editor }) {
  return outlineCommands.map((command) => <OutlineButton key={command.id} editor={editor} command={command} />)
}

function OutlineButton({ editor, command }: { editor: Editor; command: OutlineCommand }) {
  const t = useText(studioCommandText)
  const enabled = useEditorValue(editor, (now) => command.enabled(now))
  const pressed = useEditorValue(editor, (now) => ('pressed' in command ? command.pressed(now) : undefined))
  if (!enabled) return null
  const Icon = icons[command.id]
  return (
    <Tooltip title={t(command.id)}>
      <button
        type="button"
        className={`${styles['button']} quiet-button inline-row note gap-6 min-height-32 padding-0-8 radius-8 nowrap hover-ground-tertiary hover-text-ink`}
        aria-label={t(command.id)}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        onClick={() => editor.run(command.id)}
      >
        {Icon === undefined ? t(command.id) : <Icon aria-hidden />}
      </button>
    </Tooltip>
  )
}
