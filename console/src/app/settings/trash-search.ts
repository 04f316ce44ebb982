import { z } from 'zod'

export const trashTabs = ['datasets', 'files', 'spaces'] as const
export type TrashTab = (typeof trashTabs)[number]

/** What kind of deleted things is shown. */
export const trashSearch = z.object({ tab: z.enum(trashTabs).optional().catch(undefined) })
