import { z } from 'zod'

const word = z.coerce.string().optional().catch(undefined)

/** What a list page keeps in the address: what is searched for, and which page is shown. */
export const listSearch = z.object({ search: word, cursor: word })
