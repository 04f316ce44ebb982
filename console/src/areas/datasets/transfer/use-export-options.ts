import type { Dataset } from '@vermilion/contract/datasets'
import type { ExportCreate } from '@vermilion/contract/datasets/exports'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import {
  type FirstPixel,
  type FormatOffer,
  formatOffers,
  type WrittenFormatKind,
} from '@vermilion/contract/formats/offers'
import { useState } from 'react'

export type ExportGeometry = NonNullable<ExportCreate['geometry']>

export const currentContent = 'now'
export const matchingContent = 'found'

interface ExportOptionNeeds {
  dataset: Dataset
  versionId: string | undefined
  filter: ItemFilter | null
}

export type ExportOptions = ReturnType<typeof useExportOptions>

export function useExportOptions({ dataset, versionId, filter }: ExportOptionNeeds) {
  const [format, setFormat] = useState<WrittenFormatKind>(dataset.format)
  const [layout, setLayout] = useState<string>()
  const [geometry, setGeometry] = useState<ExportGeometry>('drawn')
  const [firstPixel, setFirstPixel] = useState<FirstPixel>(0)
  const [images, setImages] = useState(true)
  const [content, setContent] = useState(versionId ?? (filter === null ? currentContent : matchingContent))
  const offer: FormatOffer = formatOffers[format]
  const firstPixels = offer.firstPixels ?? []
  const hasAreas = dataset.labelType === 'semantic-segmentation'
  const isVersion = content !== currentContent && content !== matchingContent
  const body: ExportCreate = {
    format,
    images,
    ...(layout === undefined ? {} : { layout }),
    ...(offer.geometries.includes(geometry) && hasAreas ? { geometry } : {}),
    ...(firstPixels.includes(firstPixel) ? { firstPixel } : {}),
    ...(content === matchingContent && filter !== null ? { filter } : {}),
    ...(isVersion ? { versionId: content } : {}),
  }
  return {
    format,
    setFormat(next: WrittenFormatKind): void {
      setFormat(next)
      setLayout(undefined)
    },
    layouts: offer.layouts,
    layout: layout ?? offer.layouts[0]?.id ?? '',
    setLayout,
    /** Geometries that areas can be written in; empty when the dataset has no areas. */
    geometries: hasAreas ? offer.geometries : [],
    geometry,
    setGeometry,
    /** Choices of the first pixel's coordinate; empty when the format has only one. */
    firstPixels,
    firstPixel,
    setFirstPixel,
    images,
    setImages,
    content,
    setContent,
    isVersion,
    body,
  }
}
