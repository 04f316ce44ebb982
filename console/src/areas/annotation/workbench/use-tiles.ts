import type { TileSource } from '@vermilion/canvas/rendering/tile-layer'
import { previewEndpoints } from '@vermilion/contract/previews'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addressOf } from '#lib/api.ts'
import { read } from '#lib/query.ts'
import { needsTiles } from './image-address.ts'
import type { Item } from './use-deeds.ts'

/** Milliseconds between two looks at whether the tiles have been cut. */
const POLL = 700

/** The tiles of a large image, as soon as the server has cut them; null of any other. */
export function useTiles(item: Item | null): TileSource | null {
  const fileId = item?.available && needsTiles(item) ? item.fileId : null
  const { data: tiling } = useQuery({
    ...read(previewEndpoints.fileTiling, { params: { fileId: fileId ?? '' } }),
    enabled: fileId !== null,
    refetchInterval: ({ state }) => (state.data?.ready === false ? POLL : false),
  })
  return useMemo(() => {
    if (fileId === null || !tiling?.ready) return null
    return {
      tileSide: tiling.tileSide,
      levels: tiling.levels,
      address: (level, x, y) => addressOf(previewEndpoints.fileTile, { params: { fileId }, query: { level, x, y } }),
    }
  }, [fileId, tiling])
}
