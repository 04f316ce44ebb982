import type { SpaceFile } from '@vermilion/contract/files'
import { previewEndpoints, type Tiling } from '@vermilion/contract/files/previews'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import { pictureOf, previewOf, thumbnailOf, tileOf } from '../addresses.ts'
import { ImageStage } from './image-stage.tsx'
import { decodedTypes, hasPicture, browserTypes } from '../picture-types.ts'
import { NotPreviewed } from '../not-previewed.tsx'
import { text } from '../text.ts'
import { tilesInView } from './tiles-in-view.ts'
import { partInView, type Size, type View } from './use-view.ts'

/** Pixels of a picture that the browser decodes whole; larger ones come in tiles. */
const maxPixels = 16_000_000
/** Pixels of a picture whose preview is fast enough to show before the tiles. */
const previewPixels = 64_000_000
const pollEvery = 700

export function ImageViewer({ file }: { file: SpaceFile }) {
  if (!hasPicture(file)) return <Unreadable file={file} />
  const pixels = (file.width ?? 0) * (file.height ?? 0)
  // An unknown size means that the server has not examined the file yet.
  if (browserTypes.includes(file.mediaType) && pixels > 0 && pixels <= maxPixels) return <Plain file={file} />
  return <Tiled file={file} />
}

function Plain({ file }: { file: SpaceFile }) {
  const [failed, setFailed] = useState(false)
  const size = { width: file.width ?? 0, height: file.height ?? 0 }
  if (failed) return <Tiled file={file} />
  return (
    <ImageStage name={file.name} size={size}>
      {() => (
        <>
          <img
            src={thumbnailOf(file)}
            alt=""
            draggable={false}
            className="full inset-0 absolute max-width-none no-select"
          />
          <img
            src={pictureOf(file)}
            alt={file.name}
            draggable={false}
            className="full inset-0 absolute max-width-none no-select"
            onError={() => setFailed(true)}
          />
        </>
      )}
    </ImageStage>
  )
}

function Tiled({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const request = { params: { fileId: file.id } }
  const tiling = useQuery({
    ...read(previewEndpoints.fileTiling, request),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.ready === false ? pollEvery : false),
  })
  const several = file.mediaType === 'image/tiff'
  const metadata = useQuery({ ...read(previewEndpoints.fileMetadata, request), enabled: several })
  if (tiling.error?.error === 'file.no-preview') return <Unreadable file={file} />
  if (tiling.error !== null) return <ProblemState problem={tiling.error} onRetry={() => void tiling.refetch()} />
  const { width = file.width ?? 0, height = file.height ?? 0, ready = false } = tiling.data ?? {}
  const pages = metadata.data?.pages ?? 1
  const note = ready ? (pages > 1 ? t('pages', { count: pages }) : undefined) : t('sharpening')
  return (
    <ImageStage name={file.name} size={{ width, height }} note={note} busy={!ready}>
      {(view, viewport) => (
        <>
          <img
            src={thumbnailOf(file)}
            alt={file.name}
            draggable={false}
            className="full inset-0 absolute max-width-none no-select"
          />
          {!ready && width * height <= previewPixels && (
            <img
              src={previewOf(file)}
              alt=""
              draggable={false}
              className="full inset-0 absolute max-width-none no-select"
            />
          )}
          {ready && tiling.data !== undefined && (
            <Tiles file={file} tiling={tiling.data} view={view} viewport={viewport} />
          )}
        </>
      )}
    </ImageStage>
  )
}

function Unreadable({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const metadata = useQuery(read(previewEndpoints.fileMetadata, { params: { fileId: file.id } }))
  if (metadata.isPending) return null
  if (!decodedTypes.includes(file.mediaType))
    return <NotPreviewed file={file} title={t('unknown-format')} text={t('notShown')} />
  if (metadata.error !== null) return <NotPreviewed file={file} title={problemWords(metadata.error)} />
  return <NotPreviewed file={file} title={t(metadata.data.problem ?? 'damaged')} text={t('keptAsItCame')} />
}

interface TilesProps {
  file: SpaceFile
  tiling: Tiling
  view: View
  viewport: Size
}

function Tiles({ file, tiling, view, viewport }: TilesProps) {
  const sharpestLevel = Math.floor(Math.log2(1 / (view.scale * devicePixelRatio)))
  const finest = Math.min(tiling.levels - 1, Math.max(0, sharpestLevel))
  const part = partInView(view, viewport, tiling)
  const levels = [...new Set([tiling.levels - 1, Math.min(tiling.levels - 1, finest + 1), finest])]
  return levels
    .flatMap((level) => tilesInView(tiling, level, part))
    .map(({ level, x, y, width, height }) => {
      const full = 2 ** level
      return (
        <img
          className="absolute max-width-none no-select"
          key={`${level}-${x}-${y}`}
          ref={abortLoading}
          src={tileOf(file, { level, x, y })}
          alt=""
          draggable={false}
          style={{
            left: x * tiling.tileSide * full,
            top: y * tiling.tileSide * full,
            width: width * full,
            height: height * full,
          }}
        />
      )
    })
}

/** Removing `src` cancels the request of a tile outside the view. */
function abortLoading(image: HTMLImageElement | null) {
  return () => image?.removeAttribute('src')
}
