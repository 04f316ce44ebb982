import type { NextImage } from '@vermilion/canvas/mount'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read } from '#lib/query.ts'
import { studioOf } from '../../sync/studio-of.ts'
import { addressOfImage } from './image-address.ts'
import type { Item } from '../use-actions.ts'

/** Milliseconds before the next image is decoded and drawn, while the machine is busy with the present one. */
const REST = 300

export function useNextImage(account: string, item: Item | null, filter: ItemFilter): NextImage | null {
  const nextId = item?.nextId ?? null
  const { data: next } = useQuery({
    ...read(datasetEndpoints.getItem, { params: { itemId: nextId ?? '' }, query: filter }),
    enabled: nextId !== null,
  })
  const [picture, setPicture] = useState<NextImage | null>(null)
  const { id, fileId, width, height, available } = next ?? {}
  useEffect(() => {
    if (id === undefined || !available || fileId === undefined || !width || !height) return
    let unmounted = false
    const source = addressOfImage({ fileId, width, height })
    new Image().src = source
    const rest = new Promise((go) => setTimeout(go, REST))
    const labels = studioOf(account).then((studio) => studio.prepare(id))
    void Promise.all([labels, rest]).then(([annotation]) => {
      if (!unmounted) setPicture({ source, size: { width, height }, shapes: annotation?.shapes ?? null })
    })
    return () => void (unmounted = true)
  }, [account, id, available, fileId, width, height])
  // Without a next image, the picture prepared last is this image, which may not be visible yet.
  return picture
}
