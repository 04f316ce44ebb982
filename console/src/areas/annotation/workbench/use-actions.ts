import { pasteShapes } from '@vermilion/canvas/editor/editing/paste'
import type { Editor } from '@vermilion/canvas/editor/editor'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import type { datasetEndpoints } from '@vermilion/contract/datasets'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import type { Shape } from '@vermilion/contract/labels/index'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { nextUseful } from '../sync/next-useful.ts'
import { read } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import type { ItemSync } from '../sync/item-sync.ts'
import { openedStudio } from '../sync/opened.ts'
import { nextFree } from '../sync/seat.ts'
import { text } from '../text.ts'
import type { StudioActions } from './page-commands.ts'

export type Item = EndpointResponse<typeof datasetEndpoints.getItem>

type Otherwise = 'noNext' | 'noPrevious' | 'lastImage' | 'noneFree'

interface WorkbenchActionNeeds {
  account: string
  item: Item | null
  filter: ItemFilter
  open: { editor: Editor; sync: ItemSync } | null
  onHelp: () => void
}

interface WorkbenchActions extends StudioActions {
  isClosing: boolean
  review: (send: () => Promise<boolean>) => Promise<boolean>
}

export function useWorkbenchActions({ account, item, filter, open, onHelp }: WorkbenchActionNeeds): WorkbenchActions {
  const t = useText(text)
  const navigate = useNavigate()
  const router = useRouter()
  const client = useQueryClient()
  /** The left image's editor; a return to the image creates a new one. */
  const [left, setLeft] = useState<Editor | null>(null)
  const isClosing = open !== null && open.editor === left
  const present = useRef<Editor | null>(null)
  useEffect(() => void (present.current = isClosing ? null : (open?.editor ?? null)))

  async function go(itemId: string | null | undefined, otherwise: Otherwise): Promise<void> {
    if (!item) return
    if (typeof itemId !== 'string') return notify.info(t(otherwise))
    const params = { id: item.datasetId, itemId }
    const to = '/data-set/list/file/$id/annotate/$itemId'
    // Replaces the history entry, so that Back leads to the page before the studio.
    await navigate({ to, params, search: true, replace: true, resetScroll: false })
  }

  const isAt = (itemId: string) => router.state.location.pathname.endsWith(`/annotate/${itemId}`)

  async function usefulAfter(itemId: string): Promise<string | undefined> {
    const { run } = router.state.location.search as { run?: string }
    if (run === undefined) return undefined
    // If the run was deleted or the network fails, the next image by path is opened.
    return nextUseful(run, itemId).catch(() => undefined)
  }

  async function goToFree(): Promise<void> {
    if (!item) return
    const { id, datasetId, nextId } = item
    const { errors } = router.state.location.search as { errors?: string }
    if (errors !== undefined) return go(nextId, 'lastImage')
    const itemId = (await usefulAfter(id)) ?? (await nextFree(datasetId, { after: id, filter, otherwise: nextId }))
    if (!isAt(id)) return
    await go(itemId, nextId === null ? 'lastImage' : 'noneFree')
  }

  /** Unsaved shapes take precedence over the server's. */
  async function shapesOf(itemId: string): Promise<readonly Shape[]> {
    const unsaved = await openedStudio(account)?.unsaved(itemId)
    if (unsaved) return unsaved
    const annotationQuery = read(annotationEndpoints.getAnnotation, { params: { itemId } })
    return (await client.fetchQuery({ ...annotationQuery, staleTime: 0 })).shapes
  }

  async function leave<Outcome>({ editor }: { editor: Editor }, way: () => Promise<Outcome>): Promise<Outcome> {
    setLeft(editor)
    try {
      return await way()
    } finally {
      // There was no other image, or the navigation was blocked.
      if (item && isAt(item.id)) setLeft(null)
    }
  }

  return {
    isClosing,
    next: () => void go(item?.nextId, 'noNext'),
    previous: () => void go(item?.previousId, 'noPrevious'),
    async review(send) {
      if (!open || !item || isClosing) return false
      return leave(open, async () => {
        const sent = await send()
        if (sent && isAt(item.id)) await go(item.nextId, 'noNext')
        return sent
      })
    },
    save() {
      if (!open || isClosing) return
      // Finishes an open outline first, which is part of the image.
      open.editor.tools.interrupt()
      open.sync.complete()
      void open.sync.flush()
      void leave(open, goToFree)
    },
    copyPrevious() {
      if (typeof item?.previousId !== 'string' || !open) return notify.info(t('noPrevious'))
      if (isClosing) return
      void shapesOf(item.previousId).then(
        (shapes) => {
          // The image may have been left or reopened meanwhile.
          if (!isAt(item.id) || present.current !== open.editor) return
          const count = pasteShapes(open.editor, shapes)
          notify.info(count > 0 ? t('copiedPrevious', { count }) : t('previousEmpty'))
        },
        (problem: unknown) => notify.error(problemWords(problem)),
      )
    },
    help: onHelp,
  }
}
