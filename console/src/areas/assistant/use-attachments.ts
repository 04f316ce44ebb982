import type { AttachedObject, Attachment } from '@vermilion/contract/assistant/attachments'
import { useLocation, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useTerminalLink } from '#ui/assistant/terminal-link.ts'
import { text } from './text.ts'

type Label =
  | 'task'
  | 'taskLog'
  | 'taskMetrics'
  | 'taskConfig'
  | 'dataset'
  | 'space'
  | 'device'
  | 'generation'
  | 'rollout'

interface Chip {
  readonly key: string
  readonly label: string
  readonly read: () => Attachment
}

/** The objects of a page by the beginning of its path; the first match counts. */
const pages: readonly (readonly [
  start: string,
  parameter: string,
  objects: readonly (readonly [AttachedObject, Label])[],
])[] = [
  [
    '/compute/taskdetail/',
    'id',
    [
      ['task', 'task'],
      ['task-log', 'taskLog'],
      ['task-metrics', 'taskMetrics'],
      ['task-order', 'taskConfig'],
    ],
  ],
  ['/data-set/list/file/', 'id', [['dataset', 'dataset']]],
  ['/space/list/file/', 'id', [['space', 'space']]],
  ['/board/list/device/', 'id', [['device', 'device']]],
  ['/board/rollouts/rollout/', 'id', [['rollout', 'rollout']]],
]

export function useAttachments() {
  const t = useText(text)
  const { pathname } = useLocation()
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const terminal = useTerminalLink((link) => link.terminal)
  const [removed, setRemoved] = useState<{ path: string; keys: ReadonlySet<string> }>({ path: '', keys: new Set() })

  const chips: Chip[] = []
  if (terminal !== null) {
    const label = t('terminal')
    chips.push({
      key: 'terminal',
      label,
      read: () => ({ kind: 'terminal', title: terminal.title, ...terminal.read() }),
    })
  }
  const [, parameter = '', objects = []] = pages.find(([start]) => pathname.startsWith(start)) ?? []
  const named = (object: AttachedObject, label: Label, id: string | undefined) => {
    if (id === undefined) return
    const message = t(label)
    chips.push({ key: object, label: message, read: () => ({ kind: 'object', object, id, title: message }) })
  }
  for (const [object, label] of objects) named(object, label, params[parameter])
  named('generation', 'generation', params['generationId'])
  const pageLabel = t('page')
  const readPage = (): Attachment => {
    const title = document.title.slice(0, 200)
    return { kind: 'page', title: title === '' ? pageLabel : title, path: pathname }
  }
  chips.push({ key: 'page', label: pageLabel, read: readPage })

  const keys = removed.path === pathname ? removed.keys : new Set<string>()
  return {
    chips: chips.filter(({ key }) => !keys.has(key)),
    remove: (key: string) => setRemoved({ path: pathname, keys: new Set([...keys, key]) }),
  }
}
