import { z } from 'zod'

export const listViews = ['cards', 'table'] as const
export type ListView = (typeof listViews)[number]

export const listView = z.enum(listViews).optional().catch(undefined)
