import { commands } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { useText } from '#lib/i18n.ts'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'
import styles from './options-bar.module.css'
import { useEditorValue } from '../use-editor-value.ts'

const outlineCommands = commands.filter(({ group }) => group === 'outline')
type OutlineCommand = (typeof outlineCommands)[number]

/** What can be done now with the outlines that are selected. */
export function OutlineButtons({ editor }: { editor: Editor }) {
  return outlineCommands.map((command) => <OutlineButton key={command.id} editor={editor} command={command} />)
}

function OutlineButton({ editor, command }: { editor: Editor; command: OutlineCommand }) {
  const t = useText(studioCommandText)
  const enabled = useEditorValue(editor, (now) => command.enabled(now))
  const pressed = useEditorValue(editor, (now) => ('pressed' in command ? command.pressed(now) : undefined))
  if (!enabled) return null
  return (
    <button
      type="button"
      className={styles['button']}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={() => editor.run(command.id)}
    >
      {t(command.id)}
    </button>
  )
}
