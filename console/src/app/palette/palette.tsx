import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useLocation, useRouter } from '@tanstack/react-router'
import Modal from 'antd/es/modal'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { isComposing } from '#lib/composing.ts'
import { useText } from '#lib/i18n.ts'
import { useConnection } from '#lib/events/connection.ts'
import { Keys } from '#ui/keyboard/keys.tsx'
import { type Entry, type EntryGroup, matching } from './entry.ts'
import { EntryList, optionId } from './entry-list.tsx'
import styles from './palette.module.css'
import { text } from './text.ts'
import { useEntries } from './use-entries.ts'
import { useFound } from './use-matches.ts'

interface Props {
  open: boolean
  onClose: () => void
}

export function Palette({ open, onClose }: Props) {
  const t = useText(text)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title={<span className="visually-hidden">{t('title')}</span>}
      footer={null}
      closable={false}
      width={620}
      zIndex={1300}
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      className={styles['palette'] ?? ''}
      styles={{ container: { padding: 0 }, header: { margin: 0 } }}
    >
      <Search field={field} onClose={onClose} />
    </Modal>
  )
}

function Search({ field, onClose }: { field: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const t = useText(text)
  const id = useId()
  const [query, setTyped] = useState('')
  const [activeKey, setChosen] = useState<string | null>(null)
  /** The committed text, without letters that an input method is still composing. */
  const [committed, setCommitted] = useState('')
  const { groups, found: matches, here } = useGroups(committed)
  const all = groups.flatMap(({ entries }) => entries)
  const active = all.find(({ key }) => key === activeKey) ?? all[0]
  const run = useRun(onClose, here)

  const move = (by: number) => {
    const position = active === undefined ? 0 : all.indexOf(active) + by
    setChosen(all.at(position >= all.length ? 0 : position)?.key ?? null)
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && active !== undefined) run(active, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={`${styles['field']} row gap-12 border-bottom text-tertiary font-16`}>
        <SearchOutlined aria-hidden />
        <input
          className="bare grow min-width-0 padding-0 no-outline text-ink font-inherit font-16 text-ellipsis"
          style={{ height: 54 }}
          ref={field}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the palette is opened to type into it
          autoFocus
          role="combobox"
          aria-label={t('title')}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : optionId(id, active)}
          placeholder={t('field')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={query}
          onChange={({ target, nativeEvent }) => {
            setTyped(target.value)
            setChosen(null)
            if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) setCommitted(target.value.trim())
          }}
          onCompositionEnd={({ currentTarget }) => setCommitted(currentTarget.value.trim())}
          onKeyDown={onKey}
        />
      </div>
      <EntryList id={id} groups={groups} active={active} onActive={setChosen} onRun={run} />
      <Announcement text={committed} count={all.length} matches={matches} />
      <div className={`${styles['keys']} hint flex wrap gap-4-16 border-top`} aria-hidden>
        <Key combination="ArrowUp" also="ArrowDown" text={t('move')} />
        <Key combination="Enter" text={t('open')} />
        <Key combination="Ctrl+Enter" text={t('newTab')} />
        <Key combination="Escape" text={t('close')} />
      </div>
    </>
  )
}

function useGroups(text: string) {
  const here = useLocation({ select: ({ pathname }) => pathname })
  const entries = useEntries(here)
  const matches = useFound(text)
  const own: EntryGroup[] =
    text === '' ? entries : entries.map((group) => ({ ...group, entries: matching(group.entries, text) }))
  const groups = [...own, ...matches.groups].filter(({ entries: { length } }) => length > 0)
  return { groups, found: matches, here }
}

function useRun(onClose: () => void, here: string): (entry: Entry, newTab: boolean) => void {
  const router = useRouter()
  return (entry, newTab) => {
    if (newTab && 'href' in entry) {
      window.open(new URL(entry.href.slice(1), document.baseURI), '_blank', 'noopener')
      return
    }
    onClose()
    if ('run' in entry) return entry.run()
    if (entry.href !== here) void router.navigate({ href: entry.href })
  }
}

function Announcement({
  text: message,
  count,
  matches,
}: {
  text: string
  count: number
  matches: ReturnType<typeof useFound>
}) {
  const t = useText(text)
  const offline = useConnection(({ connection }) => connection === 'offline')
  const searching = message !== '' && matches.searching && !offline
  return (
    <>
      {/* A screen reader hears how many there are, once that has settled. */}
      <output className="visually-hidden">{message !== '' && !searching && t('count', { count })}</output>
      {count === 0 && !searching && (
        <div className="text-center" style={{ padding: '32px 24px' }}>
          <strong className="weight-600 break-anywhere">{t('noMatch', { text: message })}</strong>
          <p className="margin-top-4 text-secondary">{t('noMatchWords')}</p>
        </div>
      )}
      {offline && message !== '' && <p className={`${styles['note']} faint`}>{t('offline')}</p>}
      {!offline && message !== '' && !searching && matches.problem !== null && (
        <p className={`${styles['note']} faint`} role="alert">
          {t('failed')}{' '}
          <button className="plain-button text-link" type="button" onClick={matches.retry}>
            {t('retry')}
          </button>
        </p>
      )}
      {searching && <p className={`${styles['note']} faint`}>{t('searching')}</p>}
    </>
  )
}

function Key({ combination, also, text }: { combination: string; also?: string; text: string }) {
  return (
    <span>
      <Keys combination={combination} />
      {also !== undefined && <Keys combination={also} />} {text}
    </span>
  )
}
