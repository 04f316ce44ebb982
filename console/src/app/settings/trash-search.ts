import { z } from 'zod'

export const trashTabs = ['datasets', 'files', 'spaces'] as const
export type TrashTab = (typeof trashTabs)[number]

export const trashSearch = z.object({ tab: z.enum(trashTabs).optional().catch(undefined) })
