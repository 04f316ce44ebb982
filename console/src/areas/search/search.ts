import type { SearchIndex, SearchMode } from '@vermilion/contract/image-search'
import { z } from 'zod'
import { fileView, previewAddress } from '#ui/files/file-view.ts'

export const searchModes = ['full', 'text', 'image'] as const satisfies readonly SearchMode[]

const word = z.coerce.string().optional().catch(undefined)

/**
 * The search page's state in the address. `file` or `picture` is the picture to search by, `region` the part of it that counts
 * (`x,y,width,height` as fractions); `spaces` and `datasets` are ids with commas between them, and `threshold` is in percent, the
 * default when absent.
 */
export const imageSearchSearch = z.object({
  mode: z.enum(searchModes).optional().catch(undefined),
  words: word,
  file: word,
  picture: word,
  region: word,
  spaces: word,
  datasets: word,
  threshold: z.coerce.number().min(0).max(100).optional().catch(undefined),
  view: fileView,
  ...previewAddress,
})
export type ImageSearchSearch = z.output<typeof imageSearchSearch>

export const hasPicture = ({ mode, file, picture }: ImageSearchSearch) =>
  mode !== 'text' && (file !== undefined || picture !== undefined)

export const isByLikeness = (search: ImageSearchSearch, index: Pick<SearchIndex, 'embedder'> | undefined) =>
  hasPicture(search) || (isSearching(search) && index?.embedder.embedsText === true)

export const hasFilters = ({ spaces, datasets, threshold }: ImageSearchSearch) =>
  spaces !== undefined || datasets !== undefined || threshold !== undefined

export const isSearching = (search: ImageSearchSearch) =>
  hasPicture(search) || (search.mode !== 'image' && (search.words ?? '').trim() !== '')
