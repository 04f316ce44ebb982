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
import { loadCode } from '#lib/loading/load-code.ts'
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
  /** The image is saved and the next one being asked for: nothing more may be drawn on this one. */
  isClosing: boolean
  /** Goes on from an image once what is said of it was sent; false where it could not be. */
  review: (send: () => Promise<boolean>) => Promise<boolean>
}

/** Saving and going from image to image. An image that is left goes on saving by itself. */
export function useWorkbenchActions({ account, item, filter, open, onHelp }: WorkbenchActionNeeds): WorkbenchActions {
  const t = useText(text)
  const navigate = useNavigate()
  const router = useRouter()
  const client = useQueryClient()
  /** Whoever comes back to the image has another editor. */
  const [left, setLeft] = useState<Editor | null>(null)
  const isClosing = open !== null && open.editor === left
  /** The editor at the time of a later callback. */
  const present = useRef<Editor | null>(null)
  useEffect(() => void (present.current = isClosing ? null : (open?.editor ?? null)))

  async function go(itemId: string | null | undefined, otherwise: Otherwise): Promise<void> {
    if (!item) return
    if (typeof itemId !== 'string') return notify.info(t(otherwise))
    const params = { id: item.datasetId, itemId }
    const to = '/data-set/list/file/$id/annotate/$itemId'
    // Replaced, so that Back leads to where the annotator came from and not through every image.
    await navigate({ to, params, search: true, replace: true, resetScroll: false })
  }

  /** True while the user is still on that image. */
  const isAt = (itemId: string) => router.state.location.pathname.endsWith(`/annotate/${itemId}`)

  /** The next most useful image, when suggestions of a run are reviewed in that order. */
  async function usefulAfter(itemId: string): Promise<string | undefined> {
    const { run } = router.state.location.search as { run?: string }
    if (run === undefined) return undefined
    const { nextUseful } = await loadCode(() => import('../sync/next-useful.ts'))
    // A run may be gone with its dataset, and the network away: then the next by path is.
    return nextUseful(run, itemId).catch(() => undefined)
  }

  /** Past images that others are labeling, unless the annotator has gone elsewhere meanwhile. */
  async function goToFree(): Promise<void> {
    if (!item) return
    const { id, datasetId, nextId } = item
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
      // There is no other image, or the way was barred.
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
      // An outline that is not closed yet belongs to the image as well.
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
          // It may have been saved and left, or opened anew, meanwhile.
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
