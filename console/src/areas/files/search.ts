import type { FileFilter, FileOrder, fileKinds as kinds, fileSorts } from '@vermilion/contract/files'
import { z } from 'zod'
import { fileView, previewAddress } from '#ui/files/file-view.ts'
import { sortIn } from '#ui/list/list-search.ts'

const word = z.coerce.string().optional().catch(undefined)
const number = z.coerce.number().min(0).optional().catch(undefined)
const yes = z.boolean().optional().catch(undefined)
const day = z.iso.date().optional().catch(undefined)
const time = z.iso.datetime().optional().catch(undefined)

export const fileKinds = ['image', 'video', 'audio', 'text', 'archive', 'other'] as const satisfies typeof kinds
export const sorts = ['name', 'size', 'kind', 'createdAt', 'updatedAt', 'score'] as const satisfies typeof fileSorts

/**
 * The state of the files page in the address: `folder` is the shown folder's path in the space; the filters have the contract's
 * names. `recursive` includes subfolders, and is on by default during a search. `from` and `to` are days in the reader's time
 * zone.
 */
export const spaceFilesSearch = z.object({
  folder: word,
  view: fileView,
  ...previewAddress,
  sort: sortIn(sorts),
  recursive: yes,
  search: word,
  kind: z.enum(fileKinds).optional().catch(undefined),
  extension: word,
  tags: word,
  minimumSize: number,
  maximumSize: number,
  minimumWidth: number,
  maximumWidth: number,
  minimumHeight: number,
  maximumHeight: number,
  minimumAspect: number,
  belowAspect: number,
  minimumScore: number,
  maximumScore: number,
  from: day,
  to: day,
  createdFrom: time,
  createdBefore: time,
  broken: yes,
  checksum: word,
  duplicated: yes,
  generationId: word,
  prompt: word,
  sceneItem: word,
  workflow: word,
  lora: word,
  seed: number,
  workflowHash: word,
  trash: yes,
})
export type FilesSearch = z.output<typeof spaceFilesSearch>
export type FilesOrder = FileOrder & FilesSearch['sort']
export type FilterName = Exclude<
  keyof FilesSearch,
  'folder' | 'view' | 'sort' | 'recursive' | 'trash' | keyof typeof previewAddress
> &
  (keyof FileFilter | 'from' | 'to')
