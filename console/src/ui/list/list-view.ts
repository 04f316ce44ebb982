import { z } from 'zod'

/** How a list is shown: each row as a card, or all in a table. */
export const listViews = ['cards', 'table'] as const
export type ListView = (typeof listViews)[number]

/** The view in the address; the one chosen last when it says nothing. */
export const listView = z.enum(listViews).optional().catch(undefined)
