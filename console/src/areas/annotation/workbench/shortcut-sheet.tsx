import { commands } from '@vermilion/canvas/editor/commands'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { text } from '../text.ts'
import { Keys } from './keys.tsx'
import { pageCommands } from './page-commands.ts'
import styles from './shortcut-sheet.module.css'

const groupOf = (id: string): 'tools' | 'view' | 'edit' =>
  id.startsWith('tool-') ? 'tools' : id.startsWith('zoom-') || id === 'hide' ? 'view' : 'edit'

/** Every key of the studio, read from the tables that the keyboard reads. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText(text)
  const canvas = commands.map(({ id, keys }) => ({ id, keys, words: t(id) }))
  const inGroup = (group: ReturnType<typeof groupOf>) => canvas.filter(({ id }) => groupOf(id) === group)
  const page = pageCommands.map(({ id, keys }) => ({ id, keys, words: t(id) }))
  const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  return (
    <Modal open={open} onCancel={onClose} title={t('keysTitle')} footer={null} width={960} centered>
      <div className={styles['sheet']}>
        <Group title={t('keys-images')} rows={page} />
        <Group
          title={t('keys-tools')}
          rows={[...inGroup('tools'), { id: 'labels', keys: ['1', '9'], between: '…', words: t('pickLabel') }]}
        />
        <Group title={t('keys-edit')} rows={[...inGroup('edit'), { id: 'nudge', keys: arrows, words: t('nudge') }]} />
        <Group title={t('keys-view')} rows={inGroup('view')} />
        <Group
          title={t('keys-pointer')}
          rows={[
            { id: 'wheel', keys: [t('wheel')], words: t('wheelKey') },
            { id: 'sideways', keys: [`Shift+${t('wheel')}`], words: t('wheelShiftKey') },
            { id: 'pan', keys: [`Space+${t('drag')}`], words: t('panKey') },
            { id: 'marquee', keys: [`Ctrl+${t('drag')}`], words: t('marqueeKey') },
            { id: 'add', keys: [`Shift+${t('click')}`], words: t('additiveKey') },
            { id: 'cycle', keys: ['Tab'], words: t('cycle') },
            { id: 'yes', keys: ['Ctrl+y', 'Alt+y'], words: t('yesKey') },
            { id: 'no', keys: ['Ctrl+n', 'Alt+n'], words: t('noKey') },
          ]}
        />
      </div>
    </Modal>
  )
}

interface Row {
  id: string
  keys: readonly string[]
  words: string
  /** What stands between the keys, where it is not "or". */
  between?: string
}

function Group({ title, rows }: { title: string; rows: readonly Row[] }) {
  const t = useText(text)
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ id, keys, words, between = ` ${t('or')} ` }) => (
          <div key={id}>
            <dt>{joined(keys, between)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function joined(keys: readonly string[], between: string): ReactNode {
  return keys.map((key, place) => (
    <span key={key}>
      {place > 0 && <small>{between}</small>}
      <Keys combination={key} />
    </span>
  ))
}
