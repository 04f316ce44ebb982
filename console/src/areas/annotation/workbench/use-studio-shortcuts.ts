import { commands } from '@vermilion/canvas/editor/commands'
import { useText } from '#lib/i18n.ts'
import { usePageShortcuts } from '#ui/page-shortcuts.ts'
import { text } from '../text.ts'
import { pageCommands } from './page-commands.ts'

const groupOf = (id: string): 'tools' | 'view' | 'edit' =>
  id.startsWith('tool-') ? 'tools' : id.startsWith('zoom-') || id === 'hide' ? 'view' : 'edit'

/** Tells the shortcut sheet every key of the studio, from the tables that the keyboard reads. */
export function useStudioShortcuts(): void {
  const t = useText(text)
  const canvas = commands.map(({ id, keys }) => ({ id, keys, words: t(id) }))
  const inGroup = (group: ReturnType<typeof groupOf>) => canvas.filter(({ id }) => groupOf(id) === group)
  const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  usePageShortcuts([
    { title: t('keys-images'), rows: pageCommands.map(({ id, keys }) => ({ id, keys, words: t(id) })) },
    {
      title: t('keys-tools'),
      rows: [...inGroup('tools'), { id: 'labels', keys: ['1', '9'], between: '…', words: t('pickLabel') }],
    },
    { title: t('keys-edit'), rows: [...inGroup('edit'), { id: 'nudge', keys: arrows, words: t('nudge') }] },
    { title: t('keys-view'), rows: inGroup('view') },
    {
      title: t('keys-pointer'),
      rows: [
        { id: 'wheel', keys: [t('wheel')], words: t('wheelKey') },
        { id: 'sideways', keys: [`Shift+${t('wheel')}`], words: t('wheelShiftKey') },
        { id: 'pan', keys: [`Space+${t('drag')}`], words: t('panKey') },
        { id: 'marquee', keys: [`Ctrl+${t('drag')}`], words: t('marqueeKey') },
        { id: 'add', keys: [`Shift+${t('click')}`], words: t('additiveKey') },
        { id: 'cycle', keys: ['Tab'], words: t('cycle') },
        { id: 'yes', keys: ['Ctrl+y', 'Alt+y'], words: t('yesKey') },
        { id: 'no', keys: ['Ctrl+n', 'Alt+n'], words: t('noKey') },
      ],
    },
  ])
}
