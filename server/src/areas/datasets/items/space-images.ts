import { type FileSelection, fileFilter, fileSelection, type SpaceFile } from '@vermilion/contract/files'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Files } from '#areas/files'
import { workAhead } from '#platform/work-ahead'
import type { SpaceImage } from '../snapshots/snapshots.ts'

const filesAtOnce = 200

export interface ChosenFiles {
  readonly images: SpaceImage[]
  readonly notPictures: number
  readonly broken: number
  readonly hevc: number
}

export async function* spaceImages(files: Files, spaceId: string, folder: string): AsyncGenerator<SpaceImage[]> {
  const filter = { ...fileFilter.parse({}), folder, recursive: true, kind: 'image' } as const
  for await (const batch of files.batches(spaceId, filter, filesAtOnce)) {
    const { images } = await classify(files, batch, examine(files))
    if (images.length > 0) yield images
  }
}

/** Every file of a selection once, in batches; unmeasured pictures are measured. */
export async function* chosenFiles(
  files: Files,
  spaceId: string,
  selection: FileSelection,
): AsyncGenerator<ChosenFiles> {
  yield* workAhead(selectedFiles(files, spaceId, selection), (batch) => classify(files, batch, files.measured))
}

/** Undefined when it is no readable picture. */
export async function imageOf(files: Files, fileId: string): Promise<SpaceImage | undefined> {
  const file = await files.get(fileId).catch(unlessGone)
  return file === undefined ? undefined : (await classify(files, [file], examine(files))).images[0]
}

export function allBelow(folder: string): FileSelection {
  return fileSelection.parse({ filter: fileFilter.parse({ folder, recursive: true }) })
}

export async function hasImages(files: Files, spaceId: string, selection: FileSelection): Promise<boolean> {
  for await (const batch of selectedFiles(files, spaceId, selection, 'image')) {
    if (batch.some(({ kind }) => kind === 'image')) return true
  }
  return false
}

/** The number of files in a selection; null when parts may overlap, so that only a scan could tell. */
export async function countSelected(
  files: Files,
  spaceId: string,
  { fileIds, folders, filter, except }: FileSelection,
): Promise<number | null> {
  const [folder, ...others] = folders
  if (filter === undefined && folder === undefined) return fileIds.length
  if (fileIds.length > 0 || others.length > 0 || (filter !== undefined && folder !== undefined)) return null
  const selected = filter ?? { ...fileFilter.parse({}), folder: folder ?? '', recursive: true }
  const counted = await files.count(spaceId, selected).catch(unlessGone)
  return counted === undefined ? null : Math.max(0, counted.files - except.length)
}

export async function* selectedFiles(files: Files, spaceId: string, selection: FileSelection, kind?: 'image') {
  const { fileIds, folders, filter, except } = selection
  const named = new Set(fileIds)
  for (let at = 0; at < fileIds.length; at += filesAtOnce) {
    const some = await Promise.all(fileIds.slice(at, at + filesAtOnce).map((id) => files.get(id).catch(unlessGone)))
    yield some.filter((file) => file?.spaceId === spaceId) as SpaceFile[]
  }
  const full = folders.filter((folder) => !folders.some((above) => folder.startsWith(`${above}/`)))
  const none = fileFilter.parse({})
  for (const folder of new Set(full)) {
    for await (const batch of files.batches(spaceId, { ...none, folder, recursive: true, kind }, filesAtOnce)) {
      yield batch.filter(({ id }) => !named.has(id))
    }
  }
  if (filter === undefined || (kind !== undefined && filter.kind !== undefined && filter.kind !== kind)) return
  const without = new Set(except)
  for await (const batch of files.batches(spaceId, { ...filter, kind: kind ?? filter.kind }, filesAtOnce)) {
    yield batch.filter(
      ({ id, path }) => !named.has(id) && !without.has(id) && !full.some((folder) => path.startsWith(`${folder}/`)),
    )
  }
}

/** Splits a batch into readable images, broken images and other files. `examinePictures` examines the pictures. */
async function classify(
  files: Files,
  batch: readonly SpaceFile[],
  examinePictures: (pictures: readonly SpaceFile[]) => Promise<readonly SpaceFile[]>,
): Promise<ChosenFiles> {
  const pictures = batch.filter(({ kind }) => kind === 'image')
  const examined = await examinePictures(pictures)
  const images = examined.map(readable).filter((image) => image !== undefined)
  const broken = examined.filter((file) => file.broken)
  const problems = await Promise.all(broken.map(({ id }) => files.pictureProblem(id).catch(unlessGone)))
  const hevc = problems.filter((problem) => problem === 'hevc').length
  return { images, notPictures: batch.length - pictures.length, broken: pictures.length - images.length, hevc }
}

function readable(file: SpaceFile): SpaceImage | undefined {
  const { id: fileId, path, checksum, width, height, broken } = file
  return broken || width === null || height === null || checksum === null
    ? undefined
    : { fileId, path, checksum, width, height }
}

/** Decodes files that have no known size yet; a file deleted meanwhile counts as unreadable. */
const examine = (files: Files) => (pictures: readonly SpaceFile[]) =>
  Promise.all(
    pictures.map(async (file) => {
      if ((file.width !== null && file.checksum !== null) || file.broken) return file
      return (await files.examined(file.id).catch(unlessGone)) ?? file
    }),
  )

export function unlessGone(problem: unknown): undefined {
  if (!(problem instanceof Failure)) throw problem
}
