import type { ImportFormat, ImportPreview, ImportProblem, ImportRow } from '@vermilion/contract/devices/imports'
import { type ErrorName, Failure } from '@vermilion/contract/kernel/errors'
import { say } from '@vermilion/contract/kernel/text'
import type { DeviceService } from '../service.ts'
import type { DeviceStore } from '../store.ts'
import { checkRows } from './check-rows.ts'
import { readDeviceCsv } from './csv.ts'
import { shorten } from './draft.ts'
import { readSshConfig } from './openssh.ts'

interface ImportsNeeds {
  service: Pick<DeviceService, 'create'>
  store: Pick<DeviceStore, 'names'>
}

interface Outcome {
  deviceId: string | null
  problem: ImportProblem | null
  detail: string
}

const problems: Partial<Record<ErrorName, ImportProblem>> = {
  'device.name-taken': 'name-taken',
  'device.key-invalid': 'key-invalid',
  'device.jump-not-found': 'jump-not-found',
  'device.jump-loop': 'jump-loop',
}

const onlyReason = { en: '{reason}', zh: '{reason}' }

export type DeviceImports = ReturnType<typeof createDeviceImports>

export function createDeviceImports({ service, store }: ImportsNeeds) {
  async function add(row: ImportRow, jumpDeviceId: string | null, account: string): Promise<Outcome> {
    const { jump, ...device } = row
    try {
      const { id } = await service.create({ ...device, jumpDeviceId, fingerprint: null }, account)
      return { deviceId: id, problem: null, detail: '' }
    } catch (error) {
      const problem = error instanceof Failure ? problems[error.reason] : undefined
      if (!(error instanceof Failure) || problem === undefined) throw error
      const detail = problem === 'key-invalid' ? say(onlyReason, 'en-US', error.values) : row.name
      return { deviceId: null, problem, detail: problem.startsWith('jump') ? (jump ?? '') : shorten(detail) }
    }
  }

  return {
    async preview(format: ImportFormat, text: string): Promise<ImportPreview> {
      const { rows, notes } = format === 'csv' ? readDeviceCsv(text) : readSshConfig(text)
      const existing = new Set((await store.names()).map(({ name }) => name))
      return { rows: checkRows(rows, existing), notes }
    },

    /** Adds jump devices first; a row without its jump device is skipped. */
    async add(rows: readonly ImportRow[], account: string): Promise<Outcome[]> {
      const existing = new Map((await store.names()).map(({ id, name }) => [name, id]))
      const outcomes: Outcome[] = []
      const indexes = new Map<string, number>()
      for (const [index, row] of rows.entries()) if (!indexes.has(row.name)) indexes.set(row.name, index)
      const walking = new Set<number>()

      async function jumpOf({ jump }: ImportRow): Promise<string | null | Outcome> {
        if (jump === null) return null
        const index = indexes.get(jump)
        const id = existing.get(jump)
        if (index === undefined) return id ?? { deviceId: null, problem: 'jump-not-found', detail: jump }
        if (walking.has(index)) return { deviceId: null, problem: 'jump-loop', detail: jump }
        const { deviceId } = await settle(index)
        return deviceId ?? id ?? { deviceId: null, problem: 'jump-failed', detail: jump }
      }

      async function settle(index: number): Promise<Outcome> {
        const settled = outcomes[index]
        const row = rows[index]
        if (settled !== undefined) return settled
        if (row === undefined) throw new Error(`there is no row ${index}`)
        walking.add(index)
        const jump = await jumpOf(row)
        walking.delete(index)
        const outcome = typeof jump === 'object' && jump !== null ? jump : await add(row, jump, account)
        outcomes[index] = outcome
        return outcome
      }

      for (const index of rows.keys()) await settle(index)
      return outcomes
    },
  }
}
