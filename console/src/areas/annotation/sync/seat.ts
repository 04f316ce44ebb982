import { annotationEndpoints, type Presence } from '@vermilion/contract/annotation'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { nanoid } from 'nanoid'
import { call } from '#lib/api.ts'

/** Milliseconds to wait for a free image's name, enough on a busy machine; otherwise two people would get the same image. */
const PATIENCE = 4_000

/** Identifies this tab among those that label images; it survives a reload. */
const seatId = sessionStorage.getItem('seat') ?? nanoid()
sessionStorage.setItem('seat', seatId)

export const sitAt = (itemId: string): Promise<Presence> =>
  call(annotationEndpoints.reportPresence, { params: { itemId }, body: { seatId } })

/** Not awaited, and it continues when the page is left; a silent seat expires soon anyway. */
export function leaveSeat(itemId: string): void {
  const request = { params: { itemId }, body: { seatId, leaving: true } }
  call(annotationEndpoints.reportPresence, request, { keepalive: true }).catch(() => undefined)
}

/** The next image that nobody else has open; `otherwise` when the server does not respond in time. */
export async function nextFree(
  datasetId: string,
  { after, filter, otherwise }: { after: string; filter: ItemFilter; otherwise: string | null },
): Promise<string | null> {
  const body = { seatId, after, filter }
  const response = call(annotationEndpoints.takeNextItem, { params: { datasetId }, body }).then(
    ({ itemId }) => itemId,
    () => otherwise,
  )
  const tired = new Promise<string | null>((resolve) => setTimeout(resolve, PATIENCE, otherwise))
  return Promise.race([response, tired])
}
