import { useText } from '#lib/i18n.ts'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { text } from './text.ts'

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

export function useFileShortcuts(): void {
  const t = useText(text)
  usePageShortcuts([
    {
      title: t('files'),
      rows: [
        { id: 'move', keys: arrows, words: t('keyMove') },
        { id: 'ends', keys: ['Home', 'End'], words: t('keyEnds') },
        { id: 'extend', keys: ['Shift+ArrowRight'], words: t('keyExtend') },
        { id: 'toggle', keys: ['Ctrl+Space'], words: t('keyToggle') },
        { id: 'all', keys: ['Ctrl+a'], words: t('keyAll') },
        { id: 'clear', keys: ['Escape'], words: t('keyClear') },
        { id: 'preview', keys: ['Space'], words: t('keyPreview') },
        { id: 'open', keys: ['Enter'], words: t('keyOpen') },
        { id: 'up', keys: ['Backspace', 'Alt+ArrowUp'], words: t('keyUp') },
        { id: 'rename', keys: ['F2'], words: t('keyRename') },
        { id: 'delete', keys: ['Delete'], words: t('keyDelete') },
        { id: 'copy', keys: ['Ctrl+c'], words: t('keyCopy') },
        { id: 'cut', keys: ['Ctrl+x'], words: t('keyCut') },
        { id: 'paste', keys: ['Ctrl+v'], words: t('keyPaste') },
        { id: 'menu', keys: ['Shift+F10'], words: t('keyMenu') },
      ],
    },
  ])
}
