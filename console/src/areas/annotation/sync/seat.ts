import { annotationEndpoints, type Presence } from '@vermilion/contract/annotation'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { nanoid } from 'nanoid'
import { call } from '#lib/api.ts'

/**
 * Milliseconds that the way to the next image waits for the server's word on which one is free. Long enough for a busy
 * machine: without it two people are led to one image. A server that cannot be reached is not waited for.
 */
const PATIENCE = 4_000

/** This tab among all that label images; the same after a reload. */
const seatId = sessionStorage.getItem('seat') ?? nanoid()
sessionStorage.setItem('seat', seatId)

export const sitAt = (itemId: string): Promise<Presence> =>
  call(annotationEndpoints.reportPresence, { params: { itemId }, body: { seatId } })

/** Nobody waits for it, and it goes on when the page is left: whoever falls silent is soon gone as well. */
export function leaveSeat(itemId: string): void {
  const request = { params: { itemId }, body: { seatId, leaving: true } }
  call(annotationEndpoints.reportPresence, request, { keepalive: true }).catch(() => undefined)
}

/** The next image that nobody else is at; `otherwise` where the server does not say so soon. */
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
