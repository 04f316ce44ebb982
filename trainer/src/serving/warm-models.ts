import { readFileSync } from 'node:fs'
import type { ServingRequest } from '@vermilion/contract/models/served-images'
import { openModel, type OpenModel } from '../inference/open-model.ts'
import { createGatheringRunner, type GatheringRunner } from './gathering-runner.ts'

interface WarmModel {
  readonly model: OpenModel
  readonly bytes: number
  takesBatches(): boolean
}

export function createWarmModels() {
  const warm = new Map<string, WarmModel>()

  async function makeRoom(bytes: number, limit: number): Promise<void> {
    let held = [...warm.values()].reduce((sum, one) => sum + one.bytes, bytes)
    for (const [key, one] of warm) {
      if (held <= limit) return
      warm.delete(key)
      held -= one.bytes
      await one.model.release()
    }
  }

  return {
    count: () => warm.size,
    async open({ checksum, model: source, heldBytes }: ServingRequest): Promise<WarmModel> {
      const existing = warm.get(checksum)
      warm.delete(checksum)
      if (existing !== undefined) {
        warm.set(checksum, existing)
        return existing
      }
      const file = typeof source === 'string' ? readFileSync(source) : source
      await makeRoom(file.length, heldBytes)
      let runner: GatheringRunner | undefined
      const model = await openModel(file, 1, { wrap: (created) => (runner = createGatheringRunner(created)) })
      const opened = { model, bytes: file.length, takesBatches: () => runner?.takesBatches() === true }
      warm.set(checksum, opened)
      return opened
    },
  }
}
