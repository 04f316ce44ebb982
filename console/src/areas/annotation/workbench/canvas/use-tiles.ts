import type { TileSource } from '@vermilion/canvas/rendering/image/tile-layer'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addressOf } from '#lib/api.ts'
import { read } from '#lib/query.ts'
import { needsTiles } from './image-address.ts'
import type { Item } from '../use-actions.ts'

/** Milliseconds between polls for finished tiles. */
const POLL = 700

export interface Tiles {
  /** Null until tiles exist, and for images that need none. */
  readonly source: TileSource | null
  readonly missing: { readonly problem: unknown; readonly retry: () => void } | 'cutting' | null
}

export function useTiles(item: Item | null): Tiles {
  const fileId = item?.available && needsTiles(item) ? item.fileId : null
  const {
    data: tiling,
    error,
    refetch,
  } = useQuery({
    ...read(previewEndpoints.fileTiling, { params: { fileId: fileId ?? '' } }),
    enabled: fileId !== null,
    refetchInterval: ({ state }) => (state.data?.ready === false ? POLL : false),
  })
  const source = useMemo(() => {
    if (fileId === null || !tiling?.ready) return null
    return {
      tileSide: tiling.tileSide,
      levels: tiling.levels,
      address: (level: number, x: number, y: number) =>
        addressOf(previewEndpoints.fileTile, { params: { fileId }, query: { level, x, y } }),
    }
  }, [fileId, tiling])
  if (fileId === null || source !== null) return { source, missing: null }
  if (error !== null) return { source, missing: { problem: error, retry: () => void refetch() } }
  // Before the first response it is unknown whether tiles have to be awaited.
  return { source, missing: tiling === undefined ? null : 'cutting' }
}
