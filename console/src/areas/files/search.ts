import { z } from 'zod'
import { fileView } from '#ui/file-view.ts'

const word = z.coerce.string().optional().catch(undefined)

/** `folder` is the shown folder's path below the space; `search` looks through all below it. */
export const spaceFilesSearch = z.object({ folder: word, search: word, view: fileView })
