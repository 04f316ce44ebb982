import {
  readyStandards,
  type Standard,
  type StandardChange,
  type StandardDraft,
} from '@vermilion/contract/data-evaluations/standards'
import { fail } from '@vermilion/contract/kernel/errors'
import { type Language, say } from '@vermilion/contract/kernel/text'
import { readJson, writeJson } from '#platform/database/columns'
import { unlessDuplicate } from '#platform/database/unless-duplicate'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import { createStandardStore, type StandardRow } from './standard-store.ts'

export type Standards = ReturnType<typeof createStandards>

const toStandard = (row: StandardRow): Standard => ({ ...row, criteria: readJson(row.criteria), builtIn: false })

const ready = (language: Language): Standard[] =>
  readyStandards.map(({ id, version, name, description, criteria }) => ({
    id,
    version,
    name: say(name, language),
    description: say(description, language),
    criteria: [...criteria],
    builtIn: true,
    createdBy: null,
    updatedAt: null,
  }))

export function createStandards({ database, clock, events }: Pick<Platform, 'database' | 'clock' | 'events'>) {
  const store = createStandardStore(database)

  const unlessTaken = <Result>(name: string, work: () => Promise<Result>) =>
    unlessDuplicate(database, fail('standard.name-taken', { name }), work)

  function refuseReady(id: string): void {
    if (readyStandards.some((standard) => standard.id === id)) throw fail('standard.built-in')
  }

  const changed = (standardId: string) => events.publish({ type: 'standard-changed', standardId })

  return {
    list: async (language: Language) => [...ready(language), ...(await store.all()).map(toStandard)],

    async find(id: string, language: Language): Promise<Standard | undefined> {
      const row = await store.byId(id)
      return row === undefined ? ready(language).find((standard) => standard.id === id) : toStandard(row)
    },

    create: ({ name, description, criteria }: StandardDraft, createdBy: string) =>
      unlessTaken(name, async () => {
        const updatedAt = clock.time()
        const row = { id: newId(), name, description, version: 1, criteria: writeJson(criteria), createdBy, updatedAt }
        await store.add(row)
        changed(row.id)
        return toStandard(row)
      }),

    /** Call inside a transaction. */
    replace: (id: string, { name, description, criteria, baseVersion }: StandardChange) =>
      unlessTaken(name, async () => {
        refuseReady(id)
        const row = await store.byId(id)
        if (row === undefined) throw fail('standard.not-found')
        const draft = { name, description, criteria: writeJson(criteria) }
        const isSame = row.name === name && row.description === description && row.criteria === draft.criteria
        if (isSame) return toStandard(row)
        if (row.version !== baseVersion) throw fail('standard.conflict', { version: row.version })
        const next = { ...row, ...draft, version: row.version + 1, updatedAt: clock.time() }
        await store.update(next)
        changed(id)
        return toStandard(next)
      }),

    async remove(id: string): Promise<void> {
      refuseReady(id)
      if (!(await store.remove(id))) throw fail('standard.not-found')
      changed(id)
    },
  }
}
