import type { ItemFilter } from '@vermilion/contract/dataset-items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '#lib/query.ts'
import { studioOf } from '../sync/studio-of.ts'
import { addressOfImage } from './image-address.ts'
import type { Item } from './use-deeds.ts'

/** Milliseconds after an image was opened before the next one is decoded: until then the machine is busy with this one. */
const REST = 300

interface Picture {
  source: string
  size: { width: number; height: number }
}

/**
 * The next image while this one is being worked on: what is known of it, its bytes and its labels are fetched at once,
 * and the picture is named to whoever can decode it. A failure shows when the image is opened.
 */
export function useAhead(account: string, item: Item | null, filter: ItemFilter): Picture | null {
  const nextId = item?.nextId ?? null
  const { data: next } = useQuery({
    ...read(datasetEndpoints.getItem, { params: { itemId: nextId ?? '' }, query: filter }),
    enabled: nextId !== null,
  })
  const [picture, setPicture] = useState<Picture | null>(null)
  const { id, fileId, width, height, available } = next ?? {}
  useEffect(() => {
    if (id === undefined) return
    void studioOf(account).then((studio) => studio.prepare(id))
  }, [account, id])
  useEffect(() => {
    if (!available || fileId === undefined || !width || !height) return
    const source = addressOfImage({ fileId, width, height })
    new Image().src = source
    const timer = setTimeout(setPicture, REST, { source, size: { width, height } })
    return () => clearTimeout(timer)
  }, [available, fileId, width, height])
  return nextId === null ? null : picture
}
