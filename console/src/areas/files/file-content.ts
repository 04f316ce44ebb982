import type { SpaceFile } from '@vermilion/contract/files'
import { useMemo } from 'react'
import { formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import type { Preview } from '#ui/files/file-preview.tsx'
import type { FileView } from '#ui/files/file-view.ts'
import type { CellContent } from '#ui/files/grid/grid-cell.tsx'
import { downloadOf, pictureOf, previewOf, thumbnailOf } from './preview/addresses.ts'
import { hasPicture } from './preview/picture-types.ts'
import { previewParts } from './preview/preview-parts.tsx'
import { text } from './text.ts'

export function useFileContent() {
  const t = useText(text)
  return useMemo(() => contentIn(t), [t])
}

function contentIn(t: Translate<typeof text.en>) {
  const sizeOf = ({ size, width, height }: SpaceFile) =>
    width === null || height === null
      ? [formatSize(size)]
      : [formatSize(size), t('dimensions', { width: `${width}`, height: `${height}` })]

  return {
    cell(file: SpaceFile, view: FileView): CellContent {
      return {
        name: file.name,
        path: file.path,
        caption: sizeOf(file).join(' · '),
        picture: hasPicture(file) ? (view === 'gallery' ? previewOf(file) : thumbnailOf(file)) : null,
        aspect: file.width === null || file.height === null ? undefined : file.width / file.height,
        problem: file.broken ? t('broken') : undefined,
        score: file.score,
      }
    },
    preview: (file: SpaceFile): Preview => ({
      name: file.name,
      path: file.path,
      details: sizeOf(file),
      picture: file.kind === 'image' && !file.broken ? pictureOf(file) : null,
      download: downloadOf(file),
      ...previewParts(file),
    }),
  }
}
