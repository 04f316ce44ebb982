import type { Host } from '@vermilion/contract/monitoring/hosts'
import type { Pool } from '@vermilion/contract/tasks/pools'
import { expect, test } from 'vitest'
import { amountsOf, amountsOfAll } from './pool-amounts.ts'

const poolOf = (id: string, cpu: number, reserved: number, idle: number | null) =>
  ({
    id,
    status: 'ready',
    cpu,
    memoryBytes: 8,
    used: { cpu: reserved, memoryBytes: 0, accelerators: [] },
    free: idle === null ? null : { cpu: idle, memoryBytes: 8 },
  }) as unknown as Pool
const hostOf = (id: string, ...pools: string[]) =>
  ({ id, pools: pools.map((pool) => ({ id: pool, name: pool })) }) as unknown as Host

test('R1.08 cores that others use are not free, though no task has reserved them', () => {
  expect(amountsOf(poolOf('local', 2, 0, 0.25), 'cpu')).toEqual({ total: 2, reserved: 0, used: 1.75, free: 0.25 })
  expect(amountsOf(poolOf('local', 2, 2, 2), 'cpu')).toEqual({ total: 2, reserved: 2, used: 0, free: 0 })
  expect(amountsOf(poolOf('engine', 2, 1, null), 'cpu')).toEqual({ total: 2, reserved: 1, used: null, free: 1 })
})

test('R1.08 pools of one machine have its cores together, and those of others add theirs', () => {
  const shared = [poolOf('local', 8, 2, 5), poolOf('docker', 8, 4, 5)]
  expect(amountsOfAll(shared, [hostOf('server', 'local', 'docker')], 'cpu')).toEqual({
    total: 8,
    reserved: 6,
    used: 3,
    free: 2,
  })
  const all = [...shared, poolOf('board', 4, 1, 2)]
  expect(amountsOfAll(all, [hostOf('server', 'local', 'docker')], 'cpu')).toEqual({
    total: 12,
    reserved: 7,
    used: 5,
    free: 4,
  })
})
