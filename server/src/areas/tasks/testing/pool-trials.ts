import { setTimeout as delay } from 'node:timers/promises'
import type { Text } from '@vermilion/contract/kernel/text'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { PoolCreate, PoolTrial } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Client } from '../../../testing/client.ts'

type TrialOrder = Pick<PoolCreate, 'executor' | 'settings'> & { image?: string }

/** Runs a trial job to its end. Returns it with all that was told meanwhile. */
export async function tryPool(
  { call }: Pick<Client, 'call'>,
  body: TrialOrder,
): Promise<PoolTrial & { told: string[] }> {
  let trial = await call(poolEndpoints.tryPool, { body })
  const texts = new Set<string>()
  while (trial.status === 'running') {
    texts.add(trial.text.en)
    await delay(100)
    trial = await call(poolEndpoints.getPoolTrial, { params: { trialId: trial.id } })
  }
  return { ...trial, told: [...texts] }
}

/** Why a task is as it is, in both languages. */
export async function reasonsOf({ call }: Pick<Client, 'call'>, taskId: string): Promise<Text> {
  const read = async (language: string) =>
    (await call(taskEndpoints.getTask, { params: { taskId } }, { language })).statusReason
  return { en: await read('en-us'), zh: await read('zh-cn') }
}
