import { itemFilter } from '@vermilion/contract/datasets/items'
import { maxPictures } from '@vermilion/contract/fine-tunings/starter'
import type { InspectedData } from '@vermilion/contract/fine-tunings/data-check'
import type { inferenceSource } from '@vermilion/contract/models/inference-source'
import type { z } from 'zod'
import { isLabeled, type Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { findCaptions } from '../captions/caption-file.ts'

export type PictureSource = z.output<typeof inferenceSource>

interface Needs {
  datasets: Datasets
  files: Files
  spaces: Spaces
}

interface Picture {
  readonly fileId: string
  readonly isLabeled: boolean
}

export async function inspectPictures(
  needs: Needs,
  source: PictureSource,
): Promise<Pick<InspectedData, 'pictures' | 'captioned' | 'labeled'>> {
  const { files } = needs
  const counts = { pictures: 0, captioned: 0, labeled: 0 }
  for await (const picture of source.kind === 'space' ? picturesOfSpace(needs, source) : picturesOfDataset(needs, source)) {
    counts.pictures += 1
    if (counts.pictures > maxPictures) break
    const file = await files.get(picture.fileId).catch(() => undefined)
    const caption = file && (await findCaptions(files, file.spaceId, [file.path])).get(file.path)
    if (caption !== undefined && caption.size > 0) counts.captioned += 1
    else if (picture.isLabeled) counts.labeled += 1
  }
  return counts
}

async function* picturesOfSpace(
  { datasets, files, spaces }: Needs,
  { spaceId, folder, fileIds }: Extract<PictureSource, { kind: 'space' }>,
): AsyncGenerator<Picture> {
  await spaces.get(spaceId)
  if (folder !== '') await files.folder(spaceId, folder)
  const selected = new Set(fileIds)
  for await (const batch of datasets.images(spaceId, folder))
    for (const { fileId } of batch) if (selected.size === 0 || selected.has(fileId)) yield { fileId, isLabeled: false }
}

async function* picturesOfDataset(
  { datasets }: Needs,
  { datasetId, versionId, itemIds }: Extract<PictureSource, { kind: 'dataset' }>,
): AsyncGenerator<Picture> {
  await datasets.service.require(datasetId)
  if (versionId !== undefined) {
    const { checksum } = await datasets.versions.ready(versionId, datasetId)
    for await (const { fileId, status, shapes } of datasets.snapshots.imagesOf(checksum))
      yield { fileId, isLabeled: isLabeled(status) && shapes.length > 0 }
    return
  }
  const selection = itemIds.length > 0 ? { itemIds: [...itemIds] } : { filter: itemFilter.parse({}), except: [] }
  for await (const batch of datasets.selectedItems(datasetId, selection))
    for (const { fileId, status, annotationCount } of batch)
      yield { fileId, isLabeled: isLabeled(status) && annotationCount > 0 }
}
