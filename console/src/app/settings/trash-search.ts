import { z } from 'zod'

export const trashTabs = ['datasets', 'files', 'spaces'] as const
export type TrashTab = (typeof trashTabs)[number]

/** The address of the trash page. */
export const trashSearch = z.object({ tab: z.enum(trashTabs).optional().catch(undefined) })
