import { keysOf } from '@vermilion/canvas/editor/commands/keymap'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { type KeyGroup, keyedCommands } from '#ui/keyboard/studio-commands.ts'
import { studioCommandText } from '#ui/keyboard/studio-command-text.ts'

/** Tells the shortcut sheet every key of the studio, from the tables that the keyboard reads. */
export function useStudioShortcuts(): void {
  const t = useText(studioCommandText)
  const keymap = useSystem(({ studio }) => studio.keymap)
  const rowsOf = (group: KeyGroup) =>
    keyedCommands[group]
      .map((command) => ({ id: command.id, keys: keysOf(command, keymap), words: t(command.id) }))
      .filter(({ keys }) => keys.length > 0)
  const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  usePageShortcuts([
    { title: t('keys-images'), rows: rowsOf('images') },
    {
      title: t('keys-tools'),
      rows: [...rowsOf('tools'), { id: 'labels', keys: ['1', '9'], between: '…', words: t('pickLabel') }],
    },
    { title: t('keys-edit'), rows: [...rowsOf('edit'), { id: 'nudge', keys: arrows, words: t('nudge') }] },
    { title: t('keys-outline'), rows: rowsOf('outline') },
    { title: t('keys-view'), rows: rowsOf('view') },
    {
      title: t('keys-pointer'),
      rows: [
        { id: 'wheel', keys: [t('wheel')], words: t('wheelKey') },
        { id: 'sideways', keys: [`Shift+${t('wheel')}`], words: t('wheelShiftKey') },
        { id: 'pan', keys: [`Space+${t('drag')}`], words: t('panKey') },
        { id: 'marquee', keys: [`Ctrl+${t('drag')}`], words: t('marqueeKey') },
        { id: 'add', keys: [`Shift+${t('click')}`], words: t('additiveKey') },
        { id: 'exclude', keys: [`Alt+${t('click')}`], words: t('excludeKey') },
        { id: 'cycle', keys: ['Tab'], words: t('cycle') },
      ],
    },
  ])
}
