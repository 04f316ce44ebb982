import { useText } from '#lib/i18n.ts'
import { usePageActions } from '#ui/page/page-actions.ts'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import { text } from './text.ts'

interface LogKeys {
  search: () => void
  next: () => void
  previous: () => void
  follow: () => void
  wrap: () => void
  goTo: () => void
}

/** Keys of the log, also listed in the palette and the shortcut sheet. */
export function useLogKeys(run: LogKeys): void {
  const t = useText(text)
  usePageActions([
    { key: 'log-search', words: t('keySearch'), run: run.search, shortcut: '/' },
    { key: 'log-next', words: t('next'), run: run.next, shortcut: 'n' },
    { key: 'log-previous', words: t('previous'), run: run.previous, shortcut: 'N' },
    { key: 'log-follow', words: t('keyFollow'), run: run.follow, shortcut: 'f' },
    { key: 'log-wrap', words: t('keyWrap'), run: run.wrap, shortcut: 'w' },
    { key: 'log-go-to', words: t('keyGoTo'), run: run.goTo, shortcut: 'l' },
  ])
  usePageShortcuts([
    {
      title: t('keysTitle'),
      rows: [
        { id: 'scroll', keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'], words: t('keyScroll') },
        { id: 'ends', keys: ['Home', 'End'], words: t('keyEnds') },
        { id: 'select', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'], words: t('keySelect') },
        { id: 'copy', keys: ['Ctrl+c'], words: t('keyCopy') },
      ],
    },
  ])
}
