import CaretRightOutlined from '@ant-design/icons/es/icons/CaretRightOutlined'
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { dialogText } from './dialog-text.ts'
import styles from './dialogs.module.css'
import { nameIn, parentOf } from '../paths.ts'

interface FolderTreeProps {
  spaceId: string
  value: string
  onChange: (folder: string) => void
  without: readonly string[]
}

export function FolderTree(props: FolderTreeProps) {
  const t = useText(dialogText)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(above(props.value)))
  const [previousValue, setSeen] = useState(props.value)
  if (previousValue !== props.value) {
    setSeen(props.value)
    if (props.value !== '') setOpen(new Set([...open, ...above(parentOf(props.value))]))
  }
  const set = (path: string, on: boolean) => {
    if (!on && stepTo(props.value, path) !== undefined) props.onChange(path)
    setOpen((now) => {
      const next = new Set(now)
      if (on) next.add(path)
      else next.delete(path)
      return next
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem] > button')]
    const at = items.findIndex((item) => item === document.activeElement)
    const path = items[at]?.dataset['path'] ?? ''
    const move = (to: number) => items[Math.min(items.length - 1, Math.max(0, to))]?.focus()
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Home') move(0)
    else if (event.key === 'End') move(items.length - 1)
    else if (event.key === 'ArrowRight' && open.has(path)) move(at + 1)
    else if (event.key === 'ArrowRight') set(path, true)
    else if (event.key === 'ArrowLeft' && open.has(path)) set(path, false)
    else if (event.key === 'ArrowLeft') {
      items.find((item) => item.dataset['path'] === parentOf(path))?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ul
      className="border-strong radius-8 scroll"
      style={{ height: 240, padding: 6 }}
      role="tree"
      aria-label={t('folder')}
      onKeyDown={onKeyDown}
    >
      <Node {...props} path="" name={t('allFiles')} level={1} open={open} onOpen={set} />
    </ul>
  )
}

const above = (path: string) =>
  path === '' ? [''] : ['', ...path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'))]

function stepTo(path: string, from: string): string | undefined {
  const start = from === '' ? '' : `${from}/`
  if (path === from || !path.startsWith(start)) return undefined
  return start + (path.slice(start.length).split('/')[0] ?? '')
}

interface NodeProps extends FolderTreeProps {
  path: string
  name: string
  level: number
  open: ReadonlySet<string>
  onOpen: (path: string, on: boolean) => void
}

function Node({ path, name, level, ...props }: NodeProps) {
  const { value, open, onOpen, onChange } = props
  const isOpen = open.has(path)
  return (
    <li
      className="relative"
      role="treeitem"
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={value === path}
      aria-label={name}
    >
      <span
        className="absolute top-0 left-0 flex height-32"
        data-selected={value === path}
        style={{ paddingLeft: (level - 1) * 16 }}
      >
        <span
          className={`${styles['caret']} centered text-tertiary font-11 cursor-pointer`}
          data-open={isOpen}
          aria-hidden
          onClick={() => onOpen(path, !isOpen)}
        >
          <CaretRightOutlined />
        </span>
      </span>
      <button
        type="button"
        data-path={path}
        data-selected={value === path}
        className={`${styles['pick']} quiet-button row gap-8 height-32 padding-0-10 radius-6 nowrap hover-ground-tertiary`}
        style={{ marginLeft: (level - 1) * 16 + 24 }}
        tabIndex={value === path ? 0 : -1}
        onClick={() => {
          onChange(path)
          onOpen(path, true)
        }}
        onFocus={() => onChange(path)}
      >
        <FolderFilled aria-hidden />
        {name}
      </button>
      {isOpen && <Children {...props} path={path} level={level} />}
    </li>
  )
}

function Children({ path, level, ...props }: Omit<NodeProps, 'name'>) {
  const t = useText(dialogText)
  const { spaceId, without, value } = props
  const foldersQuery = readList(fileEndpoints.listFolders, { params: { spaceId }, query: { folder: path } })
  const folders = useQuery(foldersQuery)
  if (folders.error !== null)
    return (
      <p className="faint" style={{ padding: '4px 0 4px 44px' }}>
        {problemWords(folders.error)}
      </p>
    )
  const { items = [], total = 0 } = folders.data ?? {}
  const listed = items.map((folder) => folder.path)
  const step = stepTo(value, path)
  const added = step === undefined || listed.includes(step) ? [] : [step]
  const visible = [...listed, ...added].filter((one) => !without.includes(one))
  const more = total - items.length - added.length
  if (visible.length === 0)
    return folders.data === undefined ? <Bone width="60%" style={{ margin: '8px 0 8px 24px' }} /> : null
  return (
    // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tree's own way to say what lies in a folder
    <ul role="group">
      {visible.map((one) => (
        <Node key={one} {...props} path={one} name={nameIn(one)} level={level + 1} />
      ))}
      {more > 0 && (
        <li className="faint relative" style={{ padding: '4px 0 4px 44px' }}>
          {t('moreFolders', { count: more })}
        </li>
      )}
    </ul>
  )
}
