import { z } from 'zod'

export const listViews = ['cards', 'table'] as const
export type ListView = (typeof listViews)[number]

/** The view in the address; by default the one chosen last. */
export const listView = z.enum(listViews).optional().catch(undefined)
