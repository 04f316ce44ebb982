import { useText } from '#lib/i18n.ts'
import { usePageShortcuts } from '#ui/page-shortcuts.ts'
import { text } from './text.ts'

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

/** Tells the shortcut sheet what the grid of files reads from the keyboard. */
export function useFileShortcuts(): void {
  const t = useText(text)
  usePageShortcuts([
    {
      title: t('files'),
      rows: [
        { id: 'move', keys: arrows, words: t('keyMove') },
        { id: 'extend', keys: ['Shift+ArrowRight'], words: t('keyExtend') },
        { id: 'preview', keys: ['Space', 'Enter'], words: t('keyPreview') },
        { id: 'all', keys: ['Ctrl+a'], words: t('keyAll') },
        { id: 'delete', keys: ['Delete', 'Backspace'], words: t('keyDelete') },
        { id: 'clear', keys: ['Escape'], words: t('keyClear') },
      ],
    },
  ])
}
