import { setTimeout as delay } from 'node:timers/promises'
import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { LearningRound } from '@vermilion/contract/auto-label/learning'
import type { TestServer } from '../../../testing/start-server.ts'

export async function learn(server: TestServer, datasetId: string): Promise<LearningRound> {
  const params = { datasetId }
  const body = { prompt: 'what lies on the floor', threshold: 0.05 }
  const { id } = await server.call(autoLabelEndpoints.startLearningRound, { params, body })
  for (;;) {
    const { items } = await server.call(autoLabelEndpoints.listLearningRounds, { params, query: {} })
    const round = items.find((one) => one.id === id)
    if (round !== undefined && round.endedAt !== null) return round
    await delay(200)
  }
}
