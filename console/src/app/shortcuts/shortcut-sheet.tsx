import Modal from 'antd/es/modal'
import { useText } from '#lib/i18n.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import { useActionsOfPage } from '#ui/page/page-actions.ts'
import { type Shortcut, useShortcutsOfPage } from '#ui/keyboard/page-shortcuts.ts'
import { text as appText } from '../text.ts'
import { notificationKey, useGoTo } from './go-to.ts'
import styles from './shortcut-sheet.module.css'
import { text } from './text.ts'

export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText(text)
  const names = useText(appText)
  const goTo = useGoTo()
  const groups = useShortcutsOfPage((page) => page.groups)
  const actions = useActionsOfPage((page) => page.groups).flat()
  const withKey = actions.flatMap(({ key, text: message, shortcut }) =>
    shortcut === undefined ? [] : [{ id: key, keys: [shortcut], text: message }],
  )
  return (
    <Modal open={open} onCancel={onClose} title={t('title')} footer={null} width={960} centered zIndex={1300}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable */}
      <section className={styles['scroll']} aria-label={t('title')} tabIndex={0}>
        <div className={styles['sheet']}>
          {groups.map(({ title, rows }) => (
            <Group key={title} title={title} rows={rows} />
          ))}
          {withKey.length > 0 && <Group title={t('thisPage')} rows={withKey} />}
          <Group
            title={t('everywhere')}
            rows={[
              { id: 'palette', keys: ['Ctrl+k'], text: t('palette') },
              { id: 'newTab', keys: ['Ctrl+Enter'], text: t('newTab') },
              { id: 'sheet', keys: ['?'], text: t('sheet') },
              { id: 'close', keys: ['Escape'], text: t('close') },
            ]}
          />
          <Group
            title={t('goTo')}
            rows={[
              ...goTo.map(({ key, name }) => ({ id: key, keys: [`g ${key}`], text: names(name) })),
              { id: 'notifications', keys: [`g ${notificationKey}`], text: names('notifications') },
            ]}
          />
        </div>
      </section>
    </Modal>
  )
}

function Group({ title, rows }: { title: string; rows: readonly Shortcut[] }) {
  const t = useText(text)
  return (
    <section className="margin-bottom-16">
      <h3 className="hint margin-bottom-6 weight-600">{title}</h3>
      <dl className="grid" style={{ gridTemplateColumns: 'fit-content(42%) minmax(0, 1fr)' }}>
        {rows.map(({ id, keys, text: message, between = t('or') }) => (
          <div className="grid all-columns gap-16 padding-4-0" style={{ gridTemplateColumns: 'subgrid' }} key={id}>
            <dt className="wrapping-row nowrap" style={{ gap: '2px 0' }}>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && <small>{between}</small>}
                  <Keys combination={key} />
                </span>
              ))}
            </dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
